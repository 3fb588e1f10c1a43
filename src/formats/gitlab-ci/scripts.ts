import { leavesOpen } from '../../lang/shell/left-open.js';
import { hookPrefix } from '../../model/mark.js';
import { tagOf } from '../../text/tag-of.js';
import { pairOf, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair, YamlSequence } from '../../text/yaml-node.js';
import { readBareText } from '../yaml-steps/bare-step.js';
import { commandsIn, commandsOf } from './commands.js';
import { extendsOf, type JobText, type PipelineDocument } from './document.js';
import { earlyEndIn, toleranceIn } from './early-end.js';
import { mergedInto } from './merged.js';
import { powershellIn } from './powershell.js';
import { referenceIn } from './reference.js';

/**
 * Where the commands of a job are written.
 * - `list`: in a list of its own.
 * - `value`: in something else of its own that becomes an entry of a list where hooks go in: a text, an alias, a reference.
 * - `taken over`: with the job or hidden job that it extends or merges, and is referred to from a list of its own.
 */
export type Script =
  | { readonly kind: 'list'; readonly list: YamlSequence; readonly pair: YamlPair }
  | { readonly kind: 'value'; readonly value: YamlNode; readonly pair: YamlPair }
  | { readonly kind: 'taken over'; readonly from: string; readonly value: YamlNode };

export interface JobScript {
  readonly script: Script;
  /** Why nothing can be put into it, in words that end the sentence "…, because"; `undefined` where hooks can go in. */
  readonly closed: string | undefined;
}

/**
 * The commands of each job that has some in this file. Into those that other jobs run as well nothing can be put: hooks of such a
 * job are around it.
 */
export function readScripts(document: PipelineDocument, text: string): ReadonlyMap<JobText, JobScript> {
  const takers = takersOf(document, text, 'script');
  return new Map(
    document.jobs.flatMap((job) => {
      const script = scriptOf(job, 'script', document, text);
      return script
        ? [
            [
              job,
              {
                script,
                closed:
                  takenBy(job, takers, 'the commands') ??
                  overridden(job, 'script') ??
                  closedBecause(job, script) ??
                  ofOtherShell(job, document, text) ??
                  endsEarly(job, script, document, text),
              },
            ] as const,
          ]
        : [];
    }),
  );
}

/** Where the commands of a job are that it has under a key. */
export function scriptOf(
  job: JobText,
  key: string,
  { pieces }: Pick<PipelineDocument, 'pieces'>,
  text: string,
): Script | undefined {
  const field = job.fields.get(key);
  if (!field) return undefined;
  const { pair, own } = field;
  const { value } = pair;
  if (own) {
    const isList = value.kind === 'sequence' && tagOf(text, value) === undefined && value.items.length > 0;
    return isList ? { kind: 'list', list: value, pair } : { kind: 'value', value, pair };
  }
  // What is merged in is in one of the pieces, too.
  const from =
    field.from ?? [...pieces.values()].find(({ name, map }) => name !== job.name && map.pairs.includes(pair))?.name;
  return from === undefined ? undefined : { kind: 'taken over', from, value };
}

export type Takers = ReadonlyMap<string, readonly string[]>;

/** Why nothing goes into what others run as well. */
export function takenBy({ name }: JobText, takers: Takers, what: string): string | undefined {
  const [taker] = takers.get(name) ?? [];
  return taker && `\`${taker}\` runs ${what} of \`${name}\` as well`;
}

/** Why nothing can be put in the place of what a job says itself. */
export function overridden({ map, fields }: JobText, key: string): string | undefined {
  const isWritten = map.pairs.some((pair) => pair.key.value === key);
  return isWritten && !fields.get(key)?.own ? `a \`<<\` below its \`${key}\` takes the place of that` : undefined;
}

/** Why nothing can be put into such a text. */
export function closedBecause({ map, pair }: JobText, script: Script): string | undefined {
  if (pair.value.kind === 'alias') return 'it is an alias of another job';
  if (script.kind === 'list' && script.list.anchor !== undefined) return shared(script.list.anchor);
  if (script.kind === 'value' && script.value.anchor !== undefined) return shared(script.value.anchor);
  if (map.flow && script.kind !== 'list') return 'its fields are in braces, where its commands cannot become a list';
  const own = script.kind === 'value' ? resolved(script.value) : undefined;
  const isEmpty = own?.kind === 'map' || (own?.kind === 'scalar' && own.type === 'null');
  return script.kind === 'value' && isEmpty ? `its \`${script.pair.key.value}\` has no commands` : undefined;
}

function ofOtherShell(job: JobText, document: PipelineDocument, text: string): string | undefined {
  const sign = powershellIn(job, document, text);
  return sign && `\`${sign}\` shows that PowerShell runs it, and hooks need a POSIX shell`;
}

/**
 * What is behind a command that ends the job well does not run, hooks neither, unless they are jobs; and one that fails has to end the job,
 * which it does not within a group that another entry ends, as in `} || true`.
 */
function endsEarly(job: JobText, script: Script, document: PipelineDocument, text: string): string | undefined {
  const nodes = script.kind === 'list' ? script.list.items.map((item) => item.value) : [script.value];
  const own = nodes.filter((node) => !isHook(node));
  const entries = own.map((node) => commandsIn(node, document, text).texts);
  const before = commandsOf(job, 'before_script', document, text).texts;
  const open = [before, ...entries].map((texts) => texts.join('\n')).find(leavesOpen);
  if (open !== undefined) return `what \`${firstLine(open)}\` opens does not end in the same entry`;
  const all = [...before, ...entries.flat()];
  const command = earlyEndIn(all);
  if (command !== undefined) return `\`${command}\` may end it well before what is behind that`;
  const tolerance = toleranceIn(all);
  return tolerance && `\`${tolerance}\` lets it go on where a hook fails`;
}

function firstLine(script: string): string {
  const [line] = script.trim().split('\n', 1);
  return line!.length > 60 ? `${line!.slice(0, 60)}…` : line!;
}

function shared(anchor: string): string {
  return `other places may use its commands by the anchor \`&${anchor}\``;
}

/** For each job, the others that run what it has under a key because they extend it or refer to that. */
export function takersOf({ jobs, pieces }: PipelineDocument, text: string, key: string): Takers {
  const found = new Map<string, string[]>();
  const add = (owner: string, taker: string) => {
    if (owner.startsWith('.') || owner === taker) return;
    const known = found.get(owner);
    if (known) known.push(taker);
    else found.set(owner, [taker]);
  };
  for (const job of jobs) {
    const field = job.fields.get(key);
    // What one of them is given they all take over.
    if (!field?.own || refersToParent(field.pair.value, job, key, text))
      for (const parent of job.fields.parents) add(parent, job.name);
  }
  const byMap = new Map<YamlMap, string[]>();
  for (const { name, map } of pieces.values()) byMap.set(map, [...(byMap.get(map) ?? []), name]);
  for (const { name, map } of pieces.values()) {
    for (const { value } of map.pairs) for (const owner of referredIn(value, key, text)) add(owner, name);
    const sources = pairOf(map, key) ? [] : mergedInto(map);
    for (const source of sources) for (const other of byMap.get(source) ?? []) add(other, name);
    for (const parent of extendsOf(map.pairs)) if (name.startsWith('.') && !pairOf(map, key)) add(parent, name);
  }
  return found;
}

/** Are its commands, but for hooks, those that it would take over without a list of its own? That is how they are written beside hooks. */
function refersToParent(value: YamlNode, { fields }: JobText, key: string, text: string): boolean {
  const items = value.kind === 'sequence' ? value.items.filter((item) => !isHook(item.value)) : [];
  const reference = items.length === 1 ? referenceIn(items[0]!.value, text) : undefined;
  return reference?.key === key && fields.parents.includes(reference.name);
}

function isHook(node: YamlNode): boolean {
  return node.kind === 'scalar' && readBareText(node.value).name?.startsWith(hookPrefix) === true;
}

/** Whose field is referred to, as by `!reference [job, script]`. */
function referredIn(value: YamlNode, key: string, text: string): readonly string[] {
  const list = value.kind === 'sequence' ? value : undefined;
  if (!list) return [];
  const reference = referenceIn(list, text);
  if (reference) return reference.key === key ? [reference.name] : [];
  return list.items.flatMap((item) => referredIn(item.value, key, text));
}
