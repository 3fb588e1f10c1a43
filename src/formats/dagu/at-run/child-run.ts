import { homedir } from 'node:os';
import { join } from 'node:path';
import type { RunOrder, RunOutput, StartCommand } from '../../../runtime/running-engine.js';
import type { StepHost } from '../../../runtime/step-host.js';
import { attemptsOf, namesIn, workflowFolder } from './run-folders.js';

/**
 * Dagu 1.x evaluates the values of parameters: it fills in variables and runs what is between backquotes. What it fills in
 * it does not look at again, so each value goes there as a variable of the environment. Dagu 2.x takes values as they are.
 */
export async function startCommand(
  { pipeline, inputs, runId }: RunOrder,
  host: StepHost,
  signal: AbortSignal,
): Promise<StartCommand> {
  const version = await host.run({
    start: { kind: 'program', file: 'dagu', args: ['version'] },
    directory: host.directory,
    env: new Map(),
    keeps,
    signal,
  });
  if (version.how.kind === 'unstartable')
    return { ok: false, problem: 'the engine cannot be found: there is no `dagu` on the PATH of this step' };
  const evaluates = /(?:^|\s)v?1\.\d/.test(`${version.stdout.text} ${version.stderr.text}`);
  const given = [...inputs].map(([name, value], index) => ({ name, value, variable: `DAGWEAVE_INPUT_${index + 1}` }));
  const params = given.map(({ name, value, variable }) =>
    evaluates ? `${name}="\${${variable}}"` : `${name}=${value}`,
  );
  const file = await findFile(pipeline, host);
  const args = ['start', '--quiet', `--run-id=${runId}`, file, ...(params.length > 0 ? ['--', ...params] : [])];
  const env = new Map(evaluates ? given.map(({ variable, value }) => [variable, value] as const) : []);
  return { ok: true, run: { program: { kind: 'program', file: 'dagu', args }, env, keeps, runId } };
}

/** A file beside the workflow; else a name for the engine to find among its own. */
async function findFile(pipeline: string, host: StepHost): Promise<string> {
  const folder = await workflowFolder(host);
  for (const name of [pipeline, `${pipeline}.yaml`, `${pipeline}.yml`]) {
    const path = join(folder, name);
    if (/\.ya?ml$/i.test(name) && (await host.readFile(path, 1))) return path;
  }
  return pipeline;
}

/** A child gets what any program needs and what the engine itself reads; the rest may hold secrets of the parent. */
function keeps(name: string): boolean {
  return /^(?:PATH|HOME|LANG|LANGUAGE|TZ|SHELL|TERM|USER|LOGNAME|TMPDIR|XDG_\w+|LC_\w+|DAGU_\w+)$/.test(name);
}

/**
 * Reads what Dagu wrote down about a run; `undefined` where it is not found, as where the engine keeps it elsewhere.
 * @param between when it began and ended: runs lie in folders by day
 */
export async function readRun(
  runId: string,
  between: readonly [number, number],
  host: StepHost,
): Promise<RunOutput | undefined> {
  const days = new Set(between.map((time) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '/')));
  for (const folder of dataFolders(host.variable)) {
    for (const name of await namesIn(join(folder, 'dag-runs'))) {
      for (const day of days) {
        const ofDay = join(folder, 'dag-runs', name, 'dag-runs', day);
        const run = (await namesIn(ofDay)).find((entry) => entry.endsWith(`_${runId}`));
        if (run !== undefined) return readLastAttempt(join(ofDay, run), host);
      }
    }
  }
  return undefined;
}

function dataFolders(variable: StepHost['variable']): readonly string[] {
  const home = variable('HOME') ?? homedir();
  const own = variable('DAGU_HOME');
  const shared = variable('XDG_DATA_HOME') ?? join(home, '.local', 'share');
  return [...(own === undefined ? [] : [join(own, 'data')]), join(shared, 'dagu', 'data'), join(home, '.dagu', 'data')];
}

async function readLastAttempt(folder: string, host: StepHost): Promise<RunOutput | undefined> {
  const last = (await attemptsOf(folder)).at(-1);
  const file = last === undefined ? undefined : await host.readFile(join(last, 'status.jsonl'), mostBytes);
  try {
    return file && outputOf(JSON.parse(file.text.trim().split('\n').at(-1)!));
  } catch {
    return undefined;
  }
}

const mostBytes = 16 * 1024 * 1024;

/** The engine's own file, as far as it is read here. */
interface StatusFile {
  readonly name: string;
  readonly dagRunId: string;
  readonly status: number;
  /** `NAME` → `NAME=value`. */
  readonly nodes?: readonly { readonly outputVariables?: Readonly<Record<string, string>> }[];
}

function outputOf({ name, dagRunId, status, nodes }: StatusFile): RunOutput {
  const outputs = (nodes ?? []).flatMap(({ outputVariables }) => Object.entries(outputVariables ?? {}));
  const own = outputs.filter(([variable]) => !variable.startsWith('DAGU_'));
  return {
    name,
    dagRunId,
    outputs: Object.fromEntries(own.map(([variable, text]) => [variable, text.slice(variable.length + 1)])),
    status: stateNames[status] ?? String(status),
  };
}

const stateNames = [
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
