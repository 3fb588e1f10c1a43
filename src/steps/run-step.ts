import { resolve } from 'node:path';
import { arboristSettings } from '../lang/variable-names.js';
import { type Outcome, unable, withDeadline } from '../runtime/attempt.js';
import { sayEmpty } from '../runtime/empty-values.js';
import type { LoadEngine } from '../runtime/running-engine.js';
import type { StepHost } from '../runtime/step-host.js';
import type { contextFields, placeFields, policyFields, reportFields, subjectFields } from './common-fields.js';
import type { StepContext } from './define-step.js';
import type { ValuesOf } from './fields.js';
import type { FlagValues } from './flags.js';
import type { Finished, Verdict } from './result.js';
import type { RunnableType, StepAttempt } from './runnable.js';

/** The options that most types share, as far as a type has them. */
export type CommonFlags = Partial<
  ValuesOf<typeof subjectFields & typeof contextFields & typeof policyFields & typeof reportFields & typeof placeFields>
>;

export interface StepOrder {
  readonly type: string;
  readonly runnable: RunnableType;
  readonly flags: CommonFlags;
  /** The words after `--`. */
  readonly rest: readonly string[];
}

/** Runs a step with its retries and timeout. Never rejects: a fault of ours is a result as well. */
export async function runStep(
  { type, runnable, flags, rest }: StepOrder,
  host: StepHost,
  engine: LoadEngine,
): Promise<Finished> {
  const startedAt = host.now();
  const context = readContext(flags, host.variable, new Date(startedAt).toISOString());
  sayEmpty(
    variableNames.map((name) => [name, flags[names[name].flag]] as const),
    host,
  );
  const finish = ({ verdict, outcome }: Judged): Finished => {
    return { type, verdict, outcome, startedAt, endedAt: host.now(), subject: context };
  };
  const problem = policyProblem(flags);
  if (problem !== undefined) return finish(judgedUnable(problem));
  const place = await findDirectory(flags.working_dir, runnable.anywhere ? null : context.worktree_path, host);
  if (!place.ok) return finish(judgedUnable(place.problem));
  const tries = 1 + (flags.retries ?? 0);
  for (let count = 1; ; count += 1) {
    const judged = await tryOnce(runnable, flags, { directory: place.directory, context, host, engine, rest });
    if (count === tries || !mayTryAgain(judged)) return finish(countTries(judged, count, tries));
    if (!host.stopped.aborted) host.say(`attempt ${count} of ${tries}: ${judged.outcome.error ?? judged.verdict}`);
    await host.sleep((flags.retry_delay ?? 0) * 1000, host.stopped);
    if (host.stopped.aborted) return finish(countTries(judged, count, tries));
  }
}

interface Judged {
  readonly verdict: Verdict;
  readonly outcome: Outcome;
}

function policyProblem(flags: CommonFlags): string | undefined {
  const { timeout = 0, retries = 0, retry_delay = 0 } = flags;
  if (timeout < 0 || timeout > longestSeconds) return `--timeout must be from 0 to ${longestSeconds} seconds`;
  if (!Number.isInteger(retries) || retries < 0 || retries > 1000) return '--retries must be a whole number up to 1000';
  if (retry_delay < 0 || retry_delay > longestSeconds)
    return `--retry-delay must be from 0 to ${longestSeconds} seconds`;
  return undefined;
}

/** What a timer of the platform can hold. */
const longestSeconds = 2_147_483;

type Place = { readonly ok: true; readonly directory: string } | { readonly ok: false; readonly problem: string };

/** A step must not run somewhere else in silence, so a workspace that is gone is an error. */
async function findDirectory(wanted: string | undefined, workspace: string | null, host: StepHost): Promise<Place> {
  const named = wanted ?? workspace;
  if (named === null) return { ok: true, directory: host.directory };
  const directory = resolve(host.directory, named);
  if (directory === host.directory || (await host.isDirectory(directory))) return { ok: true, directory };
  return wanted === undefined
    ? { ok: false, problem: `the workspace ${directory} does not exist; give working_dir, or run before it is removed` }
    : { ok: false, problem: `the working folder ${directory} does not exist` };
}

type Surroundings = Pick<StepAttempt, 'directory' | 'context' | 'host' | 'engine' | 'rest'>;

async function tryOnce(runnable: RunnableType, flags: CommonFlags, around: Surroundings): Promise<Judged> {
  const { stopped, now } = around.host;
  const values = flags as FlagValues<typeof runnable.flags>;
  const seconds = flags.timeout ?? runnable.timeout(values);
  const attempt = {
    ...around,
    env: new Map([...contextEnvironment(around.context), ...(flags.env ?? [])]),
    deadline: seconds > 0 ? now() + seconds * 1000 : undefined,
    verbose: flags.verbose ?? false,
    dryRun: flags.dry_run ?? false,
  };
  try {
    const run = (signal: AbortSignal) => runnable.run(values, { ...attempt, signal });
    const { end, late } = await withDeadline(seconds, stopped, run, leftBehind);
    return judge(end, late, seconds);
  } catch (error) {
    return judgedUnable(`internal fault: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const leftBehind: Outcome = { verdict: 'failure', error: 'did not end when asked to', fields: {} };

function judge(outcome: Outcome, timedOut: boolean, seconds: number): Judged {
  if (!timedOut || outcome.verdict === 'success') return { verdict: outcome.verdict, outcome };
  return { verdict: 'timeout', outcome: { ...outcome, error: `not done within ${seconds} seconds` } };
}

function mayTryAgain({ verdict, outcome }: Judged): boolean {
  if (verdict === 'failure' || verdict === 'timeout') return outcome.retriable ?? true;
  return verdict === 'unable' && (outcome.retriable ?? false);
}

function countTries(judged: Judged, count: number, tries: number): Judged {
  if (tries === 1) return judged;
  return { ...judged, outcome: { ...judged.outcome, fields: { ...judged.outcome.fields, attempts: count } } };
}

function judgedUnable(error: string): Judged {
  return { verdict: 'unable', outcome: unable(error) };
}

type ContextFlags = ValuesOf<typeof subjectFields & typeof contextFields>;

/** The variables of the step's place: what the options say, else what the environment says. */
function readContext(
  flags: Partial<ContextFlags>,
  variable: (name: string) => string | undefined,
  startedAt: string,
): StepContext {
  // An option without a value gives none.
  const find = (name: VariableName) => (flags[names[name].flag] || fromEnvironment(name, variable)) ?? null;
  const spec = find('spec_id');
  const task = find('task_id');
  // A step inside of a step sees what that one gave it, and needs no default.
  const byArborist = !variable('DAGWEAVE_TIMESTAMP') && arboristSettings.some((name) => variable(name));
  return {
    task_id: task,
    spec_id: spec,
    worktree_path: find('worktree_path') ?? (byArborist ? '.' : null),
    branch_name: find('branch_name') ?? (byArborist ? branchOf(spec, task) : null),
    parent_branch: find('parent_branch') ?? (byArborist ? spec : null),
    arborist_home: find('arborist_home') ?? '.arborist',
    timestamp: find('timestamp') ?? startedAt,
  };
}

/** A default that a compiled line leaves out. */
function branchOf(spec: string | null, task: string | null): string | null {
  return spec !== null && task !== null ? `${spec}_${task}` : spec;
}

/** The context as a process sees it. */
function contextEnvironment(context: StepContext): Map<string, string> {
  return new Map(
    Object.entries(context).flatMap(([name, value]) => {
      if (value === null) return [];
      return names[name as VariableName].environment.map((variable) => [variable, value] as const);
    }),
  );
}

type VariableName = keyof StepContext;

const names = {
  task_id: { flag: 'task', environment: ['DAGWEAVE_TASK_ID', 'ARBORIST_TASK_ID'] },
  spec_id: { flag: 'spec', environment: ['DAGWEAVE_SPEC_ID', 'ARBORIST_SPEC_ID'] },
  worktree_path: { flag: 'worktree', environment: ['DAGWEAVE_WORKTREE_PATH', 'ARBORIST_WORKTREE'] },
  branch_name: { flag: 'branch', environment: ['DAGWEAVE_BRANCH_NAME', 'ARBORIST_BRANCH'] },
  parent_branch: { flag: 'parent_branch', environment: ['DAGWEAVE_PARENT_BRANCH', 'ARBORIST_PARENT_BRANCH'] },
  arborist_home: { flag: 'arborist_home', environment: ['DAGWEAVE_ARBORIST_HOME', 'ARBORIST_HOME'] },
  timestamp: { flag: 'timestamp', environment: ['DAGWEAVE_TIMESTAMP'] },
} as const satisfies Record<VariableName, { flag: keyof ContextFlags; environment: readonly string[] }>;

const variableNames = Object.keys(names) as readonly VariableName[];

function fromEnvironment(name: VariableName, variable: (name: string) => string | undefined): string | undefined {
  return names[name].environment.map(variable).find((value) => value !== undefined && value !== '');
}
