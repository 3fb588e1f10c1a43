import { nearestName } from '../../lang/nearest.js';

export type KeyOwner = keyof typeof keys;

/** What a key of a workflow, a job or a step was meant to be, if GitHub does not know it and one that it knows comes near. */
export function meantKey(written: string, of: KeyOwner): string | undefined {
  if (keys[of].has(written)) return undefined;
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
  workflow: setOf('name run-name on permissions env defaults concurrency jobs'),
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
    // `on` is `true` in YAML 1.1, and a library of that version writes it so.
    ...['true', 'onn', 'oon', 'trigger', 'triggers', 'event', 'events'].map((key) => [key, 'on'] as const),
    ['environment', 'env'],
  ]),
  job: new Map([
    ...['dependson', 'depends', 'dependencies', 'dependency', 'need', 'after', 'requires', 'waitfor'].map(
      (key) => [key, 'needs'] as const,
    ),
    ...['step', 'tasks', 'script', 'scripts'].map((key) => [key, 'steps'] as const),
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
