import { asMap, asSequence, pairOf, resolved, textOf } from '../../text/yaml-access.js';
import type { YamlAlias, YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { fieldsOf, type JobText, mostReferences, type PipelineDocument } from './document.js';
import { mergedPairs } from './merged.js';
import { type Reference, referenceIn } from './reference.js';

export interface Commands {
  readonly texts: readonly string[];
  /** Why there may be others, in words that end the sentence "…, because"; `undefined` where not. */
  readonly unread: string | undefined;
}

/** What a job runs under a key such as `before_script`, with what every job has where it has none. */
export function commandsOf(
  { fields }: Pick<JobText, 'fields'>,
  key: string,
  document: PipelineDocument,
  text: string,
): Commands {
  const own = fields.get(key)?.pair.value;
  const value = own ?? (key === 'script' ? undefined : usualFor({ fields }, document, key)?.value);
  return value ? commandsIn(value, document, text) : { texts: [], unread: undefined };
}

/** What a job has under a key, of its own or because all jobs have it. */
export function valueUnder(job: JobText, key: string, document: PipelineDocument, text: string): YamlNode | undefined {
  const value = job.fields.get(key)?.pair.value ?? usualFor(job, document, key)?.value;
  return value && valueReferredTo(value, document, text);
}

/** What every job has under a key that lacks it, and does not say that it takes nothing over. */
export function usualFor(
  { fields }: Pick<JobText, 'fields'>,
  { root }: PipelineDocument,
  key: string,
): YamlPair | undefined {
  const inherit = asMap(fields.get('inherit')?.pair.value);
  const taken = inherit && pairOf(inherit, 'default')?.value;
  const names = asSequence(taken)?.items.map((item) => textOf(item.value));
  if (names ? !names.includes(key) : taken && textOf(taken) === 'false') return undefined;
  return usualIn(root, key);
}

/** What jobs have that say nothing of a key. */
export function usualIn(root: YamlMap, key: string): YamlPair | undefined {
  const defaults = asMap(pairOf(root, 'default')?.value);
  return (defaults && pairOf(defaults, key)) ?? pairOf(root, key);
}

/** What the steps run that a job has under `run`, each a `script`, or a step of another file. */
export function commandsOfSteps(value: YamlNode, document: PipelineDocument, text: string): Commands {
  const { nodes, unread } = entriesIn(value, document, text);
  const steps = nodes.map((node) => (node.kind === 'map' ? mergedPairs(node) : []));
  const under = (step: readonly YamlPair[], key: string) => step.find((pair) => pair.key.value === key)?.value;
  const elsewhere = steps.flatMap((step) => under(step, 'step') ?? under(step, 'action') ?? [])[0];
  return {
    texts: steps.flatMap((step) => textOf(under(step, 'script')) ?? []),
    unread: unread ?? (elsewhere && `its step \`${textOf(elsewhere) ?? 'step'}\` is in a file that was not read`),
  };
}

/** Lists in lists, aliases and references followed. */
export function commandsIn(value: YamlNode, document: PipelineDocument, text: string): Commands {
  const { nodes, unread } = entriesIn(value, document, text);
  return { texts: nodes.map((node) => textOf(node) ?? ''), unread };
}

/** What is in a list, by itself or by lists in it and references, and why there may be more. */
export function entriesIn(
  value: YamlNode,
  document: PipelineDocument,
  text: string,
): { readonly nodes: readonly Exclude<YamlNode, YamlAlias>[]; readonly unread: string | undefined } {
  const nodes: Exclude<YamlNode, YamlAlias>[] = [];
  let unread: string | undefined;
  const open: YamlNode[] = [value];
  // What refers to itself, or is referred to very often, ends all the same.
  for (let left = mostEntries; open.length > 0 && left > 0; left -= 1) {
    const node = open.pop()!;
    const reference = referenceIn(node, text);
    const target = reference && referredTo(reference, document);
    const found = resolved(node);
    if (reference && target) open.push(target);
    else if (reference) unread = `\`!reference ${text.slice(node.start, node.end)}\` is in a file that was not read`;
    else if (found?.kind === 'sequence') for (const { value } of [...found.items].reverse()) open.push(value);
    else if (found) nodes.push(found);
  }
  if (open.length > 0) unread = 'it refers to too many others';
  return { nodes, unread };
}

/** What a value that is a reference as a whole refers to, also by others; the value itself where it refers to nothing, or into a file that was not read. */
export function valueReferredTo(value: YamlNode, document: PipelineDocument, text: string): YamlNode {
  let found = value;
  for (let left = mostReferences; left > 0; left -= 1) {
    const reference = referenceIn(found, text);
    const target = reference && referredTo(reference, document);
    if (!target) return reference ? value : found;
    found = target;
  }
  return value;
}

function referredTo({ name, key, below }: Reference, document: PipelineDocument): YamlNode | undefined {
  const first = key === undefined ? pairOf(document.root, name)?.value : pieceField(document, name, key);
  return below.reduce<YamlNode | undefined>((node, one) => {
    const map = asMap(node);
    return map && mergedPairs(map).findLast((pair) => pair.key.value === one)?.value;
  }, first);
}

/** What a job or a hidden job has under a key, with what it takes over: GitLab follows `extends` first. */
function pieceField({ root, pieces }: PipelineDocument, name: string, key: string): YamlNode | undefined {
  const piece = pieces.get(name);
  if (piece) return fieldsOf(piece, pieces).get(key)?.pair.value;
  const map = resolved(pairOf(root, name)?.value ?? root);
  return map?.kind === 'map' ? pairOf(map, key)?.value : undefined;
}

const mostEntries = 10_000;
