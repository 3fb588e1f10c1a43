import { pageAddress } from '../pages.js';
import { error, note, warning } from '../row.js';
import { listed, meant, quoted } from '../words.js';

/** DW4xx: where a hook is inserted. */
export const placingRows = () => ({
  DW403: note(
    (a: {
      rule: string;
      side: string;
      anchor: string;
      places: readonly string[];
      /** Only hooks of other configurations have that name. */
      isForeign: boolean;
      nearest: string | undefined;
      skipped: boolean;
      fallback: string;
    }) =>
      `\`${a.anchor}\` not found in ${listed(a.places)}; rule ${a.rule} ${a.skipped ? 'is skipped there' : `is inserted ${a.fallback}`}${a.isForeign ? foreign : meant(a.nearest)}`,
    () => 'With `on_missing_anchor: error` this fails, with `skip` the hook is left out; `default` inserts it as here.',
  ),
  DW426: warning(
    (a: { rule: string; side: string; anchor: string; nearest: string }) =>
      `rule ${a.rule} is inserted ${a.side} \`${a.anchor}\`, but nothing is called \`${a.anchor}\` where it matches${meant(a.nearest)}`,
    () => 'Correct the name, or write `on_missing_anchor: default` if it need not be there.',
    'rules',
  ),
  DW404: error(
    (a: {
      rule: string;
      side: string;
      anchor: string;
      places: readonly string[];
      isForeign: boolean;
      nearest: string | undefined;
    }) =>
      `rule ${a.rule} is inserted ${a.side} \`${a.anchor}\`, but \`${a.anchor}\` was not found in ${listed(a.places)}${a.isForeign ? foreign : meant(a.nearest)}`,
    () => 'Correct the name, or set `on_missing_anchor` to `default` or `skip`.',
  ),
  DW405: error(
    (a: { rule: string; dag: string; why: string; instead: string; isOfTasks: boolean }) =>
      `rule ${a.rule} cannot insert a step into \`${a.dag}\`, because ${a.why}`,
    (a) => (a.isOfTasks ? `${a.instead} Or leave out the tasks here with \`tasks_exclude\`.` : a.instead),
  ),
  DW406: error(
    (a: { rule: string; dag: string; node: string }) =>
      `rule ${a.rule} depends on the step \`${a.node}\` of \`${a.dag}\`, which has no name that another step can depend on`,
    () => 'Give that step a `name`: a name from the engine changes when the step moves.',
  ),
  DW407: error(
    (a: { rule: string; dag: string; reading: string; other: string; why: string; oneOrder: string | undefined }) =>
      `\`${a.dag}\` can be read as two different graphs, and rule ${a.rule} is possible in ${a.other} but not in ${a.reading}: ${a.why}`,
    (a) =>
      `${a.oneOrder ?? 'Write in this document in which order its steps run'}, or pass \`--assume-version\` (\`assume_version\` in the configuration) for all workflows that do not show their version.`,
  ),
  DW408: error(
    (a: { rule: string; dag: string; reading: string; why: string; asGraph: string }) =>
      `rule ${a.rule} cannot insert its hook into \`${a.dag}\` without changing the order of the steps (${a.reading}): ${a.why}`,
    (a) =>
      `Choose another anchor for the rule, or exclude this DAG with \`tasks_exclude\`; or ${a.asGraph}, so that the order no longer follows from the list.`,
    'rules',
  ),
  DW409: note(
    (a: { rule: string; dag: string; count: number; isTask: boolean }) =>
      `rule ${a.rule} makes ${a.count} ${a.count === 1 ? 'step' : 'steps'} of \`${a.dag}\` wait for steps that ${a.count === 1 ? 'it' : 'they'} did not wait for before`,
    (a) =>
      a.isTask
        ? 'So the workspace of the task is removed after its last steps and the hook. List in `teardown` the steps that remove it.'
        : 'This is the meaning of `post_roots`; to hold back fewer steps, name your setup steps in `setup`.',
  ),
  DW410: note(
    (a: { first: string; second: string; dags: readonly string[] }) =>
      `rules ${a.first} and ${a.second} insert at the same place of ${listed(a.dags)} with equal \`order\`, so the first one in the configuration runs first`,
    () =>
      'Give them different `order` numbers, so that the result does not depend on their order in the configuration.',
  ),
  DW412: note(
    (a: { rule: string; dags: readonly string[] }) =>
      `the steps of ${listed(a.dags)} run one after another, so the hook of rule ${a.rule}, which no step may wait for, starts in the background`,
    () => 'Its output goes to the log of its step; the engine does not notice its failure.',
  ),
  DW413: note(
    (a: { rule: string; group: string; dags: readonly string[]; asGraph: string }) =>
      `the steps of ${listed(a.dags)} run one after another, so rule ${a.rule} and the others of the group \`${a.group}\` do not run in parallel`,
    (a) => `All of them run, which only takes longer. For a DAG whose hooks run in parallel, ${a.asGraph}.`,
  ),
  DW414: note(
    (a: { rule: string; dags: readonly string[] }) =>
      `no step of ${listed(a.dags)} waits for the hook of rule ${a.rule}, but a run ends only after its hooks, so the caller of the run waits for the hook`,
    () => 'Give the hook a `timeout`.',
  ),
  DW419: note(
    (a: { dags: readonly string[] }) =>
      `${listed(a.dags)} would capture the results of more than 50 hooks, and an engine passes each result to every later step, so only the first 50 are captured`,
    () => 'Write `output: true` on the steps whose results you use.',
  ),
  DW420: warning(
    (a: { rule: string; dag: string; nodes: readonly string[]; everything: boolean; field: string | undefined }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\`${a.everything ? ', with every step that depends on it,' : ''} is skipped whenever ${a.nodes.length === 1 ? 'this step is' : 'one of these steps is'}: ${listed(a.nodes)}`,
    (a) =>
      `Let the run go on when that step is skipped${a.field === undefined ? '' : ` (${a.field})`}, or choose another place; at the end of a run, a hook with \`run: always\` depends on no step.`,
  ),
  DW436: warning(
    (a: { rule: string; dag: string; nodes: readonly string[]; chooser: string | undefined }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` also runs when ${a.chooser === undefined ? 'another step' : `a ${a.chooser}`} does not choose ${a.nodes.length === 1 ? 'its step' : 'its steps'}: ${listed(a.nodes)}`,
    () =>
      'Move the work of such a step into a sub-DAG that the step calls, and let the rule match that sub-DAG: its hooks run only when it runs. Or exclude the step with `tasks_exclude`.',
  ),
  DW437: warning(
    (a: { rule: string; child: string; dag: string; folder: string }) =>
      `rule ${a.rule} starts \`${a.child}\` from the sub-DAG \`${a.dag}\`, but there the engine finds it only in its folder of DAGs, not beside the file`,
    (a) =>
      `Put \`${a.child}\` into \`${a.folder}\` and write \`external: true\` on the step, or make it a document of the same file: below \`---\`, with its \`name\`.`,
    'rules',
  ),
  DW430: error(
    (a: { rule: string; child: string; nearest: string | undefined }) =>
      `rule ${a.rule} runs the workflow \`${a.child}\`, but \`${a.child}\` is neither a DAG of the file nor a file beside it${meant(a.nearest)}`,
    () =>
      'Correct `pipeline`, put the workflow beside this one, or write `external: true` if the engine finds it elsewhere.',
    'rules',
  ),
  DW431: note(
    (a: { dag: string; rule: string; butPolicy: boolean }) =>
      `\`${a.dag}\` gets no hooks ${a.butPolicy ? 'but those of the policy' : 'and is not a task'}, because the hooks of rule ${a.rule} run it as a child`,
  ),
  DW434: warning(
    (a: { dag: string; rule: string; butPolicy: boolean }) =>
      `\`${a.dag}\` itself gets no hooks${a.butPolicy ? ' but those of the policy' : ''}, because the hooks of rule ${a.rule} run it as a child, and every workflow given is a child in this way`,
    () => 'Let the rule run another workflow, or pass the workflow whose hooks run this one as well.',
    'rules',
  ),
  DW435: warning(
    (a: { first: string; second: string; port: number }) =>
      `${a.first} and ${a.second} may listen on port ${a.port} at the same time, but only one of them can: the other one fails`,
    () => 'Give one of them another `callback_port`, or 0 for any free port; or let one run after the other.',
    'rules',
  ),
  DW432: error(
    (a: { rule: string; path: string }) =>
      `with the hooks of rule ${a.rule}, a workflow would call itself in an endless loop: ${a.path}`,
    () => 'Exclude the child with `tasks_exclude`, or let the hook run another workflow.',
    'rules',
  ),
  DW425: note(
    (a: { dag: string; names: readonly string[] }) =>
      `the ${a.names.length === 1 ? 'name' : 'names'} that the engine gives to ${listed(a.names)} of \`${a.dag}\` ${a.names.length === 1 ? 'is' : 'are'} now written in the file, because other steps depend on ${a.names.length === 1 ? 'it' : 'them'} and hooks would change ${a.names.length === 1 ? 'it' : 'them'}`,
    () => '`strip` removes such names again.',
  ),
  DW479: error(
    (a: { rule: string; run: string; places: readonly string[]; why: string; instead?: string | undefined }) =>
      `the hook of rule ${a.rule} cannot run after ${a.run === 'failure' ? 'a failure' : 'every end'} of ${quoted(a.places)} (\`run: ${a.run}\`), because ${a.why}`,
    (a) =>
      `${a.instead ?? 'Use `final` with the same `run`, which is for the whole run'}. What each engine can do for one task: ${pageAddress('engines')}`,
    'rules',
  ),
  DW472: error(
    (a: OffTask) => offTaskText(a),
    (a) => offTaskHelp(a),
  ),
  DW473: warning(
    (a: OffTask) => offTaskText(a),
    (a) => offTaskHelp(a),
  ),
  DW455: error(
    (a: { rule: string; side: string; anchor: string; teardowns: readonly string[]; places: readonly string[] }) =>
      `rule ${a.rule} is inserted ${a.side} \`${a.anchor}\`, but there the workspace of the task is already removed: ${quoted(a.teardowns)} of ${listed(a.places)}`,
    (a) =>
      `Write \`before: ${a.teardowns[0]}\` or name an earlier step, or use the point \`final\` for a hook of the whole run. If that step removes nothing that the hook needs, list in \`teardown\` the steps that do; \`teardown: []\` means none.`,
  ),
  DW456: note(
    (a: { rule: string; teardowns: readonly string[]; places: readonly string[] }) =>
      `no step waits for the hook of rule ${a.rule}, so the workspace may be removed while the hook runs: ${quoted(a.teardowns)} of ${listed(a.places)}`,
    () => 'If the hook needs the workspace, remove `await: false`.',
  ),
  DW457: note(
    (a: { rule: string; teardowns: readonly string[]; places: readonly string[] }) =>
      `the hook of rule ${a.rule} runs without a workspace, because its task runs after ${quoted(a.teardowns)}: ${listed(a.places)}`,
    () => 'List in `teardown` the steps that remove a workspace; `teardown: []` means none.',
  ),
  DW442: warning(
    (a: { rule: string; dag: string; others: number; isCalled: boolean; field: string | undefined }) =>
      `every step of \`${a.dag}\` lets others continue when it fails, and the hook of rule ${a.rule}${a.others > 0 ? `, with ${a.others} more,` : ''} can be the only step that succeeds: the run then counts as a partial success, so ${a.isCalled ? 'the step that calls it continues' : 'the success handlers run, not the failure handlers'}`,
    (a) =>
      `Use a handler that always runs (\`run: always\`), ${a.field === undefined ? 'let the run fail where a step fails' : `remove ${a.field} from a step`} that must succeed, or exclude this DAG with \`tasks_exclude\`.`,
  ),
  DW484: warning(toleratedGate, toleratedGateHelp),
  DW485: error(
    (a: ToleratedGate) => `${toleratedGate(a)}; no gate that a policy demands can be bypassed so`,
    toleratedGateHelp,
  ),
  DW644: warning(
    (a: {
      rule: string;
      node: string;
      dag: string;
      caller: string;
      call: string;
      /** What has to fail for it, in words. */
      failing: string;
      why: string;
      /** What may be written in place of it: a sentence without its first capital and its full stop. */
      instead: string;
    }) =>
      `where ${a.failing} of \`${a.dag}\` fails, \`${a.caller}\` fails without the hook of rule ${a.rule} behind \`${a.node}\`, but may succeed with it, because ${a.why}`,
    (a) => `Let the rule run behind \`${a.call}\` of \`${a.caller}\` (\`tasks: [${a.call}]\`), or ${a.instead}.`,
    'rules',
  ),
  DW486: warning(
    (a: {
      rule: string;
      path: string;
      /** Steps of the jobs are before it. */
      isBehind: boolean;
      jobs: readonly string[];
      without: readonly string[];
      checkout: string;
    }) =>
      `the hook of rule ${a.rule} reads \`${a.path}\` ${a.isBehind ? 'in' : 'at the beginning of'} ${quoted(a.jobs)}, where nothing has checked the repository out ${a.isBehind ? 'before it' : 'yet'}`,
    (a) =>
      a.without.length === 0
        ? `Write \`after: ${a.checkout}\` in the rule.`
        : a.isBehind && a.without.length === a.jobs.length
          ? `Give ${quoted(a.without)} a step with \`${a.checkout}\`, or exclude ${a.without.length === 1 ? 'that job' : 'these jobs'} with \`tasks_exclude\`.`
          : `Write \`after: ${a.checkout}\` in the rule, and give ${quoted(a.without)} a step with that action.`,
    'rules',
  ),
  DW487: warning(
    (a: { rule: string; dag: string; nodes: readonly string[] }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` does not wait for ${quoted(a.nodes)}, because in some runs a person or a failure has to start ${a.nodes.length === 1 ? 'it' : 'them'}, and the hook would be skipped where neither does`,
    (a) =>
      `If the hook has to wait for ${quoted(a.nodes)}, let ${a.nodes.length === 1 ? 'it' : 'them'} start in the same way in every run.`,
    'rules',
  ),
  DW647: warning(
    (a: { first: string; second: string; tasks: readonly string[]; side: 'before' | 'after' }) =>
      `at ${quoted(a.tasks)}, the hook of rule ${a.first} runs before that of rule ${a.second}, which has the lower \`order\`, because the hook of ${a.side === 'before' ? a.first : a.second} is beside the task, and the other one in it`,
    (a) =>
      `Give \`${a.first}\` the lower \`order\`; or put both rules under \`pre_root\` with \`${a.side}: ${a.tasks[0]}\`, where both hooks are beside the task and in their order.`,
    'rules',
  ),
  DW476: note(
    (a: { rule: string; dags: readonly string[] }) =>
      `the steps of ${listed(a.dags)} run one after another, so those behind the hook of rule ${a.rule} start when it has ended, whatever came of it`,
    () => 'Give the hook a `timeout`.',
  ),
});

export interface ToleratedGate {
  readonly rule: string;
  readonly node: string;
  readonly dag: string;
  /** The field with which the node, a task with the gate in it, lets others go on. */
  readonly field?: string | undefined;
  /** The node itself runs behind tasks with the gate in them that failed. */
  readonly past?: { readonly tasks: readonly string[]; readonly field: string; readonly instead: string };
  /** What becomes of the DAG of the node behind the failure, where that is known for certain. */
  readonly after?: GateFailure | undefined;
}

interface GateFailure {
  /** What runs as it would behind a success. */
  readonly goesOn: readonly string[];
  /** Why the DAG ends as if all had gone well. */
  readonly whyWell: string | undefined;
  /** What to write so that it fails: a sentence without its full stop. */
  readonly instead: string;
  /** The gate is before the node, in its DAG, and not in what the node runs. */
  readonly leavesOut?: true;
}

function toleratedGate({ rule, node, dag, past, after }: ToleratedGate): string {
  if (after) return `where the gate of rule ${rule} ${whatBecomes(node, dag, after)}`;
  return past
    ? `where the gate of rule ${rule} in ${quoted(past.tasks)} fails, \`${node}\` of \`${dag}\` runs all the same, because it says \`${past.field}\``
    : `where the gate of rule ${rule} fails, what waits for \`${node}\` of \`${dag}\` runs all the same, because \`${node}\` lets others continue when it fails`;
}

function whatBecomes(node: string, dag: string, { goesOn, whyWell, leavesOut }: GateFailure): string {
  if (goesOn.length > 0)
    return `makes \`${node}\` of \`${dag}\` fail, ${quoted(goesOn)} ${goesOn.length === 1 ? 'runs' : 'run'} all the same`;
  const isWell = `\`${dag}\` ends as a success, because ${whyWell}`;
  return leavesOut ? `fails, \`${node}\` is left out, but ${isWell}` : `makes \`${node}\` fail, ${isWell}`;
}

function toleratedGateHelp({ node, field, past, after }: ToleratedGate): string {
  const remedy = field === undefined ? `Let the run fail where \`${node}\` fails` : `Remove ${field} from \`${node}\``;
  return `${after?.instead ?? past?.instead ?? remedy}, or write \`on_failure: continue\` in the rule if nothing has to stop.`;
}

const foreign = '; a hook of another configuration has that name, but a policy does not follow that';

export interface OffTask {
  readonly rule: string;
  readonly step: string;
  readonly side: 'after' | 'before';
  readonly anchor: string;
  readonly isBefore: boolean;
}

function offTaskText({ rule, step, side, anchor, isBefore }: OffTask): string {
  const waits = isBefore ? `${step} does not wait for it there` : `there it does not wait for ${step}`;
  return `the hook of rule ${rule} for ${step} is inserted ${side} \`${anchor}\`, but ${waits}`;
}

function offTaskHelp({ step, anchor, isBefore }: OffTask): string {
  const [first, second] = isBefore ? [step, `\`${anchor}\``] : [`\`${anchor}\``, step];
  return `Let ${first} wait for ${second}, or take the anchor out of the rule.`;
}
