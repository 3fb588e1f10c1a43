import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { folderWith, program, runDagweave } from './run-dagweave.js';

const flow =
  'type: graph\nsteps:\n  - {name: build, command: make}\n  - {name: ship, command: make ship, depends: [build]}\n';
const rules =
  'hooks:\n  enabled: true\n  injections:\n    post_task:\n      - {id: scan, tasks: [build], type: shell, command: ./scan.sh}\n';
const files = { 'flow.yaml': flow, 'hooks.yaml': rules };
const config = ['--config', 'hooks.yaml'];

describe('graph', () => {
  test('draws a workflow without any rules', () => {
    const { stdout, exit } = runDagweave(['graph', 'flow.yaml'], { cwd: folderWith(files) });
    expect(exit).toBe(0);
    expect(stdout).toBe('flow (flow.yaml)\n  ○ build\n  ○ ship\n');
  });

  test.each([
    ['mermaid', /^flowchart TD\n/],
    ['dot', /^digraph dagweave \{\n/],
    ['svg', /^<svg /],
    ['html', /^<!doctype html>\n/],
  ])('draws as %s', (view, start) => {
    const ran = runDagweave(['graph', '--view', view], { cwd: folderWith({}), input: flow });
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout).toMatch(start);
  });

  test('draws nothing where steps wait for each other in a cycle', () => {
    const circle = flow.replace('make}', 'make, depends: [ship]}');
    const ran = runDagweave(['graph'], { cwd: folderWith({}), input: circle });
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toContain('DW208');
  });

  test('says where GitHub would refuse a chart in Mermaid', () => {
    const many = Array.from({ length: 502 }, (_, at) => `  - {name: s${at}, run: make}\n`).join('');
    const cwd = folderWith({
      'most.yaml': `type: chain\nsteps:\n${many.replace(/.*\n/, '')}`,
      'more.yaml': `type: chain\nsteps:\n${many}`,
    });
    const draw = (file: string) =>
      runDagweave(['graph', '--view', 'mermaid', '--target-version', '2.15', file], { cwd });
    expect(draw('most.yaml')).toMatchObject({ exit: 0, stderr: '' });
    const refused = draw('more.yaml');
    expect(refused.exit).toBe(0);
    expect(refused.stderr).toContain('GitHub draws at most 500 edges, and this chart has 501');
  });

  test('marks hooks that the workflow holds already', () => {
    const cwd = folderWith(files);
    const { stdout } = runDagweave(['apply', ...config, 'flow.yaml'], { cwd });
    expect(runDagweave(['graph'], { cwd, input: stdout }).stdout).toContain('● hook-scan-build  scan\n');
  });
});

describe('diff', () => {
  test.each(['text', 'graph', 'markdown', 'json', 'html'])('shows as %s the same on every run', (view) => {
    const cwd = folderWith(files);
    const run = () => runDagweave(['diff', ...config, 'flow.yaml', '--view', view], { cwd });
    const first = run();
    expect(first.exit, first.stderr).toBe(0);
    expect(first.stdout).toContain('hook-scan-build');
    expect(run().stdout).toBe(first.stdout);
  });

  test.each(['text', 'graph', 'markdown'])('says as %s where nothing changes', (view) => {
    const cwd = folderWith(files);
    const { stdout: input } = runDagweave(['apply', ...config, 'flow.yaml'], { cwd });
    const { stdout } = runDagweave(['diff', ...config, '--view', view], { cwd, input });
    expect(stdout.replaceAll('*', '')).toBe('Plan: no changes\n');
  });

  test('says as json where nothing changes', () => {
    const cwd = folderWith(files);
    const { stdout: input } = runDagweave(['apply', ...config, 'flow.yaml'], { cwd });
    const { stdout } = runDagweave(['diff', ...config, '--view', 'json'], { cwd, input });
    expect(JSON.parse(stdout)).toMatchObject({ changes: false, summary: { steps: 1 } });
  });
});

describe('--serve', () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill());

  async function serve(args: readonly string[], cwd: string): Promise<URL> {
    child = spawn(process.execPath, [program, ...args, '--serve'], { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
    let said = '';
    for await (const chunk of child.stderr!) {
      said += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (address) return new URL(address[0]);
    }
    throw new Error(said);
  }

  function status(
    address: URL,
    headers: Readonly<Record<string, string>>,
    method = 'GET',
  ): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const asked = request(address, { headers, method }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject).end();
    });
  }

  test('tells an open page when a file changes, and serves the new one', async () => {
    const cwd = folderWith(files);
    const address = await serve(['diff', ...config, 'flow.yaml'], cwd);
    expect(await (await fetch(address)).text()).toContain('Plan: 1 step to add in 1 DAG');
    const changes = (await fetch(new URL('changes', address))).body!.pipeThrough(new TextDecoderStream()).getReader();
    await changes.read();
    writeFileSync(join(cwd, 'hooks.yaml'), rules.replace('[build]', '["*"]'));
    expect((await changes.read()).value).toContain('data: changed');
    expect(await (await fetch(address)).text()).toContain('Plan: 2 steps to add in 1 DAG');
    writeFileSync(join(cwd, 'hooks.yaml'), rules.replace('[build]', '[bild]'));
    expect((await changes.read()).value).toContain('data: changed');
    expect(await (await fetch(address)).text()).toContain('error DW401: ');
    await changes.cancel();
  });

  test('refuses other names, other sites, other paths and other methods', async () => {
    const address = await serve(['graph', 'flow.yaml'], folderWith(files));
    const { host } = address;
    expect(await status(address, { host })).toBe(200);
    expect(await status(address, { host: 'evil.example' })).toBe(403);
    expect(await status(address, { host: `evil.example:${address.port}` })).toBe(403);
    expect(await status(address, { host, origin: 'http://evil.example' })).toBe(403);
    expect(await status(new URL('/etc/passwd', address), { host })).toBe(404);
    expect(await status(address, { host }, 'POST')).toBe(405);
  });

  test('ends without an error when asked to', async () => {
    await serve(['graph', 'flow.yaml'], folderWith(files));
    child!.kill('SIGTERM');
    expect(await once(child!, 'exit')).toEqual([0, null]);
  });

  test.each([
    [['flow.yaml', '--view', 'json'], '--serve and --view json cannot be used together'],
    [[], '--serve and standard input cannot be used together'],
  ])('refuses %j', (args, message) => {
    const ran = runDagweave(['diff', ...config, ...args, '--serve'], { cwd: folderWith(files) });
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});
