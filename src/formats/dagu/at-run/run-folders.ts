import { readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StepHost } from '../../../runtime/step-host.js';

/** The folders of the attempts of a run, the last one last: `attempt_…` in Dagu 1.x, `a_…` in 2.x. */
export async function attemptsOf(run: string): Promise<readonly string[]> {
  const names = (await namesIn(run)).filter((name) => /^a(?:ttempt)?_/.test(name));
  return names.sort().map((name) => join(run, name));
}

/** What is in a folder; nothing where it cannot be read. */
export function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

/**
 * The folder of the workflow file, where scripts and modules beside it are found. Dagu 1.x starts a step there. Dagu 2.x starts it
 * in an empty folder of the run, unless the workflow names another, and no variable tells which file it runs: what the engine wrote
 * down about the run does. Where that is not to be found, it is the folder that the step was started in.
 */
export async function workflowFolder(host: StepHost): Promise<string> {
  const { directory } = host;
  const ofRun = host.variable('DAG_RUN_WORK_DIR');
  if (!ofRun || (directory !== ofRun && directory !== (await realpath(ofRun).catch(() => undefined)))) return directory;
  const [, data, dag, run] = /^(.*)[\\/]dag-run-work[\\/]([^\\/]+)[\\/]([^\\/]+)[\\/][^\\/]+$/.exec(ofRun) ?? [];
  if (data === undefined || dag === undefined || run === undefined) return directory;
  for (const attempt of await newestAttempts(join(data, 'dag-runs', dag, 'dag-runs'))) {
    const status = await host.readFile(join(attempt, 'status.jsonl'), mostBytes);
    if (!status?.text.includes(join('dag-run-work', dag, run))) continue;
    const written = await host.readFile(join(attempt, 'dag.json'), mostBytes);
    const file = written && locationIn(written.text);
    return file ? dirname(file) : directory;
  }
  return directory;
}

const mostBytes = 16 * 1024 * 1024;

/** The last attempts of the last runs of a DAG: its runs lie in folders by day, and a run may have begun some days ago. */
async function newestAttempts(folder: string): Promise<readonly string[]> {
  const days = await below(await below(await below([folder])));
  const runs = await below(days.slice(0, 7));
  return Promise.all(runs.slice(0, 100).map(async (run) => (await attemptsOf(run)).at(-1) ?? run));
}

/** What is in folders whose names sort by time, the latest first. */
async function below(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => (await namesIn(folder)).map((name) => join(folder, name))),
  );
  return found.flat().sort().reverse();
}

function locationIn(json: string): string | undefined {
  try {
    const { location } = JSON.parse(json) as { readonly location?: unknown };
    return typeof location === 'string' && location !== '' ? location : undefined;
  } catch {
    return undefined;
  }
}

/** Read from the log of the run, of which Dagu gives each step the path. */
export async function taskStart(host: StepHost, task: string | undefined): Promise<number | undefined> {
  const path = host.variable('DAG_RUN_LOG_FILE');
  const log = path && (await host.readFile(path, mostLogBytes));
  if (log) return findStart(log.text, task);
  return task === host.variable('DAG_NAME') ? runStart(host.variable('DAG_RUN_STEP_STDOUT_FILE')) : undefined;
}

/** Dagu 2.x keeps no log of a sub-DAG, but what its steps print lies in a folder that is named after its start, to the second. */
function runStart(file: string | undefined): number | undefined {
  const [, ...parts] = /[\\/]run_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)Z_\w+[\\/][^\\/]+$/.exec(file ?? '') ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return parts.length === 0 ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const mostLogBytes = 16 * 1024 * 1024;

/** @internal */
export function findStart(log: string, task: string | undefined): number | undefined {
  const lines = log.split('\n');
  const step = lines.find((line) => line.includes(' msg="Step started" ') && stepOf(line) === task);
  const line = step ?? lines.find((one) => one.includes(' msg="DAG run started" '));
  const time = /^time=(\S+) /.exec(line ?? '')?.[1];
  const start = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(start) ? undefined : start;
}

/** The name of a step is last in its line, in quotes where it is no plain word. */
function stepOf(line: string): string | undefined {
  const [, quoted, plain] = / step=(?:"((?:[^"\\]|\\.)*)"|(\S+))$/.exec(line) ?? [];
  return quoted === undefined ? plain : unquoted(quoted);
}

/** The escapes of Go, which are those of JSON and a few more. */
function unquoted(text: string): string {
  return text.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/g, (_, byte, unit, point, sign) => {
    const code = byte ?? unit ?? point;
    return code === undefined ? (signs[sign as string] ?? sign) : String.fromCodePoint(Number.parseInt(code, 16));
  });
}

const signs: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** What steps print is kept in a folder beside the log of the run, in a file with the name of the step. */
export async function printedBy(host: StepHost, step: string): Promise<string | undefined> {
  const log = host.variable('DAG_RUN_LOG_FILE');
  if (!log) return undefined;
  const name = [...step].map((char) => (/[A-Za-z0-9_-]/.test(char) ? char : '_')).join('');
  const files: string[] = [];
  for (const folder of await namesIn(dirname(log))) {
    if (!folder.startsWith('run_')) continue;
    const own = (await namesIn(join(dirname(log), folder))).filter(
      (file) => file.startsWith(`${name}.`) && /^\d{8}\.\d{6}\.\d{3}\..*\.out$/.test(file.slice(name.length + 1)),
    );
    files.push(...own.map((file) => join(dirname(log), folder, file)));
  }
  return files.length === 1 ? (await host.readFile(files[0]!, mostPrinted))?.text : undefined;
}

/** As much as an answer of a hook may have. */
const mostPrinted = 1024 * 1024;
