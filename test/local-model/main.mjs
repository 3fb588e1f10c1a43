// npm run test:local-model: asks a real local model runtime through the built command. The model has random weights, so this
// proves the path (sockets, protocol, answers, exit codes) and nothing about judgement. It downloads 85 MB once, outside of the
// repository, and is not part of the tests.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveModel, shapes } from './serve-model.mjs';
import { writeModel } from './write-model.mjs';

const VERSION = '3.22.1';
const program = resolve('dist/cli/main.cjs');

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('skipped: the local model runtime is installed for Linux on x64 only');
  process.exit(0);
}

const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dagweave-test', `local-model-${VERSION}`);
const entry = join(folder, 'node_modules/node-llama-cpp/dist/index.js');
install();
const modelPath = join(folder, 'random.gguf');
writeModel(modelPath);
const service = await serveModel(await import(pathToFileURL(entry).href), modelPath);

const failures = [];
await step('a score within the range is read', 'llm_eval', shapes.score, ({ exit, result }) => {
  return exit === 0 && result.success && result.score >= 0 && result.score <= 100 && typeof result.summary === 'string';
});
await step('a number out of range never counts', 'llm_eval', shapes.anyNumber, ({ exit, result }) => {
  return exit === 0 ? result.score >= 0 && result.score <= 100 : exit === 1 && result.score === null;
});
await step('a decision is read', 'prompt', shapes.decision, decided);
await step('a decision of an agent is read', 'agent', shapes.decision, decided);
service.close();
console.log(
  `\n${4 - failures.length} passed, ${failures.length} failed (a model with random weights: the path, not judgement)`,
);
process.exit(failures.length === 0 ? 0 : 1);

function decided({ exit, result }) {
  return exit === (result.allowed ? 0 : 2) && typeof result.reason === 'string';
}

function install() {
  if (existsSync(entry)) return;
  console.log(`installing node-llama-cpp ${VERSION} into ${folder} (85 MB)`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/linux-x64@${VERSION}`];
  const flags = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit' });
}

async function step(name, type, shape, holds) {
  service.answerWith(shape);
  const argv = ['step', type, '--runner', 'openai', '--model', 'random', '--base-url', service.url, '--timeout', '60'];
  const start = performance.now();
  const ended = await run([...argv, '--prompt', 'May this change be merged?']);
  const good = holds(ended);
  if (!good) failures.push(name);
  const took = (performance.now() - start).toFixed(0);
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${name}: exit ${ended.exit} after ${took} ms\n     ${JSON.stringify(shown(ended.result))}`,
  );
}

function shown({ success, score, summary, allowed, reason, turns, error }) {
  return { success, score, summary, allowed, reason, turns, error };
}

function run(argv) {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...argv], (error, stdout) => {
      done({ exit: error ? error.code : 0, result: JSON.parse(stdout) });
    });
  });
}
