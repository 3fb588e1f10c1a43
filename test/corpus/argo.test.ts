import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';

/** Real workflows, kept beside the checkout. */
const home = resolve(
  process.env.DAGWEAVE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'corpus/argo',
);
const files = existsSync(home) ? readdirSync(home).filter((name) => name.endsWith('.yaml')) : [];

const rules = `hooks:
  enabled: true
  injections:
    pre_root: [{id: start, type: shell, command: ./start, optional: true}]
    post_roots: [{id: ready, type: shell, command: ./ready, optional: true}]
    pre_task: [{id: lint, type: shell, command: 'make "{{task_id}}"', optional: true}]
    post_task:
      - {id: log, type: shell, command: ./log, await: false, optional: true}
      - {id: check, type: shell, command: ./check, optional: true}
    final:
      - {id: tell, type: shell, command: ./tell, optional: true}
      - {id: tidy, type: shell, command: ./tidy, run: always, optional: true}
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
  const codes = new Map<string, readonly string[]>();

  test.each(files)('%s', (name) => {
    const unix = readFileSync(resolve(home, name), 'utf8');
    for (const text of [unix, unix.replaceAll('\n', '\r\n'), unix.trimEnd()]) {
      const file = { path: name, text };
      expect(compile(inputOf(file, 'hooks: {enabled: false}')).outputs).toEqual([file]);
      const once = compile(inputOf(file, rules));
      codes.set(
        name,
        once.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
      );
      if (!once.ok) continue;
      const again = inputOf(once.outputs[0]!, rules);
      expect(compile(again).outputs).toEqual(once.outputs);
      expect(verify(again).ok).toBe(true);
      expect(strip(again).outputs).toEqual([file]);
    }
  });

  test('are refused only where nothing in them could take a hook', () => {
    const refused = [...codes].filter(([, own]) => own.some((code) => code !== 'DW250'));
    expect(refused).toEqual([]);
    expect([...codes].filter(([, own]) => own.length === 0).length).toBeGreaterThan(60);
  });
});
