import { type Document, parseAllDocuments } from 'yaml';

/** One document of a Dagu file as plain data, read without any of the compiler's own code. */
export interface OracleDocument {
  readonly name: string | undefined;
  readonly body: Record<string, unknown>;
  readonly steps: readonly OracleStep[];
}

export interface OracleStep {
  /** The step as written; a command written as a string stays a string. */
  readonly written: unknown;
  readonly fields: Record<string, unknown>;
  readonly name: string;
  /** What the versions call it where it has no name; both, because a text may be for both. */
  readonly madeUpNames: readonly string[];
  readonly id: string | undefined;
  /** Position of its entry in the list, and whether the entry is a nested list. */
  readonly entry: number;
  readonly grouped: boolean;
  /** False for the map form, which has no order. */
  readonly listed: boolean;
}

export type Version = '1.30' | '2.15';

export function readDocuments(text: string, version: Version): readonly OracleDocument[] {
  const bodies = parseDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(`not YAML: ${document.errors[0]?.message}`);
    return dataOf(document);
  });
  return bodies.filter(isMap).map((body) => ({
    name: typeof body.name === 'string' ? body.name : undefined,
    body,
    steps: bothNamed(body, version),
  }));
}

/** Texts as plain data, whatever is wrong with them. */
export function readPlain(text: string): readonly unknown[] {
  return parseDocuments(text).map(dataOf);
}

/** The same text is asked about for each version and each target; only the last few are kept. */
const lately = new Map<string, readonly Document[]>();

function parseDocuments(text: string): readonly Document[] {
  const known = lately.get(text);
  if (known) return known;
  const parsed = parseAllDocuments(text, { merge: true, uniqueKeys: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  lately.set(text, documents);
  if (lately.size > 8) lately.delete(lately.keys().next().value!);
  return documents;
}

function dataOf(document: Document): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

/** Dagu 1.30 reads keys whatever their case; 2.x does not. */
export function field(map: Record<string, unknown>, key: string, version: Version): unknown {
  if (Object.hasOwn(map, key)) return map[key];
  if (version !== '1.30') return undefined;
  const found = Object.keys(map).find((one) => one.toLowerCase() === key.toLowerCase());
  return found === undefined ? undefined : map[found];
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bothNamed(body: Record<string, unknown>, version: Version): readonly OracleStep[] {
  const other = readSteps(body, version === '1.30' ? '2.15' : '1.30');
  return readSteps(body, version).map((step, index) => ({
    ...step,
    madeUpNames: [step.name, ...(other[index] ? [other[index].name] : [])],
  }));
}

function readSteps(body: Record<string, unknown>, version: Version): readonly OracleStep[] {
  const steps = field(body, 'steps', version);
  const taken = new Set<string>();
  const read = (written: unknown, entry: number, grouped: boolean, given?: string): OracleStep => {
    const fields = isMap(written) ? written : { command: written };
    const id = textOf(field(fields, 'id', version));
    const own = given ?? textOf(field(fields, 'name', version))?.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
    const name =
      own || (version === '2.15' ? id : undefined) || madeUpName(kindOf(fields, body, version), entry, taken);
    if (version === '2.15') taken.add(name);
    return { written, fields, name, madeUpNames: [], id, entry, grouped, listed: given === undefined };
  };
  if (Array.isArray(steps)) {
    return steps.flatMap((one, entry) =>
      Array.isArray(one) ? one.map((inner) => read(inner, entry, true)) : [read(one, entry, false)],
    );
  }
  if (isMap(steps)) return Object.keys(steps).map((key, entry) => read(steps[key], entry, false, key));
  return [];
}

/** Dagu names a nameless step by its kind and the place of its entry, counted up until free. */
function madeUpName(kind: string, entry: number, taken: Set<string>): string {
  let count = entry + 1;
  while (taken.has(`${kind}_${count}`)) count += 1;
  taken.add(`${kind}_${count}`);
  return `${kind}_${count}`;
}

function kindOf(fields: Record<string, unknown>, body: Record<string, unknown>, version: Version): string {
  const has = (key: string) => (field(fields, key, version) ?? null) !== null;
  const type = field(fields, 'type', version) ?? executorOf(fields, version);
  if (typeof type === 'string') return type.trim();
  if (version === '2.15') {
    if (typeof fields.action === 'string' && fields.action !== 'exec') return kindOfAction(fields, fields.action, body);
    if (has('foreach')) return 'foreach';
    const runs = ['command', 'run', 'script', 'exec', 'call', 'container', 'action'].some(has);
    if (!runs && isMap(fields.output)) return 'noop';
  }
  if (has('call') || (version === '1.30' && has('run'))) return has('parallel') ? 'parallel' : 'dag';
  if (has('container')) return 'docker';
  // Where the whole DAG runs somewhere, its commands go by that.
  const place = ['container', 'ssh', ...(version === '2.15' ? ['redis'] : [])].find((key) => field(body, key, version));
  if (place !== undefined) return place;
  if (has('script') || hasSeveralLines(fields, version)) return 'script';
  return 'cmd';
}

/** `git.worktree.add` is carried out by `git`; an action of the document's own goes by its whole name. */
function kindOfAction(fields: Record<string, unknown>, action: string, body: Record<string, unknown>): string {
  if (action === 'dag.enqueue') return 'dag_enqueue';
  if (action === 'dag.run') return fields.parallel === undefined ? 'dag' : 'parallel';
  if (isMap(body.actions) && Object.hasOwn(body.actions, action)) return action;
  return action.includes('@') ? 'action' : action.split('.')[0]!;
}

/** A command of several lines is a script to Dagu; to 2.x also one with a line break at its end. */
function hasSeveralLines(fields: Record<string, unknown>, version: Version): boolean {
  const command = field(fields, 'command', version) ?? fields.run;
  if (typeof command !== 'string') return false;
  return (version === '1.30' ? command.trim() : command).includes('\n');
}

/** The old spelling of a type: a name, or a map with a type. */
function executorOf(fields: Record<string, unknown>, version: Version): unknown {
  const executor = field(fields, 'executor', version);
  return isMap(executor) ? executor.type : executor;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
