import { load } from 'js-yaml';

/** How a job ended: `waiting` for a person, directly or behind one that does. */
type End = 'success' | 'failed' | 'skipped' | 'waiting';

interface Job {
  readonly stage?: string;
  readonly needs?: readonly (string | { readonly job: string; readonly optional?: boolean })[];
  readonly when?: string;
  readonly allow_failure?: boolean;
  readonly retry?: number;
  readonly rules?: readonly { readonly when?: string; readonly allow_failure?: boolean }[];
}

/** What people and commands do. */
export interface Doing {
  /** Jobs that somebody starts. */
  readonly started?: readonly string[];
  /** How often the commands of a job, or the pipeline that it starts, fail before they succeed. */
  readonly fails?: Readonly<Record<string, number>>;
}

/**
 * How the jobs of a pipeline end by what GitLab's reference of `.gitlab-ci.yml` says of `stage`, `needs`, `when`, `allow_failure` and `retry`.
 * It tells what gitlab-ci-local does otherwise: a manual job that may not fail holds up what is behind it, and `retry` counts.
 */
export function endsByDocuments(text: string, { started = [], fails = {} }: Doing): ReadonlyMap<string, End> {
  const { stages = ['build', 'test', 'deploy'], ...others } = load(text) as { readonly stages?: string[] };
  const jobs = Object.entries(others as Record<string, Job>).filter(([, job]) => 'script' in job || 'trigger' in job);
  const inOrder = ['.pre', ...stages, '.post'];
  const ends = new Map<string, End>();
  const stageOf = ({ stage = 'test' }: Job) => inOrder.indexOf(stage);
  const namesBefore = ({ needs, ...job }: Job) =>
    needs
      ? needs.map((need) => (typeof need === 'string' ? need : need.job))
      : jobs.filter(([, other]) => stageOf(other) < stageOf(job)).map(([name]) => name);
  const endOf = (name: string): End => {
    const known = ends.get(name);
    if (known) return known;
    const job = jobs.find(([other]) => other === name)![1];
    const before = namesBefore(job).map((other) => ({ end: endOf(other), mayFail: settled(other).allow_failure }));
    const end = startOf(name, job, before);
    ends.set(name, end);
    return end;
  };
  const settled = (name: string) => {
    const job = jobs.find(([other]) => other === name)![1];
    const [rule] = job.rules ?? [];
    return {
      when: rule?.when ?? job.when ?? 'on_success',
      allow_failure: rule?.allow_failure ?? job.allow_failure ?? false,
    };
  };
  const startOf = (name: string, job: Job, before: readonly { end: End; mayFail: boolean }[]): End => {
    if (before.some(({ end }) => end === 'waiting')) return 'waiting';
    const { when } = settled(name);
    const hasFailed = before.some(({ end, mayFail }) => end === 'failed' && !mayFail);
    const isCut = hasFailed || (job.needs !== undefined && before.some(({ end }) => end === 'skipped'));
    if (when === 'on_failure' ? !hasFailed : when !== 'always' && isCut) return 'skipped';
    if (when === 'manual' && !started.includes(name)) return 'waiting';
    return (fails[name] ?? 0) > (job.retry ?? 0) ? 'failed' : 'success';
  };
  for (const [name] of jobs) endOf(name);
  return ends;
}
