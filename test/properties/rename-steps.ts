import { type Document, isMap, isScalar, isSeq, parseAllDocuments, type Scalar, visit, type YAMLMap } from 'yaml';

/** Gives every step another name, and calls it so wherever it is waited for; `undefined` takes a name away where nobody waits for it. */
export function renameSteps(text: string, nameOf: (step: number) => string | undefined): string {
  const documents = parseAllDocuments(text, { merge: true });
  if (!Array.isArray(documents)) return text;
  let count = 0;
  for (const document of documents) count = renameIn(document, count, nameOf);
  return documents.map((one) => one.toString({ directives: false, lineWidth: 0 })).join('---\n');
}

function renameIn(document: Document.Parsed, start: number, nameOf: (step: number) => string | undefined): number {
  const steps: unknown = document.get('steps');
  const references = referencesOf(steps);
  const waitedFor = new Set(references.map(({ value }) => value));
  const used = new Set<unknown>();
  visitMaps(steps, (step) => used.add(step.get('id')));
  const renamed = new Map<unknown, string>();
  let count = start;
  const nextName = (mayMiss: boolean) => {
    const wanted = nameOf(count++);
    if (wanted === undefined && mayMiss) return undefined;
    const name = wanted !== undefined && !used.has(wanted) ? wanted : `${(wanted ?? 'step').slice(0, 30)}-${count}`;
    used.add(name);
    return name;
  };
  if (isMap(steps)) {
    for (const { key } of steps.items) {
      const name = nextName(false)!;
      renamed.set((key as Scalar).value, name);
      (key as Scalar).value = name;
    }
  }
  if (isSeq(steps)) {
    visitMaps(steps, (step) => {
      const old = step.get('name');
      const name = nextName(!waitedFor.has(old));
      if (old !== undefined && name !== undefined) renamed.set(old, name);
      if (name === undefined) step.delete('name');
      else step.set('name', name);
    });
  }
  for (const reference of references) reference.value = renamed.get(reference.value) ?? reference.value;
  return count;
}

function visitMaps(steps: unknown, each: (step: YAMLMap) => void): void {
  if (!isSeq(steps)) return;
  for (const one of steps.items) {
    if (isMap(one)) each(one);
    else visitMaps(one, each);
  }
}

/** Where names of steps are waited for. */
function referencesOf(steps: unknown): readonly Scalar[] {
  const found: Scalar[] = [];
  if (!isMap(steps) && !isSeq(steps)) return found;
  visit(steps, {
    Pair(_, pair) {
      if (!isScalar(pair.key) || !['depends', 'routes'].includes(String(pair.key.value))) return;
      const { value } = pair;
      if (isScalar(value)) found.push(value);
      if (isMap(value) || isSeq(value))
        visit(value, { Scalar: (key, scalar) => void (key !== 'key' && found.push(scalar)) });
      return visit.SKIP;
    },
  });
  return found;
}
