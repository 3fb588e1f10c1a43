import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-codes.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { folderWith, runDagweave } from './run-dagweave.js';

const flow = 'type: graph\nsteps:\n  - {name: build, command: make}\n';
const broken = 'type: graph\nsteps:\n  - {name: build, command: make, depends: [biuld]}\n';
const gate = 'hooks:\n  enabled: true\n  injections:\n    post_task:\n      - ';
const good = `${gate}{type: shell, command: ./scan.sh}\n`;

describe('the exit status says who can cure it', () => {
  test.each([
    ['nothing is wrong', good, flow, 0],
    ['the workflow has a mistake', good, broken, 1],
    ['the workflow is not YAML', good, 'steps: [{', 1],
    ['a rule matches nothing in this workflow', `${gate}{type: shell, command: x, tasks: [T9]}\n`, flow, 1],
    [
      'an anchor is not in this workflow',
      `${gate}{type: shell, command: x, after: a, on_missing_anchor: error}\n`,
      flow,
      1,
    ],
    ['the rules are not YAML', 'hooks: [{', flow, 4],
    ['a rule has a mistake', `${gate}{type: shell, comand: x}\n`, flow, 4],
    ['a variable has no value', `${gate}{type: shell, command: 'x {{vars.team}}'}\n`, flow, 4],
    ['a prompt file is missing', `${gate}{type: llm_eval, prompt_file: none.md}\n`, flow, 4],
    ['both have mistakes', `${gate}{type: shell, command: 'x {{vars.team}}'}\n`, broken, 1],
    [
      'both have mistakes that show at once',
      `${gate}{type: shell, command: 'x {{vars.team}}'}\n      - {type: shell, command: x, tasks: [T9]}\n`,
      flow,
      4,
    ],
  ])('%s', (_, rules, workflow, exit) => {
    const cwd = folderWith({ 'hooks.yaml': rules, 'flow.yaml': workflow });
    const ran = runDagweave(['apply', '--config', 'hooks.yaml', 'flow.yaml'], { cwd });
    expect(ran, ran.stderr).toMatchObject({ exit });
  });

  test.each([
    ['no such configuration', ['--config', 'none.yaml', 'flow.yaml'], 4],
    ['no such workflow', ['--config', 'hooks.yaml', 'none.yaml'], 4],
    ['no place to write to', ['--config', 'hooks.yaml', 'flow.yaml', '-o', 'flow.yaml/out.yaml'], 4],
    ['no such version of the engine', ['--config', 'hooks.yaml', '--target-version', 'old', 'flow.yaml'], 4],
    ['options that contradict each other', ['--config', 'hooks.yaml', '--in-place', '-'], 2],
    ['a setting that is none', ['--config', 'none.yaml', '--set', 'x', 'flow.yaml'], 2],
  ])('%s', (_, args, exit) => {
    const cwd = folderWith({ 'hooks.yaml': good, 'flow.yaml': flow });
    const ran = runDagweave(['apply', ...args], { cwd });
    expect(ran, ran.stderr).toMatchObject({ exit });
  });

  test('warnings fail with --strict, and say the same', () => {
    const { report, all } = createCollector();
    report('DW402', { rule: 'scan', pattern: 'T9', nearest: undefined });
    expect([exitCodeOf(all(), false), exitCodeOf(all(), true)]).toEqual([0, 1]);
    report('DW342', { name: 'X', nearest: undefined, known: [] });
    expect([exitCodeOf(all(), false), exitCodeOf(all(), true)]).toEqual([0, 4]);
  });
});
