import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { runDagu, validateDagu } from './dagu.js';
import { dagu2, dagus } from './engines.js';

const globalFile = resolve('test/fixtures/frontends/lifecycle/seed-global/global.yaml');

const workflows = {
  graph: 'type: graph\nsteps:\n  - name: work\n    command: probe work\n',
  untyped: 'steps:\n  - name: work\n    command: probe work\n',
  chain: 'type: chain\nsteps:\n  - name: work\n    command: probe work\n  - name: ship\n    command: probe ship\n',
};

const inputFor = (text: string) => ({
  workflow: [{ path: 'it.yaml', text }],
  configuration: [
    { layer: 'global' as const, path: 'global.yaml', text: readFileSync(globalFile, 'utf8') },
    { layer: 'command-line' as const, path: 'set.yaml', text: 'hooks: {runtime: probe}' },
  ],
  prompts: {
    read: (directory: string, name: string) => ({ kind: 'missing' as const, path: `${directory}/${name}`, known: [] }),
  },
});

describe.each(
  Object.entries(workflows),
)('hooks of all pipelines in a workflow that shows no version: %s', (_, text) => {
  const result = compile(inputFor(text));
  const output = result.outputs[0]?.text ?? '';

  test('compile, and say which of them no text can hold that both versions read', () => {
    expect(result.ok).toBe(true);
    expect(result.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toContain('warning DW615');
    const again = { ...inputFor(text), workflow: result.outputs };
    expect(compile(again).outputs).toEqual(result.outputs);
    expect(verify(again).ok).toBe(true);
    expect(strip(again).outputs[0]!.text).toBe(text);
  });

  for (const engine of dagus) {
    test.skipIf(engine.missing)(`run in ${engine.title}`, async () => {
      const run = await runDagu({ 'it.yaml': output }, { engine });
      expect(run.status).toBe('succeeded');
      expect(run.trace.map(({ name }) => name).at(-1)).toBe('step');
    });
  }
});

describe.skipIf(dagu2.missing)('the name of the first document', () => {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-name-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test(`is what ${dagu2.title} refuses, and what the fix takes out`, async () => {
    const text = 'name: it\ntype: graph\nsteps:\n  - name: work\n    run: probe work\n';
    const file = join(home, 'it.yaml');
    const validate = (content: string) => {
      writeFileSync(file, content);
      return validateDagu(file, home, dagu2);
    };
    expect(await validate(text)).toContain('name');
    const found = (targetVersion: string, path = 'it.yaml', content = text) =>
      compile({
        ...inputFor(text),
        workflow: [{ path, text: content }],
        options: { targetVersion },
      }).diagnostics.filter(({ code }) => code === 'DW219');
    const [warning] = found('2.14');
    expect(warning!.fix).toEqual([{ file: 'it.yaml', start: 0, end: 'name: it\n'.length, text: '' }]);
    expect(await validate(text.slice('name: it\n'.length))).toBe('');
    expect(found('2.14', 'other.yaml')[0]!.fix).toBeUndefined();
    expect(found('2.14', 'it.yaml', text.replaceAll('\n', '\r\n'))[0]!.fix).toHaveLength(1);
    expect([found('2.7.16'), found('2.7.17'), found('2'), found('1.30')].map(({ length }) => length)).toEqual([
      0, 1, 1, 0,
    ]);
  });
});
