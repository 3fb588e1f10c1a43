import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompileInput, type CompileResult, compile } from '../../src/compile.js';
import type { ConfigurationFile } from '../../src/model/layer.js';
import { createColors } from '../../src/render/colors.js';
import { prettyDiagnostics } from '../../src/render/diagnostics.js';
import { createLocator } from '../../src/render/locator.js';

const home = join(import.meta.dirname, '../fixtures/frontends/event-registry/cases');

describe.each(readdirSync(home).sort())('%s', (name) => {
  const folder = join(home, name);
  const input = readInput(folder);
  const result = compile(input);

  test('gives the workflow and the messages that lie beside it', async () => {
    await expect(messages(result, input)).toMatchFileSnapshot(join(folder, 'messages.txt'));
    expect(result.ok).toBe(result.diagnostics.every(({ severity }) => severity !== 'error'));
    for (const { text } of result.outputs) await expect(text).toMatchFileSnapshot(join(folder, 'expected.yaml'));
  });

  if (result.ok) {
    test('a second run changes nothing', () => {
      const again = compile({ ...input, workflow: result.outputs });
      expect(again.outputs).toEqual(result.outputs);
    });

    test('hooks.enabled: false switches all of it off, the workflow stays as it was', () => {
      const off: ConfigurationFile = { path: '--set', text: 'hooks: {enabled: false}\n', layer: 'command-line' };
      const without = compile({ ...input, configuration: [...input.configuration, off] });
      expect(without.outputs).toEqual(input.workflow);
    });
  }

  test('line ends of Windows and a byte order mark change no message but its place', () => {
    const configuration = input.configuration.map((file) => ({
      ...file,
      text: `\uFEFF${file.text.replaceAll('\n', '\r\n')}`,
    }));
    const told = ({ diagnostics }: CompileResult) =>
      diagnostics.map(({ code, message }) => `${code} ${message}`).sort();
    expect(told(compile({ ...input, configuration }))).toEqual(told(result));
  });
});

function readInput(folder: string): CompileInput {
  const read = (path: string) => ({ path, text: readFileSync(join(folder, path), 'utf8') });
  const options = existsSync(join(folder, 'options.json')) ? JSON.parse(read('options.json').text) : {};
  return {
    workflow: [read('workflow.yaml')],
    configuration: readdirSync(join(folder, 'hooks'))
      .sort()
      .map((file) => ({
        path: `.system/hooks/${file}`,
        text: read(join('hooks', file)).text,
        layer: 'project',
      })),
    prompts: { read: (directory, file) => ({ kind: 'missing', path: `${directory}/${file}`, known: [] }) },
    options: { sourceDateEpoch: 0, variables: new Map(Object.entries(options.variables ?? {})) },
  };
}

function messages(result: CompileResult, { workflow, configuration }: CompileInput): string {
  const locate = createLocator([...configuration, ...workflow, ...result.inputs]);
  return prettyDiagnostics(result.diagnostics, locate, { colors: createColors(false), columns: 120 });
}
