import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { SourceFile } from '../../model/source.js';
import { inQuotesOf, unwrap } from '../../text/unwrap.js';
import { resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { keysOf } from './keys.js';
import { asList } from './named-steps.js';
import { areSteps, mayBeSteps, stepsIn } from './step-like.js';

/** A list of what looks like steps under a key that other languages have for them. */
export const misnamedSteps =
  /^(?:steps|step|tasks|stages|nodes)[ \t]*:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*-[ \t]+["']?(?:name|id|title|command|cmd|run|script|call)["']?[ \t]*:/im;

/** Reports a document whose steps are not under `steps`: then no engine finds any. */
export function reportMisnamedSteps(
  { root, written, file }: DaguDocument,
  text: string,
  dialect: Dialect,
  report: Report,
): void {
  const found = findMisnamedSteps(root, dialect);
  if (!found) return;
  const { pair, inside } = found;
  const span = { file, start: pair.key.start, end: pair.key.end };
  const source: SourceFile = { path: file, text };
  const byName = inside === undefined && pair.value.kind === 'map';
  const listed = byName ? (asList(source, pair.value) ?? []) : [];
  const renamed = [{ ...span, text: inQuotesOf(pair.key, 'steps') }, ...listed];
  const around = root === written ? unwrap(source, root, pair) : undefined;
  const fix = inside === undefined ? renamed : around;
  report('DW229', { key: pair.key.value, inside, byName, isFixed: fix !== undefined }, { span, fix });
}

interface MisnamedSteps {
  readonly pair: YamlPair;
  /** The key of the steps in a mapping that is around all of the DAG; `undefined` where the pair itself has the steps. */
  readonly inside: string | undefined;
}

export function findMisnamedSteps(root: YamlMap, dialect: Dialect): MisnamedSteps | undefined {
  if (root.pairs.some(({ key }) => key.value === 'steps')) return undefined;
  const own = root.pairs.find((one) => isNamedOtherwise(one, dialect));
  if (own) return { pair: own, inside: undefined };
  for (const pair of root.pairs) {
    const inner = pair.value.kind === 'map' && wraps(pair, root) ? pair.value : undefined;
    const steps = inner?.pairs.find((one) => isNamedOtherwise(one, dialect) || isSteps(one));
    if (steps) return { pair, inside: steps.key.value };
  }
  return undefined;
}

/** 1.x takes keys in any case; `tasks` of 2.x are the goals of an agent, which have no command. */
function isNamedOtherwise(pair: YamlPair, dialect: Dialect): boolean {
  const name = pair.key.value.toLowerCase();
  if (name === 'steps') return dialect !== 'v1' && pair.key.value !== 'steps';
  const value = resolved(pair.value);
  return (otherNames.has(name) && areSteps(value)) || (isNearSteps(name) && mayBeSteps(value));
}

function isNearSteps(name: string): boolean {
  return nearestName(name, ['steps']) !== undefined;
}

/** Is it what other tools put around all of a workflow, or what is around all that is there? */
function wraps({ key }: YamlPair, root: YamlMap): boolean {
  const isKey = keysOf('document', 'both').has(key.value);
  return !isKey && key.value !== 'runs' && (root.pairs.length === 1 || wrappers.has(key.value.toLowerCase()));
}

function isSteps({ key, value }: YamlPair): boolean {
  return key.value === 'steps' && stepsIn(resolved(value)).length > 0;
}

const otherNames: ReadonlySet<string> = new Set([
  ...['step', 'tasks', 'task', 'stages', 'stage', 'nodes', 'jobs', 'job'],
  ...['dag', 'flow', 'pipeline', 'workflow'],
]);
const wrappers: ReadonlySet<string> = new Set([
  ...['dag', 'dagu', 'flow', 'job', 'jobs', 'pipeline', 'plan', 'process', 'spec', 'workflow'],
]);
