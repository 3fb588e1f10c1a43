import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { validateDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

const idle: readonly string[] = [
  ...['', 'description: the end', 'command:', 'script: ~', 'env: {A: b}', 'id: end'],
  ...[
    'command: ""',
    'command: "  "',
    'command: []',
    'command: [""]',
    'command: |\n\n',
    'script: ""',
    'call: ""',
    'type: ""',
  ],
  ...['command: ""\n    script: make', 'command: []\n    call: other', 'type: http\n    command: " "'],
  ...['output: LOG', 'params: A=1', 'shell: bash', 'output: LOG\n    params: A=1', 'parallel: [1, 2]'],
];

/** Of one version each. */
const idleAsWritten = {
  v1: [
    'dir: /tmp',
    'workingDir: /tmp',
    'retryPolicy: {limit: 1, intervalSec: 1}',
    'continueOn: {failure: true}',
    'shellPackages: [jq]',
    'config: {image: alpine}',
  ],
  v2: [
    'run:',
    'run: ""',
    'action: ""',
    'run: ""\n    script: make',
    'working_dir: /tmp',
    'retry_policy: {limit: 1, interval_sec: 1}',
    'continue_on: {failure: true}',
    'shell_packages: [jq]',
    'config: {image: alpine}',
    'with: {url: x}',
    'approval: {prompt: sure?}',
    'value: $A\n    routes: {b: [build]}',
    'output_schema: {type: object}',
    'stdout: {outputs: {fields: {a: {}}}}',
  ],
};

const working = [
  ...['command: make', 'script: make', 'call: other', 'command: ["", make]', 'command: [make, ""]', 'command: "# x"'],
  ...['command:\n    script: make', 'command: make\n    script: ""', 'call: other\n    script: ""'],
];

inEachDagu('a step', {}, (engine) => {
  const is1 = engine.version.startsWith('1');
  const home = mkdtempSync(join(tmpdir(), 'dagweave-idle-'));
  const said = async (field: string, head = '') => {
    const text = `${head}steps:\n  - name: build\n    command: make\n  - name: end${field === '' ? '' : `\n    ${field}`}\n    depends: [build]\n---\nname: other\nsteps:\n  - name: a\n    command: make\n`;
    writeFileSync(join(home, 'it.yaml'), text);
    const { diagnostics } = compile(inputOf(text, hooks, { targetVersion: is1 ? '1.30' : '2.14' }));
    return {
      engine: await validateDagu(join(home, 'it.yaml'), home, engine),
      ours: diagnostics.map(({ code }) => code),
    };
  };

  test.each([
    ...idle,
    ...idleAsWritten[is1 ? 'v1' : 'v2'],
  ])('that has nothing to run is refused, which is a warning: %j', async (field) => {
    const { engine: refusal, ours } = await said(field);
    expect(refusal).not.toBe('');
    expect(ours).toContain('DW279');
  });

  const handlers = is1 ? 'handlerOn' : 'handler_on';
  test.each([
    ['{command: ""}', true],
    ['{command: " ", script: make}', true],
    ['{command: []}', true],
    ...(is1 ? [] : [['{run: ""}', true] as const]),
    ['{command: make, script: ""}', false],
    ['{description: the end}', false],
    ['{}', false],
  ] as const)('that is a handler has no empty command: %s', async (handler, isRefused) => {
    const { engine: refusal, ours } = await said('command: make', `${handlers}:\n  exit: ${handler}\n`);
    expect([refusal !== '', ours.includes('DW279')]).toEqual([isRefused, isRefused]);
  });

  const inLoops = [
    ['run: ""', true],
    ['command: [" "]', true],
    ['command: make, script: ""', false],
  ] as const;
  test.each(is1 ? [] : inLoops)('in a loop has no empty command: %s', async (field, isRefused) => {
    const { engine: refusal, ours } = await said(`foreach: {items: [x], steps: [{name: each, ${field}}]}`);
    expect([refusal !== '', ours.includes('DW279')]).toEqual([isRefused, isRefused]);
  });

  test.each([
    ['container: {image: alpine}', true],
    ['ssh: {user: me, host: there}', true],
    ...(is1 ? [] : [['redis: {host: there}', true] as const]),
    ['env: {A: b}', false],
  ] as const)('needs no command where another place runs it: %s', async (head, isRunThere) => {
    const { engine: refusal, ours } = await said('output: LOG', `${head}\n`);
    expect([refusal === '', !ours.includes('DW279')]).toEqual([isRunThere, isRunThere]);
    const emptied = await said('command: ""', `${head}\n`);
    expect([emptied.engine === '', !emptied.ours.includes('DW279')]).toEqual([false, false]);
  });

  test.each(working)('that has something to run is not: %j', async (field) => {
    const { engine: refusal, ours } = await said(field);
    expect(refusal).toBe('');
    expect(ours).not.toContain('DW279');
  });
});

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate' }] } };
