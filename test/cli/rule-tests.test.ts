import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const workflow =
  'name: flow\ntype: graph\nsteps:\n  - {name: build, command: make}\n  - {name: deploy, command: ./deploy.sh, depends: [build]}\n';

const hooks = `hooks:
  enabled: true
  injections:
    post_task:
      - {type: shell, command: lint, id: lint, tasks: [build]}
    final:
      - {type: shell, command: echo, id: bye, await: false}
`;

const holding = `cases:
  - name: a gate behind the build   # kept
    workflow: ../flow.yaml
    rules: ../hooks.yaml
    target_version: 2.15
    expect:
      graph:
        flow:
          build: []
          hook-lint-build: [build]
          deploy: [hook-lint-build]
          hook-bye: [deploy]
  - name: rules and workflow on the spot
    workflow: |
      steps:
        - make
    rules: |
      hooks:
        enabled: true
        injections:
          pre_task:
            - {type: shell, command: lint, tasks: [nothing]}
    expect:
      diagnostics: [DW401]
`;

const folder = (cases: string, more: Record<string, string> = {}) =>
  folderWith({ 'flow.yaml': workflow, 'hooks.yaml': hooks, 'tests/gates.yaml': cases, ...more });

describe('dagweave test', () => {
  test('passes where all is as expected, whatever lies beside the tests', () => {
    const cwd = folder(holding, { 'tests/flow.yaml': workflow, 'tests/notes.json': '[1]' });
    expect(runDagweave(['test', 'tests'], { cwd })).toEqual({ exit: 0, stdout: '2 cases: 2 passed\n', stderr: '' });
    expect(runDagweave(['test', 'tests/gates.yaml'], { cwd }).exit).toBe(0);
  });

  test('names what is missing and what is there instead', () => {
    const { exit, stdout } = runDagweave(['test', 'tests'], {
      cwd: folder(holding.replace('hook-lint-build: [build]', 'hook-lint-build: []').replace('[DW401]', '[DW402]')),
    });
    expect(exit).toBe(1);
    expect(stdout).toBe(
      [
        'failed: tests/gates.yaml: a gate behind the build',
        '  - flow: hook-lint-build',
        '  + flow: hook-lint-build <- build',
        'failed: tests/gates.yaml: rules and workflow on the spot',
        '  - DW402',
        '  + DW401',
        '2 cases: 0 passed, 2 failed',
        '',
      ].join('\n'),
    );
  });

  test('compares the hooks in handlers, which are in no graph, and brings them up to date', () => {
    const rules = `hooks:\n  enabled: true\n  injections:\n    final: [{id: tell, type: shell, command: ./tell.sh, run: failure}]\n`;
    const handlers = (expected: string) =>
      `cases:\n  - workflow: ../flow.yaml\n    rules: ../rules.yaml\n    target_version: 1.30\n    expect: {handlers: ${expected}}\n`;
    const right = handlers('{flow: {failure: [hook-tell]}}');
    const run = (cases: string, ...flags: readonly string[]) => {
      const cwd = folder(cases, { 'rules.yaml': rules });
      return { cwd, ...runDagweave(['test', 'tests', ...flags], { cwd }) };
    };
    expect(run(right, '--mutate')).toMatchObject({ exit: 0 });
    expect(run(handlers('{flow: {always: [hook-tell]}}')).stdout).toContain(
      '  - flow on always: hook-tell\n  + flow on failure: hook-tell\n',
    );
    const { cwd, exit } = run(handlers('{}'), '--update');
    expect(exit).toBe(0);
    expect(readFileSync(join(cwd, 'tests/gates.yaml'), 'utf8')).toBe(right);
  });

  test('fails for an error that is not expected', () => {
    const { exit, stdout } = runDagweave(['test', 'tests'], {
      cwd: folder(holding.replace('diagnostics: [DW401]', 'graph: {}')),
    });
    expect(exit).toBe(1);
    expect(stdout).toContain('  + DW401: rule pre_task/shell matches no task');
  });

  test('compares bytes, and writes them anew with --update', () => {
    const cases =
      'cases:\n  - workflow: ../flow.yaml\n    rules: ../hooks.yaml\n    target_version: "2.15"\n    expect: {output: out.yaml}\n';
    const cwd = folder(cases, { 'tests/out.yaml': workflow.replace('make', 'true') });
    const before = runDagweave(['test', 'tests'], { cwd });
    expect(before.exit).toBe(1);
    expect(before.stdout).toContain(
      '  tests/out.yaml:\n  line 4\n  -   - {name: build, command: true}\n  +   - {name: build, command: make}\n',
    );
    expect(runDagweave(['test', '--update', 'tests'], { cwd })).toMatchObject({
      exit: 0,
      stdout: '1 case: 0 passed, 1 brought up to date\n',
    });
    expect(runDagweave(['test', 'tests'], { cwd })).toMatchObject({ exit: 0, stdout: '1 case: 1 passed\n' });
    expect(readFileSync(join(cwd, 'tests/out.yaml'), 'utf8')).toContain('hook-bye');
  });

  test('--update changes nothing but what is expected', () => {
    const wrong = holding
      .replace('          hook-lint-build: [build]\n', '')
      .replace('deploy: [hook-lint-build]', 'deploy: [build]')
      .replace('[DW401]', '[]');
    const cwd = folder(wrong);
    expect(runDagweave(['test', '--update', 'tests'], { cwd }).exit).toBe(0);
    expect(readFileSync(join(cwd, 'tests/gates.yaml'), 'utf8')).toBe(holding);
    expect(runDagweave(['test', '--update', 'tests'], { cwd }).stdout).toBe('2 cases: 2 passed\n');
  });

  test('--update fills an empty graph', () => {
    const start = holding.indexOf('      graph:\n');
    const end = holding.indexOf('  - name: rules');
    const cwd = folder(`${holding.slice(0, start)}      graph: {}\n${holding.slice(end)}`);
    expect(runDagweave(['test', '--update', 'tests'], { cwd }).exit).toBe(0);
    expect(readFileSync(join(cwd, 'tests/gates.yaml'), 'utf8')).toBe(holding);
  });

  test('--update fills a graph inside of braces', () => {
    const cases = (graph: string) =>
      `cases:\n  - {workflow: ../flow.yaml, rules: ../hooks.yaml, target_version: 2.15, expect: {graph: ${graph}}}\n`;
    const cwd = folder(cases('{}'));
    expect(runDagweave(['test', '--update', 'tests'], { cwd }).exit).toBe(0);
    expect(readFileSync(join(cwd, 'tests/gates.yaml'), 'utf8')).toBe(
      cases('{flow: {build: [], hook-lint-build: [build], deploy: [hook-lint-build], hook-bye: [deploy]}}'),
    );
  });

  test('--mutate names the rules that no case would miss', () => {
    const all = runDagweave(['test', '--mutate', 'tests'], { cwd: folder(holding) });
    expect(all).toMatchObject({
      exit: 0,
      stdout: '2 cases: 2 passed; without 3 of 3 rules, left out one by one, a case fails\n',
    });
    const idle = folder(holding, {
      'hooks.yaml': `${hooks}      - {type: shell, command: echo, id: late, run: failure}\n`,
    });
    const some = runDagweave(['test', '--mutate', 'tests'], { cwd: idle });
    expect(some.exit).toBe(1);
    expect(some.stdout).toBe(
      'not tested: no case fails without the rule late of hooks.yaml\n2 cases: 2 passed; without 3 of 4 rules, left out one by one, a case fails\n',
    );
  });

  test('--mutate names what is denied where no case would miss that', () => {
    const deny = (...entries: string[]) => `${hooks}  deny:\n${entries.map((one) => `    - ${one}\n`).join('')}`;
    const noDestroy = '{match: {runs: "terraform destroy*"}, message: destroys nothing}';
    const noTerraform = '{match: {runs: "terraform *"}, message: no terraform, severity: warning}';
    const destroys = `${holding}  - workflow: |\n      steps:\n        - terraform destroy\n    rules: ../hooks.yaml\n    expect: {diagnostics: [DW401, DW450]}\n`;
    const run = (cases: string, ...entries: string[]) =>
      runDagweave(['test', '--mutate', 'tests'], { cwd: folder(cases, { 'hooks.yaml': deny(...entries) }) });
    expect(run(destroys, noDestroy)).toMatchObject({
      exit: 0,
      stdout: '3 cases: 3 passed; without 4 of 4 rules, left out one by one, a case fails\n',
    });
    expect(run(holding, noDestroy)).toMatchObject({
      exit: 1,
      stdout:
        'not tested: no case fails without the denial "destroys nothing" of hooks.yaml\n2 cases: 2 passed; without 3 of 4 rules, left out one by one, a case fails\n',
    });
    // The same step is denied by another one, so that the code is reported still.
    expect(run(destroys, noDestroy, noDestroy.replace('destroys', 'breaks')).stdout).toContain('3 of 5 rules');
    expect(run(destroys.replace('DW450', 'DW450, DW451'), noDestroy, noTerraform).stdout).toContain('5 of 5 rules');
  });

  test('compares what apply writes for a step that asks for the time when it runs', () => {
    const asks = 'hooks:\n  enabled: true\n  injections:\n    final: [{type: llm_eval, prompt: "{{timestamp}}"}]\n';
    const cases =
      'cases:\n  - {workflow: ../flow.yaml, rules: ../hooks.yaml, target_version: "2.15", expect: {output: out.yaml}}\n';
    const cwd = folder(cases, { 'hooks.yaml': asks });
    const apply = ['apply', '--config', 'hooks.yaml', '--target-version', '2.15', '-o', 'tests/out.yaml', 'flow.yaml'];
    expect(runDagweave(apply, { cwd }).exit).toBe(0);
    expect(runDagweave(['test', 'tests'], { cwd }).stdout).toBe('1 case: 1 passed\n');
  });

  test('--junit writes what a build server reads', () => {
    const cwd = folder(holding.replace('a gate behind the build', 'a <gate> & "more"').replace('[DW401]', '[DW402]'));
    expect(runDagweave(['test', '--junit', 'out/report.xml', 'tests'], { cwd }).exit).toBe(1);
    expect(readFileSync(join(cwd, 'out/report.xml'), 'utf8')).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites name="dagweave test" tests="2" failures="1" errors="0">',
        '  <testsuite name="tests/gates.yaml" tests="2" failures="1" errors="0">',
        '    <testcase classname="tests/gates.yaml" name="a &lt;gate&gt; &amp; &quot;more&quot;"/>',
        '    <testcase classname="tests/gates.yaml" name="rules and workflow on the spot">',
        '      <failure message="- DW402">- DW402\n+ DW401</failure>',
        '    </testcase>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    );
  });

  test('the order of files and folders plays no part', () => {
    const cwd = folder(holding, { 'more/other.yaml': holding });
    const run = (...paths: string[]) => runDagweave(['test', ...paths], { cwd });
    expect(run('tests', 'more')).toEqual(run('more', 'tests'));
  });

  test('passes for the examples, every rule of which would be missed', () => {
    expect(runDagweave(['test', '--mutate', 'examples'], { cwd: process.cwd() }).stdout).toMatch(
      /^(\d+) cases: \1 passed; without (\d+) of \2 rules, left out one by one, a case fails\n$/,
    );
  });

  test('says what is wrong with a test itself', () => {
    const missing = runDagweave(['test', 'tests'], { cwd: folder(holding.replace('../flow.yaml', '../flwo.yaml')) });
    expect(missing).toMatchObject({ exit: 4, stdout: '' });
    expect(missing.stderr).toContain('error DW802: cannot read "flwo.yaml"');
    const unknown = runDagweave(['test', 'tests'], { cwd: folder(holding.replace('expect:', 'expects:')) });
    expect(unknown.exit).toBe(4);
    expect(unknown.stderr).toMatch(/error DW310: unknown key "expects".*\n {2}tests\/.*:\d+:\d+\n/);
    expect(unknown.stderr).not.toContain('DW831');
    const none = runDagweave(['test', '.'], { cwd: folderWith({ 'flow.yaml': workflow }) });
    expect(none.exit).toBe(4);
    expect(none.stderr).toContain('error DW831');
    const empty = runDagweave(['test', '.'], { cwd: folderWith({ 'tests.yaml': 'cases: []\n' }) });
    expect(empty).toMatchObject({ exit: 4, stdout: '', stderr: expect.stringContaining('error DW831') });
  });
});
