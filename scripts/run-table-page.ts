import { runTable } from '../src/formats/dagu/run-table.js';
import { handlerEvents } from '../src/model/rule.js';
import { type CommandEnd, type HookKind, type Outcome, outcomes } from '../src/model/run-table.js';

/** The page that tells which steps run, in Markdown, from the table that previews are made from. */
export function runTablePage(): string {
  return `# Will it run?

What becomes of an added step when something before it fails, is skipped, or the run is stopped? And what becomes of the steps
that wait for it? \`dagweave diff\` answers for your workflow: in the tab "Will it run?" of \`--view html\`, in a table of
\`--view markdown\`, and for programs in \`will_it_run\` of \`--view json\`. This page has the rules behind those answers for Dagu.
It is generated from the table that the previews are made from (\`npm run docs\`), and \`test/engine/run-table.test.ts\` lets a real
Dagu 1.30.2 run through every row of it.

## Behind what does a step run?

| the step before it | it | it, if the one before says \`continueOn\` for this end |
|---|---|---|
${outcomes.map((outcome) => row([stepEnds[outcome], fate(outcome, 'behind'), fate(outcome, 'behindTolerant')])).join('\n')}

A step that waits for several runs if all of them let it run. A step that is skipped or aborted takes along what waits for it in
the same way. After the run was stopped nothing begins but handlers.

## What does an added step hold up?

| the rule says | its command succeeds | its command fails, after the last try | its \`when\` does not hold |
|---|---|---|---|
${kinds.map(([kind, says]) => row([says, ...ends.map((end) => consequence(kind, end))])).join('\n')}

Where the run of a sub-DAG fails, the step that calls it fails.

## When do the handlers run?

| the rule says | ${outcomes.map((outcome) => runEnds[outcome]).join(' | ')} |
|---|---|---|---|---|
${handlerEvents.map((event) => row([`\`run: ${event}\``, ...outcomes.map((outcome) => (runTable.handlers[event][outcome] ? 'runs' : 'no'))])).join('\n')}

A hook in a handler that fails makes the run fail, unless it has \`on_failure: continue\` or \`await: false\`, or the handler had a
command before: then that one decides.
`;
}

const stepEnds: Readonly<Record<Outcome, string>> = {
  success: 'succeeds',
  failure: 'fails, or is killed',
  skipped: 'is skipped',
  aborted: 'is aborted, because something before it failed',
};

const runEnds: Readonly<Record<Outcome, string>> = {
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

function fate(outcome: Outcome, table: 'behind' | 'behindTolerant'): string {
  const found = runTable[table][outcome];
  return found === 'runs' ? 'runs' : `is ${found}`;
}

function consequence(kind: HookKind, end: CommandEnd): string {
  const outcome = runTable.hooks[kind][end];
  const run = outcome === 'failure' ? '; the run fails' : '';
  if (kind === 'aside') return `nobody waits${run}`;
  if (kind === 'background') return `what follows does not wait for it${run}`;
  return (runTable.behind[outcome] === 'runs' ? 'what waits for it runs' : 'what waits for it does not run') + run;
}
