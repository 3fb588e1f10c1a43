// Other tools on the same text, where they are installed: the Python injector that this compiler replaces, and `yq`.
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuOf } from './cpu-of.mjs';

const injector = join(dirname(fileURLToPath(import.meta.url)), 'peer-injector.py');
const rounds = 3;

/** What somebody writes who wants a step behind the last one in each document. */
const addStep = '.steps += [{"name": "hook-check", "command": "./check", "depends": [.steps[-1].name]}]';

/**
 * @param ours the CPU time of our command on a file
 * @param skip told why there is no figure of a tool
 * @returns how many times our CPU time each needs, and the text
 */
export function peers(file, hooks, ours, skip) {
  const tools = { python: pythonOn(file, hooks, skip), yq: yqOn(file, skip) };
  const found = Object.entries(tools).filter(([, run]) => run !== undefined);
  const ratios = new Map(found.map(([id]) => [id, []]));
  for (let round = 0; round < rounds; round += 1) {
    const ms = found.length > 0 ? ours(file) : 0;
    for (const [id, run] of found) ratios.get(id).push(run() / ms);
  }
  const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  return Object.fromEntries([...ratios].map(([id, values]) => [id, [middle(values), file]]));
}

function pythonOn(file, hooks, skip) {
  const python = process.env.PYTHON ?? 'python3';
  if (spawnSync(python, ['-c', 'import yaml; yaml.CSafeLoader']).status !== 0) {
    skip(`no figure of the Python injector: ${python} with PyYAML and its C loader is not installed`);
    return undefined;
  }
  return () => cpuWith([python, injector, file, hooks], 2);
}

function yqOn(file, skip) {
  const PATH = [process.env.PATH, join(homedir(), 'go/bin')].join(delimiter);
  const names = ['yq', join(homedir(), 'go/bin/yq')];
  const yq = names.find((one) =>
    spawnSync(one, ['--version'], { encoding: 'utf8', env: { ...process.env, PATH } }).stdout?.includes('mikefarah'),
  );
  if (yq === undefined) {
    skip('no figure of yq: it is not installed (`go install github.com/mikefarah/yq/v4@latest`)');
    return undefined;
  }
  return () => cpuWith([yq, addStep, file], 1);
}

/** Its CPU time, once it has added so many steps at least for each document. */
function cpuWith(command, least) {
  const { cpuMs, stdout } = cpuOf(command);
  const [documents, added] = [/^(?:- )?steps:/gm, /\bname: "?hook-/g].map((sign) => stdout.match(sign)?.length ?? 0);
  if (documents === 0 || added < documents * least)
    throw new Error(`${command[0]} added ${added} steps to ${documents} documents`);
  return cpuMs;
}
