import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { augment, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls } from './timeline.js';

const json = (steps: string) => `{\n  "type": "graph",\n  "steps": ${steps},\n}\n`;

/** Both engines read JSON as YAML, in which a comma may be behind the last entry. */
inEachDagu('JSON with a comma too many', {}, (engine) => {
  test('runs with its hooks where the comma is behind the last entry', async () => {
    const input = json('[\n    {"name": "work", "command": "probe work",},\n  ]');
    const rules = probeRules({ post_task: [{ step: 'hook' }] });
    const files = augment({ 'work.yaml': input }, rules, engine);
    expect(Object.values(files)[0]).toContain('{"name": "hook-hook');
    const run = await runDagu(files, { engine });
    expect([run.status, calls(run, 'mark-hook').length]).toEqual(['succeeded', 1]);
  });

  test('is refused where nothing is between two commas', async () => {
    const input = json('[{"name": "work", "command": "probe work"},, {"name": "next", "command": "probe next"}]');
    // There is no run that could be read.
    await expect(runDagu({ 'work.yaml': input }, { engine })).rejects.toThrow(/no status|no such file/);
    const rules = { enabled: true, target_version: engine.version, injections: {} };
    const { ok, diagnostics } = compile(inputOf(input, rules));
    expect(ok).toBe(false);
    expect(diagnostics[0]).toMatchObject({
      code: 'DW101',
      help: 'take this comma out, or write what is missing before it',
    });
  });
});
