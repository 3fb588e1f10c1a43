import { join } from 'node:path';
import type { RunOrder, StartCommand } from '../../../runtime/running-engine.js';
import type { StepHost } from '../../../runtime/step-host.js';
import { workflowFolder } from './workflow-folder.js';

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
