import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compile } from '../../src/compile.js';
import { commandLine } from '../cli/command-line.js';
import { hostileTexts } from '../lang/hostile-texts.js';
import { newFolder } from '../runtime/step-process.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

/** As far as a YAML file can hold them. */
const commands = hostileTexts.filter((text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\u007f'));

/** Writes down, in one line, the command that it was given by standard input and by a reference. */
const recorder = `const c = JSON.parse(require("fs").readFileSync(0)).tool_args.command;
require("fs").appendFileSync(process.argv[2], JSON.stringify([c, process.argv[3]]) + "\\n");
process.exit(2);
`;

inEachDagu('hostile commands of steps', {}, (engine) => {
  test('reach a hook of settings as they are written, and nothing in them runs for it', async () => {
    expect(commands.length).toBeGreaterThanOrEqual(40);
    // The steps themselves never run: what is tested is what their hooks receive.
    const steps = commands.map((command, index) => ({ name: `s${index}`, depends: ['never'], script: command }));
    const workflow = stringify(
      { type: 'graph', steps: [{ name: 'never', command: 'true' }, ...steps] },
      { lineWidth: 0 },
    );
    const folder = newFolder();
    const [script, got] = ['record.cjs', 'got'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(script, recorder);
    const hook = { type: 'command', command: `node ${script} ${got} {{tool_args.command}}` };
    const settings = { hooks: { PreToolUse: [{ matcher: '^s[0-9]', hooks: [hook] }] } };
    const native = { hooks: { enabled: true, runtime: commandLine } };
    const result = compile({
      workflow: [{ path: 'work.yaml', text: workflow }],
      configuration: [
        { path: 'settings.json', text: JSON.stringify(settings), layer: 'project' },
        { path: 'config.json', text: JSON.stringify(native), layer: 'project' },
      ],
      prompts: { read: () => ({ kind: 'missing', path: '', known: [] }) },
      options: { targetVersion: engine.version },
    });
    expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
    const { nodes } = await runDagu(
      { 'work.yaml': result.outputs[0]!.text },
      { engine, forget: () => rmSync(got, { force: true }) },
    );
    const hooks = [...nodes].filter(([name]) => name.startsWith('hook-pre-tool-use'));
    expect(hooks.length).toBe(commands.length);
    expect(hooks.map(([, { status }]) => status)).toEqual(commands.map(() => 'failed'));
    const lines = readFileSync(got, 'utf8').trim().split('\n').sort();
    expect(lines).toEqual(commands.map((text) => JSON.stringify([text, text])).sort());
    expect([...nodes].filter(([name, { status }]) => /^s\d/.test(name) && status === 'succeeded')).toEqual([]);
  });
});
