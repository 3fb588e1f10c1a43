import { compile } from '../../src/compile.js';
import { argoSimulator, type SimulatedRun } from './argo.js';
import { leftOut, type OutcomeCase, tasksThatCry } from './argo-cases.js';
import { eventsOf, mostEvents } from './argo-events.js';

/** How the tasks of a case and its hooks end: those that are not named end well. */
export interface Ends {
  readonly failing: readonly string[];
  readonly skipped: readonly string[];
}

/** The text with its hooks. */
function augmented({ workflow, hooks }: Pick<OutcomeCase, 'workflow' | 'hooks'>): string {
  const { ok, outputs, diagnostics } = compile({
    workflow: [{ path: 'workflow.yaml', text: workflow }],
    configuration: [{ layer: 'project', path: 'hooks.yaml', text: hooks }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return outputs[0]!.text;
}

/** Every way in which the tasks of a case may end, then each of its hooks failing alone. */
export function waysToEnd(one: OutcomeCase): readonly Ends[] {
  let ways: readonly Ends[] = [{ failing: [], skipped: [] }];
  for (const name of one.tasks) {
    const canSkip = one.skippable.includes(name);
    ways = ways.flatMap((way) => [
      way,
      { ...way, failing: [...way.failing, name] },
      ...(canSkip ? [{ ...way, skipped: [...way.skipped, name] }] : []),
    ]);
  }
  return [...ways, ...hooksOf(one).map((hook) => ({ failing: [hook], skipped: [] }))];
}

function hooksOf(one: OutcomeCase): readonly string[] {
  const names = [...augmented(one).matchAll(/name: (hook-[-a-z]+)/g)].map(([, hook]) => hook!);
  return [...new Set(names)].filter((hook) => !ownTemplates.has(hook));
}

const ownTemplates: ReadonlySet<string> = new Set(['hook-exit', 'hook-entry']);

/**
 * Runs a case in the controller of Argo without its hooks and with them.
 * @returns what is wrong; nothing where all holds
 */
export async function judgeOutcome(one: OutcomeCase, ends: Ends): Promise<readonly string[]> {
  const hooks = ends.failing.filter((name) => name.startsWith('hook-'));
  const tasks = ends.failing.filter((name) => !name.startsWith('hook-'));
  // The pod of a hook that may fail is a step in the hook, where others go on in that way.
  const pods = hooks.some(isSoft) ? [...ends.failing, 'run'] : ends.failing;
  const written = augmented(one);
  const events = eventsOf(written, ends.skipped);
  if (events > mostEvents) return [`may have ${events} events, and the simulator takes ${mostEvents}`];
  const [before, after] = await Promise.all([
    run(leftOut(one.workflow, ends.skipped), [...tasks, ...tasks.flatMap((name) => one.calledBefore?.[name] ?? [])]),
    run(leftOut(written, ends.skipped), pods),
  ]);
  if (!before || !after) return [`came to no end ${before ? 'with' : 'without'} hooks`];
  return [
    ...hooks.flatMap((hook) => faultsOfGate(one, hook, after)),
    ...passedGates(one, after),
    ...differences(one, before, after, hooks),
  ];
}

async function run(text: string, failing: readonly string[]): Promise<SimulatedRun | undefined> {
  const plan = Object.fromEntries(failing.map((name) => [name, { fails: 99 }]));
  const found = await argoSimulator.run({ path: 'workflow.yaml', text }, plan);
  return found && !/Running|Pending/.test(found.phase) ? found : undefined;
}

/** Where no gate failed, every task ends as it did, and so does the run; what runs always has run. */
function differences(
  one: OutcomeCase,
  before: SimulatedRun,
  after: SimulatedRun,
  hooks: readonly string[],
): readonly string[] {
  const tidy =
    hooks.includes('hook-tidy') || after.nodes.get('hook-tidy') === 'Succeeded' ? [] : ['`tidy` did not run'];
  if (hooks.some((hook) => !isSoft(hook))) return tidy;
  const alarm = after.nodes.get('hook-alarm');
  const tell = after.nodes.get('hook-tell');
  // Without expressions, nothing can ask whether a failure before a skipped task was forgiven.
  const mayTell =
    !one.workflow.includes('depends:') && one.workflow.includes('continueOn') && before.phase === 'Failed';
  const isTold = mayTell || (tell === 'Succeeded') === (before.phase === 'Succeeded');
  const isAlarm = before.phase === 'Succeeded' ? alarm === 'Skipped' : alarm === 'Succeeded' || alarm === 'Failed';
  const endOf = (task: string, nodes: SimulatedRun['nodes']) => `\`${task}\` ${nodes.get(task)}`;
  const was = [...one.tasks.map((task) => `\`${task}\` ${before.nodes.get(one.calledBefore?.[task] ?? task)}`)];
  const is = one.tasks.map((task) => endOf(task, after.nodes));
  return [
    ...tidy,
    ...(isTold ? [] : [`\`tell\` ${tell} in a run that is ${before.phase}`]),
    ...(isAlarm ? [] : [`\`alarm\` ${alarm} behind a run that is ${before.phase}`]),
    ...is.flatMap((end, index) => (end === was[index] ? [] : [`${end} (was ${was[index]})`])),
    ...(before.phase === after.phase ? [] : [`run ${after.phase} (was ${before.phase})`]),
    ...(one.hooks.includes('id: last') ? one.tasks.flatMap((task) => faultsOfEnds(task, after)) : []),
  ];
}

/** Hooks for the ends of a task run where it has come to such an end, and nowhere else. */
function faultsOfEnds(task: string, { nodes }: SimulatedRun): readonly string[] {
  const end = nodes.get(task);
  const hasRun = (hook: string) => /^(?:Succeeded|Failed)$/.test(nodes.get(`${hook}-${task}`) ?? '');
  const cries = end === 'Failed' && tasksThatCry.includes(task);
  const expected = { 'hook-last': end === 'Succeeded' || end === 'Failed', 'hook-cry': cries };
  return Object.entries(expected).flatMap(([hook, runs]) =>
    hasRun(hook) === runs ? [] : [`\`${hook}-${task}\` ${nodes.get(`${hook}-${task}`)} behind ${end}`],
  );
}

/** A failing exit handler fails the run. */
function isSoft(hook: string): boolean {
  return /^hook-(?:aside|two|cry)-/.test(hook);
}

/** What a hook holds up has run behind that hook and nowhere else. */
function passedGates({ gated }: OutcomeCase, { nodes }: SimulatedRun): readonly string[] {
  return Object.entries(gated).flatMap(([hook, tasks]) =>
    isSoft(hook) || nodes.get(hook) === 'Succeeded'
      ? []
      : tasks.filter((task) => nodes.get(task) === 'Succeeded').map((task) => `\`${task}\` passes \`${hook}\` by`),
  );
}

/** A gate that fails makes the run fail, and holds up what is behind it. */
function faultsOfGate({ gated, held }: OutcomeCase, hook: string, { nodes, phase }: SimulatedRun): readonly string[] {
  if (isSoft(hook) || nodes.get(hook) !== 'Failed') return [];
  const passed = [...(gated[hook] ?? []), ...(held?.[hook] ?? [])].filter((task) => nodes.get(task) === 'Succeeded');
  return [
    ...passed.map((task) => `\`${task}\` runs although \`${hook}\` failed`),
    ...(phase === 'Succeeded' ? [`the run succeeds although \`${hook}\` failed`] : []),
  ];
}
