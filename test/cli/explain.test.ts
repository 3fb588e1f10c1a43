import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const flow =
  'type: graph\nsteps:\n  - {name: build, command: make}\n  - {name: ship, command: make ship, depends: [build]}\n';
const rules = `hooks:
  enabled: true
  injections:
    post_task:
      - {id: lint, type: shell, command: npm run lint, tasks: [build]}
      - {id: scan, type: shell, command: npm run scan, tasks: [ship]}
`;
const cwd = folderWith({ '.dagweave/config.yaml': rules, 'flow.yaml': flow, 'flows/flow.yaml': flow, 'build/x': '' });
const explain = (...args: string[]) => runDagweave(['explain', ...args], { cwd });

describe('explain --task', () => {
  test.each([['flow.yaml'], ['flows'], ['flow.yaml', 'flows/flow.yaml']])('asks about each rule in %s', (...inputs) => {
    const ran = explain('--task', 'build', ...inputs);
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout.split('\n').filter((line) => line.startsWith('  lint '))).toEqual([]);
    expect(ran.stdout.match(/^Task build in flow /gm)).toHaveLength(inputs.length);
    expect(ran.stdout.match(/^ {2}hook-lint-build {2}after build; gate; rule lint /gm)).toHaveLength(inputs.length);
    expect(ran.stdout.match(/^ {2}scan {2}`tasks`: wanted `ship`, found `build` /gm)).toHaveLength(inputs.length);
  });

  test('reads standard input where no file is named', () => {
    const ran = runDagweave(['explain', '--task', 'build'], { cwd, input: flow });
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('lint') });
  });

  test('fails where the task is not there', () => {
    const ran = explain('--task', 'bild', 'flow.yaml');
    expect(ran).toMatchObject({ exit: 1, stdout: expect.stringContaining('build') });
  });

  test('still takes a step first, also one with the name of a folder', () => {
    const [, name] = /name: (hook-\S+)/.exec(runDagweave(['apply', 'flow.yaml'], { cwd }).stdout)!;
    expect(explain('--task', 'build', name!, 'flow.yaml').stdout).toContain(`${name} in flow`);
    expect(explain('--task', 'build', 'build', 'flow.yaml').stdout).toContain('Task build in flow');
  });
});

describe('explain --step', () => {
  const bundle = `type: graph
steps:
  - {name: prepare, command: sudo ./prepare.sh}
  - {name: run, call: T001, depends: [prepare]}
---
name: T001
type: graph
steps:
  - {name: plan, command: terraform plan}
  - {name: ship, command: "sh -c 'terraform destroy -auto-approve'", depends: [plan]}
`;
  const config = `hooks:
  enabled: true
  injections:
    pre_root:
      - {id: start, type: shell, command: ./start.sh}
    pre_task:
      - {id: open, type: shell, command: ./open.sh, tasks: [T001]}
      - {id: approve, type: shell, command: ./approve.sh, match: {runs: "terraform *"}}
      - {id: exact, type: shell, command: ./exact.sh, match: {runs: terraform destroy}, optional: true}
      - {id: typo, type: shell, command: ./typo.sh, match: {runs: "terrafrom plan*"}, optional: true}
      - {id: either, type: shell, command: ./e.sh, match: {any: [{runs: "helm *"}, {image: "node*"}]}, optional: true}
      - {id: rest, type: shell, command: ./rest.sh, match: {runs: "*", not: {runs: "terraform *"}}}
      - {id: sure, type: shell, command: ./sure.sh, match: {runs: "helm *", unsure: skip}, optional: true}
      - {id: typed, type: shell, command: ./typed.sh, match: {cel: 'step.uses.exists(u, u == "ssh")'}, optional: true}
      - {id: off, type: shell, command: ./off.sh, match: {runs: "*"}, enabled: false}
    post_task:
      - {id: look, type: llm_eval, prompt: look, match: {runs: "terraform *"}}
  deny:
    - {match: {runs: "terraform destroy*"}, message: nothing may be destroyed, severity: warning}
    - {match: {runs: "curl*"}, message: no downloads}
`;
  const files = { 'hooks.yaml': config, 'flow.yaml': bundle, 'own.yaml': config.replace('true', 'false') };
  const cwd = folderWith(files);
  const ask = (...args: string[]) =>
    runDagweave(['explain', ...args, '--config', 'hooks.yaml', '--quiet', 'flow.yaml'], { cwd });

  test('says in one answer what every rule does to a step', () => {
    const ran = ask('--step', 'ship');
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout.replaceAll('hooks.yaml:', '')).toBe(`Step ship in T001 (flow.yaml:10:12)
It is part of the task T001: see --task T001 too.
Forbidden by \`deny\`:
  warning  nothing may be destroyed; it runs \`terraform destroy -auto-approve\` (19:7)
What rules add, in order:
  hook-approve-ship  before ship; gate; rule approve (8:9)
  hook-look-ship     after ship; observation; rule look (17:9)
Rules that do not match:
  exact   \`runs\`: wanted \`terraform destroy\`, found \`sh -c terraform destroy -auto-approve\`, \`terraform destroy -auto-approve\`; write \`terraform destroy *\` for commands that only begin with \`terraform destroy\` (9:69)
  typo    \`runs\`: wanted \`terrafrom plan*\`, found \`sh -c terraform destroy -auto-approve\`, \`terraform destroy -auto-approve\` (10:67)
  either  \`any\`: wanted what runs \`helm *\`; or uses the image \`node*\`, found \`sh -c terraform destroy -auto-approve\`, \`terraform destroy -auto-approve\` (11:65)
  rest    \`not\`: leaves out what runs \`terraform *\`, found \`terraform destroy -auto-approve\` (12:77)
  sure    \`runs\`: wanted \`helm *\`, found \`sh -c terraform destroy -auto-approve\`, \`terraform destroy -auto-approve\` (13:67)
  typed   \`cel\`: wanted \`step.uses.exists(u, u == "ssh")\`, found step.uses: [command, shell] (14:68)
  off     the rule is switched off with \`enabled: false\` (15:9)
\`deny\` rules that do not match:
  no downloads  \`runs\`: wanted \`curl*\`, found \`sh -c terraform destroy -auto-approve\`, \`terraform destroy -auto-approve\` (20:7)
Rules for the whole DAG:
  start  pre_root: hook-start (5:9)
`);
  });

  test('cuts a command where it is not certain, and says why a place was taken', () => {
    const open = folderWith({
      'hooks.yaml': `hooks:
  enabled: true
  injections:
    pre_task:
      - {id: cat, type: shell, command: x, match: {runs: "less *"}, optional: true}
    post_task:
      - {id: lint, type: shell, command: y, tasks: [T001], after: post-merge}
      - {id: many, type: shell, command: z, tasks: [T002, T01], optional: true}
`,
      'flow.yaml': 'type: graph\nsteps:\n  - {name: T001, command: "cat $FILE | ./tool.sh --all"}\n',
    });
    const args = ['explain', '--task', 'T001', '--config', 'hooks.yaml', '-q', 'flow.yaml'];
    const { stdout } = runDagweave(args, { cwd: open });
    expect(stdout).toContain('`runs`: wanted `less *`, found `cat …`, `./tool.sh --all` (');
    expect(stdout).toContain('after T001, because `post-merge` is not there; gate; rule lint (');
    expect(stdout).toContain('`tasks`: wanted `T002`, `T01`, found `T001` (');
  });

  test('names the hooks that are right beside a step of a task', () => {
    expect(ask('--step', 'plan').stdout).toMatch(
      /\nOther hooks beside it:\n {2}hook-open +before it; for the task T001; rule open \(hooks\.yaml:7:9\)\n/,
    );
  });

  test('names a hook that is beside a job because of the task that the job runs', () => {
    const jobs = folderWith({
      'hooks.yaml': `hooks:
  enabled: true
  injections:
    pre_task:
      - {id: ask, type: approval, prompt: Ship it?, tasks: [ship]}
`,
      'ci.yml': 'on: push\njobs:\n  ship:\n    runs-on: x\n    steps: [{run: make ship}]\n',
    });
    const { stdout } = runDagweave(['explain', '--task', 'ship', '--config', 'hooks.yaml', '-q', 'ci.yml'], {
      cwd: jobs,
    });
    expect(stdout).toMatch(
      /\nStep ship in [\s\S]*\nOther hooks beside it:\n {2}hook-ask-ship +before it; for the task ship; rule ask/,
    );
  });

  test('shows what comes near to a pattern', () => {
    expect(ask('--step', 'plan').stdout).toContain(
      'found `terraform plan`; `terrafrom plan` is nearly `terraform plan` ',
    );
  });

  test('looks into all steps of a task with a body', () => {
    const shown = ask('--task', 'T001').stdout;
    expect(shown).toMatch(/^Task T001 \(flow\.yaml:6:7\)\nForbidden by `deny`:\n/);
    expect(shown).toContain('hook-open  before every step that waits for nothing; gate; rule open');
    expect(shown).toContain('no downloads  `runs`: wanted `curl*`, found `terraform plan`, `sh -c terraform destroy');
  });

  test('names the task that a step runs', () => {
    expect(ask('--step', 'run').stdout).toContain(
      '\nIt runs the task T001: see --task T001 too.\nNo rule adds anything here.\n',
    );
  });

  test('says why a hook is there', () => {
    expect(ask('--step', 'hook-approve-ship').stdout).toMatch(/^hook-approve-ship in T001:\n {2}rule +approve /);
    expect(ask('--step', 'shp')).toMatchObject({
      exit: 1,
      stdout: expect.stringMatching(/^There is no step shp\. Nearest are: ship, /),
    });
  });

  test('says that hooks are not enabled', () => {
    const ran = runDagweave(['explain', '--step', 'ship', '--config', 'own.yaml', '--quiet', 'flow.yaml'], { cwd });
    expect(ran.stdout).toContain('Hooks are not enabled, so nothing of this is in force.\n');
  });

  test('shows what is policy, and where a step is in text with hooks in it', () => {
    const policy = { 'policy.yaml': config.replace('  enabled: true\n', ''), 'flow.yaml': bundle };
    const below = folderWith(policy);
    expect(runDagweave(['apply', '-i', '--policy', 'policy.yaml', '-q', 'flow.yaml'], { cwd: below }).exit).toBe(0);
    const ran = runDagweave(['explain', '--step', 'ship', '--policy', 'policy.yaml', '-q', 'flow.yaml'], {
      cwd: below,
    });
    const at = readFileSync(join(below, 'flow.yaml'), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes('name: ship'));
    expect(ran.stdout).toContain(`Step ship in T001 (flow.yaml:${at + 1}:12)\n`);
    expect(ran.stdout).toContain('gate; rule approve (policy) (policy.yaml:7:9)\n');
    expect(ran.stdout).toContain('  start (policy)  pre_root: hook-start ');
  });

  test('is one question at a time', () => {
    expect(ask('--step', 'ship', '--rule', 'exact')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('DW809'),
    });
  });
});

describe('explain --rule', () => {
  const gates = `hooks:
  enabled: true
  injections:
    pre_task:
      - {id: approve, type: shell, command: ./approve.sh, match: {runs: "* ship"}}
      - {id: off, type: shell, command: ./off.sh, enabled: false}
    final:
      - {id: report, type: shell, command: ./report.sh}
      - {id: never, type: shell, command: ./never.sh, when: "false"}
`;
  const cwd = folderWith({ '.dagweave/config.yaml': gates, 'flow.yaml': flow });
  const ask = (rule: string) => runDagweave(['explain', '--rule', rule, 'flow.yaml'], { cwd });

  test('lists what the rule matches, and for the rest which key does not hold and what is there', () => {
    expect(ask('approve')).toMatchObject({ exit: 0, stderr: '' });
    const [title, hit, other, rest] = ask('approve').stdout.split('\n');
    expect(title).toMatch(/^Rule approve \(.+config\.yaml:5:9\) matches:$/);
    expect(hit).toMatch(/^ {2}ship {2}hook-approve-ship in flow$/);
    expect(other).toBe('It does not match:');
    expect(rest).toBe('  build  `runs`: wanted `* ship`, found `make`');
  });

  test('speaks of DAGs where the rule is for a whole DAG', () => {
    expect(ask('report').stdout).toMatch(/matches:\n {2}flow {2}hook-report in flow\n$/);
    expect(ask('never').stdout).toMatch(/matches nothing\.\nIt does not match:\n {2}flow {2}`when`: `false` is false/);
  });

  test('says what keeps a rule from matching anything', () => {
    expect(ask('off')).toMatchObject({ exit: 0, stdout: expect.stringContaining('switched off') });
    expect(ask('aprove')).toMatchObject({ exit: 1, stdout: expect.stringContaining('nearest  approve') });
  });
});

test('a file alone is no question', () => {
  expect(explain('flow.yaml')).toMatchObject({ exit: 2, stderr: expect.stringContaining('error DW830') });
});

test('a step may be named behind the file, unless a folder is called like it', () => {
  expect(explain('flow.yaml', 'ship')).toEqual(explain('ship', 'flow.yaml'));
  expect(explain('flow.yaml', 'build')).toMatchObject({ exit: 4, stdout: '' });
});
