import { expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';

for (const command of ['//', 'ls /*', '//server/share/check.exe', 'find . -path */build'])
  test(`\`${command}\` is no comment of a workflow between braces, so that a second run reads it`, () => {
    const given = (text: string): CompileInput => ({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [
        {
          layer: 'project',
          path: 'hooks.json',
          text: JSON.stringify({ hooks: { enabled: true, injections: { final: [{ type: 'shell', command }] } } }),
        },
      ],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
      options: { targetVersion: '1.30' },
    });
    const once = compile(given('{steps: [{name: build, command: make}]}\n')).outputs[0]!.text;
    const again = compile(given(once));
    expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(again.outputs[0]!.text).toBe(once);
  });
