import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const rules = `hooks:
  enabled: true
  step_definitions:
    scan: {type: shell, command: ./scan.sh}
  injections:
    post_task:
      - {step: scan, tasks: [build], tasks_exclude: [T9]}
    final:
      - {id: tidy, type: shell, command: ./tidy.sh}
`;
const flow = 'type: graph\nsteps:\n  - {name: build, command: make}\n';

describe('list', () => {
  const cwd = folderWith({ '.dagweave/config.yaml': rules });

  test('shows steps and rules and where each is written', () => {
    const { exit, stdout, stderr } = runDagweave(['list'], { cwd });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'Configuration, the weakest first:',
        '  project  .dagweave/config.yaml',
        '',
        'Steps:',
        '  scan  shell  .dagweave/config.yaml:4:5',
        '',
        'Rules at post_task:',
        '  post_task/scan  scan  build without T9  .dagweave/config.yaml:7:9',
        '',
        'Rules at final:',
        '  tidy  shell (inline)  *  .dagweave/config.yaml:9:9',
        '',
        'Hooks are enabled.',
        '',
      ].join('\n'),
    );
  });

  test('gives the same as JSON, also under the name hooks list', () => {
    const { stdout } = runDagweave(['list', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      enabled: true,
      layers: [{ layer: 'project', file: '.dagweave/config.yaml' }],
      steps: [{ name: 'scan', type: 'shell', place: { file: '.dagweave/config.yaml', line: 4, column: 5 } }],
      rules: [
        { id: 'post_task/scan', point: 'post_task', step: 'scan', tasks: ['build'], tasks_exclude: ['T9'] },
        { id: 'tidy', point: 'final', step: null, type: 'shell' },
      ],
    });
    expect(runDagweave(['hooks', 'list', '--json'], { cwd }).stdout).toBe(stdout);
  });
});

describe('validate', () => {
  test('checks rules on their own, and with workflows what they come to', () => {
    const cwd = folderWith({ 'hooks.yaml': rules, 'flow.yaml': flow });
    const alone = runDagweave(['validate', '--config', 'hooks.yaml'], { cwd });
    expect(alone).toEqual({ exit: 0, stdout: 'Valid: 2 rules in 1 configuration file\n', stderr: '' });
    const both = runDagweave(['hooks', 'validate', '--config', 'hooks.yaml', 'flow.yaml'], { cwd });
    expect(both.stdout).toBe('Valid: 2 rules in 1 configuration file, applied to 1 workflow file\n');
  });

  test('names the place of each mistake, once', () => {
    const cwd = folderWith({ 'hooks.yaml': rules.replace('step: scan', 'step: scna'), 'flow.yaml': flow });
    for (const workflow of [[], ['flow.yaml']]) {
      const { exit, stdout, stderr } = runDagweave(['validate', '--config', 'hooks.yaml', ...workflow], { cwd });
      expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
      expect(stderr.match(/^error .*/gm)).toEqual(['error DW330: no step definition is named "scna"']);
      expect(stderr).toContain('hooks.yaml:7:16');
      expect(stderr).toContain('did you mean "scan"?');
    }
  });

  test('checks prompts and templates also without a workflow', () => {
    const cwd = folderWith({
      'hooks.yaml': rules
        .replace('./tidy.sh', '"./tidy.sh {{task_idd}}"')
        .replace('{type: shell, command: ./scan.sh}', '{type: llm_eval, prompt_file: reviw.md}'),
      'prompts/review.md': 'Review {{task_id}}.',
      'flow.yaml': flow,
    });
    for (const workflow of [[], ['flow.yaml']]) {
      const { exit, stderr } = runDagweave(['validate', '--config', 'hooks.yaml', ...workflow], { cwd });
      expect(exit).toBe(4);
      expect(stderr).toMatch(/^error DW507: .*reviw\.md.*\n {2}hooks\.yaml:4:/m);
      expect(stderr).toMatch(/^warning DW502: .*task_idd.*\n {2}hooks\.yaml:9:/m);
      expect(stderr.match(/DW507/g)).toHaveLength(1);
    }
  });

  test('says so where there is nothing to check', () => {
    expect(runDagweave(['validate'], { cwd: folderWith({}) })).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining('no configuration was found'),
    });
  });

  test('checks hooks that are switched off as if they were on', () => {
    const cwd = folderWith({
      'hooks.yaml': rules.replace('true', 'false'),
      'flow.yaml': flow.replace('build', 'bild'),
    });
    expect(runDagweave(['validate', '--config', 'hooks.yaml', 'flow.yaml'], { cwd }).exit).toBe(1);
  });

  test.each([
    [
      'are not enabled',
      rules.replace('  enabled: true\n', ''),
      'hooks are not enabled, so the 2 rules that are written have no effect\n  help: write `enabled: true` below `hooks:`',
      'Valid: 2 rules in 1 configuration file; none in force, because hooks are not enabled\n',
    ],
    [
      'are not there',
      'hooks: {enabled: true}\n',
      'the configuration has none\n  help: write rules into .dagweave/config.yaml',
      'Valid: 0 rules in 1 configuration file\n',
    ],
  ])('fails where rules %s, unless that is meant', (_, config, why, meant) => {
    const cwd = folderWith({ 'hooks.yaml': config });
    const { exit, stdout, stderr } = runDagweave(['validate', '--config', 'hooks.yaml'], { cwd });
    expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
    expect(stderr).toContain(`error DW819: no rule is in force: ${why}`);
    const allowed = runDagweave(['validate', '--allow-no-rules', '--config', 'hooks.yaml'], { cwd });
    expect(allowed).toEqual({ exit: 0, stdout: meant, stderr: '' });
  });

  test('says how many rules are in force where only a policy is', () => {
    const cwd = folderWith({
      'hooks.yaml': rules.replace('true', 'false'),
      'policy.yaml': 'hooks:\n  deny: [{match: {runs: "rm *"}, message: nothing is removed}]\n',
    });
    expect(runDagweave(['validate', '--config', 'hooks.yaml', '--policy', 'policy.yaml'], { cwd })).toMatchObject({
      exit: 0,
      stdout: 'Valid: 3 rules in 2 configuration files; 1 in force, because hooks are not enabled\n',
    });
  });

  test('names the place of a version that does not exist, also without a workflow', () => {
    const cwd = folderWith({ 'hooks.yaml': `${rules}  target_version: "3.0"\n`, 'flow.yaml': flow });
    for (const workflow of [[], ['flow.yaml']]) {
      const { exit, stderr } = runDagweave(['validate', '--config', 'hooks.yaml', ...workflow], { cwd });
      expect(exit).toBe(4);
      expect(stderr).toMatch(/^error DW218: "3\.0" is not a supported version of Dagu\n {2}hooks\.yaml:10:19\n/);
    }
    const named = runDagweave(['validate', '--config', 'hooks.yaml', '--target-version', '3.1'], { cwd });
    expect(named.stderr).toMatch(/^error DW218: "3\.1" is not a supported version of Dagu\n {2}help: Name a version /);
    const other = runDagweave(['validate', '--config', 'hooks.yaml', '--format', 'argo'], { cwd });
    expect(other.exit).toBe(0);
  });
});
