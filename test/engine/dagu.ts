import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dagu1, type Engine } from './engines.js';

export interface DaguRun {
  readonly id: string;
  /** Exit code of `dagu start`. */
  readonly code: number;
  readonly status: string;
  /** As the engine keeps them. */
  readonly labels: readonly string[];
  readonly nodes: ReadonlyMap<string, DaguNode>;
  /** Status of each handler that ran, such as `onExit`. */
  readonly handlers: ReadonlyMap<string, string>;
  /** The runs of sub-DAGs, and those that steps started, by name. */
  readonly children: ReadonlyMap<string, DaguChild>;
  /** Every run, the one of the entry among them: one DAG may run several times. */
  readonly runs: readonly DaguDagRun[];
  /** What the probes wrote down, in order of their start. */
  readonly trace: readonly Probe[];
  readonly stderr: string;
}

export interface DaguChild {
  readonly status: string;
  readonly nodes: ReadonlyMap<string, DaguNode>;
}

export interface DaguDagRun extends DaguChild {
  readonly dag: string;
  readonly handlers: ReadonlyMap<string, string>;
}

export interface DaguNode {
  readonly status: string;
  /** In whole seconds; `undefined` where it did not run. */
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** The engine's own view of the edges. */
  readonly depends: readonly string[];
  readonly retries: number;
  /** What was captured of its standard output, by variable. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Path of the file that holds its standard output, as long as the home of the run is there. */
  readonly log: string;
  /** What a person is asked here in 2.x; in 1.30 it is in the log. */
  readonly asked: string;
}

/** One call of a stub: `probe NAME [TASK] [sleep=S] [exit=N] [fails=N]`, or `arborist ARGUMENT…` under the name `arborist ARGUMENT…`. */
export interface Probe {
  readonly name: string;
  readonly task: string;
  readonly begin: number;
  /** `undefined` where it was ended from outside. */
  readonly end: number | undefined;
  readonly code: number | undefined;
}

export interface DaguOptions {
  readonly engine?: Engine;
  /** The operator's base configuration, `DAGU_HOME/base.yaml`; without one the engine has its own defaults. */
  readonly base?: string;
  /** Stops the run as soon as a probe of this name has begun. */
  readonly stopAt?: string | undefined;
  /** No run is killed, as by a limit of time: where one reports no end, the report got lost, however deep it is. */
  readonly noneKilled?: boolean;
  /** Programs that are replaced by a probe, beside `arborist`. */
  readonly stubs?: readonly string[];
  /** Programs by name, as shell text in which `HOME` is the home of the run; they go before stubs. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Before another attempt: takes back what the one before it did outside of its home. */
  readonly forget?: () => void;
}

/** Runs a workflow in a home of its own and reads what Dagu wrote down about it. The first file is the entry. */
export async function runDagu(files: Readonly<Record<string, string>>, options: DaguOptions = {}): Promise<DaguRun> {
  for (let attempt = 1; ; attempt += 1) {
    const { isTold, ...run } = await runOnce(files, options);
    if (isTold || attempt === 3) return run;
    options.forget?.();
  }
}

/** `isTold` is false where the engine ended and its last report, that of the end, got lost. */
async function runOnce(
  files: Readonly<Record<string, string>>,
  { engine = dagu1, base, stopAt, noneKilled = false, stubs = [], programs = {} }: DaguOptions,
): Promise<DaguRun & { readonly isTold: boolean }> {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-dagu-'));
  // The engine waits for the disk at each step of a run, and in memory it need not.
  const written = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'dagweave-dagu-'));
  symlinkSync(written, join(home, 'dagu'));
  try {
    const work = join(home, 'work');
    mkdirSync(work);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      writeFileSync(join(work, name), text);
    }
    if (base !== undefined) writeBase(home, base);
    const bin = writeStubs(home, engine.path, stubs, programs);
    const entry = join(work, Object.keys(files)[0]!);
    // Sub-DAGs of runs of equal id and name would share a socket in the folder for temporary files, also from other homes.
    const id = `the-run-of-the-test-${randomUUID()}`;
    const started = call(engine.path, ['start', `--run-id=${id}`, entry], home, {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
    });
    if (stopAt !== undefined) await stopRun(engine.path, entry, home, stopAt);
    const { code, stderr } = await started;
    const runs = await readEndedRuns(join(home, 'dagu', 'data'), id);
    const root = runs.find((run) => run.dagRunId === id);
    if (!root) throw new Error(`Dagu wrote no status: ${stderr}`);
    return {
      id,
      isTold: !runs.some((run) => isLost(run, id, noneKilled)),
      code,
      stderr,
      status: runStates[root.status] ?? String(root.status),
      labels: readLabels(join(home, 'dagu', 'data')),
      nodes: nodesOf(root),
      handlers: handlersOf(root),
      children: new Map(
        runs
          .filter((run) => run !== root)
          .map((run) => [run.name, { status: runStates[run.status] ?? String(run.status), nodes: nodesOf(run) }]),
      ),
      runs: runs.map((run) => ({
        dag: run.name,
        status: runStates[run.status] ?? String(run.status),
        nodes: nodesOf(run),
        handlers: handlersOf(run),
      })),
      trace: readTrace(join(home, 'trace')),
    };
  } finally {
    // A child in the background may still write there.
    for (const folder of [home, written])
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function stopRun(engine: string, entry: string, home: string, stopAt: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!readTrace(join(home, 'trace')).some(({ name }) => name === stopAt)) {
    if (Date.now() > deadline) throw new Error(`no probe ${stopAt} began`);
    await setTimeout(50);
  }
  // Dagu 1.30 can leave its handlers out where it is stopped before it has written down that a step runs.
  await setTimeout(300);
  const { code, stderr } = await call(engine, ['stop', entry], home, {});
  if (code !== 0) throw new Error(`the run could not be stopped: ${stderr}`);
}

/** What `dagu validate` finds wrong with a file; empty where it finds nothing. */
export async function validateDagu(file: string, home: string, engine = dagu1): Promise<string> {
  const { code, stderr } = await call(engine.path, ['validate', file], home, {});
  const said = stderr.split('Usage:')[0]!.replaceAll(/^time=.*\n/gm, '');
  return code === 0 ? '' : said.trim();
}

function writeBase(home: string, text: string): void {
  writeFileSync(join(home, 'dagu', 'base.yaml'), text);
}

function call(engine: string, argv: readonly string[], home: string, env: Record<string, string>) {
  return new Promise<{ code: number; stderr: string }>((resolve) => {
    const options = {
      cwd: home,
      env: { ...process.env, ...rarelyCollected, SHELL: '/bin/sh', ...env, HOME: home, DAGU_HOME: join(home, 'dagu') },
      timeout: 60_000,
      maxBuffer: 1 << 24,
    };
    execFile(engine, [...argv], options, (error, _, stderr) => {
      resolve({ code: error ? (typeof error.code === 'number' ? error.code : -1) : 0, stderr });
    });
  });
}

/** The engine is a process for each workflow, and gone before what it leaves in memory would be worth collecting. */
const rarelyCollected = { GOGC: 'off', GOMEMLIMIT: '256MiB' };

/**
 * Dagu ends the steps first and then notes that the run was stopped: where the last step is gone
 * before that, the handler for a stop is left out. So a probe that sleeps takes its time to go.
 * Its `sleep` may get the signal before its shell, or alone: a sleep that was cut short is no end.
 */
const probe = `#!/bin/sh
name=$1 task= code=0 pause=0 fails=0
shift
for word; do
  case $word in
    exit=*) code=\${word#*=} ;;
    sleep=*) pause=\${word#*=} ;;
    fails=*) fails=\${word#*=} ;;
    *) task=$word ;;
  esac
done
[ "$pause" = 0 ] || trap 'sleep 0.5; exit 143' TERM
now=$(date +%s%3N)
printf '%s\\t%s\\t%s\\t%s\\t%s\\n' begin $$ "$now" "$name" "$task" >> "HOME/trace"
[ "$pause" = 0 ] || { sleep "$pause" || { sleep 0.5; exit 143; }; now=$(date +%s%3N); }
if [ "$fails" -gt 0 ]; then
  echo x >> "HOME/count.$name.$task"
  [ "$(wc -l < "HOME/count.$name.$task")" -le "$fails" ] && code=1
fi
printf '%s\\t%s\\t%s\\t%s\\n' end $$ "$now" "$code" >> "HOME/trace"
exit "$code"
`;

function writeStubs(
  home: string,
  engine: string,
  stubs: readonly string[],
  programs: NonNullable<DaguOptions['programs']>,
): string {
  const folder = join(home, 'bin');
  mkdirSync(folder);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text.replaceAll('HOME', home));
    chmodSync(join(folder, name), 0o755);
  };
  symlinkSync(engine, join(folder, 'dagu'));
  write('probe', probe);
  for (const stub of ['arborist', ...stubs]) write(stub, `#!/bin/sh\nexec "HOME/bin/probe" "${stub} $*"\n`);
  for (const [name, text] of Object.entries(programs)) write(name, text);
  return folder;
}

interface StatusFile {
  readonly name: string;
  readonly status: number;
  readonly dagRunId: string;
  /** The run that its step belongs to, or itself. */
  readonly root?: { readonly id: string };
  /** That of the step which called it. */
  readonly parent?: { readonly id: string };
  /** How many the file holds: one, once the process of the run has come to its end by itself. */
  readonly reports: number;
  readonly pid: number;
  readonly nodes?: readonly StatusNode[];
  readonly [handler: string]: unknown;
}

interface StatusNode {
  readonly step: {
    readonly name: string;
    readonly depends?: readonly string[];
    readonly humanTask?: { readonly prompt: string };
  };
  readonly status: number;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly retryCount?: number;
  readonly stdout?: string;
  /** `NAME` → `NAME=value`. */
  readonly outputVariables?: Readonly<Record<string, string>>;
}

const nodeStates = [
  'not_started',
  'running',
  'failed',
  'aborted',
  'succeeded',
  'skipped',
  'partially_succeeded',
  'waiting',
  'rejected',
];
const runStates = [
  'not_started',
  'running',
  'failed',
  'aborted',
  'succeeded',
  'queued',
  'partially_succeeded',
  'waiting',
  'rejected',
];

/** What Dagu wrote down in a folder of data about each workflow: its last attempt. */
export function readRunsIn(folder: string): ReadonlyMap<string, DaguChild> {
  return new Map(
    readRuns(folder).map((run) => [
      run.name,
      { status: runStates[run.status] ?? String(run.status), nodes: nodesOf(run) },
    ]),
  );
}

/**
 * The engine may end before a sub-DAG of its run has written down its own end; what a step
 * started in the background is a run of its own, which may go on for long.
 */
async function readEndedRuns(data: string, id: string): Promise<readonly StatusFile[]> {
  for (let waited = 0; ; waited += 1) {
    const runs = readRuns(data);
    const going = runs.filter((run) => isRunning(run) && isAlive(run.pid));
    const patience = going.some(({ root }) => root?.id === id) ? 150 : 20;
    // One that is gone by now may have written its end since.
    if (going.length === 0 || waited >= patience) return readRuns(data);
    await setTimeout(100);
  }
}

/** It writes reports side by side, and the last one may lose. One that was killed, as by a limit of time, reported no end. */
function isLost(run: StatusFile, id: string, noneKilled: boolean): boolean {
  const mayBeKilled = run.reports > 1 || (run.parent !== undefined && run.parent.id !== id);
  return isRunning(run) && !isAlive(run.pid) && (noneKilled || !mayBeKilled);
}

function isRunning({ status }: StatusFile): boolean {
  return runStates[status] === 'running';
}

/** Where nobody asks how a process ended, as in a container without an init, its number stays taken. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function readRuns(folder: string): readonly StatusFile[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('status.jsonl'))
      .sort()
      .map((path) => readFileSync(join(folder, path), 'utf8').trim())
      // A run that was stopped before it began has written nothing yet.
      .filter((lines) => lines !== '')
      .map((lines) => lines.split('\n'))
      .map((reports) => ({ ...JSON.parse(reports.at(-1)!), reports: reports.length }) as StatusFile)
  );
}

/** Of the first DAG that it wrote down: the only one, where they are asked for. */
function readLabels(folder: string): readonly string[] {
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith('dag.json'));
  const dag = path === undefined ? {} : JSON.parse(readFileSync(join(folder, path), 'utf8'));
  return (dag.labels ?? dag.tags ?? []) as readonly string[];
}

function nodesOf(run: StatusFile): ReadonlyMap<string, DaguNode> {
  return new Map((run.nodes ?? []).map((node) => [node.step.name, nodeOf(node)]));
}

function nodeOf(node: StatusNode): DaguNode {
  return {
    status: nodeStates[node.status] ?? String(node.status),
    startedAt: timeOf(node.startedAt),
    finishedAt: timeOf(node.finishedAt),
    depends: node.step.depends ?? [],
    retries: node.retryCount ?? 0,
    log: node.stdout ?? '',
    asked: node.step.humanTask?.prompt ?? '',
    outputs: new Map(
      Object.entries(node.outputVariables ?? {}).map(([name, text]) => [name, text.slice(name.length + 1)]),
    ),
  };
}

/** Dagu 1.30 writes `-` where there is no time. */
function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function handlersOf(run: StatusFile): ReadonlyMap<string, string> {
  const found = Object.entries(run).filter(([key, value]) => /^on[A-Z]/.test(key) && value);
  return new Map(found.map(([key, value]) => [key, nodeOf(value as StatusNode).status]));
}

function readTrace(path: string): readonly Probe[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const ends = new Map(lines.filter(([kind]) => kind === 'end').map(([, pid, time, code]) => [pid, { time, code }]));
  return lines
    .filter(([kind]) => kind === 'begin')
    .map(([, pid, time, name, task]) => {
      const end = ends.get(pid);
      return {
        name: name!,
        task: task ?? '',
        begin: Number(time),
        end: end && Number(end.time),
        code: end && Number(end.code),
      };
    });
}
