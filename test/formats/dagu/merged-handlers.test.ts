import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { createManifest, stripByManifest } from '../../../src/manifest/manifest.js';
import type { SourceFile } from '../../../src/model/source.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { closed, type HandlerShape, mergedHooks, open, withHandlers } from '../../engine/handler-shapes.js';

const versions = [
  { dialect: 'v1', targetVersion: '1.30' },
  { dialect: 'v2', targetVersion: '2.14' },
] as const;

const inputFor = (text: string, targetVersion: string, marks: boolean): CompileInput => ({
  workflow: [{ path: 'it.yaml', text }],
  configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { ...mergedHooks, marks } }) }],
  prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  options: { targetVersion },
});

const rows: readonly (readonly [shape: HandlerShape, keys: readonly string[]])[] = [
  ...open.map((shape) => [shape, ['success', 'failure', 'abort', 'exit']] as const),
  ...closed.flatMap((shape) => [[shape, ['exit']] as const, [shape, ['failure', 'abort']] as const]),
];

const lineEnds = { Unix: '\n', Windows: '\r\n' } as const;

describe.each(versions)('hooks beside handlers that were there, for $dialect', ({ dialect, targetVersion }) => {
  for (const [shape, keys] of rows) {
    for (const [system, lineEnd] of Object.entries(lineEnds)) {
      for (const marks of [true, false]) {
        test(`${shape.name} in ${keys.join(', ')}, ${system}, ${marks ? 'with' : 'without'} marks`, () => {
          const text = withHandlers(shape, keys, dialect).replaceAll('\n', lineEnd);
          const input = inputFor(text, targetVersion, marks);
          const result = compile(input);
          expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
          const augmented: readonly SourceFile[] = result.outputs;
          expect(augmented[0]!.text).not.toBe(text);

          const again = { ...input, workflow: augmented };
          expect(compile(again).outputs).toEqual(augmented);
          expect(verify(again).diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);

          const manifest = createManifest(result, input.workflow, []);
          const { report } = createCollector();
          expect(stripByManifest(augmented, manifest, report)).toEqual(input.workflow);

          const stripped = strip(again).outputs;
          expect(stripped[0]!.text).not.toContain('mark-');
          expect(compile({ ...input, workflow: stripped }).outputs).toEqual(augmented);

          const edited = augmented.map((file) => ({ ...file, text: file.text.replaceAll('mark-again', 'other') }));
          expect(verify({ ...again, workflow: edited }).ok).toBe(false);
        });
      }
    }
  }
});

describe('the shell of a handler holds for hooks that are put into it', () => {
  test.each([
    ['shell: bash -n', 'DW611'],
    ['shell: [bash, -n]', 'DW611'],
    ['with: {shell: bash -n}', 'DW611'],
    ['shell: bash -e', 'DW604'],
    ['shell: bash', 'DW604'],
  ])('%s', (field, code) => {
    const text = `type: graph\nhandler_on:\n  failure:\n    run: echo over\n    ${field}\nsteps:\n  - {name: a, run: make}\n`;
    const tell = { id: 'tell', type: 'shell', command: './tell', run: 'failure' };
    const hooks = JSON.stringify({ hooks: { enabled: true, injections: { final: [tell] } } });
    const configuration = [{ layer: 'project' as const, path: 'hooks.json', text: hooks }];
    const { diagnostics } = compile({ ...inputFor(text, '2.14', true), configuration });
    expect(diagnostics.map((one) => one.code)).toContain(code);
    expect(diagnostics.filter((one) => ['DW604', 'DW611'].includes(one.code))).toHaveLength(1);
  });
});
