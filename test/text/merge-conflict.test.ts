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

test.each([
  ['YAML', 'hooks.yaml', 'hooks:\n<<<<<<< HEAD\n  enabled: true\n=======\n  enabled: false\n>>>>>>> main\n'],
  ['JSON', 'hooks.json', '{"hooks": {\n<<<<<<< HEAD\n"enabled": true\n=======\n"enabled": false\n>>>>>>> main\n}}\n'],
])('a merge conflict in a configuration in %s is one error', (_, path, configuration) => {
  const { ok, diagnostics } = compiled(head + job('make'), path, configuration);
  expect([ok, diagnostics.map(({ code, span }) => [code, span?.file])]).toEqual([false, [['DW101', path]]]);
});

test.each([
  ['behind the workflow', (answer: string, edit: string) => `${answer}\nFor an old file, apply this:\n\n${edit}`],
  ['before it', (answer: string, edit: string) => `${edit}\nThe whole file:\n\n${answer}`],
])('an answer may show an edit in the same signs %s', (_, of) => {
  const edit = `\`\`\`\n${conflict.replace('HEAD', 'SEARCH').replace('main', 'REPLACE')}\`\`\`\n`;
  const { ok, diagnostics } = compiled(of(`\`\`\`yaml\n${head}${job('make')}\`\`\`\n`, edit));
  expect([ok, diagnostics.map(({ code }) => code)]).toEqual([true, ['DW108']]);
});

function compiled(text: string, path = 'hooks.yaml', configuration = 'hooks: {enabled: true}\n') {
  return compile({
    workflow: [{ path: '.github/workflows/ci.yml', text }],
    configuration: [{ layer: 'project', path, text: configuration }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
}
