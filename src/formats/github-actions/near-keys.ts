import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { GithubDocument } from './document.js';

/** Reports keys that GitHub does not know and that come near to one that it does: a dependency that nobody reads orders nothing. */
export function reportNearKeys({ file, root, kind, outer, bodies }: GithubDocument, report: Report): void {
  const look = (map: YamlMap | undefined, of: keyof typeof keys, called: string) => {
    const corrected = new Set<string>();
    for (const { key } of map?.pairs ?? []) {
      const meant = keys[of].has(key.value) ? undefined : meantBy(key.value, of);
      if (!map || meant === undefined) continue;
      const span = { file: file.path, start: key.start, end: key.end };
      const isFree = !pairOf(map, meant) && !corrected.has(meant);
      corrected.add(meant);
      const fix = isFree ? [{ ...span, text: inQuotesOf(key, meant) }] : undefined;
      report('DW228', { key: key.value, meant, of: called, isKey: false }, { span, fix });
    }
  };
  if (kind === 'workflow') {
    look(root, 'workflow', 'a workflow');
    for (const { map } of outer.steps) look(map, 'job', 'a job');
  }
  for (const { steps } of kind === 'action' ? [outer] : bodies.map(({ list }) => list))
    for (const { map } of steps) look(map, 'step', 'a step');
}

/** What an outermost key of a workflow was meant to be, if GitHub does not know it. */
export function meantOutermost(written: string): string | undefined {
  return keys.workflow.has(written) ? undefined : meantBy(written, 'workflow');
}

function meantBy(written: string, of: keyof typeof keys): string | undefined {
  const plain = written.replace(/[-_ ]/g, '').toLowerCase();
  const meant = meanings[of].get(plain);
  if (meant !== undefined) return meant;
  const spelled = [...keys[of]].find((key) => key.replaceAll('-', '') === plain);
  return spelled ?? (written.length > 3 ? nearestName(written, keys[of]) : undefined);
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/));
}

const keys = {
  workflow: setOf('name run-name on true permissions env defaults concurrency jobs'),
  job: setOf(
    `name needs if permissions runs-on environment concurrency outputs env defaults steps timeout-minutes strategy
    continue-on-error container services uses with secrets snapshot cancel-timeout-minutes`,
  ),
  step: setOf(
    `id if name uses run working-directory shell with env continue-on-error timeout-minutes background parallel wait
    wait-all cancel`,
  ),
} as const;

const meanings: Readonly<Record<keyof typeof keys, ReadonlyMap<string, string>>> = {
  workflow: new Map([
    ['job', 'jobs'],
    ['triggers', 'on'],
    ['environment', 'env'],
  ]),
  job: new Map([
    ...['dependson', 'depends', 'dependencies', 'dependency', 'need', 'after', 'requires', 'waitfor'].map(
      (key) => [key, 'needs'] as const,
    ),
    ...['step', 'tasks', 'script'].map((key) => [key, 'steps'] as const),
    ...['runner', 'pool', 'runon'].map((key) => [key, 'runs-on'] as const),
    ['image', 'container'],
    ['matrix', 'strategy'],
    ['when', 'if'],
    ['timeout', 'timeout-minutes'],
    ['use', 'uses'],
  ]),
  step: new Map([
    ...['script', 'command', 'cmd', 'runs', 'bash', 'sh'].map((key) => [key, 'run'] as const),
    ...['use', 'action'].map((key) => [key, 'uses'] as const),
    ...['when', 'condition'].map((key) => [key, 'if'] as const),
    ...['workdir', 'cwd', 'workingdir'].map((key) => [key, 'working-directory'] as const),
    ['timeout', 'timeout-minutes'],
    ['inputs', 'with'],
  ]),
};
