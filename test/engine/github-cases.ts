import { compile } from '../../src/compile.js';
import { inputFor } from '../formats/github-actions/corpus.js';
import { type ActRun, runAct } from './act.js';

/** A workflow whose jobs end in given ways, and hooks in it that do. */
export interface OutcomeCase {
  readonly title: string;
  readonly jobs: readonly CaseJob[];
  /** Hooks that fail: `begin`, `ready`, `scan-JOB`, `gate-JOB`, `note-JOB`, `soft-JOB`, `logs-JOB`, `keep-JOB`. */
  readonly failing: readonly string[];
  /** There is a hook behind the first jobs. */
  readonly ready?: boolean;
}

export interface CaseJob {
  readonly name: string;
  readonly needs: readonly string[];
  readonly ends: 'success' | 'failure' | 'skipped';
  /** Its steps are in another file. */
  readonly called: boolean;
  /** It runs whatever became of what it waits for. */
  readonly always: boolean;
  /** It runs twice, once for each value of a matrix. */
  readonly matrix?: boolean;
}

const hook = (name: string) => `echo ${name} >> "$OUT"; test ! -e "$FAIL/${name}"`;

const injections = {
  pre_root: [{ id: 'begin', type: 'shell', command: hook('begin') }],
  post_roots: [{ id: 'ready', type: 'shell', command: hook('ready'), optional: true }],
  pre_task: [
    { id: 'soft', type: 'shell', command: hook('soft-{{task_id}}'), on_failure: 'continue' },
    { id: 'scan', type: 'shell', command: hook('scan-{{task_id}}'), order: 1 },
  ],
  post_task: [
    { id: 'gate', type: 'shell', command: hook('gate-{{task_id}}') },
    { id: 'note', type: 'shell', command: hook('note-{{task_id}}'), await: false, order: 1 },
    { id: 'logs', type: 'shell', command: hook('logs-{{task_id}}'), run: 'always', on_failure: 'continue' },
    { id: 'keep', type: 'shell', command: hook('keep-{{task_id}}'), run: 'always', order: 1 },
    { id: 'alarm', type: 'shell', command: hook('alarm-{{task_id}}'), run: 'failure', order: 2 },
  ],
  final: [
    { id: 'green', type: 'shell', command: hook('green') },
    { id: 'over', type: 'shell', command: hook('over'), run: 'always', order: 1 },
    { id: 'cry', type: 'shell', command: hook('cry'), run: 'failure', order: 2 },
  ],
};

/** What is wrong with how the augmented workflow runs, by how the workflow itself runs; empty where nothing is. */
export async function judgeCase(one: OutcomeCase): Promise<readonly string[]> {
  const text = workflowOf(one);
  const { post_roots, ...others } = injections;
  const rules = one.ready ? injections : others;
  const { ok, outputs, diagnostics } = compile(inputFor({ path: 'workflow.yml', text }, rules));
  if (!ok)
    return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => `refused: ${message}`);
  const files = Object.fromEntries(
    one.jobs.filter(({ called }) => called).map((job) => [`.github/workflows/${job.name}.yml`, calledFile(job)]),
  );
  const [before, after] = await Promise.all([
    runAct(text, { others: files }),
    runAct(outputs[0]!.text, { others: files, failing: one.failing }),
  ]);
  return [...judge(one, before, after)].map((problem) => `${problem}\n${outputs[0]!.text}\n${after.log}`);
}

function* judge({ jobs, failing, ready }: OutcomeCase, before: ActRun, after: ActRun): Iterable<string> {
  const ran = (run: ActRun, name: string) => run.trace.includes(name);
  const gates = failing.filter((name) => !/^(?:soft|note|logs)/.test(name) && ran(after, name));
  // What is behind the first jobs waits for all of them, once there is a hook behind these.
  const isHeldBack =
    ready === true &&
    jobs.some(({ needs, name, called }) => {
      const isHurt = gates.includes(`gate-${name}`) || (!called && gates.includes(`keep-${name}`));
      return needs.length === 0 && (isHurt || !ran(after, `gate-${name}`));
    });
  const hurt = hurtBy(jobs, isHeldBack ? [...gates, 'ready'] : gates);
  const stopped = stoppedBy(jobs, gates);
  for (const { name, called, ends } of jobs) {
    const [was, is] = [ran(before, name), ran(after, name)];
    if (!hurt.has(name) && was !== is)
      yield `${name} ${was ? 'ran' : 'did not run'} and now ${is ? 'runs' : 'does not'}`;
    if (stopped.has(name) && is) yield `${name} runs behind a gate that failed`;
    if (is && !ran(after, `scan-${name}`)) yield `${name} runs without its gate`;
    if (is && ends === 'success' && !ran(after, `gate-${name}`)) yield `nothing checks what ${name} made`;
    // What is around a job that another file has runs as that one does.
    if (!called && ran(after, `scan-${name}`) && !ran(after, `soft-${name}`))
      yield `the soft hook of ${name} did not run`;
    const began = called ? is : ran(after, `soft-${name}`);
    for (const one of ['logs', 'keep'])
      if (ran(after, `${one}-${name}`) !== began)
        yield `${one} of ${name}: ${!began}, although it is ${began} that it began`;
    const failed =
      !called &&
      ((is && ends === 'failure') || ['scan', 'gate', 'keep'].some((one) => gates.includes(`${one}-${name}`)));
    if (ran(after, `alarm-${name}`) !== failed) yield `alarm of ${name}: ${!failed}`;
  }
  const wanted = gates.length > 0 ? 1 : before.code;
  if (after.code !== wanted) yield `the run ended with ${before.code} and ends with ${after.code}`;
  if (!ran(after, 'over')) yield 'what always runs did not run';
  // Nothing waits for a job that runs whatever became of a called workflow.
  if (jobs.some(({ called, name }) => called && gates.includes(`keep-${name}`))) return;
  if (ran(after, 'green') !== (after.code === 0))
    yield `green: ${ran(after, 'green')} in a run that ended with ${after.code}`;
  if (ran(after, 'cry') !== (after.code !== 0))
    yield `cry: ${ran(after, 'cry')} in a run that ended with ${after.code}`;
}

/** The jobs that a gate that fails may keep from running: those behind it. */
function hurtBy(jobs: readonly CaseJob[], gates: readonly string[]): ReadonlySet<string> {
  const hurt = new Set<string>();
  for (const { name, needs } of jobs) {
    const isBehind = needs.some((need) => {
      const { called } = jobs.find((job) => job.name === need)!;
      return hurt.has(need) || gates.includes(`gate-${need}`) || (!called && gates.includes(`keep-${need}`));
    });
    const isBehindRoots = gates.includes('ready') && needs.length > 0;
    if (gates.includes('begin') || gates.includes(`scan-${name}`) || isBehindRoots || isBehind) hurt.add(name);
  }
  return hurt;
}

/** The jobs that one that fails has to keep from running: those right behind it, and those that need one of these to succeed. */
function stoppedBy(jobs: readonly CaseJob[], gates: readonly string[]): ReadonlySet<string> {
  const stopped = new Set<string>();
  for (const { name, needs, always } of jobs) {
    const isBehind = needs.some((need) => {
      const { called } = jobs.find((job) => job.name === need)!;
      return called ? gates.includes(`gate-${need}`) : gates.includes(`gate-${need}`) && !always;
    });
    const isFurther = !always && needs.some((need) => stopped.has(need));
    const isBehindAll = gates.includes('begin') || (gates.includes('ready') && needs.length > 0);
    if (isBehindAll || gates.includes(`scan-${name}`) || isBehind || isFurther) stopped.add(name);
  }
  return stopped;
}

function workflowOf({ jobs }: OutcomeCase): string {
  const lines = jobs.flatMap((job) => {
    const { name, needs, ends, called, always } = job;
    const condition =
      ends === 'skipped' ? ["    if: github.event_name == 'never'"] : always ? ['    if: always()'] : [];
    const head = [`  ${name}:`, ...(needs.length > 0 ? [`    needs: [${needs.join(', ')}]`] : []), ...condition];
    return called
      ? [...head, `    uses: ./.github/workflows/${name}.yml`]
      : [...head, ...workOf(job).map((line) => `  ${line}`)];
  });
  return ['on: push', 'jobs:', ...lines, ''].join('\n');
}

function calledFile(job: CaseJob): string {
  return ['on: workflow_call', 'jobs:', '  work:', ...workOf(job).map((line) => `  ${line}`), ''].join('\n');
}

function workOf({ name, ends, matrix }: CaseJob): readonly string[] {
  return [
    '  runs-on: ubuntu-latest',
    ...(matrix ? ['  strategy: {matrix: {leg: [1, 2]}}'] : []),
    '  steps:',
    `    - run: echo ${name} >> "$OUT"`,
    `    - run: ${ends === 'failure' ? 'exit 3' : "'true'"}`,
  ];
}
