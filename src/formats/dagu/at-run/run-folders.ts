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
