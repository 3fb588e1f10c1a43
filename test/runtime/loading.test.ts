import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildNotingProgram } from '../cli/noting-program.js';
import { newFolder } from './step-process.js';

const program = buildNotingProgram();

/** What a step that succeeds loads: packages, and files of our own. */
function loadedBy(...args: readonly string[]): { packages: string[]; own: string[] } {
  return loadedIn(newFolder(), '', ...args);
}

function loadedIn(cwd: string, input: string, ...args: readonly string[]): { packages: string[]; own: string[] } {
  const list = join(newFolder(), 'loaded');
  execFileSync(process.execPath, [program, ...args], {
    cwd,
    input,
    env: { ...process.env, HOME: cwd, LOADED_MODULES: list },
  });
  const urls = readFileSync(list, 'utf8').trim().split('\n');
  const matches = (pattern: RegExp) => [...new Set(urls.flatMap((url) => pattern.exec(url)?.[1] ?? []))].sort();
  return { packages: matches(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//), own: matches(/\/dist\/(.*)$/) };
}

test('dispatching to one command hook loads no package, no compiler and no schema', () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.claude'));
  const hook = { type: 'command', command: 'exit 0' };
  const settings = { hooks: { PreToolUse: [{ matcher: 'Bash|Edit', hooks: [hook] }] } };
  writeFileSync(join(folder, '.claude/settings.json'), JSON.stringify(settings));
  const { packages, own } = loadedIn(folder, '{"tool_name": "Bash"}', 'dispatch', 'PreToolUse');
  expect(packages).toEqual([]);
  expect(own.length).toBeLessThanOrEqual(57);
  expect(
    own.filter((path) => /^(frontends|formats|passes|text|diagnostics|render|pipeline)\/|llm|shell-text/.test(path)),
  ).toEqual([]);
});

describe('a step loads only what it needs', () => {
  test('a shell step: no package, and a few files', () => {
    const { packages, own } = loadedBy('step', 'shell', '--', 'true');
    console.log(`dagweave step shell -- true loads ${own.length} files:\n  ${own.join('\n  ')}`);
    expect(packages).toEqual([]);
    expect(own.length).toBeLessThanOrEqual(32);
    expect(
      own.filter(
        (path) =>
          !/^(cli|runtime|steps|lang\/(secret|variable)-names)/.test(path) || /llm|python|module|quality/.test(path),
      ),
    ).toEqual([]);
  });

  test('a quality check by exit code: no package', () => {
    expect(loadedBy('step', 'quality_check', '--command', 'true').packages).toEqual([]);
  });

  test('a step by its first name: no package', () => {
    expect(loadedBy('hooks', 'quality-check', '--command', 'true').packages).toEqual([]);
  });
});

describe('a verb loads only the packages that it needs', () => {
  const workflow = join(import.meta.dirname, '../../examples/quality-gate/workflow.yaml');
  const rules = ['--config', join(import.meta.dirname, '../../examples/quality-gate/hooks.yaml')];
  test.each([
    ['--version', [], []],
    ['apply', [...rules, workflow], ['json-p3', 'zod']],
    ['diff', [...rules, workflow], ['commander', 'json-p3', 'zod']],
    ['list', rules, ['commander', 'json-p3', 'zod']],
    ['strip', [workflow], ['commander', 'zod']],
  ])('%s', (verb, args, packages) => {
    expect(loadedBy(verb, ...args).packages).toEqual(packages);
  });
});

test('`apply` into a file loads nothing that Node waits for files and timers with', () => {
  const folder = newFolder();
  const list = join(folder, 'list.cjs');
  const loaded = join(folder, 'loaded.json');
  const atEnd = `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(process.moduleLoadList))`;
  writeFileSync(list, `process.on('exit', () => ${atEnd})`);
  const example = join(import.meta.dirname, '../../examples/quality-gate');
  const args = ['apply', '--config', join(example, 'hooks.yaml'), join(example, 'workflow.yaml'), '-o', 'out.yaml'];
  execFileSync(process.execPath, ['-r', list, program, ...args], {
    cwd: folder,
    env: { ...process.env, HOME: folder, LOADED_MODULES: join(folder, 'of-ours') },
  });
  const modules = JSON.parse(readFileSync(loaded, 'utf8')) as readonly string[];
  expect(modules).toContain('NativeModule fs');
  expect(
    modules.filter((name) => /^NativeModule (?:(?:fs|timers)\/promises|internal\/fs\/rimraf)$/.test(name)),
  ).toEqual([]);
});

describe('rules load the parser of templates only where a tag changes the text around it', () => {
  const packagesFor = (command: string) => {
    const folder = newFolder();
    const final = [{ type: 'shell', command }];
    writeFileSync(join(folder, 'hooks.json'), JSON.stringify({ hooks: { enabled: true, injections: { final } } }));
    writeFileSync(join(folder, 'flow.yaml'), 'type: graph\nsteps:\n  - name: build\n    command: make\n');
    return loadedIn(folder, '', 'apply', '--config', 'hooks.json', '--var', 'task_id=T1', 'flow.yaml').packages;
  };
  test('with one', () => expect(packagesFor('./gate.sh {{~task_id}}')).toContain('handlebars'));
  test('without one', () => expect(packagesFor('./gate.sh {{task_id}} {{other}}')).not.toContain('handlebars'));
});

describe('rules load the library for CEL only where one has an expression', () => {
  const packagesFor = (match: object) => {
    const folder = newFolder();
    const deny = [{ match, message: 'no' }];
    writeFileSync(join(folder, 'hooks.json'), JSON.stringify({ hooks: { enabled: true, deny } }));
    writeFileSync(join(folder, 'flow.yaml'), 'type: graph\nsteps:\n  - name: build\n    command: make\n');
    return loadedIn(folder, '', 'apply', '--config', 'hooks.json', 'flow.yaml').packages;
  };
  test('with one', () => expect(packagesFor({ cel: 'step.name == "x"' })).toContain('@marcbachmann/cel-js'));
  test('without one', () => {
    expect(packagesFor({ runs: 'terraform destroy*', step: 'x' })).not.toContain('@marcbachmann/cel-js');
  });
});
