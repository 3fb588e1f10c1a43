// Every figure of speed: its goal, what must hold today, and what limits it.
// `kept` is for the small files of `--quick`, which every build measures: the goal less a quarter where it is reached, else what was
// reached when this was last written, less a quarter. Who makes something faster writes down what is kept from then on.

/** A tool that needs so many times our processor time. */
const faster = (name, must, stretch, kept, limit) => ({ name, isMost: false, must, stretch, kept, limit });

/** Ours, as a multiple. */
const most = (name, must, stretch, kept, limit) => ({ name, isMost: true, must, stretch, kept, limit });

const again = 'the root is planned anew, the whole text is looked through, and names are matched with rules';
const guessed = 'the hooks of an earlier run are found and taken out first';
const names = 'all documents are scanned, and rules are matched with the names of all DAGs and steps';
const cold = 'code that runs for the first time: a command ends before V8 has made it fast';
const answer =
  'starting a process by Node, which alone takes 1.25 times what Node takes; then reading settings and the event';
const node = 'loading our code, of which a run calls a third, and running it for the first time';

/** `{tasks}` is how many there are in the text that was measured. */
export const figures = {
  library: faster('library, {tasks} tasks, beside yaml', 12, 20, 9, again),
  others: faster('the same, another workflow each time', undefined, undefined, 2.5),
  hostile: faster('library, hostile style, beside yaml', 4, 8, 3, again),
  changed: faster('command, {tasks} tasks, beside a script that adds as many steps with yaml', 6, 8, 2.4, cold),
  jsYaml: faster('command, {tasks} tasks, beside js-yaml', 2, 2.5, 1, cold),
  json: most(
    'library, {tasks} tasks, times JSON',
    6,
    3,
    7.5,
    'JSON is read and printed by machine code, not by JavaScript',
  ),
  growth: most('growth of time, as an exponent', 1.15, 1.15, 1.15),
  memory: most(
    'memory, bytes a byte',
    4,
    3.5,
    54,
    'room that V8 takes for code and for what lives briefly, whatever the size of the text',
  ),
  // As much as without it; a tenth is what two runs of the same may differ by.
  '--quiet': most('apply --quiet, {tasks} tasks, beside apply without', 1.1, undefined, 1.4),
  'apply --check': most('verb: apply --check, {tasks} tasks, beside apply', 1.3, 1, 1.6, guessed),
  // The fewer steps there are, the fewer of them say what others say.
  commands: most('apply, {tasks} tasks, rules about commands, beside names', undefined, undefined, 2.7),
  diff: most('verb: diff, {tasks} tasks, beside apply', 1.3, 1, 1.6, 'the changes are found line by line'),
  explain: most('verb: explain, {tasks} tasks, beside apply', 1.3, 1, 1.6, names),
  graph: most('verb: graph, {tasks} tasks, beside apply', 1.3, 1, 1.6),
  strip: most('verb: strip, {tasks} tasks, beside apply', 1.3, 1, 1.6, guessed),
  verify: most('verb: verify, {tasks} tasks, beside apply', 1.3, 1, 1.6, guessed),
  version: most('start: --version', 1.3, 1.1, 1.6, 'Node reads a script of ours'),
  apply: most('start: apply, six documents', 2, 1.35, 4, node),
  dispatch: most('start: dispatch, without its hook', 1.5, 1.3, 2.2, answer),
  // The goals were set with NODE_EXTRA_CA_CERTS, for which Node itself takes twice as long to start.
  versionBare: most('start without certificates: --version', undefined, undefined, 1.6),
  applyBare: most('start without certificates: apply, six documents', undefined, undefined, 4),
  dispatchBare: most('start without certificates: dispatch, without its hook', undefined, undefined, 2.2),
  python: faster('command, {tasks} tasks, beside a Python injector on PyYAML in C', 4.5, 6, undefined, cold),
  yq: faster('command, {tasks} tasks, beside yq', undefined, undefined, undefined),
};

/** A table of what was measured, as lines. */
export function tableOf(rows) {
  const cells = rows.map(({ name, megabytes, figure, isMost, must, stretch, kept, met, holds }) => {
    const sign = isMost ? '<=' : '>=';
    return [
      name,
      megabytes === undefined ? '' : megabytes.toFixed(1),
      figure.toFixed(2),
      must === undefined ? '' : `${sign} ${must}`,
      stretch === undefined ? '' : `${sign} ${stretch}`,
      must === undefined ? '' : met ? 'reached' : 'NOT reached',
      kept === undefined ? '' : `${sign} ${kept}`,
      kept === undefined ? '' : holds ? 'holds' : 'WORSE',
    ];
  });
  const table = [['processor time, in turns', 'MB', 'figure', 'must', 'stretch', '', 'kept', ''], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

/** What limits a figure, where the stretch is missed. */
export function limitsOf(rows) {
  return rows
    .filter(({ isMost, figure, stretch }) => stretch !== undefined && !reaches(figure, stretch, isMost))
    .map(({ name, limit }) => `${name}: ${limit ?? 'little'}`);
}

export function reaches(figure, bound, isMost) {
  return isMost ? figure <= bound : figure >= bound;
}
