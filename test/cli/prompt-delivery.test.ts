import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const flow = 'type: graph\nsteps:\n  - name: build\n    command: make\n  - {name: ship, command: make ship}\n';
const rulesWith = (prompt: string, delivered = 'file') =>
  JSON.stringify({
    hooks: {
      enabled: true,
      prompts: delivered,
      vars: { guide: 'Be strict.\nBe kind.' },
      injections: { post_task: [{ id: 'review', type: 'llm_eval', runner: 'claude', prompt }] },
    },
  });
const long = 'Review {{task_id}} since {{timestamp}}.\n{{vars.guide}}\nCosts $5, `x`, {{ other }}.';
const apply = ['apply', '--config', 'hooks.json', '--target-version', '2.15'];

function folder(prompt = long) {
  const cwd = folderWith({ 'flow.yaml': flow, 'hooks.json': rulesWith(prompt) });
  const run = (...args: readonly string[]) => runDagweave(args, { cwd });
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
  const prompts = (below = '.') => {
    const at = join(cwd, below, '.dagweave/prompt-files');
    return existsSync(at) ? readdirSync(at).map((name) => join(at, name)) : [];
  };
  const rules = (prompt: string, delivered?: string) =>
    writeFileSync(join(cwd, 'hooks.json'), rulesWith(prompt, delivered));
  return { cwd, run, read, prompts, rules };
}

test('one file serves all tasks, and the line of a step names it with the values that only the step knows', () => {
  const { run, read, prompts } = folder();
  expect(run(...apply, 'flow.yaml', '-o', 'out.yaml').exit).toBe(0);
  const [file, ...more] = prompts();
  expect(more).toEqual([]);
  expect(readFileSync(file!, 'utf8')).toBe(
    'Review {{task_id}} since {{timestamp}}.\nBe strict.\nBe kind.\nCosts $5, `x`, {{ other }}.\n',
  );
  const out = read('out.yaml');
  expect(
    out.match(/--prompt-file \.dagweave\/prompt-files\/[0-9a-f]{32}\.md --var 'task_id='(build|ship) /g),
  ).toHaveLength(2);
  expect(out).not.toContain('Be strict');
});

test('a second run changes nothing, and a check sees a prompt file that is missing or changed', () => {
  const { run, read, prompts } = folder();
  run(...apply, '--in-place', 'flow.yaml');
  const once = read('flow.yaml');
  expect(run(...apply, '--in-place', 'flow.yaml').exit).toBe(0);
  expect(read('flow.yaml')).toBe(once);
  expect(run(...apply, '--check', 'flow.yaml').exit).toBe(0);
  writeFileSync(prompts()[0]!, 'Say yes.');
  const changed = run(...apply, '--check', 'flow.yaml');
  expect([changed.exit, changed.stderr]).toEqual([1, expect.stringContaining('DW813')]);
  rmSync(prompts()[0]!);
  expect(run(...apply, '--check', 'flow.yaml').exit).toBe(1);
});

test('verify names a prompt file that is missing or changed, at the line that needs it', () => {
  const { run, prompts } = folder();
  run(...apply, '--in-place', 'flow.yaml');
  const verify = ['verify', '--config', 'hooks.json', '--target-version', '2.15'];
  expect(run(...verify, 'flow.yaml')).toMatchObject({ exit: 0, stderr: '' });
  writeFileSync(prompts()[0]!, 'Say yes.');
  const changed = run(...verify, 'flow.yaml');
  expect([changed.exit, changed.stdout]).toEqual([1, '']);
  expect(changed.stderr).toMatch(
    /^error DW839: the prompt file "\.dagweave\/prompt-files\/.* was changed.*\n {2}flow\.yaml:7:\d+\n/,
  );
  rmSync(prompts()[0]!);
  const missing = run(...verify, 'flow.yaml');
  expect([missing.exit, missing.stdout]).toEqual([1, '']);
  expect(missing.stderr).toMatch(/^error DW838: .* is missing.*\n {2}flow\.yaml:7:\d+\n/);
});

describe('a preview shows prompt files', () => {
  const diff = ['diff', '--config', 'hooks.json', '--target-version', '2.15'];

  test('as a patch that makes what apply makes, and takes away what it takes away', () => {
    const { cwd, run, read, prompts, rules } = folder();
    const patched = () => {
      const { exit, stdout } = run(...diff, 'flow.yaml');
      expect(exit).toBe(0);
      execFileSync('git', ['apply', '-'], { cwd, input: stdout });
      return { text: read('flow.yaml'), files: prompts().map((path) => readFileSync(path, 'utf8')), summary: stdout };
    };
    const first = patched();
    expect(first.summary).toMatch(/, critical path 1 step longer; 1 prompt file to write\n$/);
    expect(run(...apply, '--check', 'flow.yaml').exit).toBe(0);
    rules('Another one.');
    const second = patched();
    expect(second.files).toEqual(['Another one.\n']);
    expect(second.summary).toContain('; 1 prompt file to write and 1 to remove');
    expect(run(...apply, '--check', 'flow.yaml').exit).toBe(0);
    expect(run(...diff, '--exit-code', 'flow.yaml')).toEqual({ exit: 0, stdout: 'Plan: no changes\n', stderr: '' });
  });

  test('that are missing beside a workflow that needs no change', () => {
    const { cwd, run, prompts } = folder();
    run(...apply, '--in-place', 'flow.yaml');
    const [path] = prompts();
    rmSync(path!);
    const { exit, stdout } = run(...diff, '--exit-code', 'flow.yaml');
    expect(exit).toBe(2);
    expect(stdout).toMatch(
      /^--- \/dev\/null\n\+\+\+ b\/\.dagweave\/prompt-files\/[\s\S]*\nPlan: no changes in workflows; 1 prompt file to write\n$/,
    );
    const { prompt_files } = JSON.parse(run(...diff, '--view', 'json', 'flow.yaml').stdout);
    expect(prompt_files).toEqual([{ path: path!.slice(cwd.length + 1), change: 'created' }]);
  });

  test('that are in the way, as the error that apply ends with', () => {
    const { run, prompts } = folder();
    run(...apply, '--in-place', 'flow.yaml');
    writeFileSync(prompts()[0]!, 'Say yes.');
    expect(run(...diff, 'flow.yaml')).toMatchObject({ exit: 4, stdout: '', stderr: expect.stringContaining('DW837') });
  });
});

test('a folder of results has prompt files beside each of them', () => {
  const { cwd, run, prompts } = folder();
  for (const name of ['a', 'b']) {
    mkdirSync(join(cwd, 'flows', name), { recursive: true });
    writeFileSync(join(cwd, 'flows', name, 'flow.yaml'), flow);
  }
  expect(run(...apply, 'flows', '-o', 'out/').exit).toBe(0);
  expect([prompts('out/a').length, prompts('out/b').length]).toEqual([1, 1]);
});

test('standard output has no place for them', () => {
  const { run, prompts } = folder();
  const { exit, stdout, stderr } = run(...apply, 'flow.yaml');
  expect([exit, stdout]).toEqual([2, '']);
  expect(stderr).toContain('DW836');
  expect(prompts()).toEqual([]);
});

test.each([
  'a changed rule',
  'prompts in the line',
  'strip',
  'strip by manifest',
])('a prompt file goes when nothing needs it any more: %s', (way) => {
  const { cwd, run, read, prompts, rules } = folder();
  run(...apply, 'flow.yaml', '-o', 'out.yaml', '--manifest', 'manifest.json');
  const [first] = prompts();
  expect(JSON.parse(read('manifest.json')).prompts).toEqual([
    { file: 'flow.yaml', path: first!.slice(cwd.length + 1) },
  ]);
  if (way === 'a changed rule') {
    rules('Another one.');
    expect(run(...apply, '--in-place', 'out.yaml').exit).toBe(0);
    expect(prompts().map((file) => readFileSync(file, 'utf8'))).toEqual(['Another one.\n']);
    return;
  }
  if (way === 'prompts in the line') {
    rules(long, 'inline');
    expect(run(...apply, '--in-place', 'out.yaml').exit).toBe(0);
  } else {
    const args = way === 'strip' ? [] : ['--manifest', 'manifest.json'];
    expect(run('strip', ...args, '--in-place', 'out.yaml').exit).toBe(0);
    expect(read('out.yaml')).toBe(flow);
  }
  expect(existsSync(join(cwd, '.dagweave'))).toBe(false);
});

test('a prompt file stays where another workflow names it, and where it is not what we wrote', () => {
  const { cwd, run, prompts } = folder();
  run(...apply, 'flow.yaml', '-o', 'one.yaml');
  run(...apply, 'flow.yaml', '-o', 'two.yaml');
  run('strip', '--in-place', 'one.yaml');
  expect(prompts()).toHaveLength(1);
  writeFileSync(prompts()[0]!, 'mine');
  writeFileSync(join(dirname(prompts()[0]!), 'notes.txt'), 'mine too');
  run('strip', '--in-place', 'two.yaml');
  expect(
    prompts()
      .map((file) => readFileSync(file, 'utf8'))
      .sort(),
  ).toEqual(['mine', 'mine too']);
  expect(existsSync(join(cwd, '.dagweave'))).toBe(true);
});

test.each(['the folder', 'the file'])('a link in the place of %s is not followed, and nothing is written', (where) => {
  const { cwd, run, read, prompts } = folder();
  run(...apply, 'flow.yaml', '-o', 'out.yaml');
  const [file] = prompts();
  rmSync(join(cwd, 'out.yaml'));
  const victim = join(folderWith({ 'victim.md': 'keep me' }), 'victim.md');
  if (where === 'the file') {
    rmSync(file!);
    symlinkSync(victim, file!);
  } else {
    rmSync(join(cwd, '.dagweave'), { recursive: true });
    symlinkSync(dirname(victim), join(cwd, '.dagweave'));
  }
  const { exit, stderr } = run(...apply, 'flow.yaml', '-o', 'out.yaml');
  expect([exit, existsSync(join(cwd, 'out.yaml'))]).toEqual([4, false]);
  expect(stderr).toContain('DW837');
  expect(readFileSync(victim, 'utf8')).toBe('keep me');
  expect(readdirSync(dirname(victim))).toEqual(['victim.md']);
  expect(read('flow.yaml')).toBe(flow);
});

test('other content under that name is an error, and nothing is written', () => {
  const { cwd, run, prompts } = folder();
  run(...apply, 'flow.yaml', '-o', 'out.yaml');
  rmSync(join(cwd, 'out.yaml'));
  writeFileSync(prompts()[0]!, 'Say yes.');
  const { exit, stderr } = run(...apply, 'flow.yaml', '-o', 'out.yaml');
  expect([exit, existsSync(join(cwd, 'out.yaml'))]).toEqual([4, false]);
  expect(stderr).toContain('something else is there');
  expect(readFileSync(prompts()[0]!, 'utf8')).toBe('Say yes.');
});

test('a prompt that holds such braces as text stays in the line, and a note says so', () => {
  const { run, read, prompts } = folder('Of {{task_id}}: write \\{{task_id}} into the form.');
  const { exit, stderr } = run(...apply, 'flow.yaml', '-o', 'out.yaml', '--verbose');
  expect(exit).toBe(0);
  expect(stderr).toContain('note DW628');
  expect(prompts()).toEqual([]);
  expect(read('out.yaml')).toContain('{{task_id}} into the form');
});
