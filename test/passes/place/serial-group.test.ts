import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const check = (id: string) => ({ id, type: 'shell', command: `./${id}`, tasks: ['b'], parallel: 'checks' });
const hooks = { enabled: true, injections: { pre_task: [check('lint'), check('scan')] } };

const argo = (main: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: w}
spec:
  entrypoint: main
  templates:
    - {name: work, container: {image: busybox}}
    - {name: main, ${main}}
`;

test.each([
  [
    argo('steps: [[{name: a, template: work}], [{name: b, template: work}]]'),
    'make it a `dag` template, in which each task names its `dependencies`.',
    argo('dag: {tasks: [{name: a, template: work}, {name: b, template: work, dependencies: [a]}]}'),
    'dependencies: [a, hook-lint-b, hook-scan-b]',
  ],
  [
    'type: chain\nsteps:\n  - {name: a, command: make}\n  - {name: b, command: make}\n',
    'write `type: graph` and the `depends` of each step.',
    'type: graph\nsteps:\n  - {name: a, command: make}\n  - {name: b, command: make, depends: [a]}\n',
    'depends: [hook-lint-b, hook-scan-b]',
  ],
])('the help for a group whose hooks run one after another leads to hooks that run in parallel: %#', (text, help, mended, needs) => {
  const serial = compile(inputOf(text, hooks)).diagnostics.filter(({ code }) => code === 'DW413');
  expect(serial.map((one) => one.help?.endsWith(help))).toEqual([true, true]);
  const { diagnostics, outputs } = compile(inputOf(mended, hooks));
  expect(diagnostics.map(({ code }) => code)).not.toContain('DW413');
  expect(outputs[0]!.text).toContain(needs);
});
