import { homedir } from 'node:os';
import { join } from 'node:path';
import type { RunOutput } from '../../../runtime/running-engine.js';
import type { StepHost } from '../../../runtime/step-host.js';
import { attemptsOf, namesIn } from './run-folders.js';

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
  const file = last === undefined ? undefined : await host.readFile(join(last, 'status.jsonl'), MOST_BYTES);
  try {
    return file && outputOf(JSON.parse(file.text.trim().split('\n').at(-1)!));
  } catch {
    return undefined;
  }
}

const MOST_BYTES = 16 * 1024 * 1024;

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
    status: STATES[status] ?? String(status),
  };
}

const STATES = [
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
