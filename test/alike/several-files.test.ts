import { describe, expect, test } from 'vitest';
import { hooksConfig } from '../../bench/generate.mjs';
import { type CompileOptions, compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { generatedBundle } from '../text/documents.js';
import { isOfShapes } from './agree.js';

/** Each document of a text in a file that is called like it, the root in one that sorts behind all others. */
function inFolder(text: string): readonly SourceFile[] {
  const [root, ...tasks] = text.split(/^---\r?\n/m);
  const files = tasks.map((task) => ({ path: `dags/${/^name: (\S+)/m.exec(task)![1]}.yaml`, text: task }));
  return [...files, { path: 'dags/root.yaml', text: root! }].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function inputOf(workflow: readonly SourceFile[], options: CompileOptions, hooks: object = hooksConfig()) {
  return {
    workflow,
    configuration: [{ layer: 'project' as const, path: 'hooks.json', text: JSON.stringify(hooks) }],
    prompts: { read: () => ({ kind: 'text' as const, path: 'summary.md', text: 'Sum up {{spec_id}}.\n' }) },
    options,
  };
}

describe('a folder of tasks is compiled document by document', () => {
  for (const [targetVersion, depth, eol] of [
    ['1.30', '3', 'lf'],
    ['1.30', '3', 'crlf'],
    // In 2.x only the root finds files beside its own.
    ['2.14', '1', 'lf'],
  ] as const)
    test(`for ${targetVersion}, ${eol}: the bytes, the answer of verify and the way back are those of a compile in full`, () => {
      const bundle = generatedBundle('--tasks', '60', '--depth', depth, '--eol', eol);
      const files = inFolder(targetVersion === '2.14' ? in2x(bundle) : bundle);
      const of = (workflow: readonly SourceFile[], byShape: boolean | undefined) =>
        inputOf(workflow, { targetVersion, byShape });
      const [result, inFull] = [compile(of(files, undefined)), compile(of(files, false))];
      expect(isOfShapes(result)).toBe(true);
      expect(result.summary.dags).toBe(files.length);
      for (const part of ['diagnostics', 'outputs', 'edits', 'additions', 'summary', 'bases'] as const)
        expect(result[part], part).toEqual(inFull[part]);
      const outputs = result.outputs.map(({ path, text }) => ({ path, text }));
      const again = compile(of(outputs, undefined));
      expect([isOfShapes(again), again.edits]).toEqual([true, []]);
      expect(again.outputs.map(({ text }) => text)).toEqual(outputs.map(({ text }) => text));
      expect(verify(of(outputs, undefined))).toEqual(verify(of(outputs, false)));
      expect(strip(of(outputs, undefined)).outputs).toEqual(files);
    });
});

const task = (name: string) => ({
  path: `${name}.yaml`,
  text: `name: ${name}\nsteps:\n  - name: go\n    command: make\n`,
});
const rootOf = (...names: readonly string[]) => {
  const calls = names.map((name) => `  - name: c-${name}\n    call: ${name}\n`);
  return { path: 'root.yaml', text: `name: root\nsteps:\n${calls.join('')}` };
};
const gate = { id: 'gate', type: 'shell', command: './gate {{task_id}}', tasks: ['*'] };

function inBothWays(files: readonly SourceFile[], hook: object = gate) {
  const hooks = { hooks: { enabled: true, injections: { post_task: [hook] } } };
  const [result, inFull] = [true, false].map((byShape) =>
    compile(inputOf(files, { targetVersion: '1.30', byShape }, hooks)),
  );
  for (const part of ['diagnostics', 'outputs', 'edits', 'summary'] as const)
    expect(result![part], part).toEqual(inFull![part]);
  return result!;
}

test('a task in a new file gets its hooks, and nothing else changes', () => {
  const before = inBothWays([task('a'), rootOf('a')]).outputs;
  const [a, root] = before.map(({ path, text }) => ({ path, text }));
  const calling = { ...root!, text: `${root!.text}  - name: c-b\n    call: b\n` };
  const result = inBothWays([a!, task('b'), calling]);
  expect(isOfShapes(result)).toBe(true);
  expect(result.edits.map(({ file }) => file)).toEqual(['b.yaml']);
});

describe('files go the other way', () => {
  test.each([
    ['that are two workflows', [task('a'), task('b'), rootOf('a')]],
    [
      'of which one ends its lines in another way',
      [{ ...task('a'), text: task('a').text.replaceAll('\n', '\r\n') }, task('b'), rootOf('a', 'b')],
    ],
    ['of which one is empty', [{ path: 'a.yaml', text: '# steps: none yet\n' }, task('b'), rootOf('b')]],
    ['that are not in the order of their paths', [rootOf('a', 'b'), task('b'), task('a')]],
    [
      'that call each other in a circle',
      [task('a'), { path: 'b.yaml', text: 'name: b\nsteps:\n  - name: c\n    call: b\n' }, rootOf('a', 'b')],
    ],
  ])('%s', (_, files) => {
    const hooks = { hooks: { enabled: true, injections: { post_task: [gate] } } };
    const result = compile(inputOf(files, { targetVersion: '1.30', byShape: true }, hooks));
    expect(isOfShapes(result)).toBe(false);
  });

  test('where a hook says in which file it is', () => {
    const result = inBothWays([task('a'), task('b'), rootOf('a', 'b')], { ...gate, command: 'echo {{dag.file}}' });
    expect(isOfShapes(result)).toBe(false);
    expect(result.outputs[1]!.text).toContain('echo b.yaml');
  });
});

/** The keys of 2.x; no document says its type. */
function in2x(text: string): string {
  return text
    .replaceAll('timeoutSec', 'timeout_sec')
    .replaceAll('retryPolicy', 'retry_policy')
    .replaceAll('intervalSec', 'interval_sec');
}
