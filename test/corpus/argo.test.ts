import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { argoLint } from '../engine/argo.js';

/** Real workflows, kept beside the checkout. */
const home = resolve(
  process.env.DAGWEAVE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'corpus/argo',
);
const files = existsSync(home) ? readdirSync(home).filter((name) => name.endsWith('.yaml')) : [];

/** No rule is optional: a file in which one of them finds no place is refused. */
const rules = `hooks:
  enabled: true
  injections:
    pre_root: [{id: start, type: shell, command: ./start}]
    post_roots: [{id: ready, type: shell, command: ./ready}]
    pre_task: [{id: lint, type: shell, command: 'make "{{task_id}}"'}]
    post_task:
      - {id: log, type: shell, command: ./log, await: false}
      - {id: check, type: shell, command: ./check}
    final:
      - {id: tell, type: shell, command: ./tell}
      - {id: tidy, type: shell, command: ./tidy, run: always}
`;

function inputOf(file: SourceFile, text: string): CompileInput {
  return {
    workflow: [file],
    configuration: [{ path: 'hooks.yaml', text, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { sourceDateEpoch: 0 },
  };
}

describe.skipIf(files.length === 0)('real workflows of Argo', () => {
  const refused = new Map<string, readonly string[]>();
  const written: { readonly input: SourceFile; readonly output: SourceFile }[] = [];

  test.each(files)('%s', (name) => {
    const unix = readFileSync(resolve(home, name), 'utf8');
    const spellings = [unix, unix.replaceAll('\n', '\r\n'), unix.trimEnd()];
    for (const text of spellings)
      expect(compile(inputOf({ path: name, text }, 'hooks: {enabled: false}')).outputs).toEqual([{ path: name, text }]);
    for (const text of files.indexOf(name) % 4 === 0 ? spellings : [unix]) {
      const input = { path: name, text };
      const once = compile(inputOf(input, rules));
      const errors = once.diagnostics.filter(({ severity }) => severity === 'error');
      if (!once.ok)
        refused.set(
          name,
          errors.map(({ code }) => code),
        );
      if (!once.ok) continue;
      if (text === unix) written.push({ input, output: once.outputs[0]! });
      const again = inputOf(once.outputs[0]!, rules);
      expect(compile(again).outputs).toEqual(once.outputs);
      expect(verify(again).ok).toBe(true);
      expect(strip(again).outputs).toEqual([input]);
    }
  });

  test('are refused in at most 5 of 100', () => {
    console.log(`${files.length} files of Argo, ${refused.size} refused: ${[...refused].join('; ')}`);
    expect(refused.size).toBeLessThanOrEqual(files.length / 20);
  });

  test.skipIf(argoLint.missing)(`with hooks say nothing new to ${argoLint.title}`, () => {
    const before = argoLint.ofAll(written.map(({ input }) => input));
    const after = argoLint.ofAll(written.map(({ output }) => output));
    const said = written.flatMap(({ input }, at) => (isEqual(before[at]!, after[at]!) ? [] : [input.path]));
    console.log(`${written.length} files of Argo with hooks, of ${said.length} the validator says something else`);
    expect(said).toEqual([]);
  });
});

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.join('\n') === other.join('\n');
}
