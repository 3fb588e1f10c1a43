import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { hostileTexts } from '../lang/hostile-texts.js';
import { fakeRunners, newFolder } from '../runtime/llm/run-type.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { runtimeWithEnvironment } from './runtime.js';

/** As far as a YAML file can hold them. */
const values = hostileTexts.filter((value) => value.isWellFormed() && !value.includes('\u007f'));
const all = values.map((_, index) => `{{vars.v${index}}}`);
const framed = (texts: readonly string[]) => texts.map((text, index) => `<${index}>${text}</${index}>`).join('\n');

/** Webhooks, child workflows, approvals and handlers have tests of their own beside this one. */
inEachDagu('hostile values in every type of step', {}, (engine) => {
  test('reach commands, models, modules and classes as they are', { timeout: 120_000 }, async () => {
    expect(values.length).toBeGreaterThanOrEqual(40);
    const folder = newFolder();
    const file = (name: string) => join(folder, name);
    writeFileSync(
      file('record.cjs'),
      'require("fs").writeFileSync(process.argv[2], JSON.stringify(process.argv.slice(3)));',
    );
    writeFileSync(file('echo.mjs'), 'export default (config) => ({ success: true, data: config });\n');
    writeFileSync(
      file('echo.py'),
      'class Echo:\n    def __init__(self, config):\n        self.config = config\n\n    def execute(self, ctx):\n        return {"success": True, "data": self.config}\n',
    );
    const fake = fakeRunners([
      { stdout: '{"score": 90, "summary": "fine"}' },
      { stdout: '{"ok": true, "reason": "fine"}' },
      { stdout: '{"ok": true, "reason": "fine"}' },
    ]);
    const record = (name: string) => `node '${file('record.cjs')}' '${file(name)}' ${all.join(' ')}`;
    const config = Object.fromEntries(all.map((text, index) => [`v${index}`, text]));
    const hooks = {
      enabled: true,
      runtime: runtimeWithEnvironment(),
      vars: Object.fromEntries(values.map((value, index) => [`v${index}`, value])),
      injections: {
        post_task: [
          { type: 'shell', command: record('shell') },
          { type: 'quality_check', command: `${record('check')}; echo '{"score": 100}'`, score_path: '$.score' },
          { type: 'llm_eval', runner: 'claude', prompt: framed(all) },
          { type: 'prompt', runner: 'claude', prompt: framed(all) },
          { type: 'agent', runner: 'claude', prompt: framed(all) },
          { type: 'module', module: file('echo.mjs'), config },
          { type: 'python', class: 'echo.Echo', working_dir: folder, config },
        ],
      },
    };
    const result = compile({
      workflow: [{ path: 'work.yaml', text: 'type: graph\nsteps:\n  - name: work\n    command: "true"\n' }],
      configuration: [{ path: 'hooks.json', text: JSON.stringify({ hooks }), layer: 'project' }],
      prompts: { read: () => ({ kind: 'missing', path: '', known: [] }) },
      options: { targetVersion: engine.version },
    });
    expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
    const run = await runDagu({ 'work.yaml': result.outputs[0]!.text }, { engine, forget: fake.forget });

    expect([...run.nodes].map(([name, { status }]) => [name, status])).toEqual(
      [...run.nodes.keys()].map((name) => [name, 'succeeded']),
    );
    for (const name of ['shell', 'check']) expect(JSON.parse(readFileSync(file(name), 'utf8')), name).toEqual(values);
    const asked = fake.calls().map(({ stdin }) => stdin);
    expect(asked).toHaveLength(3);
    for (const stdin of asked) expect(stdin).toContain(framed(values));
    const told = Object.fromEntries(values.map((value, index) => [`v${index}`, value]));
    for (const name of ['hook-module-work', 'hook-python-work'])
      expect(dataOf(run.nodes.get(name)!.outputs), name).toEqual(told);
  });
});

function dataOf(outputs: ReadonlyMap<string, string>): unknown {
  const [, captured] = [...outputs].find(([name]) => name.endsWith('_RESULT'))!;
  return JSON.parse(captured).data;
}
