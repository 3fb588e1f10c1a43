import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildNotingProgram } from '../../cli/noting-program.js';
import { program } from '../../cli/run-dagweave.js';
import { type LlmServer, startLlmServer } from '../../servers/llm-server.js';
import { fakeRunners, newFolder } from './run-type.js';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/runtime/${name}`, import.meta.url));
const decision = '{"ok": true, "reason": "Fine"}';

/** Runs the built command with a fixture that watches or changes how modules are loaded. */
async function runWith(
  name: string,
  command: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const words = ['--import', pathToFileURL(fixture(name)).href, command, 'step', ...argv];
  return new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(process.execPath, words, { env: { ...process.env, ...env } }, (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, stdout });
    });
  });
}

/** The step's exit code, its standard output, and the packages and own files that it loaded. */
async function packagesOf(...argv: readonly string[]) {
  const list = join(newFolder(), 'loaded');
  const start = performance.now();
  const ended = await runWith('note-loads.mjs', notingProgram, argv, { LOADED_MODULES: list });
  const took = performance.now() - start;
  const loaded = readFileSync(list, 'utf8').trim().split('\n');
  const matching = (pattern: RegExp) =>
    loaded.map((url) => pattern.exec(url)?.[1]).filter((name) => name !== undefined);
  const packages = [...new Set(matching(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//))].sort();
  return { ...ended, took, packages, own: matching(/\/dist\/(.*)$/) };
}

let server: LlmServer;
const notingProgram = buildNotingProgram();

beforeEach(async () => {
  server = await startLlmServer([{ kind: 'text', text: decision }]);
  fakeRunners([{ stdout: decision }]);
});
afterEach(async () => {
  await server.close();
  vi.unstubAllEnvs();
});

const overHttp = () => ['--runner', 'openai', '--model', 'm', '--base-url', server.url, '--prompt', 'May it go on?'];

describe('what a step that asks a model loads', () => {
  test('a command line tool: what starts processes, and nothing else of size', async () => {
    const { code, stdout, packages, own } = await packagesOf('agent', '--prompt', 'May it go on?');
    expect([code, JSON.parse(stdout).allowed]).toEqual([0, true]);
    expect(packages).toContain('execa');
    expect(packages.filter((name) => /^(ai|@ai-sdk|zod|handlebars|yaml|commander|re2js|minimatch)/.test(name))).toEqual(
      [],
    );
    expect(
      own.filter((path) =>
        /^(passes|formats|frontends|compile|runtime\/llm\/agent-(?:loop|tools|workspace))/.test(path),
      ),
    ).toEqual([]);
  });

  test('a service over HTTP: no package at all', async () => {
    const { code, packages } = await packagesOf('prompt', ...overHttp());
    expect(code).toBe(0);
    expect(packages).toEqual([]);
  });

  test('an agent over HTTP: the loop and the one provider', async () => {
    const { code, packages, took } = await packagesOf('agent', ...overHttp());
    console.info(`an agent over HTTP loads ${packages.join(', ')} and takes ${took.toFixed(0)} ms in all`);
    expect(code).toBe(0);
    expect(packages).toEqual(expect.arrayContaining(['ai', '@ai-sdk/openai-compatible']));
    expect(packages).not.toContain('@ai-sdk/anthropic');
  });

  test('an agent over HTTP where its packages are missing says so, and what to do', async () => {
    const { code, stdout } = await runWith('without-optional-packages.mjs', program, ['agent', ...overHttp()]);
    expect(code).toBe(125);
    expect(JSON.parse(stdout).error).toMatch(
      /needs packages that are not installed: .*npm install.* choose a command line tool/,
    );
  });
});
