import { CORE_SCHEMA, defineSequenceTag, load } from 'js-yaml';

/** How a job ended: `waiting` for a person, directly or behind one that does. One that is not in the pipeline has no end. */
type End = 'success' | 'failed' | 'skipped' | 'waiting';

type Need = string | { readonly job: string; readonly optional?: boolean };

interface Job {
  readonly stage?: string;
  readonly needs?: readonly Need[];
  readonly when?: string;
  readonly allow_failure?: boolean;
  readonly retry?: number;
  readonly rules?: readonly Rule[] | Reference;
}

interface Rule {
  readonly if?: string;
  readonly when?: string;
  readonly allow_failure?: boolean;
  readonly needs?: readonly Need[];
}

/** `!reference [job, key]` */
interface Reference {
  readonly job: string;
}

/** What people and commands do. */
export interface Doing {
  /** Jobs that somebody starts. */
  readonly started?: readonly string[];
  /** How often the commands of a job, or the pipeline that it starts, fail before they succeed. */
  readonly fails?: Readonly<Record<string, number>>;
  /** The conditions of rules (`if`) that are true. */
  readonly holds?: readonly string[];
}

/**
 * How the jobs of a pipeline end by what GitLab's reference of `.gitlab-ci.yml` says of `stage`, `needs`, `rules`, `when`,
 * `allow_failure` and `retry`. It says what gitlab-ci-local does otherwise: a manual job that may not fail holds up what is behind
 * it, `retry` counts, and nothing starts behind a need that did not run.
 */
export function endsByDocuments(
  text: string,
  { started = [], fails = {}, holds = [] }: Doing,
): ReadonlyMap<string, End> {
  const { stages = ['build', 'test', 'deploy'], ...others } = load(text, { schema }) as { readonly stages?: string[] };
  const written = new Map(
    Object.entries(others as Record<string, Job>).filter(([, job]) => 'script' in job || 'trigger' in job),
  );
  const rulesOf = ({ rules }: Job): readonly Rule[] | undefined =>
    rules && 'job' in rules ? rulesOf(written.get(rules.job)!) : rules;
  const jobs = new Map(
    [...written].flatMap(([name, job]) => {
      const rules = rulesOf(job);
      const rule = rules ? rules.find((one) => one.if === undefined || holds.includes(one.if)) : {};
      return rule && rule.when !== 'never' ? [[name, settled(job, rule)] as const] : [];
    }),
  );
  const inOrder = ['.pre', ...stages, '.post'];
  const stageOf = ({ stage = 'test' }: Job) => inOrder.indexOf(stage);
  const namesBefore = (name: string, { needs, ...job }: Settled) => {
    if (!needs) return [...jobs].filter(([, other]) => stageOf(other) < stageOf(job)).map(([other]) => other);
    const named = needs.flatMap((need) => neededJob(name, need, jobs));
    const later = named.find((other) => stageOf(jobs.get(other)!) > stageOf(job));
    if (later !== undefined) throw new Error(`${name} needs ${later}, which is in a later stage`);
    return named;
  };
  const ends = new Map<string, End>();
  const endOf = (name: string): End => {
    const known = ends.get(name);
    if (known) return known;
    const job = jobs.get(name)!;
    const before = namesBefore(name, job).map((other) => ({
      end: endOf(other),
      mayFail: jobs.get(other)!.allow_failure,
    }));
    const end = startOf(name, job, before);
    ends.set(name, end);
    return end;
  };
  const startOf = (name: string, job: Settled, before: readonly { end: End; mayFail: boolean }[]): End => {
    if (before.some(({ end }) => end === 'waiting')) return 'waiting';
    const { when } = job;
    const hasFailed = before.some(({ end, mayFail }) => end === 'failed' && !mayFail);
    const isCut = job.needs !== undefined && before.some(({ end }) => end === 'skipped');
    if (when !== 'always' && (isCut || hasFailed !== (when === 'on_failure'))) return 'skipped';
    if (when === 'manual' && !started.includes(name)) return job.allow_failure ? 'skipped' : 'waiting';
    return (fails[name] ?? 0) > (job.retry ?? 0) ? 'failed' : 'success';
  };
  for (const name of jobs.keys()) endOf(name);
  return ends;
}

interface Settled extends Omit<Job, 'rules'> {
  readonly when: string;
  readonly allow_failure: boolean;
}

/** What a rule says takes the place of what the job says. A manual job may fail unless it or its rule says otherwise. */
function settled(job: Job, rule: Rule): Settled {
  const when = rule.when ?? job.when ?? 'on_success';
  return {
    ...job,
    when,
    allow_failure: rule.allow_failure ?? job.allow_failure ?? (when === 'manual' && rule.when === undefined),
    ...(rule.needs ? { needs: rule.needs } : {}),
  };
}

/** GitLab refuses a pipeline in which a job needs one that is not in it. */
function neededJob(name: string, need: Need, jobs: ReadonlyMap<string, unknown>): readonly string[] {
  const { job, optional } = typeof need === 'string' ? { job: need, optional: false } : need;
  if (jobs.has(job)) return [job];
  if (optional) return [];
  throw new Error(`${name} needs ${job}, which is not in the pipeline`);
}

const schema = CORE_SCHEMA.withTags(
  defineSequenceTag('!reference', {
    create: (): unknown[] => [],
    addItem: (items, item) => void items.push(item),
    finalize: ([job]) => ({ job }),
    identify: () => false,
  }),
);
