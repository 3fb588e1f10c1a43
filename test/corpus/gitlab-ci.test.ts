import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';

const folder = join(import.meta.dirname, 'gitlab-ci');
const files = readdirSync(folder).sort();
/** Where only the line ends differ, hooks go into one of four. */
const texts = files.flatMap((name, at) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const lines = text.replaceAll('\r\n', '\n');
  const isSample = at % 4 === 0;
  return [
    { name, text: lines, isPlain: true, isSample: true },
    { name: `${name}, Windows`, text: lines.replaceAll('\n', '\r\n'), isPlain: false, isSample },
    { name: `${name}, no final newline`, text: lines.trimEnd(), isPlain: false, isSample },
  ];
});
const plainTexts = texts.filter(({ isPlain }) => isPlain);

const rules = {
  pre_root: [{ id: 'hello', type: 'shell', command: 'echo hello' }],
  pre_task: [{ id: 'lint', type: 'shell', command: 'make lint', optional: true }],
  post_task: [
    { id: 'gate', type: 'shell', command: './gate {{task_id}}', optional: true },
    { id: 'aside', type: 'shell', command: './aside', await: false, optional: true },
    { id: 'logs', type: 'shell', command: './logs {{task_id}}', run: 'always', on_failure: 'continue', optional: true },
    { id: 'siren', type: 'shell', command: './siren', run: 'failure', on_failure: 'continue', optional: true },
  ],
  post_roots: [{ id: 'ready', type: 'shell', command: 'echo ready' }],
  final: [
    { id: 'bye', type: 'shell', command: 'echo bye' },
    { id: 'cleanup', type: 'shell', command: './clean', run: 'always' },
    { id: 'alarm', type: 'shell', command: './alarm', run: 'failure' },
  ],
};

test('there are enough files, in many shapes', () => {
  expect(files.length).toBeGreaterThanOrEqual(30);
});

test.each(texts)('$name is left as it is without hooks', ({ text }) => {
  const { ok, outputs } = compile(inputOf(text, { pre_task: [{ ...rules.pre_task[0], enabled: false }] }));
  expect(ok).toBe(true);
  expect(outputs[0]!.text).toBe(text);
});

describe.each(texts.filter(({ isSample }) => isSample))('$name', ({ text, isPlain }) => {
  test('keeps the laws with hooks, or says why it cannot have them', () => {
    holdLaws(text, rules);
    if (isPlain) for (const [point, list] of Object.entries(rules)) holdLaws(text, { [point]: list });
  });
});

test('few files are refused, each for a reason that is in it', () => {
  const refused = plainTexts.flatMap(({ name, text }) => {
    const { ok, diagnostics } = compile(inputOf(text, rules));
    const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    return ok ? [] : [`${name}: ${[...new Set(errors)].sort().join(', ')}`];
  });
  expect(refused).toEqual(['30-rust-bench.yml: DW479']);
});

function holdLaws(text: string, injections: object): void {
  const input = inputOf(text, injections);
  const { ok, outputs, diagnostics } = compile(input);
  if (!ok) {
    expect(diagnostics.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
    return;
  }
  const again = { ...input, workflow: outputs };
  expect(compile(again).outputs).toEqual(outputs);
  expect(verify(again).ok).toBe(true);
  expect(strip(again).outputs[0]!.text).toBe(text);
}

function inputOf(text: string, injections: object): CompileInput {
  return {
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}
