import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';

/** What a user gets: the packed tarball, installed into an empty folder. */
describe('the installed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-package-'));
  const example = resolve('examples/quality-gate');
  const run = (file: string, ...args: string[]) =>
    execFileSync(file, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const dagweave = (...args: string[]) => run(join(folder, 'node_modules/.bin/dagweave'), ...args);

  const contents: string[] = [];
  let size = 0;

  beforeAll(() => {
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [tarball] = JSON.parse(packed) as [{ filename: string; size: number; files: { path: string }[] }];
    contents.push(...tarball.files.map((file) => file.path));
    size = tarball.size;
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    run('npm', 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball.filename}`);
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

  test('keeps a trace with the lines of our sources where it breaks', () => {
    const fault = 'Array.prototype.flatMap = () => { throw new Error("broken inside") }';
    const environment = { TMPDIR: folder, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
    const args = ['apply', '--config', join(example, 'hooks.yaml'), join(example, 'workflow.yaml')];
    const { stderr } = spawnSync(join(folder, 'node_modules/.bin/dagweave'), args, {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    expect(stderr).toContain('internal fault: broken inside');
    const { stack } = JSON.parse(readFileSync(stderr.match(/kept in (\S+)/)![1]!, 'utf8')) as { stack: string[] };
    expect(stack.join('\n')).toMatch(/^ {4}at (?:.*\()?src\/[\w/-]+\.ts:\d+\)?$/m);
  });

  test.each([
    { module: 'nodenext' },
    { module: 'node16' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('has types that a strict consumer resolves with %o, and does what they say', (how) => {
    writeFileSync(join(folder, 'consumer.ts'), consumer);
    const compilerOptions = { strict: true, target: 'es2023', types: [], skipLibCheck: false, ...how };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    run(process.execPath, resolve('node_modules/typescript/bin/tsc'));
    expect(run(process.execPath, 'consumer.js')).toBe('true 0\n');
  });

  test('is there for `require` in CommonJS as well, with its types', () => {
    const text = "import dagweave = require('dagweave');\nconsole.log(typeof dagweave.compile);\n";
    writeFileSync(join(folder, 'consumer.cts'), text);
    const compilerOptions = { strict: true, target: 'es2023', types: [], module: 'nodenext', noCheck: false };
    const how = { compilerOptions: { ...compilerOptions, lib: ['es2023'] }, files: ['consumer.cts', 'console.d.ts'] };
    writeFileSync(join(folder, 'console.d.ts'), 'declare const console: { log(text: string): void };\n');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(how));
    run(process.execPath, resolve('node_modules/typescript/bin/tsc'));
    const { stdout, stderr } = spawnSync(process.execPath, ['consumer.cjs'], { cwd: folder, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['function\n', '']);
  });

  test.each(['esm', 'cjs'] as const)('goes into a bundle (%s), which needs no other file', (format) => {
    writeFileSync(join(folder, 'bundled.js'), bundled);
    const file = join(mkdtempSync(join(tmpdir(), 'dagweave-bundle-')), `all.${format === 'esm' ? 'mjs' : 'cjs'}`);
    buildSync({
      absWorkingDir: folder,
      entryPoints: ['bundled.js'],
      outfile: file,
      bundle: true,
      platform: 'node',
      format,
    });
    expect(run(process.execPath, file)).toBe('true true\n');
  });

  test('holds what a user needs and nothing else', () => {
    const wanted =
      /^dist\/(?:.*\.c?js|cli\/[\w-]+\.cjs\.map|index\.d\.ts|licences\.txt)$|^(?:docs\/claude-plugin|prompts|dag-schemas)\/|^(?:README\.md|LICENSE|package\.json)$/;
    expect(contents.filter((path) => !wanted.test(path))).toEqual([]);
    const needed = ['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/licences.txt', 'dag-schemas/config.schema.json'];
    expect(contents).toEqual(expect.arrayContaining(needed));
  });

  test('is small: packed, and with all that npm installs for it', () => {
    // A tenth of it are the maps that name lines of our sources in traces, a sixth is code that dispatch has for itself, to answer sooner.
    expect(size).toBeLessThan(1_250_000);
    const installed = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .map((path) => statSync(join(folder, 'node_modules', path)))
      .filter((file) => file.isFile());
    expect(installed.reduce((sum, file) => sum + file.size, 0)).toBeLessThan(15_000_000);
  });

  test('asks for a package that a step needs and people install themselves', () => {
    const run = spawnSync(
      process.execPath,
      [
        ...[join(folder, 'node_modules/dagweave/dist/cli/main.cjs'), 'step', 'agent', '--runner', 'openai'],
        ...['--model', 'm', '--base-url', 'http://127.0.0.1:9', '--prompt', 'May it go on?'],
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    expect([run.status, JSON.parse(run.stdout).error]).toEqual([
      125,
      expect.stringContaining('npm install -D ai@6 @ai-sdk/openai-compatible@2'),
    ]);
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

/** Uses every library that the compiler loads late: for YAML with a fault, patterns, regular expressions, CEL, JSONPath, prompts, manifests, graphs. */
const bundled = `
import { compile, createManifest, promptsFrom, showDiagnostics, stripByManifest } from 'dagweave';

const rules = \`hooks:
  enabled: true
  injections:
    post_task:
      - {id: cel, type: shell, command: ./a.sh, match: {cel: 'step.name == "make"'}}
      - {id: score, type: quality_check, command: ./b.sh, score_path: $.a, min_score: 3, tasks: ["/make.*/", "mak*"], order: 2}
    final:
      - {id: review, type: llm_eval, prompt_file: review.md, model: m}
\`;
const workflow = [{ path: 'flow.yaml', text: 'type: graph\\nsteps:\\n  - name: make\\n    command: make\\n' }];
const configuration = [{ path: 'hooks.yaml', text: rules, layer: 'project' }];
const prompts = promptsFrom({ 'prompts/review.md': 'Is {{dag.name}} good?' });
const result = compile({ workflow, configuration, prompts, options: { targetVersion: '1.30' } });
const back = stripByManifest(result.outputs, createManifest(result, workflow, configuration));
const broken = compile({ workflow: [{ path: 'flow.yaml', text: 'steps: [' }], configuration });
console.log(back.outputs[0].text === workflow[0].text, showDiagnostics(broken.diagnostics, []).includes('DW101'));
`;
