import { error, note, warning } from '../row.js';

const listed = (names: readonly string[]) =>
  `${names.slice(0, 6).join(', ')}${names.length > 6 ? ` and ${names.length - 6} more` : ''}`;
const meant = (nearest: string | undefined) => (nearest === undefined ? '' : `; did you mean \`${nearest}\`?`);

/** DW4xx: which rule meets what, and where a hook goes. */
export const placingRows = {
  DW401: error(
    (a: {
      rule: string;
      patterns: readonly string[];
      ofTasks: boolean;
      nearest: string | undefined;
      known: readonly string[];
    }) =>
      a.ofTasks
        ? `rule ${a.rule} meets no task: none is called ${a.patterns.map((text) => `\`${text}\``).join(' or ')}${meant(a.nearest)}`
        : `rule ${a.rule} meets nothing: the DAG has no steps`,
    (a) =>
      a.ofTasks
        ? `The tasks are: ${a.known.length === 0 ? 'none' : listed(a.known)}. Correct \`tasks\`, or write \`optional: true\` if meeting none is fine.`
        : 'Write `optional: true` if meeting nothing is fine.',
  ),
  DW402: warning(
    (a: { pattern: string; nearest: string | undefined }) =>
      `the pattern \`${a.pattern}\` meets no task${meant(a.nearest)}`,
    () => 'Correct it or take it out; `optional: true` says that it may meet nothing.',
  ),
  DW403: note(
    (a: {
      rule: string;
      side: string;
      anchor: string;
      places: readonly string[];
      nearest: string | undefined;
      skipped: boolean;
    }) =>
      `no step is called \`${a.anchor}\` in ${listed(a.places)}, so rule ${a.rule} ${a.skipped ? 'is left out there' : "goes to its point's own place there"}${meant(a.nearest)}`,
    () =>
      '`on_missing_anchor: error` makes this fail, `skip` leaves the hook out, `default` is what happens unless you say.',
  ),
  DW404: error(
    (a: { rule: string; side: string; anchor: string; places: readonly string[]; nearest: string | undefined }) =>
      `rule ${a.rule} goes ${a.side} \`${a.anchor}\`, but no step is called so in ${listed(a.places)}${meant(a.nearest)}`,
    () => 'Correct the name, or choose another `on_missing_anchor`: `default` or `skip`.',
  ),
  DW405: error(
    (a: { rule: string; dag: string; why: string }) =>
      `rule ${a.rule} cannot put a step into \`${a.dag}\`, because ${a.why}`,
    () => 'Leave this DAG out with `tasks_exclude`, or write its steps out in their own list.',
  ),
  DW406: error(
    (a: { rule: string; dag: string; node: string }) =>
      `rule ${a.rule} has to wait for the step \`${a.node}\` of \`${a.dag}\`, which has no name by which another step could wait for it`,
    () => 'Give that step a plain `name`: one that the engine makes up changes with the place of the step.',
  ),
  DW407: error(
    (a: { rule: string; dag: string; reading: string; other: string; why: string }) =>
      `\`${a.dag}\` means two different graphs, and rule ${a.rule} fits ${a.other} but not ${a.reading}: ${a.why}`,
    () =>
      'Add the line `type: graph` or `type: chain` at the top of this document, whichever its author meant, or give `--target-version` (`target_version` in the configuration).',
  ),
  DW408: error(
    (a: { rule: string; dag: string; reading: string; why: string; asGraph: string }) =>
      `rule ${a.rule} cannot be placed in \`${a.dag}\` without changing the order of its steps (${a.reading}): ${a.why}`,
    (a) =>
      `Choose another anchor for the rule, or leave this DAG out with \`tasks_exclude\`; or ${a.asGraph}, which says the same order without the place in the list.`,
  ),
  DW409: note(
    (a: { rule: string; dag: string; count: number }) =>
      `rule ${a.rule} makes ${a.count} ${a.count === 1 ? 'step' : 'steps'} of \`${a.dag}\` wait for steps that ${a.count === 1 ? 'it' : 'they'} did not wait for before`,
    () => 'That is what `post_roots` means; name your setup steps in `setup` if it should hold back less.',
  ),
  DW410: note(
    (a: { first: string; second: string; dags: readonly string[] }) =>
      `rules ${a.first} and ${a.second} meet at one place of ${listed(a.dags)} with equal \`order\`, so the one that stands first in the configuration runs first`,
    () => 'Give them different `order` numbers to make this independent of where they stand.',
  ),
  DW411: note(
    (a: { names: readonly string[]; base: string; dags: readonly string[]; rule: string }) =>
      `in ${listed(a.dags)} a step is called ${a.base} already, so ${a.names.length === 1 ? 'another' : 'others'} of rule ${a.rule} ${a.names.length === 1 ? 'is' : 'are'} called ${listed(a.names)}`,
  ),
  DW412: note(
    (a: { rule: string; dags: readonly string[] }) =>
      `the steps of ${listed(a.dags)} run one after another, so the hook of rule ${a.rule}, which nobody shall wait for, is started in the background`,
    () => 'Its output goes to the log of its step; its failure is not seen by the engine.',
  ),
  DW413: note(
    (a: { rule: string; group: string; dags: readonly string[] }) =>
      `the steps of ${listed(a.dags)} run one after another, and so does rule ${a.rule} with the others of the group \`${a.group}\``,
  ),
  DW414: note(
    (a: { rule: string; dags: readonly string[] }) =>
      `no step of ${listed(a.dags)} waits for the hook of rule ${a.rule}, but a run lasts until its hooks have ended, and so whoever calls it waits`,
    () => 'Give the hook a `timeout`.',
  ),
  DW415: error(
    (a: { added: number; limit: number; shares: readonly Share[] }) =>
      `${a.added} steps would be added, and \`limits.max_added_steps\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () => 'Narrow the `tasks` of these rules, or raise the limit.',
  ),
  DW417: error(
    (a: { asking: number; limit: number; shares: readonly Share[] }) =>
      `${a.asking} steps that ask a language model would be added, and \`limits.max_llm_calls\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () => 'Narrow the `tasks` of these rules, or raise the limit.',
  ),
  DW419: note(
    (a: { dags: readonly string[] }) =>
      `${listed(a.dags)} would capture the results of more than 50 hooks, which an engine hands to every later step, so none is captured`,
    () => 'Write `output: true` on the steps whose results you read.',
  ),
  DW420: warning(
    (a: { rule: string; dag: string; nodes: readonly string[]; everything: boolean }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\`${a.everything ? ', and with it all that waits for it,' : ''} is skipped whenever ${a.nodes.length === 1 ? 'this step is' : 'one of these steps is'}: ${listed(a.nodes)}`,
    () =>
      'Let the run go on when that step is skipped (`continueOn: {skipped: true}`, in 2.x `continue_on`), or choose another place; at the end of a run, `run: always` does not depend on any step.',
  ),
  DW421: note(
    (a: { rule: string; places: readonly string[] }) =>
      `rule ${a.rule} puts no step into ${listed(a.places)}, because its condition is false there`,
  ),
  DW436: warning(
    (a: { rule: string; dag: string; nodes: readonly string[] }) =>
      `the hook of rule ${a.rule} in \`${a.dag}\` runs also when a router does not choose ${a.nodes.length === 1 ? 'its step' : 'its steps'}: ${listed(a.nodes)}`,
    () =>
      'Move what such a step does into a sub-DAG that it calls, and let the rule meet that sub-DAG: its hooks run only when it runs. Or leave the step out with `tasks_exclude`.',
  ),
  DW437: warning(
    (a: { rule: string; child: string; dag: string }) =>
      `rule ${a.rule} starts \`${a.child}\` from the sub-DAG \`${a.dag}\`, and there the engine finds it only in its folder of DAGs, not beside the file`,
    (a) =>
      `Put \`${a.child}\` into \`DAGU_HOME/dags\` and write \`external: true\` on the step, or make it a document of the same file: below \`---\`, with its \`name\`.`,
  ),
  DW440: warning(
    (a: { rule: string; environments: readonly string[] }) =>
      `${a.rule} is left out: it is for ${listed(a.environments)} only, and nobody says which environment this is`,
    () =>
      'Pass `--var environment=NAME`, or set DAGWEAVE_ENVIRONMENT; take `environments` out of a hook that is for all.',
  ),
  DW441: note(
    (a: { rule: string; environments: readonly string[]; here: string }) =>
      `${a.rule} is left out: it is for ${listed(a.environments)} only, and the environment here is ${a.here}`,
  ),
  DW422: error(
    (a: { added: number; limit: number; shares: readonly Share[] }) =>
      `${a.added} added steps would run one after another, and \`limits.max_added_critical_path\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () =>
      'Let rules that do not need each other stand side by side with `parallel`, let nothing wait for them with `await: false`, or raise the limit.',
  ),
  DW430: error(
    (a: { rule: string; child: string; nearest: string | undefined }) =>
      `rule ${a.rule} runs the workflow \`${a.child}\`, and there is no such DAG in the file and no such file beside it${meant(a.nearest)}`,
    () =>
      'Correct `pipeline`, put the workflow beside this one, or write `external: true` where the engine knows it from elsewhere.',
  ),
  DW431: note(
    (a: { dag: string; rule: string }) =>
      `\`${a.dag}\` gets no hooks and is no task, because the hooks of rule ${a.rule} run it as a child`,
  ),
  DW434: warning(
    (a: { dag: string; rule: string }) =>
      `the hooks of rule ${a.rule} run \`${a.dag}\` as a child, so none can go into it, and no other workflow is given`,
    () => 'Let the rule run another workflow, or give the workflow whose hooks are to run this one.',
  ),
  DW435: warning(
    (a: { first: string; second: string; port: number }) =>
      `${a.first} and ${a.second} may wait at port ${a.port} at the same time, and only one of them can: the other one will fail`,
    () => 'Give one of them another `callback_port`, or 0 for any that is free; or let one run behind the other.',
  ),
  DW432: error(
    (a: { rule: string; path: string }) =>
      `with the hooks of rule ${a.rule}, a workflow would run itself without end: ${a.path}`,
    () => 'Leave the child out with `tasks_exclude`, or let the hook run another workflow.',
  ),
  DW433: error(
    (a: { sending: number; limit: number; shares: readonly Share[] }) =>
      `${a.sending} webhooks would be added, and \`limits.max_webhooks\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () => 'Narrow the `tasks` of these rules, or raise the limit.',
  ),
  DW423: error(
    (a: {
      point: string | undefined;
      stage: string | undefined;
      nearest: string | undefined;
      known: readonly string[];
    }) =>
      a.stage === undefined
        ? `the hooks of ${a.point} meet nothing: the workflow has no ${a.point === 'on_stage_complete' ? 'stages' : 'tasks'}`
        : `hooks of this file meet nothing: no stage is called \`${a.stage}\`${meant(a.nearest)}`,
    (a) =>
      a.stage === undefined
        ? 'Put them at another point, such as on_session_complete.'
        : `${a.known.length === 0 ? 'There are none: the' : `Stages are: ${listed(a.known)}. The`} name of a file without \`stages\` is that of the stage it is about.`,
  ),
  DW424: warning(
    (a: { stage: string; nearest: string | undefined; known: readonly string[] }) =>
      `the workflow has no stage \`${a.stage}\`${meant(a.nearest)}`,
    (a) => (a.known.length === 0 ? 'It has none at all.' : `Of those listed it has: ${listed(a.known)}.`),
  ),
  DW425: note(
    (a: { dag: string; names: readonly string[] }) =>
      `the ${a.names.length === 1 ? 'name' : 'names'} that the engine makes up for ${listed(a.names)} of \`${a.dag}\` ${a.names.length === 1 ? 'is' : 'are'} written down there, because other steps wait for ${a.names.length === 1 ? 'it' : 'them'} and hooks would change ${a.names.length === 1 ? 'it' : 'them'}`,
    () => '`strip` takes such names out again.',
  ),
  DW442: warning(
    (a: { rule: string; dag: string; others: number; isCalled: boolean }) =>
      `every step of \`${a.dag}\` lets others go on when it fails, and the hook of rule ${a.rule}${a.others > 0 ? `, with ${a.others} more,` : ''} can be the only one that succeeds: the run then counts as a success in part, so that ${a.isCalled ? 'the step that calls it goes on' : 'handlers for a success run, and not those for a failure'}`,
    () =>
      'Use a handler that runs in any case (`run: always`), take `continueOn` (in 2.x `continue_on`) from a step that must succeed, or leave this DAG out with `tasks_exclude`.',
  ),
};

/** What a rule adds to a sum. */
export interface Share {
  readonly rule: string;
  readonly count: number;
}

function sharesText(shares: readonly Share[]): string {
  return listed(shares.map(({ rule, count }) => `${rule}: ${count}`));
}
