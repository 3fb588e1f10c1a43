import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { validateDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

type Versions = readonly ('v1' | 'v2')[];

/** Fields of a step, and the versions that read all of it. */
const fields: readonly (readonly [string, Versions])[] = [
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
  ['command: make\ncontinueOn: {failed: true}', ['v1']],
  ['command: make\ncontinue_on: {failed: true}', ['v2']],
  ['command: make\npreconditions: [{command: "true"}]', ['v1']],
  ['command: make\npreconditions: [{eval: "true", expected: "x"}]', ['v2']],
  ['command: make\npreconditions: [{condition: "true"}]', ['v1', 'v2']],
  ['command: make\npreconditions: {condition: "true"}', ['v1']],
  ['command: make\nworkingDir: /tmp', ['v1']],
  ['type: hitl\nconfig: {prompt: ready?}', ['v1']],
  ['run: kid\nparams: "a=b"', ['v1']],
  ['command: make\nstdout: {artifact: a}', ['v2']],
  ['command: make\nworking_dir: /tmp', ['v2']],
];

const kid = '---\nname: kid\nsteps:\n  - {name: s, command: make}\n';

/** Where a step may be, and the versions that have such a place. */
const places: Readonly<Record<string, readonly [Versions, (step: string) => string]>> = {
  'a step': [['v1', 'v2'], (step) => `steps:\n  - name: it\n${indented(step, 4)}${kid}`],
  'a handler of 1.x': [['v1'], (step) => `${it}handlerOn:\n  exit:\n${indented(step, 4)}${kid}`],
  'a handler of 2.x': [['v2'], (step) => `${it}handler_on:\n  exit:\n${indented(step, 4)}${kid}`],
  'a step in `foreach`': [
    ['v2'],
    (step) =>
      `steps:\n  - name: it\n    foreach:\n      items: [x]\n      steps:\n        - name: each\n${indented(step, 10)}${kid}`,
  ],
};

const it = 'steps:\n  - {name: it, command: make}\n';

function indented(lines: string, by: number): string {
  return lines
    .split('\n')
    .map((line) => `${' '.repeat(by)}${line}\n`)
    .join('');
}

/** Fields of a DAG, and the versions that read all of it. */
const beside: readonly (readonly [string, Versions])[] = [
  ['defaults: {retry_policy: {limit: 1, interval_sec: 1}}', ['v2']],
  ['defaults: {retry_policy: {limit: 1, intervalSec: 1}}', []],
  ['defaults: {continue_on: {exitCode: [1]}}', []],
  ['defaults: {preconditions: [{command: "true"}]}', []],
  ['defaults: {preconditions: {condition: "true"}}', []],
  ['preconditions: {condition: "true"}', ['v1']],
  ['preconditions: [{condition: "true"}]', ['v1', 'v2']],
  ['preconditions: "true"', ['v1', 'v2']],
  ['handlerOn: {cancel: {command: make}}', ['v1']],
  ['handler_on: {cancel: {command: make}}', []],
  ['handler_on: {exit: {command: make, foreach: {items: [x], steps: [{run: make, workingDir: /tmp}]}}}', []],
];

const texts: readonly (readonly [string, string, Versions])[] = [
  ...Object.entries(places).flatMap(([place, [known, textOf]]) =>
    fields.map(([field, versions]): [string, string, Versions] => [
      `${JSON.stringify(field)} in ${place}`,
      textOf(field),
      versions.filter((version) => known.includes(version)),
    ]),
  ),
  ...beside.map(([field, versions]): [string, string, Versions] => [field, `${field}\n${it}`, versions]),
];

inEachDagu('keys of the other version inside of a field', { concurrent: true }, (engine) => {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-spellings-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  test.each(
    texts.map(([title, text, versions], index) => [title, text, versions, index] as const),
  )('%s: an error where the engine does not read it', async (_, text, versions, index) => {
    const isRead = versions.includes(engine.dialect);
    const { diagnostics } = compile(inputOf(text, hooks, { targetVersion: engine.version }));
    const codes = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    // Dagu 1.30 runs all calls at once where it does not know the key.
    const isSilent = engine.dialect === 'v1' && text.includes('max_concurrent') && !/handler_on|foreach/.test(text);
    expect(codes).toEqual(isRead || isSilent ? [] : ['DW205']);
    if (isSilent) expect(diagnostics.map(({ code }) => code)).toContain('DW225');
    const file = join(home, `${engine.dialect}${index}.yaml`);
    writeFileSync(file, text);
    expect((await validateDagu(file, home, engine)) === '').toBe(isRead || isSilent);
  });
});
