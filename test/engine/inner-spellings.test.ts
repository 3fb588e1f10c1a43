import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { validateDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

/** Fields of a step, and the versions that read all of it. */
const fields: readonly (readonly [string, readonly ('v1' | 'v2')[]])[] = [
  ['call: kid\nparallel: {items: [x], maxConcurrent: 1}', ['v1']],
  ['call: kid\nparallel: {items: [x], max_concurrent: 1}', ['v2']],
  ['command: make\nretryPolicy: {limit: 1, intervalSec: 1}', ['v1']],
  ['command: make\nretryPolicy: {limit: 1, interval_sec: 1}', []],
  ['command: make\nretry_policy: {limit: 1, interval_sec: 1}', ['v2']],
  ['command: make\nretry_policy: {limit: 1, intervalSec: 1}', []],
  ['command: make\ncontinueOn: {exitCode: [1]}', ['v1']],
  ['command: make\ncontinueOn: {exit_code: [1]}', []],
  ['command: make\ncontinueOn: {mark_success: true}', []],
  ['command: make\ncontinue_on: {exit_code: [1]}', ['v2']],
  ['command: make\ncontinue_on: {markSuccess: true}', []],
  ['command: make\nrepeatPolicy: {repeat: true, interval_sec: 1}', []],
  ['command: make\nrepeat_policy: {repeat: true, intervalSec: 1}', []],
  ['command: make\npreconditions: [{command: "true"}]', ['v1']],
  ['command: make\npreconditions: [{eval: "true", expected: "x"}]', ['v2']],
  ['command: make\npreconditions: [{condition: "true"}]', ['v1', 'v2']],
];

inEachDagu('keys of the other version inside of a field', { concurrent: true }, (engine) => {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-spellings-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  test.each(
    fields.map(([field, versions], index) => [field, versions, index] as const),
  )('%j is an error where the engine does not read it', async (field, versions, index) => {
    const isRead = versions.includes(engine.dialect);
    const step = `steps:\n  - name: it\n    ${field.replaceAll('\n', '\n    ')}\n`;
    const text = `${step}---\nname: kid\nsteps:\n  - {name: s, command: make}\n`;
    const { diagnostics } = compile(inputOf(text, hooks, { targetVersion: engine.version }));
    const codes = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    expect(codes).toEqual(isRead ? [] : ['DW205']);
    const file = join(home, `${engine.dialect}${index}.yaml`);
    writeFileSync(file, text);
    // Dagu 1.30 runs all calls at once where it does not know the key.
    const isSilent = engine.dialect === 'v1' && field.includes('max_concurrent');
    expect((await validateDagu(file, home, engine)) === '').toBe(isRead || isSilent);
  });
});
