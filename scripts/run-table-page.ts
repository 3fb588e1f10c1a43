import { type DaguRunTable, runTables } from '../src/formats/dagu/run-table.js';
import { handlerEvents } from '../src/model/rule.js';
import { type CommandEnd, type Fate, type HookKind, type NodeEnd, nodeEnds } from '../src/model/run-table.js';

/** The page that tells which steps run, in Markdown, from the table that previews are made from. */
export function runTablePage(): string {
  return `# Will it run?

What becomes of an added step when something before it fails, is skipped, or the run is stopped? And what becomes of the steps
that wait for it? \`dagweave diff\` answers for your workflow: in the tab "Will it run?" of \`--view html\`, in a table of
\`--view markdown\`, and for programs in \`will_it_run\` of \`--view json\`. This page has the rules behind those answers for Dagu.
It is generated from the tables that the previews are made from (\`npm run docs\`), and \`test/engine/run-table.test.ts\` lets the real
engines run through every row: Dagu ${tables.map(({ engine }) => engine).join(' and Dagu ')}.

## Behind what does a step run?

| the step before it | Dagu | it | it, if the one before says \`continueOn\` (2.x: \`continue_on\`) for this end |
|---|---|---|---|
${inEach(nodeEnds, (table, outcome) => [stepEnds[outcome], table.engine, fate(table.behind[outcome]), fate(table.behindTolerant[outcome])])}

A step that waits for several runs if all of them let it run. A step that is skipped or aborted takes along what waits for it in
the same way. After the run was stopped nothing begins but handlers. In 2.14.0, what waits for a target of a router runs even where the
router chose another.

## What does an added step hold up?

| the rule says | Dagu | its command succeeds | its command fails or takes too long, after the last try | its \`when\` does not hold |
|---|---|---|---|---|
${inEach(kinds, (table, [kind, says]) => [says, table.engine, ...ends.map((end) => consequence(table, kind, end))])}

## What does the run of a sub-DAG do to the step that calls it?

| Dagu | it fails | it fails because a call in it took too long |
|---|---|---|
${tables.map(({ engine, callers }) => row([engine, counts[callers.failure], counts[callers.late]])).join('\n')}

## When do the handlers run?

| the rule says | Dagu | ${nodeEnds.map((outcome) => runEnds[outcome]).join(' | ')} |
|---|---|---|---|---|---|
${inEach(handlerEvents, (table, event) => [`\`run: ${event}\``, table.engine, ...nodeEnds.map((outcome) => (table.handlers[event][outcome] ? 'runs' : 'no'))])}

A hook in a handler that fails makes the run fail, unless it has \`on_failure: continue\` or \`await: false\`, or the handler had a
command before: then that one decides.

Rules of \`post_task\` with \`run: always\` or \`run: failure\` are in the handlers of a task that is a DAG of its own. They run at its end, after a gate of
the task that failed as well, and before what waits for the task.
`;
}

const tables = Object.values(runTables);

/** A line for each thing in each engine. */
function inEach<One>(things: readonly One[], cells: (table: DaguRunTable, thing: One) => readonly string[]): string {
  return things.flatMap((thing) => tables.map((table) => row(cells(table, thing)))).join('\n');
}

const counts: Readonly<Record<NodeEnd, string>> = {
  success: 'it succeeds',
  failure: 'it fails',
  skipped: 'it is skipped',
  aborted: 'it is aborted, whatever it says of failures',
};

const stepEnds: Readonly<Record<NodeEnd, string>> = {
  success: 'succeeds',
  failure: 'fails, or is killed',
  skipped: 'is skipped',
  aborted: 'is aborted, because something before it failed',
};

const runEnds: Readonly<Record<NodeEnd, string>> = {
  success: 'the run succeeds',
  failure: 'the run fails',
  skipped: 'its last steps are skipped',
  aborted: 'the run is stopped',
};

const ends: readonly CommandEnd[] = ['success', 'failure', 'left_out'];

const kinds: readonly (readonly [HookKind, string])[] = [
  ['gate', 'nothing about it, or `on_failure: retry`'],
  ['awaited', '`on_failure: continue`'],
  ['aside', '`await: false`'],
  ['background', '`await: false`, in a chain'],
];

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function fate(found: Fate): string {
  return found === 'runs' ? 'runs' : `is ${found}`;
}

function consequence({ hooks, behind }: DaguRunTable, kind: HookKind, end: CommandEnd): string {
  const outcome = hooks[kind][end];
  const run = outcome === 'failure' ? '; the run fails' : '';
  if (kind === 'aside') return `nothing waits${run}`;
  if (kind === 'background') return `what follows does not wait for it${run}`;
  return (behind[outcome] === 'runs' ? 'what waits for it runs' : 'what waits for it does not run') + run;
}
