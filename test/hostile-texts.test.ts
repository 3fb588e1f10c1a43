import { expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { inputOf } from './there-and-back.js';

function names(start: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${start}${at}`);
}

const rules = {
  final: [{ type: 'shell', command: './last.sh' }],
  pre_task: [{ type: 'shell', command: './first.sh', match: { runs: 'curl *' }, optional: true }],
};
const quotes = "'".repeat(75);
const job = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n';

/** Each took longer than anybody waits, or ended in a crash. */
const hostile: Readonly<Record<string, string>> = {
  'a quote that is never closed':
    '{handlerOn: {x: {call: c}," exit: {call: clean-up} },\n steps: [{name: a, command: make}]\n',
  'quotes in an expression of GitHub that is never closed': `${job}    steps:\n      - run: |\n          echo \${{ ${quotes}\n`,
  'the same in a condition': `${job}    if: "\${{${quotes}"\n    steps:\n      - run: make\n`,
  'blank lines between two parts of an answer': `Here:\n\`\`\`yaml\nsteps:\n  - name: a\n    command: make\n\`\`\`\n\`\`\`yaml\n${'\n'.repeat(60)}] x\n\`\`\`\n`,
  'a last line of dashes': `steps:\n  - name: a\n    command: make\n${'-'.repeat(200_000)}!`,
  'a last line of brackets': `steps:\n  - name: a\n    command: make ${'['.repeat(200_000)}]`,
  'brackets that close nothing': '}'.repeat(200_000),
  'a line of keys': `steps:\n  - name: a\n    command: ${'a: '.repeat(20_000)}\n  - name: b\n    command: make\n    depends: [a]\n`,
  'a line of keys in quotes': `steps:\n  - name: a\n    command: ${'"a": '.repeat(20_000)}\n  - name: b\n    command: make\n`,
  'routes to steps that are not there': `steps:\n  - id: decide\n    action: router.route\n    with:\n      value: a\n      routes:\n        a: [${names('step_to_x', 20_000).join(', ')}]\n${names(
    'step_to_y',
    20_000,
  )
    .map((name) => `  - name: ${name}\n    run: make\n`)
    .join('')}`,
  'blanks in the middle of a line of prose': `\`\`\`yaml\nsteps:\n  - name: a\n    command: make\nThat is${' '.repeat(200_000)}it.\n\nDone.\n`,
};

test.each(Object.entries(hostile))('%s is read, or refused, at once', (_, text) => {
  const start = process.cpuUsage();
  const { ok, diagnostics } = compile(inputOf(text, { hooks: { enabled: true, injections: rules } }, undefined));
  expect(ok || diagnostics.length > 0).toBe(true);
  // Of processor time, which other processes on the machine change little.
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(5_000);
});
