import { type CompileInput, compile } from '../../src/compile.js';
import { type PipelineRun, runPipeline } from './gitlab.js';

/** A pipeline of jobs, and how its jobs and hooks end. */
export interface OutcomeCase {
  readonly name: string;
  readonly jobs: readonly OutcomeJob[];
  /** Jobs and hooks that fail. */
  readonly fails: readonly string[];
}

interface OutcomeJob {
  readonly name: string;
  readonly stage: 'build' | 'test' | 'deploy' | '.post';
  readonly needs?: readonly string[];
  readonly allowFailure?: boolean;
  readonly when?: 'on_failure' | 'always';
  /** Its script is one text and no list. */
  readonly asText?: boolean;
}

/** What the rules of every case put in: hooks at all points, awaited and not, and at the end of a run whatever happened. */
const hookNames = ['first', 'ready', 'before', 'behind', 'soft', 'aside', 'logs', 'siren', 'last', 'cleanup', 'alarm'];

export interface Judged {
  readonly problems: readonly string[];
  readonly original: PipelineRun;
  readonly augmented: PipelineRun;
}

/** Runs a pipeline without and with hooks, and compares what ran. @param files how many its jobs are in */
export function judgeOutcome(one: OutcomeCase, files: 1 | 3 = 1): Judged {
  const texts = files === 1 ? { [main]: textOf(one.jobs) } : inThree(one.jobs);
  const workflow = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const result = compile({ ...inputOf(''), workflow });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  const variables = Object.fromEntries(one.fails.map((name) => [`FAIL_${name}`, '1']));
  const run = ({ [main]: text, ...others }: Readonly<Record<string, string>>) =>
    runPipeline(text!, variables, [], others);
  const original = run(texts);
  const augmented = run(Object.fromEntries(result.outputs.map(({ path, text }) => [path, text])));
  return { original, augmented, problems: [...problemsOf(one, original, augmented)] };
}

const main = '.gitlab-ci.yml';

/** The stages and what is included in one file, and the jobs in two. */
function inThree(jobs: readonly OutcomeJob[]): Readonly<Record<string, string>> {
  const half = Math.ceil(jobs.length / 2);
  return {
    [main]: `${stages}include: [first.yml, {local: /second.yml}]\n`,
    'first.yml': jobsText(jobs.slice(0, half)),
    'second.yml': jobsText(jobs.slice(half)),
  };
}

function* problemsOf({ jobs, fails }: OutcomeCase, original: PipelineRun, augmented: PipelineRun): Iterable<string> {
  // One that never ran is no gate that failed.
  const isStarted = (name: string) => augmented.trace.some((line) => line === name || line.startsWith(`${name} `));
  const failsHard = (name: string) => fails.includes(name) && isStarted(name);
  // What is behind the first jobs waits for all of them, once there is a hook behind these.
  const isFirst = ({ needs, stage }: OutcomeJob) => (needs ? needs.length === 0 : stage === 'build');
  const isHeldBack = jobs.some((job) => isFirst(job) && fails.includes(job.name) && !job.allowFailure);
  const isGated = hardHooks.some(failsHard);
  const ranBefore = new Set(original.trace);
  const ran = new Set(augmented.trace);
  for (const job of jobs) {
    const { name } = job;
    if (isHeldBack && !isFirst(job) && !job.when && !ran.has(name)) continue;
    if (!isGated && ranBefore.has(name) !== ran.has(name))
      yield `${name} ran ${ranBefore.has(name) ? 'without hooks only' : 'with hooks only'}`;
    if (isGated && ran.has(name) && !ranBefore.has(name) && !jobs.find((job) => job.name === name)?.when)
      yield `${name} ran with a gate that failed, and not without`;
  }
  if (!isGated && original.ok !== augmented.ok) yield `the verdict was ${original.ok} and is ${augmented.ok}`;
  if (isGated && augmented.ok) yield 'a gate failed, and the pipeline passed';
  const at = (line: string) => augmented.trace.indexOf(line);
  for (const name of jobs.map((job) => job.name)) {
    if (ran.has(name) && at('first') < 0) yield `${name} ran without the hook before all`;
    if (ran.has(name) && at('first') > at(name)) yield `${name} ran before the hook before all`;
    if (ran.has(name) && at(`before ${name}`) < 0) yield `${name} ran without the hook before it`;
    if (at(`before ${name}`) > at(name) && ran.has(name)) yield `${name} ran before its hook`;
    if (at(`behind ${name}`) >= 0 && at(`behind ${name}`) < at(name)) yield `the hook behind ${name} ran before it`;
    const isDone = ran.has(name) && !fails.includes(name) && !isGated;
    if (isDone && at(`behind ${name}`) < 0) yield `the hook behind ${name} did not run`;
    if (isDone && at(`soft ${name}`) < 0) yield `the soft hook behind ${name} did not run`;
    if (fails.includes('before') && ran.has(name)) yield `${name} ran although its gate failed`;
    if (ran.has(name) && at(`logs ${name}`) < at(name)) yield `what always runs behind ${name} did not run behind it`;
    const hasFailed = at(`before ${name}`) >= 0 && ['before', 'behind', name].some((one) => fails.includes(one));
    if (at(`siren ${name}`) >= 0 !== hasFailed)
      yield `the hook for a failure of ${name} ran where it should not, or did not run`;
  }
  if (fails.includes('first') && jobs.some(({ name, when }) => ran.has(name) && !when))
    yield 'a job ran although the first gate failed';
  // gitlab-ci-local waits without end for a job that does not run, so there is nothing behind one; GitLab goes on.
  const isWhole = jobs.every(({ name }) => ran.has(name)) && !fails.includes('ready');
  if (isWhole && at('cleanup') < 0) yield 'what always runs did not run';
  // A hook sees no failure of a job that is in the last stage as well.
  const failed = jobs.filter(({ name }) => ran.has(name) && fails.includes(name));
  const isUnseen = failed.length > 0 && failed.every(({ stage }) => stage === '.post');
  if (at('alarm') >= 0 && augmented.ok) yield 'the hook for a failed run ran in one that passed';
  if (
    isWhole &&
    at('alarm') < 0 &&
    !augmented.ok &&
    !isUnseen &&
    !fails.includes('last') &&
    !fails.includes('cleanup') &&
    !fails.includes('alarm')
  )
    yield 'the hook for a failed run did not run';
  if (at('last') >= 0 && !original.ok && !isGated) yield 'the last hook ran in a run that failed';
}

const hardHooks = ['first', 'ready', 'before', 'behind', 'last', 'cleanup', 'alarm'];

const stages = 'stages: [build, test, deploy]\n';

function textOf(jobs: readonly OutcomeJob[]): string {
  return `${stages}\n${jobsText(jobs)}`;
}

function jobsText(jobs: readonly OutcomeJob[]): string {
  const parts = jobs.map(({ name, stage, needs, allowFailure, when, asText }) => {
    const commands = [`echo ${name} >> "$TRACE"`, fail(name)];
    return [
      `${name}:`,
      `  stage: ${stage}`,
      ...(needs ? [`  needs: [${needs.join(', ')}]`] : []),
      ...(allowFailure ? ['  allow_failure: true'] : []),
      ...(when ? [`  when: ${when}`] : []),
      ...(asText
        ? ['  script: |', ...commands.map((line) => `    ${line}`)]
        : ['  script:', ...commands.map((line) => `    - ${line}`)]),
      '',
    ].join('\n');
  });
  return parts.join('\n');
}

function fail(name: string): string {
  return `test "\${FAIL_${name}:-0}" != 1`;
}

/** A pipeline with the rules of every case. */
export function inputOf(text: string): CompileInput {
  const hook = (id: string, more: object = {}) => ({
    id,
    type: 'shell',
    command: `echo ${id} >> "$TRACE"\n${fail(id)}`,
    ...more,
  });
  const ofTask = (id: string, more: object = {}) => ({
    ...hook(id, more),
    command: `echo ${id} {{task_id}} >> "$TRACE"\n${fail(id)}`,
  });
  const injections = {
    pre_root: [hook('first')],
    post_roots: [hook('ready')],
    pre_task: [ofTask('before')],
    post_task: [
      ofTask('behind'),
      ofTask('soft', { on_failure: 'continue' }),
      ofTask('aside', { await: false }),
      ofTask('logs', { run: 'always', on_failure: 'continue' }),
      ofTask('siren', { run: 'failure', on_failure: 'continue' }),
    ],
    final: [hook('last'), hook('cleanup', { run: 'always' }), hook('alarm', { run: 'failure' })],
  };
  const configuration = JSON.stringify({ hooks: { enabled: true, injections } });
  return {
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: configuration }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}

const pipelines: readonly { readonly name: string; readonly jobs: readonly OutcomeJob[] }[] = [
  {
    name: 'stages',
    jobs: [
      { name: 'a', stage: 'build' },
      { name: 'b', stage: 'test', asText: true },
      { name: 'c', stage: 'deploy' },
    ],
  },
  {
    name: 'needs',
    jobs: [
      { name: 'a', stage: 'build' },
      { name: 'b', stage: 'build' },
      { name: 'c', stage: 'test', needs: ['a'] },
      { name: 'd', stage: 'deploy', needs: ['b', 'c'] },
      { name: 'e', stage: 'test', needs: [] },
    ],
  },
  {
    name: 'failures that are allowed',
    jobs: [
      { name: 'a', stage: 'build', allowFailure: true },
      { name: 'b', stage: 'test' },
      { name: 'c', stage: 'deploy', needs: ['a', 'b'] },
    ],
  },
  {
    name: 'a job in the last stage',
    jobs: [
      { name: 'a', stage: 'build' },
      { name: 'b', stage: 'test' },
      { name: 'c', stage: '.post', when: 'always' },
    ],
  },
  {
    name: 'jobs for a failure, and for all ends',
    jobs: [
      { name: 'a', stage: 'build' },
      { name: 'b', stage: 'test' },
      { name: 'c', stage: 'deploy', when: 'on_failure' },
      { name: 'd', stage: 'deploy', when: 'always' },
    ],
  },
];

/** Every pipeline with each job failing, each pair of jobs, and each hook. */
export const outcomeCases: readonly OutcomeCase[] = pipelines.flatMap(({ name, jobs }) => {
  const names = jobs.map((job) => job.name);
  const pairs = names.flatMap((first, at) => names.slice(at + 1).map((second) => [first, second]));
  const fails = [[], ...names.map((one) => [one]), ...pairs, ...hookNames.map((one) => [one])];
  return fails.map(
    (one): OutcomeCase => ({ name: `${name}, ${one.join(' and ') || 'nothing'} fails`, jobs, fails: one }),
  );
});
