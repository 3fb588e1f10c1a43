import type { Report } from '../../diagnostics/diagnostics.js';
import { hookPrefix } from '../../model/mark.js';
import type { Span } from '../../model/source.js';
import type { Need } from '../../model/workflow.js';
import { tagOf } from '../../text/tag-of.js';
import { pairOf, resolved, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';

export interface NeedsPlace {
  readonly file: string;
  readonly text: string;
  /** Jobs may be in files that were not read. */
  readonly hasOthers: boolean;
  lookUp(job: string): number | undefined;
  /** May rules leave out a job? */
  isConditional(job: number): boolean;
}

/** What a job is written to wait for, an entry of the list each; what is no job of this file is `elsewhere`. */
export function readNeeds(value: YamlNode, place: NeedsPlace, report: Report): readonly Need[] | undefined {
  const node = resolved(value);
  if (!node || (node.kind === 'scalar' && node.type === 'null')) return undefined;
  const isList = node.kind === 'sequence' && tagOf(place.text, node) === undefined;
  const items = isList ? node.items.map((item) => item.value) : [value];
  return items.map((item) => readNeed(item, place, report));
}

function readNeed(item: YamlNode, place: NeedsPlace, report: Report): Need {
  const { file, text, hasOthers, lookUp } = place;
  const node = resolved(item);
  const field = node?.kind === 'map' ? pairOf(node, 'job')?.value : node;
  const span: Span = { file, start: item.start, end: item.end };
  const isOfOthers = node?.kind === 'map' && (pairOf(node, 'project') ?? pairOf(node, 'pipeline')) !== undefined;
  const name = field && !isOfOthers && tagOf(text, field) === undefined ? textOf(field) : undefined;
  if (name === undefined) return { name: text.slice(item.start, item.end), node: undefined, elsewhere: true, span };
  if (name.trim() === '') report('DW203', { needs: 'needs' }, { span });
  // One job of several that a matrix makes: `build: [linux, arm]`.
  const found = lookUp(name) ?? lookUp(name.replace(/: \[.*\]$/, ''));
  const at = node?.kind === 'map' ? { file, start: field!.start, end: field!.end } : span;
  const isHook = found === undefined && name.startsWith(hookPrefix);
  // Without the file that has it, nobody could take it out here, or know what it is for.
  if (isHook) report('DW223', { hook: name }, { span: at });
  if (found === undefined)
    return { name, node: undefined, elsewhere: hasOthers || isHook ? true : undefined, span: at };
  return { name, node: found, mayBeMissing: isOptionalNeed(item) && place.isConditional(found), span: at };
}

/** Is it named in a list of needs as one that may be missing? */
export function isOptionalNeed(item: YamlNode): boolean {
  const node = resolved(item);
  return node?.kind === 'map' && textOf(pairOf(node, 'optional')?.value) === 'true';
}

/** The job that is named in an entry of a list of needs. */
export function nameInNeed(item: YamlNode): string | undefined {
  const node = resolved(item);
  return node?.kind === 'map' ? textOf(pairOf(node, 'job')?.value) : node && textOf(node);
}
