import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

/** A DAG, and whether the engine runs `terraform destroy`; `RUN` and `HANDLERS` are written as the version has them. */
const rows: readonly (readonly [what: string, text: string, runs: boolean])[] = [
  ['behind a command', 'steps:\n  - {name: a, RUN: probe a, <<: {RUN: terraform destroy}}\n', true],
  ['in front of a command', 'steps:\n  - {name: a, <<: {RUN: terraform destroy}, RUN: probe a}\n', false],
  ['with a list', 'steps:\n  - {name: a, <<: [{RUN: probe a}, {RUN: terraform destroy}]}\n', true],
  ['in a merged map', 'steps:\n  - {name: a, <<: {RUN: probe a, <<: {RUN: terraform destroy}}}\n', true],
  ['with steps', 'steps:\n  - {name: a, RUN: probe a}\n<<: {steps: [{name: a, RUN: terraform destroy}]}\n', true],
  [
    'in front of steps',
    '<<: {steps: [{name: a, RUN: terraform destroy}]}\nsteps:\n  - {name: a, RUN: probe a}\n',
    false,
  ],
  ['with handlers', '<<: {HANDLERS: {exit: {RUN: terraform destroy}}}\nsteps:\n  - {name: a, RUN: probe a}\n', true],
  ['in handlers', 'HANDLERS: {<<: {exit: {RUN: terraform destroy}}}\nsteps:\n  - {name: a, RUN: probe a}\n', true],
  [
    'with a condition',
    '<<: {preconditions: [{condition: terraform destroy}]}\nsteps:\n  - {name: a, RUN: probe a}\n',
    true,
  ],
  ['in parameters', 'params: {X: a, <<: {X: destroy}}\nsteps:\n  - {name: a, RUN: terraform "$X"}\n', true],
  ['in steps by name', 'steps: {a: {command: probe a}, <<: {a: {command: terraform destroy}}}\n', true],
];

inEachDagu('what a merge key brings in', { concurrent: true }, (engine) => {
  test.for(rows)('$0 is read as the engine reads it', async ([, text, runs]) => {
    const isFirst = engine.dialect === 'v1';
    const spelled = text
      .replaceAll('RUN', isFirst ? 'command' : 'run')
      .replaceAll('HANDLERS', isFirst ? 'handlerOn' : 'handler_on');
    const whole = `type: graph\n${spelled}`;
    const { trace } = await runDagu({ 'it.yaml': whole }, { engine, stubs: ['terraform'] });
    expect(trace.some(({ name }) => name === 'terraform destroy')).toBe(runs);
    const deny = [{ match: { runs: 'terraform destroy' }, message: 'not here' }];
    const { diagnostics } = compile(inputOf(whole, { enabled: true, target_version: engine.version, deny }));
    expect(diagnostics.some(({ code }) => code === 'DW450')).toBe(runs);
  });

  test('waits for a hook as it says', async () => {
    const run = engine.dialect === 'v1' ? 'command' : 'run';
    const text = `type: graph\nsteps:\n  - {name: a, ${run}: probe a}\n  - {name: b, ${run}: probe a, <<: {${run}: probe b, depends: [a]}}\n`;
    const hooks = {
      enabled: true,
      target_version: engine.version,
      injections: { pre_task: [{ type: 'shell', command: 'probe gate exit=1', match: { runs: 'probe b' } }] },
    };
    const { diagnostics, outputs } = compile(inputOf(text, hooks));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { trace } = await runDagu({ 'it.yaml': outputs[0]!.text }, { engine });
    expect(trace.map(({ name }) => name)).toEqual(['a', 'gate']);
  });
});
