import type { Report } from '../../diagnostics/diagnostics.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { typesOf } from './custom-types.js';
import { type Dialect, enginesOf } from './dialect.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldOf, readValue, textOf } from './fields.js';
import { handlersOf } from './handler-fields.js';
import { loopStepsOf, mapsOf } from './loop-steps.js';
import { knownTypeIn } from './step-types.js';

/** Reports what a step has beside `run`, `action` or a type and the engine takes only with other words for what runs, such as `shell`. */
export function reportBesideRun(document: DaguDocument, dialect: Dialect, report: Report): void {
  const maps = mapsOf(document.steps);
  // Elsewhere it makes `run` a call of 1.x, or is in a handler, where 2.x takes it.
  const ofLoops = new Set(loopStepsOf(maps));
  const look = (map: YamlMap, of: 'step' | 'handler', called: string | undefined) => {
    const own = ['run', 'action'].find((key) => isGiven(fieldOf(map, key)));
    if (own === undefined) {
      if (of === 'step') lookAtType(map, called);
      return;
    }
    const isParallel = (key: string) => key === 'parallel' && own === 'run' && ofLoops.has(map);
    const other = map.pairs.find(
      (pair) => isGiven(pair) && (isParallel(pair.key.value) || isRefusedBeside(own, pair.key.value, dialect)),
    );
    if (!other) return;
    const { key } = other;
    const span = { file: document.file, start: key.start, end: key.end };
    const why = `has \`${key.value}\` beside \`${own}\``;
    report('DW279', { of, called, why, instead: insteadOf(key.value, own, dialect) }, { span });
  };
  const lookAtType = (map: YamlMap, called: string | undefined) => {
    const parallel = fieldOf(map, 'parallel');
    const found = isGiven(parallel) && !isGiven(fieldOf(map, 'call')) ? knownTypeIn(map, dialect) : undefined;
    if (!found || ofDags.has(found.type) || layersOf(document).some((layer) => typesOf(layer).has(found.type))) return;
    const { start, end } = parallel!.key;
    const why = `has \`parallel\` beside \`${found.path}: ${found.type}\``;
    const instead = 'Write `call`, with the DAG to call, in place of the type and what runs, or remove it.';
    report('DW279', { of: 'step', called, why, instead }, { span: { file: document.file, start, end } });
  };
  const handlers = handlersOf(document)?.map.pairs ?? [];
  const inHandlers = handlers.flatMap(({ key, value }) => {
    const map = asMap(value);
    return map ? [[key.value, map] as const] : [];
  });
  for (const map of [...maps, ...loopStepsOf([...maps, ...inHandlers.map(([, map]) => map)])])
    look(map, 'step', textOf(map, 'name') ?? textOf(map, 'id'));
  for (const [called, map] of inHandlers) look(map, 'handler', called);
}

/** Types of steps that call a DAG. */
const ofDags: ReadonlySet<string> = new Set(['dag', 'subworkflow', 'parallel']);

/** Does every version that the text may be for refuse the file? In 1.x `run` calls a DAG, and there is no `action`. */
export function isRefusedBeside(own: string, key: string, dialect: Dialect): boolean {
  return enginesOf(dialect).every((version) =>
    version === 'v2' ? isRefusedBy2(own, key) : own === 'run' && beside1.has(key.toLowerCase()),
  );
}

function isRefusedBy2(own: string, key: string): boolean {
  if (key === own) return false;
  // With these, `run` is a call of 1.x, and reported as that.
  return ofOtherWords.has(key) && !(own === 'run' && key === 'params');
}

const beside1: ReadonlySet<string> = new Set(['command', 'script', 'shell']);

const ofOtherWords: ReadonlySet<string> = new Set(
  'action call command config exec llm messages params routes script shell shell_args shell_packages type value'.split(
    ' ',
  ),
);

function insteadOf(key: string, own: string, dialect: Dialect): string {
  if (key === 'action' || key === 'command' || key === 'script' || key === 'exec' || key === 'call')
    return 'Write one of the two.';
  if (dialect !== 'v2')
    return own === 'run' ? 'Write `command` in place of `run`, which calls a DAG in 1.x.' : 'Remove it.';
  if (key === 'parallel') return 'Write `action: dag.run` in place of `run`, with the DAG to call, or remove it.';
  if (key.startsWith('shell') || own === 'action') return `Write it under \`with\`: \`with: {${key}: …}\`.`;
  return 'Write `command` in place of `run`, or remove it.';
}

function isGiven(pair: YamlPair | undefined): boolean {
  return pair !== undefined && readValue(pair.value) !== undefined;
}
