import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';

const job = (run: string) => `    steps:\n      - run: ${run}\n`;
const head = 'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n';
const conflict = `<<<<<<< HEAD\n${job('make')}=======\n${job('make all')}>>>>>>> main\n`;

test.each([
  ['in the file', head + conflict],
  ['with Windows line ends', (head + conflict).replaceAll('\n', '\r\n')],
  ['before its first line', conflict + head],
])('a merge conflict %s is one error, and neither side is taken', (_, text) => {
  const { ok, diagnostics } = compiled(text);
  expect([ok, diagnostics.map(({ code, message }) => `${code} ${message}`)]).toEqual([
    false,
    ['DW101 invalid YAML: `<<<<<<< HEAD` begins a merge conflict that is not resolved'],
  ]);
});

test('a script may speak of one', () => {
  const script =
    '      - run: |\n          cat <<END\n          <<<<<<< HEAD\n          =======\n          >>>>>>> main\n          END\n';
  expect(compiled(`${head}    steps:\n${script}`).ok).toBe(true);
});

function compiled(text: string) {
  return compile({
    workflow: [{ path: '.github/workflows/ci.yml', text }],
    configuration: [{ layer: 'project', path: 'hooks.yaml', text: 'hooks: {enabled: true}\n' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
}
