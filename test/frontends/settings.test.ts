import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { createColors } from '../../src/render/colors.js';
import { prettyDiagnostics } from '../../src/render/diagnostics.js';
import { createLocator } from '../../src/render/locator.js';

const folder = join(import.meta.dirname, '../fixtures/frontends/settings');

describe('settings of an agent become steps as expected.yaml says', () => {
  for (const name of readdirSync(folder)) {
    test(name, async () => {
      const { output, messages, again } = compiled(join(folder, name));
      await expect(messages).toMatchFileSnapshot(join(folder, name, 'diagnostics.txt'));
      if (output === undefined) return;
      await expect(output).toMatchFileSnapshot(join(folder, name, 'expected.yaml'));
      expect(again).toBe(output);
    });
  }
});

test('Windows line ends in settings change nothing', () => {
  const place = join(folder, 'example-security-check');
  expect(compiled(place, (text) => text.replaceAll('\n', '\r\n')).output).toBe(compiled(place).output);
});

function compiled(place: string, change = (text: string) => text) {
  const path = ['settings.json', '.claude/settings.json'].find((one) => existsSync(join(place, one)))!;
  const text = change(readFileSync(join(place, path), 'utf8'));
  const input = readFileSync(join(place, 'input.yaml'), 'utf8');
  const run = (workflow: string) =>
    compile({
      workflow: [{ path: 'input.yaml', text: workflow }],
      configuration: [{ path, text, layer: 'project' }],
      prompts: { read: () => ({ kind: 'missing', path: '' }) as never },
      options: { sourceDateEpoch: 1, targetVersion: '1.30' },
    });
  const result = run(input);
  const output = result.ok ? result.outputs[0]!.text : undefined;
  const second = output === undefined ? undefined : run(output);
  const sources = createLocator([{ path, text }, { path: 'input.yaml', text: input }, ...result.inputs]);
  return {
    output,
    messages: prettyDiagnostics(result.diagnostics, sources, { colors: createColors(false), columns: 120 }),
    again: second?.ok ? second.outputs[0]!.text : undefined,
  };
}
