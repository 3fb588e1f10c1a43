import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../there-and-back.js';

for (const command of ['//', 'ls /*', '//server/share/check.exe', 'find . -path */build'])
  test(`\`${command}\` is no comment of a workflow between braces, so that a second run reads it`, () => {
    const rules = { hooks: { enabled: true, injections: { final: [{ type: 'shell', command }] } } };
    const once = compile(inputOf('{steps: [{name: build, command: make}]}\n', rules, '1.30')).outputs[0]!.text;
    const again = compile(inputOf(once, rules, '1.30'));
    expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(again.outputs[0]!.text).toBe(once);
  });
