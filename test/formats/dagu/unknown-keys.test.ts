import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

test.each([
  '{steps: [[{null, step_definitions}]]}',
  'steps:\n  - build:\n    colour: red\n',
])('a step without any key that the engine knows is refused as it comes in: %j', (text) => {
  const { ok, diagnostics } = compile(inputOf(text, hooks, { targetVersion: '1.30' }));
  expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, expect.arrayContaining(['DW240'])]);
});
