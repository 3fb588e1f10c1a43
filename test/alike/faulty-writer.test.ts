import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { dagu } from '../../src/formats/dagu/index.js';
import type { Format, PlainWorkflow } from '../../src/formats/format.js';
import type { WrittenDag } from '../../src/formats/stencils.js';
import { generatedBundle } from '../text/documents.js';
import { isOfShapes } from './agree.js';
import { daguWith } from './dagu-with.js';

const bundle = generatedBundle('--tasks', '30', '--style', 'mixed');
const shell = (id: string, command: string, more: object = {}) => ({
  id,
  type: 'shell',
  command,
  tasks: ['*'],
  ...more,
});
const injections = {
  pre_task: [shell('first', 'echo {{task_id}}')],
  post_task: [
    shell('gate', 'check {{task_id}} "of: {{spec_id}}"', { after: 'commit' }),
    shell('lines', 'echo one\necho {{task_id}}', { after: 'run-test' }),
  ],
};

/** A writer that errs: every DAG that it writes has this mistake, and what it says of itself has it too. */
function compiled(mistake: (written: WrittenDag, slice: Part) => WrittenDag) {
  const format = daguWith((plain) => ({
    ...plain,
    write: (dag, ...others) => mistake(plain.write(dag, ...others), partOf(plain, dag)),
    findFault: (dag, plan, written) => {
      const found = plain.findFault(dag, plan, written);
      faults.push(found && (found.kind === 'other' ? found.what : found.kind));
      return found;
    },
  }));
  const faults: (string | undefined)[] = [];
  const input = (formats: readonly Format[]) => ({
    workflow: [{ path: 'bundle.yaml', text: bundle }],
    configuration: [
      { layer: 'project' as const, path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion: '1.30', byShape: true, formats },
  });
  const expected = compile(input([dagu]));
  const attempt = () => {
    try {
      return compile(input([format])).outputs[0]!.text;
    } catch (error) {
      return String(error);
    }
  };
  return { output: attempt(), expected: expected.outputs[0]!.text, isOfShapes: isOfShapes(expected), faults };
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function partOf({ open: { workflow }, textOf }: PlainWorkflow, dag: number): Part {
  const { text } = workflow.files[0]!;
  const start = text.indexOf(textOf(dag));
  return { text, start, end: start + textOf(dag).length };
}

/** The same with other edits, as a writer would make it. */
function withEdits(written: WrittenDag, { text, start, end }: Part, change: (edit: string) => string): WrittenDag {
  const edits = written.edits.map((edit) => ({ ...edit, text: change(edit.text) }));
  let made = '';
  let from = start;
  for (const edit of edits) {
    made += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  const hooks = written.hooks.map((hook) => ({ ...hook, edit: edits[written.edits.indexOf(hook.edit)]! }));
  return { ...written, text: made + text.slice(from, end), edits, hooks };
}

test('without a mistake, no fault is found', () => {
  const { output, expected, isOfShapes, faults } = compiled((written) => written);
  expect([isOfShapes, output]).toEqual([true, expected]);
  expect(new Set(faults)).toEqual(new Set([undefined]));
  expect(faults.length).toBeGreaterThan(20);
});

test.each<readonly [string, (text: string) => string]>([
  ['a step that is less indented', (text) => text.replace(/^ {2}(- name: hook)/gm, ' $1')],
  ['a key that is deeper', (text) => text.replace(/^( +command: )/gm, '  $1')],
  ['another command', (text) => text.replace('echo ', 'echo not ')],
  ['another name', (text) => text.replace('name: hook', 'name: hooked')],
  ['another need', (text) => text.replace(/^hook-\S+$/, 'pre-sync')],
  ['a need too many', (text) => text.replace(/^hook-\S+$/, '$&, pre-sync')],
  ['a need that is null', (text) => text.replace(/^hook-\S+$/, 'null')],
  ['a key twice', (text) => text.replace(/^( +)command: .*\n/m, '$&$1command: make\n')],
  ['a step twice', (text) => (text.includes('- name: hook') ? text + text : text)],
  ['no step', (text) => (text.includes('- name: hook') ? '' : text)],
  ['a mere comment', (text) => text.replace(/^/gm, '#')],
  ['another step behind it', (text) => (text.includes('- name: hook') ? `${text}  - name: more\n` : text)],
  ['a line that belongs to it', (text) => (text.includes('- name: hook') ? `${text}    dir: /\n` : text)],
  ['an end of the document', (text) => (text.includes('- name: hook') ? `${text}---\n` : text)],
  ['a key behind the list', (text) => (text.includes('- name: hook') ? `${text}type: graph\n` : text)],
  ['an open quote', (text) => text.replace(/(command: .*)$/m, '$1 "')],
  ['a tab', (text) => text.replace(/^ {4}(?=command)/m, '\t')],
])('a writer that writes %s writes nothing', (_, change) => {
  const { output, expected, faults } = compiled((written, part) => withEdits(written, part, change));
  expect(faults.some((fault) => fault !== undefined)).toBe(true);
  // Read in full, the workflow is written by another writer.
  if (output !== expected) expect(output).toMatch(/^Error: what was about to be written is not what was planned/);
});

test.each<readonly [string, (written: WrittenDag, part: Part) => WrittenDag]>([
  ['that is not in its edits', ({ text, ...rest }) => ({ ...rest, text: text.replace('command: ', 'command: not ') })],
  ['that is in none of its lines', (written) => ({ ...written, text: `${written.text}# end\n` })],
  [
    'of a hook in place of another',
    (written) => ({ ...written, hooks: [...written.hooks].reverse(), edits: written.edits }),
  ],
])('a writer that says another thing, one %s, writes nothing', (_, mistake) => {
  expect(compiled(mistake).output).toMatch(/^Error: what was about to be written is not what was planned/);
});
