import { dirname, join } from 'node:path';
import type { StepHost } from '../../../runtime/step-host.js';
import { namesIn } from './run-folders.js';

/** Read from the log of the run, of which Dagu gives each step the path. */
export async function taskStart(host: StepHost, task: string | undefined): Promise<number | undefined> {
  const path = host.variable('DAG_RUN_LOG_FILE');
  const log = path && (await host.readFile(path, MAX_LOG));
  if (log) return findStart(log.text, task);
  return task === host.variable('DAG_NAME') ? runStart(host.variable('DAG_RUN_STEP_STDOUT_FILE')) : undefined;
}

/** Dagu 2.x keeps no log of a sub-DAG, but what its steps print lies in a folder that is named after its start, to the second. */
function runStart(file: string | undefined): number | undefined {
  const [, ...parts] = /[\\/]run_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)Z_\w+[\\/][^\\/]+$/.exec(file ?? '') ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return parts.length === 0 ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const MAX_LOG = 16 * 1024 * 1024;

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
  return files.length === 1 ? (await host.readFile(files[0]!, MOST_PRINTED))?.text : undefined;
}

/** As much as an answer of a hook may have. */
const MOST_PRINTED = 1024 * 1024;
