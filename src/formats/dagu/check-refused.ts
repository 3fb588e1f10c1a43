import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import { asMap, textOf as textOfNode, type Value } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldOf, readValue, textOf } from './fields.js';
import { handlersOf } from './handler-fields.js';
import { loopStepsOf, mapsOf } from './loop-steps.js';
import { valueAt } from './step-keys.js';

/** Reports steps that say nothing to do, and commands that are empty: each version refuses a file with one. */
export function reportIdleSteps(document: DaguDocument, dialect: Dialect, report: Report): void {
  const { steps, file } = document;
  const commandKey = dialect === 'v2' ? 'run' : 'command';
  reportEmptyHandlers(document, dialect, report);
  for (const map of loopStepsOf(mapsOf(steps)))
    reportEmptyCommands(map, 'step', textOf(map, 'name'), 'v2', file, report);
  const others = placesThatRun[dialect];
  const isRunElsewhere = layersOf(document).some((root) => others.some((key) => fieldOf(root, key) !== undefined));
  for (const step of steps.steps) {
    const { map, keys } = step;
    const first = map?.pairs[0];
    if (!first || keys.merges) continue;
    const empty = (dialect === 'v1' ? [keys.command] : [keys.command, keys.run]).find((at) =>
      isEmpty(valueAt(step, at)),
    );
    const works = isRunElsewhere || keys.working.some((at) => isSomething(valueAt(step, at)));
    if (works && empty === undefined) continue;
    // A key that is missing was reported.
    if (map.pairs.some(({ key }) => key.value === '')) continue;
    const called = textOf(map, 'name') ?? textOf(map, 'id');
    const key = works ? map.pairs[empty!]!.key : first.key;
    const fault = works
      ? emptyKey(key.value)
      : { why: 'has nothing to run', instead: `Write what it runs under \`${commandKey}\`, or remove it.` };
    report('DW279', { of: 'step', called, ...fault }, { span: { file, start: key.start, end: key.end } });
  }
}

/** What a document says of all of its steps, of which none needs a command then: the image has one, or the other machine. */
const placesThatRun: Readonly<Record<Dialect, readonly string[]>> = {
  v1: ['container', 'ssh'],
  v2: ['container', 'ssh', 'redis'],
  both: ['container', 'ssh', 'redis'],
};

/** A handler that is there may have nothing to run, but no empty command. */
function reportEmptyHandlers(document: DaguDocument, dialect: Dialect, report: Report): void {
  for (const handler of handlersOf(document)?.map.pairs ?? []) {
    const map = asMap(handler.value);
    if (map) reportEmptyCommands(map, 'handler', handler.key.value, dialect, document.file, report);
  }
}

function reportEmptyCommands(
  map: YamlMap,
  of: 'handler' | 'step',
  called: string | undefined,
  dialect: Dialect,
  file: string,
  report: Report,
): void {
  for (const name of dialect === 'v1' ? ['command'] : ['command', 'run']) {
    const pair = fieldOf(map, name);
    if (!pair || !isEmpty(readValue(pair.value))) continue;
    const span = { file, start: pair.key.start, end: pair.key.end };
    report('DW279', { of, called, ...emptyKey(pair.key.value) }, { span });
  }
}

function emptyKey(key: string): { readonly why: string; readonly instead: string } {
  return { why: `has an empty \`${key}\``, instead: 'Write what it runs there, or remove the key.' };
}

function isSomething(value: Value | undefined): boolean {
  return value !== undefined && !isEmpty(value);
}

/** Is it an empty text, or a list of such alone? One that is missing is not. */
function isEmpty(value: Value | undefined): boolean {
  if (value?.kind === 'scalar') return trimSpace(value.value) === '';
  return value?.kind === 'sequence' && value.items.every((item) => trimSpace(textOfNode(item.value) ?? '') === '');
}
