import { parseAllDocuments } from 'yaml';
import { isMap } from '../oracle/documents.js';
import { shellCommands } from './shell-commands.js';

/**
 * Why a file is not run here; `undefined` where nothing that it starts leaves the folder of the run.
 *
 * Everything must be on a list: each key of a document and of a step, each action, each program that a shell gets to
 * run, each file that one writes. So there is no network, no container, no other machine, no file outside, and no wait
 * of more than three seconds. What an engine puts into commands by itself (parameters, variables, items) may hold
 * nothing that a shell takes for more than a word.
 * @param stubs programs that the run replaces by harmless ones
 */
export function whyNotRun(text: string, stubs: readonly string[]): string | undefined {
  const documents = parseAllDocuments(text, { merge: true });
  if (!Array.isArray(documents)) return 'it is empty';
  if (documents.some((one) => one.errors.length > 0)) return 'it is no YAML';
  const bodies = documents.map((one) => one.toJS({ maxAliasCount: -1 }) as unknown).filter((one) => one !== null);
  const programs = new Set([...harmlessPrograms, ...stubs]);
  try {
    for (const body of bodies) checkDocument(body, programs);
  } catch (reason) {
    if (reason instanceof Harm) return reason.message;
    throw reason;
  }
  return undefined;
}

class Harm extends Error {}

type Programs = ReadonlySet<string>;

const list = (words: string) => new Set(words.split(' '));

const harmlessPrograms = list(
  'echo printf true false : test [ [[ exit return sleep cat seq date pwd wc head tail tr sort uniq cut expr basename ' +
    'dirname printenv jq set export local shift for break continue touch mkdir',
);

/** A time limit of the whole DAG is not among them: hooks take their part of it. */
const rootKeys = list(
  'name description type tags labels group schedule max_active_steps maxActiveSteps max_active_runs maxActiveRuns ' +
    'logOutput logoutput histRetentionDays hist_retention_days consts env params defaults ' +
    'preconditions precondition steps handlerOn handler_on shell working_dir outputs',
);

const stepKeys = list(
  'name id description depends output outputs params parallel with env continueOn continue_on retryPolicy retry_policy ' +
    'repeatPolicy repeat_policy timeoutSec timeout_sec preconditions precondition command script run call action type ' +
    'executor stdout stderr shell working_dir foreach logOutput config',
);

/** Actions and executors that stay inside of the run; files that they name are checked as well. */
const actions = list(
  'dag.run router.route noop jq command shell file.write file.read file.list file.mkdir file.copy outputs.write ' +
    'template.render state.get state.set state.diff human.task hitl',
);

function checkDocument(body: unknown, programs: Programs): void {
  if (!isMap(body)) throw new Harm('a document is no map');
  checkKeys(body, rootKeys, 'a document');
  checkSurroundings(body, programs);
  for (const key of ['consts', 'params', 'defaults', 'outputs']) checkValues(body[key]);
  checkSteps(body.steps, programs);
  for (const key of ['handlerOn', 'handler_on']) {
    if (isMap(body[key])) for (const handler of Object.values(body[key])) checkStep(handler, programs);
  }
}

function checkSteps(steps: unknown, programs: Programs): void {
  const all = Array.isArray(steps) ? steps.flat() : isMap(steps) ? Object.values(steps) : [];
  for (const step of all) checkStep(step, programs);
}

function checkStep(step: unknown, programs: Programs): void {
  if (!isMap(step)) {
    if (step !== null) checkCommand(step, programs);
    return;
  }
  checkKeys(step, stepKeys, 'a step');
  checkSurroundings(step, programs);
  const executor = isMap(step.executor) ? step.executor.type : step.executor;
  for (const kind of [step.action, step.type, executor]) {
    if (kind !== undefined && !actions.has(String(kind))) throw new Harm(`it uses ${String(kind)}`);
  }
  const child = step.action === 'dag.run' && isMap(step.with) ? step.with.dag : undefined;
  const called = [step.call, child, ...(isCallOf1x(step) ? [step.run] : [])];
  for (const name of called) {
    // A DAG that is not in the file is nowhere in the folder of the run: its call fails.
    if (name !== undefined && !isInside(name)) throw new Harm(`it calls ${String(name)}`);
  }
  for (const key of ['params', 'parallel', 'with', 'config', 'outputs']) checkValues(step[key]);
  if (isMap(step.with)) checkFiles(step.with);
  for (const key of ['stdout', 'stderr']) checkWritten(isMap(step[key]) ? '' : step[key]);
  const repeat = step.repeatPolicy ?? step.repeat_policy;
  if (repeat !== undefined && !(isMap(repeat) && Number(repeat.limit) <= 5))
    throw new Harm('it repeats without an end');
  const plain = step.action !== undefined || list('jq').has(String(step.type ?? executor));
  if (!plain) {
    for (const key of ['command', 'script']) checkCommand(step[key], programs);
    if (!isCallOf1x(step)) checkCommand(step.run, programs);
  }
  if (isMap(step.foreach)) {
    checkValues(step.foreach.items);
    checkSteps(step.foreach.steps, programs);
  }
}

/** In 1.30, `run` names a DAG. */
function isCallOf1x(step: Record<string, unknown>): boolean {
  return 'run' in step && ('params' in step || 'parallel' in step);
}

/** What documents and steps share. */
function checkSurroundings(owner: Record<string, unknown>, programs: Programs): void {
  checkValues(owner.env);
  if (owner.shell !== undefined && !/^(\/bin\/)?(ba)?sh( -e)?$/.test(String(owner.shell))) {
    throw new Harm(`its shell is ${String(owner.shell)}`);
  }
  if (owner.working_dir !== undefined && !isInside(owner.working_dir)) {
    throw new Harm(`it works in ${String(owner.working_dir)}`);
  }
  for (const conditions of [owner.preconditions, owner.precondition]) {
    for (const one of [conditions].flat()) {
      const command = isMap(one) ? one.condition : one;
      if (isMap(one) && 'eval' in one) throw new Harm('a condition evaluates');
      if (command !== undefined && !/^\$\{?[\w.]+\}?$/.test(String(command))) checkCommand(command, programs);
    }
  }
}

function checkKeys(map: Record<string, unknown>, allowed: ReadonlySet<string>, what: string): void {
  const other = Object.keys(map).find((key) => !allowed.has(key));
  if (other !== undefined) throw new Harm(`${what} has ${other}`);
}

function checkCommand(command: unknown, programs: Programs): void {
  for (const one of [command].flat()) {
    if (one === undefined || one === null) continue;
    const found = typeof one === 'string' ? shellCommands(one) : { commands: [], targets: [] };
    if (!found) throw new Harm('a command cannot be read for certain');
    for (const [program, ...words] of found.commands) {
      if (!programs.has(program!)) throw new Harm(`it runs ${program}`);
      if (program === 'sleep' && !(Number(words[0]) <= 3)) throw new Harm(`it sleeps ${words[0]}`);
      if (program === 'touch' || program === 'mkdir') words.filter((word) => word !== '-p').forEach(checkWritten);
    }
    found.targets.forEach(checkWritten);
  }
}

function checkWritten(target: unknown): void {
  const name = String(target ?? '').replace(/^"(.*)"$/, '$1');
  if (name === '' || /^(&\d|\/dev\/(null|stdout|stderr)|\$\{?DAGU_OUTPUT_FILE\}?)$/.test(name)) return;
  if (!isInside(name)) throw new Harm(`it writes ${name}`);
}

/** Keys of actions that name a file. */
function checkFiles(values: Record<string, unknown>): void {
  for (const key of ['path', 'source', 'destination', 'output', 'working_dir', 'to', 'from']) {
    if (values[key] !== undefined && !isInside(values[key])) throw new Harm(`it writes ${String(values[key])}`);
  }
}

/** A path below the folder where it is used, in plain letters. */
function isInside(path: unknown): boolean {
  return typeof path === 'string' && /^[\w.][\w./-]*$/.test(path) && !path.split('/').includes('..');
}

/** Texts that the engine puts into others. */
function checkValues(value: unknown): void {
  if (Array.isArray(value)) value.forEach(checkValues);
  else if (isMap(value)) {
    if ('eval' in value) throw new Harm('a value is evaluated');
    Object.values(value).forEach(checkValues);
  } else if (typeof value === 'string' && /[`;|&<>]|\$\(/.test(value)) throw new Harm('a value holds shell text');
}
