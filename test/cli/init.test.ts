import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lookAround } from '../../src/cli/init/look-around.js';
import { compile } from '../../src/compile.js';
import { promptsFrom } from '../../src/library/prompts-from.js';
import { folderWith, runDagweave } from './run-dagweave.js';

const workflow = (example: string) => readFileSync(`examples/${example}/workflow.yaml`, 'utf8');
const projects = {
  'GitHub Actions': ['.github/workflows/ci.yml', workflow('github-quality-gate')],
  'GitLab CI': ['.gitlab-ci.yml', workflow('gitlab-quality-gate')],
  Dagu: ['dags/nightly.yaml', workflow('quality-gate')],
  'Argo Workflows': ['deploy/flow.yaml', workflow('argo-gate-before-deploy')],
} as const;

const onPath = folderWith({ 'bin/dagweave': '#!/bin/sh\n', 'node_modules/.bin/dagweave': '#!/bin/sh\n' });
for (const path of ['bin', 'node_modules/.bin']) chmodSync(join(onPath, path, 'dagweave'), 0o755);
const installed = { PATH: join(onPath, 'bin') };

test('init in a folder below a configuration says that this one is not read there any longer', () => {
  const rules = 'hooks: {enabled: true, injections: {final: [{id: bye, type: shell, command: echo bye}]}}\n';
  const cwd = folderWith({ '.dagweave/config.yaml': rules, 'flows/a.yaml': workflow('quality-gate') });
  const { exit, stderr } = runDagweave(['init', 'flows'], { cwd });
  expect(exit).toBe(0);
  expect(stderr).toContain('DW868: .dagweave/config.yaml was in force in flows, and is not any longer');
  const { stdout } = runDagweave(['list', '--json'], { cwd: join(cwd, 'flows') });
  expect(stdout).not.toContain('bye');
});

test('init names no place for a check where its own rule is refused', () => {
  const job = 'jobs: {unit: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n';
  const cwd = folderWith({
    '.github/workflows/ci.yml': `on: push\n${job}`,
    '.github/workflows/two.yml': `on: push\n${job}`,
    '.github/workflows/odd.yml': `on: push\n${job.replace('{unit:', '{<<: {}, unit:')}`,
  });
  expect(runDagweave(['init'], { cwd }).exit).toBe(0);
  const [, place] = /`dagweave apply --check (.*)` fails/.exec(
    readFileSync(join(cwd, '.dagweave/config.yaml'), 'utf8'),
  )!;
  expect(place).toBe('.github/workflows/ci.yml .github/workflows/two.yml');
  expect(runDagweave(['apply', '--in-place', ...place!.split(' ')], { cwd }).exit).toBe(0);
});

describe.each(Object.entries(projects))('init in a project with %s', (language, [path, text]) => {
  const cwd = folderWith({ [path]: text, 'values.yaml': 'image: {tag: 1.2.3}\n' });
  const { exit, stdout, stderr } = runDagweave(['init'], { cwd, env: installed });
  const configuration = readFileSync(join(cwd, '.dagweave/config.yaml'), 'utf8');

  test('writes a configuration of this project, and says which files', () => {
    expect(exit).toBe(0);
    for (const file of stdout.trim().split('\n')) expect(existsSync(join(cwd, file)), file).toBe(true);
    expect(configuration).toContain(`# Found here: ${language}. Tasks are `);
    expect(configuration).toContain(`\`dagweave apply --check ${path}\` fails`);
    expect(runDagweave(['validate', '--strict'], { cwd }).exit).toBe(0);
  });

  test('shows what its rule changes, and changes nothing', () => {
    expect(stderr).toContain(`+++ b/${path}\n`);
    expect(stderr).toMatch(/^\+.*dagweave: post_task\/announce /m);
    expect(stderr).toContain(`\ndagweave: write it with: dagweave apply --in-place ${path}\n`);
    expect(readFileSync(join(cwd, path), 'utf8')).toBe(text);
    const patch = runDagweave(['diff', path], { cwd }).stdout;
    const shown = stderr.split('\n').filter((line) => /^[+-]/.test(line));
    expect(
      patch
        .split('\n')
        .filter((line) => /^[+-]/.test(line))
        .slice(0, shown.length),
    ).toEqual(shown);
  });

  const lines = configuration.split('\n');
  const choices = lines.filter((line) => /^ +# .*[^.]$/.test(line));
  const picked = (wanted: readonly string[]) =>
    lines.map((line) => (wanted.includes(line) ? line.replace('# ', '') : line)).join('\n');
  const compiled = (config: string) =>
    compile({
      workflow: [{ path, text }],
      configuration: [{ path: '.dagweave/config.yaml', text: config, layer: 'project' }],
      prompts: promptsFrom({ '.dagweave/prompts/code_quality.md': 'Is it good?' }),
    });
  const errors = (config: string) =>
    compiled(config)
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);

  test('leaves at least five lines to pick', () => {
    expect(choices.length).toBeGreaterThanOrEqual(5);
  });

  test.each(choices)('works with this line: %s', (line) => {
    const config = picked([line]);
    expect(config).not.toBe(configuration);
    expect(errors(config)).toEqual([]);
    expect(compiled(config).rules).not.toEqual(compiled(configuration).rules);
  });

  test('works with all of them', () => {
    expect(errors(picked(choices))).toEqual([]);
    writeFileSync(join(cwd, '.dagweave/config.yaml'), picked(choices));
    expect(runDagweave(['validate', path], { cwd })).toMatchObject({ exit: 0 });
    expect(runDagweave(['diff', path], { cwd }).exit).toBe(0);
  });
});

describe('init', () => {
  test('writes what works by itself where no workflow is', () => {
    const cwd = folderWith({});
    const { exit, stderr } = runDagweave(['init'], { cwd, env: installed });
    expect([exit, stderr]).toEqual([0, 'dagweave: see what it does with: dagweave diff WORKFLOW\n']);
    expect(runDagweave(['validate', '--strict'], { cwd }).exit).toBe(0);
    const path = join(cwd, '.dagweave/config.yaml');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/^( +)# (.*[^.])$/gm, '$1$2'));
    expect(readFileSync(path, 'utf8')).not.toBe(text);
    expect(runDagweave(['validate'], { cwd })).toMatchObject({ exit: 0, stderr: '' });
  });

  test('leaves out what is an error in a workflow that is here, and takes no odd name into its text', () => {
    const destroying = { type: 'graph', steps: [{ name: 'x"]} ${y}', command: 'terraform destroy -auto-approve' }] };
    const cwd = folderWith({ 'flow.yaml': JSON.stringify(destroying) });
    expect(runDagweave(['init'], { cwd }).exit).toBe(0);
    const text = readFileSync(join(cwd, '.dagweave/config.yaml'), 'utf8');
    expect(text).not.toContain('deny:');
    expect(text).toContain('tasks: ["*test*"]');
    expect(text).not.toContain('${y}');
    expect(runDagweave(['diff', 'flow.yaml'], { cwd }).exit).toBe(0);
  });

  test.each([
    ['package.json', 'npm test'],
    ['pyproject.toml', 'python -m pytest'],
    ['go.mod', 'go test'],
    ['Cargo.toml', 'cargo llvm-cov'],
  ])('measures coverage as projects with a %s do', (sign, command) => {
    const cwd = folderWith({ [sign]: '', '.github/workflows/ci.yml': projects['GitHub Actions'][1] });
    expect(runDagweave(['init'], { cwd }).exit).toBe(0);
    const path = join(cwd, '.dagweave/config.yaml');
    const text = readFileSync(path, 'utf8').replace('# - {id: coverage', '- {id: coverage');
    writeFileSync(path, text);
    const { exit, stdout } = runDagweave(['list', '--json'], { cwd });
    expect([exit, stdout]).toEqual([0, expect.stringContaining(`"id": "coverage"`)]);
    expect(text).toMatch(new RegExp(`- \\{id: coverage.*command: "?${command}`));
  });

  test('names all folders of workflows for a build', () => {
    const flow = 'type: graph\nsteps:\n  - {name: build, command: make}\n';
    const cwd = folderWith({
      '.github/workflows/ci.yml': projects['GitHub Actions'][1],
      'dags/a.yaml': flow,
      'dags/b.yaml': flow,
    });
    expect(runDagweave(['init'], { cwd }).exit).toBe(0);
    const text = readFileSync(join(cwd, '.dagweave/config.yaml'), 'utf8');
    const command = /`dagweave (apply --check .*?)`/.exec(text)![1]!;
    expect(command).toBe('apply --check .github/workflows/ci.yml dags');
    expect(runDagweave(command.split(' '), { cwd }).exit).toBe(1);
    expect(runDagweave(command.replace('--check', '--in-place').split(' '), { cwd }).exit).toBe(0);
    expect(runDagweave(command.split(' '), { cwd }).exit).toBe(0);
  });

  test('takes a pipeline with the files that it includes', () => {
    const cwd = folderWith({
      '.gitlab-ci.yml': 'include: [/.gitlab/ci/*.yml, ci/lint.gitlab-ci.yml]\n',
      '.gitlab/ci/build.yml': 'build:\n  script: [make]\n',
      '.gitlab/ci/deploy.yml': 'deploy:\n  needs: [build]\n  script: [./deploy.sh]\n',
      'ci/lint.gitlab-ci.yml': 'lint:\n  script: [make lint]\n',
      'ci/notes.yml': 'lint: strict\n',
    });
    const { exit, stderr } = runDagweave(['init'], { cwd, env: installed });
    expect(exit).toBe(0);
    expect(stderr).toContain('+++ b/.gitlab/ci/deploy.yml\n');
    const command = 'apply --in-place .gitlab-ci.yml .gitlab/ci ci/lint.gitlab-ci.yml';
    expect(stderr).toContain(`\ndagweave: write it with: dagweave ${command}\n`);
    expect(runDagweave(command.split(' '), { cwd }).stderr).toContain('Added 3 steps');
  });

  test('shows the workflow with the tests, and not the first by name', () => {
    const label = 'on: issues\njobs:\n  label:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ./label.sh\n';
    const cwd = folderWith({
      '.github/workflows/auto-label.yml': label,
      '.github/workflows/main.yml': workflow('github-quality-gate'),
      'spec/data/pipelines/tests/.gitlab-ci.yml': workflow('gitlab-quality-gate'),
    });
    const { stderr } = runDagweave(['init'], { cwd });
    expect(stderr).toContain('+++ b/.github/workflows/main.yml\n');
    expect(readFileSync(join(cwd, '.dagweave/config.yaml'), 'utf8')).toContain('Tasks are unit-tests');
  });

  test('names outer folders where the inner ones are many', () => {
    const jobs = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((one) => [`.gitlab/${one}/jobs.yml`, `${one}:\n  script: [make]\n`]),
    );
    const cwd = folderWith({ '.gitlab-ci.yml': `include: ${JSON.stringify(Object.keys(jobs))}\n`, ...jobs });
    const { stderr } = runDagweave(['init'], { cwd, env: installed });
    expect(stderr).toContain('dagweave: write it with: dagweave apply --in-place .gitlab-ci.yml .gitlab\n');
    expect(runDagweave(['diff', '.gitlab-ci.yml', '.gitlab'], { cwd }).stdout).toContain('Plan: 5 steps to add');
  });

  test('writes a first rule for which nothing waits, where no other can be', () => {
    const cwd = folderWith({
      '.gitlab-ci.yml': `include: [{project: a/b, file: ci.yml}]
.all: {needs: [{job: build, artifacts: !reference [.x, y]}]}
build:
  extends: .of-others
deploy:
  extends: .all
  script: [./deploy.sh]
`,
    });
    const { stderr } = runDagweave(['init'], { cwd, env: installed });
    expect(stderr).toContain('dagweave: write it with: dagweave apply --in-place .gitlab-ci.yml');
    expect(readFileSync(join(cwd, '.dagweave/config.yaml'), 'utf8')).toContain(
      '- step: announce\n        await: false',
    );
  });

  test('says how to see why the first rule changes nothing', () => {
    const cwd = folderWith({ '.gitlab-ci.yml': 'include: [{project: a/b, file: ci.yml}]\nstages: [build]\n' });
    const { exit, stderr } = runDagweave(['init'], { cwd, env: installed });
    expect([exit, stderr]).toEqual([
      0,
      'dagweave: the first rule changes nothing here yet; see why with: dagweave diff .gitlab-ci.yml\n',
    ]);
  });

  test('shows no more of a long patch than fits a screen', () => {
    const steps = Array.from({ length: 60 }, (_, index) => `  - {name: s${index}, command: make}\n`).join('');
    const cwd = folderWith({ 'flow.yaml': `type: graph\nsteps:\n${steps}` });
    const { stderr } = runDagweave(['init'], { cwd, env: installed });
    expect(stderr.split('\n').length).toBeLessThan(50);
    expect(stderr).toMatch(/^… \d+ more lines: dagweave diff flow\.yaml$/m);
    expect(runDagweave(['init', 'other', '--quiet'], { cwd }).stderr).toBe('');
  });

  // `npx` and scripts of a package put folders before the path that a shell of the user does not have.
  test.each([
    ['dagweave', installed.PATH],
    ['npx dagweave', join(onPath, 'node_modules/.bin')],
    ['npx dagweave', join(onPath, 'nowhere')],
  ])('says commands as a shell finds them: %s', (command, PATH) => {
    const alone = runDagweave(['init'], { cwd: folderWith({}), env: { PATH } }).stderr;
    expect(alone).toBe(`dagweave: see what it does with: ${command} diff WORKFLOW\n`);
    const { stderr } = runDagweave(['init'], {
      cwd: folderWith({ 'dags/nightly.yaml': projects.Dagu[1] }),
      env: { PATH },
    });
    expect(stderr).toContain(`\ndagweave: write it with: ${command} apply --in-place dags/nightly.yaml\n`);
  });

  test('of another folder says commands that go there', () => {
    const cwd = folderWith({ 'a project/dags/nightly.yaml': projects.Dagu[1], 'p/x.txt': '' });
    const { stderr } = runDagweave(['init', 'a project'], { cwd, env: installed });
    expect(stderr).toContain(
      `\ndagweave: write it with: cd "a project" && dagweave apply --in-place dags/nightly.yaml\n`,
    );
    const { stderr: plain } = runDagweave(['init', 'p'], { cwd, env: installed });
    expect(plain).toBe('dagweave: see what it does with: cd p && dagweave diff WORKFLOW\n');
  });

  test('says commands that a shell takes where names have blanks, a dash in front or letters of other languages', () => {
    const cwd = folderWith({
      '-x.yaml': projects.Dagu[1],
      'größe/my flow.yaml': projects.Dagu[1],
      "q/it's.yaml": projects.Dagu[1],
    });
    const { stderr } = runDagweave(['init', 'größe'], { cwd, env: installed });
    expect(stderr).toContain('\ndagweave: write it with: cd größe && dagweave apply --in-place "my flow.yaml"\n');
    expect(runDagweave(['init', 'q'], { cwd, env: installed }).stderr).toContain(' --in-place WORKFLOW…\n');
    expect(runDagweave(['init'], { cwd, env: installed }).stderr).toContain(' --in-place ./-x.yaml\n');
  });

  test('names all places of a pipeline of many files in the command', () => {
    const parts = ['a', 'b', 'c', 'd', 'e'].map((one) => `${one}/ci/jobs.yml`);
    const files = parts.map((path, at) => [path, `job${at}:\n  script: [ls]\n`] as const);
    const start = `include: [${parts.join(', ')}]\nlint:\n  script: [ls]\n`;
    const cwd = folderWith({ '.gitlab-ci.yml': start, ...Object.fromEntries(files) });
    const { stderr } = runDagweave(['init'], { cwd, env: installed });
    expect(stderr).toContain(` --in-place .gitlab-ci.yml ${parts.join(' ')}\n`);
    expect(readFileSync(join(cwd, '.dagweave/config.yaml'), 'utf8')).toContain('--check WORKFLOW…`');
  });

  test('tries nothing that takes long, and says how to look at it', () => {
    const jobs = (letter: string) =>
      Array.from({ length: 11_000 }, (_, index) => `${letter}${index}:\n  script: [ls]\n`).join('');
    const parts = ['a', 'b', 'c'].map((letter) => [`${letter}.yml`, jobs(letter)]);
    const cwd = folderWith({ '.gitlab-ci.yml': 'include: [a.yml, b.yml, c.yml]\n', ...Object.fromEntries(parts) });
    const start = performance.now();
    const { stderr } = runDagweave(['init'], { cwd, env: installed });
    expect(stderr).toBe('dagweave: see what it does with: dagweave diff .gitlab-ci.yml a.yml b.yml c.yml\n');
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('touches nothing that is there', () => {
    const cwd = folderWith({ 'p/.dagweave/config.yaml': 'mine\n' });
    const { exit, stdout, stderr } = runDagweave(['init', 'p'], { cwd });
    expect([exit, stdout]).toEqual([4, '']);
    expect(stderr).toContain('DW833');
    expect(readdirSync(join(cwd, 'p/.dagweave'))).toEqual(['config.yaml']);
    expect(readFileSync(join(cwd, 'p/.dagweave/config.yaml'), 'utf8')).toBe('mine\n');
    mkdirSync(join(cwd, 'q/.dagweave'), { recursive: true });
    writeFileSync(join(cwd, 'q/.dagweave/config.json'), '{}');
    expect(runDagweave(['init', 'q'], { cwd }).exit).toBe(4);
  });
});

describe('the search for workflows', () => {
  const flow = 'type: graph\nsteps:\n  - {name: build, command: make}\n';
  const pathsIn = (folder: string, now?: () => number) => lookAround(folder, now).workflows.map(({ path }) => path);

  test('takes what belongs to an engine, and leaves what looks like it', () => {
    const folder = folderWith({
      '.github/workflows/ci.yml': projects['GitHub Actions'][1],
      'docs/sample.yml': projects['GitHub Actions'][1],
      'charts/pipeline.yml': projects['GitLab CI'][1],
      'azure-pipelines.yml': flow,
      'node_modules/x/flow.yaml': flow,
      '.cache/flow.yaml': flow,
      'dags/flow.yaml': flow,
      'dags/broken.yaml': '\u0000',
    });
    expect(pathsIn(folder)).toEqual(['.github/workflows/ci.yml', 'dags/flow.yaml']);
    expect(lookAround(folder).buildServer).toBe('GitHub Actions');
    expect(lookAround(join(folder, 'nowhere'))).toMatchObject({ workflows: [], buildServer: undefined });
  });

  test('looks at nothing outside of the project', () => {
    const outside = folderWith({ 'x.yml': 'secret:\n  script: [make]\n' });
    const folder = folderWith({ '.gitlab-ci.yml': 'include: .gitlab/x.yml\na:\n  script: [ls]\n', 'ci/x.yml': flow });
    symlinkSync(outside, join(folder, '.gitlab'));
    symlinkSync('ci', join(folder, '.gitlab-ci'));
    expect(lookAround(folder).workflows.map(({ path, parts }) => [path, parts])).toEqual([
      ['.gitlab-ci.yml', []],
      ['.gitlab-ci/x.yml', []],
      ['ci/x.yml', []],
    ]);
  });

  test('ends in a folder with more than anybody can look at', () => {
    const many = folderWith(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}.yaml`, flow])));
    expect(pathsIn(many)).toHaveLength(300);
    const deep = folderWith({ [`${'d/'.repeat(8)}flow.yaml`]: flow, 'd/flow.yaml': flow });
    symlinkSync('..', join(deep, 'd/up'));
    expect(pathsIn(deep)).toEqual(['d/flow.yaml']);
    let time = 0;
    const slow = folderWith(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`d${n}/f.yaml`, flow])));
    const late = pathsIn(slow, () => {
      time += 500;
      return time;
    });
    expect(late.length).toBeLessThan(9);
  });
});

test('what programs read on standard error is one document', () => {
  const { exit, stderr } = runDagweave(['init', '--diagnostics', 'json'], { cwd: folderWith({}) });
  expect(exit).toBe(0);
  expect(JSON.parse(stderr)).toMatchObject({ diagnostics: [] });
});
