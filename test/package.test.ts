import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

/** What a user gets: the packed tarball, installed into an empty folder. */
describe('the installed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-package-'));
  const example = resolve('examples/quality-gate');
  const run = (file: string, ...args: string[]) =>
    execFileSync(file, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const dagweave = (...args: string[]) => run(join(folder, 'node_modules/.bin/dagweave'), ...args);

  const contents: string[] = [];

  beforeAll(() => {
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
    contents.push(...files.map((file) => file.path));
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    run('npm', 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`);
  });

  test('applies and previews', () => {
    const rules = ['--config', join(example, 'hooks.yaml')];
    const workflow = join(example, 'workflow.yaml');
    expect(dagweave('apply', ...rules, workflow)).toBe(readFileSync(join(example, 'expected.yaml'), 'utf8'));
    expect(dagweave('diff', ...rules, workflow)).toContain('Plan: 1 step to add in 1 DAG');
  });

  test('runs a step', () => {
    expect(JSON.parse(dagweave('step', 'shell', '--', 'echo', 'hello'))).toMatchObject({ success: true });
  });

  test('knows its version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(dagweave('--version')).toBe(`${version}\n`);
  });

  test('has types that a strict consumer resolves, and does what they say', () => {
    writeFileSync(join(folder, 'consumer.ts'), consumer);
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', types: [], skipLibCheck: false };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    run(process.execPath, resolve('node_modules/typescript/bin/tsc'));
    expect(run(process.execPath, 'consumer.js')).toBe('true 0\n');
  });

  test('holds what a user needs and nothing else', () => {
    const wanted = /^(dist|prompts|dag-schemas|docs|examples)\/|^(README|CHANGELOG)\.md$|^LICENSE$|^package\.json$/;
    expect(contents.filter((path) => !wanted.test(path))).toEqual([]);
    const needed = [
      'LICENSE',
      'README.md',
      'dist/index.d.ts',
      'dag-schemas/diagnostics.schema.json',
      'docs/diagnostics.md',
    ];
    expect(contents).toEqual(expect.arrayContaining(needed));
  });
});

const consumer = `
import { compile, type CompileResult, type PromptLibrary } from 'dagweave';

declare const console: { log(...values: unknown[]): void };
const prompts: PromptLibrary = { read: (directory, name) => ({ kind: 'missing', path: directory + '/' + name, known: [] }) };
const result: CompileResult = compile({
  workflow: [{ path: 'flow.yaml', text: 'type: graph\\nsteps:\\n  - {name: a, command: "true"}\\n' }],
  configuration: [],
  prompts,
});
console.log(result.ok, result.edits.length);
`;
