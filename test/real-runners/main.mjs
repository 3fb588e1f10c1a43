// npm run test:real-runners: asks the real claude, codex, gemini and opencode, as far as they are on the PATH, through the built
// command, with a model service of this machine behind them. It proves that they understand how they are called and that
// their answers are read. Nothing is installed, no account is used, and it is not part of the tests.
import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { startStreamServer } from './stream-server.mjs';

const program = resolve('dist/cli/main.cjs');
const prompt = 'Review $(id) `x` "quoted" \'single\'\n--model evil {{ y }} 日本';
const answer = 'Looked.\n```json\n{"score": 91, "summary": "From the real tool", "ok": true, "reason": "Fine"}\n```';
const server = await startStreamServer(answer);
const home = mkdtempSync(join(tmpdir(), 'dagweave-runners-'));
const workspace = join(home, 'workspace');
writeSettings();

/** How each is pointed at the local service, and which of its tools an agent with `read` and `grep` may be offered. */
const runners = {
  claude: {
    model: 'sonnet',
    env: { ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: server.url },
    offered: ['Grep', 'Read'],
  },
  codex: { model: 'm1', env: {}, offered: undefined },
  gemini: {
    model: 'gemini-2.5-flash',
    // It refuses to run in a folder that nobody has trusted.
    env: { GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: server.url, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    offered: undefined,
  },
  opencode: {
    model: 'local/m',
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeSettings()) },
    offered: ['grep', 'read', 'todowrite'],
  },
};

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [runner, { model, env, offered }] of Object.entries(runners)) {
  if (!onPath(runner)) {
    counts.skipped += 1;
    console.log(`skip ${runner}: it is not on the PATH`);
    continue;
  }
  const score = await step('llm_eval', runner, model, env);
  const asked = server.requests.some((body) => JSON.stringify(body).includes(JSON.stringify(prompt).slice(1, -1)));
  tell(
    `${runner}: the prompt arrives as it is, and the score is read`,
    asked && score.exit === 0 && score.result.score === 91,
    score,
  );
  const decision = await step('agent', runner, model, env, ['--allowed-tool', 'read', '--allowed-tool', 'grep']);
  const tools = server.requests.map(toolsOf).find((names) => names.length > 0) ?? [];
  const limited = offered === undefined || tools.join() === offered.join();
  tell(
    `${runner}: the agent's decision is read, its tools: ${tools.join(' ')}`,
    limited && decision.result.allowed === true,
    decision,
  );
}
server.close();
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 ? 0 : 1);

function step(type, runner, model, env, more = []) {
  server.requests.length = 0;
  const argv = [
    'step',
    type,
    '--runner',
    runner,
    '--model',
    model,
    '--working-dir',
    workspace,
    '--timeout',
    '120',
    ...more,
  ];
  const options = { env: { PATH: process.env.PATH, HOME: home, DISABLE_TELEMETRY: '1', ...env }, maxBuffer: 1 << 24 };
  return new Promise((done) => {
    execFile(process.execPath, [program, ...argv, '--prompt', prompt], options, (error, stdout) => {
      done({ exit: error ? error.code : 0, result: JSON.parse(stdout) });
    });
  });
}

function tell(name, good, { exit, result }) {
  counts[good ? 'passed' : 'failed'] += 1;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${name} (${result.duration_seconds} s)`);
  if (!good) console.log(`     exit ${exit}: ${JSON.stringify(result)}`);
}

function toolsOf({ tools = [] }) {
  return tools
    .map((tool) => tool.name ?? tool.function?.name)
    .filter((name) => name !== undefined)
    .sort();
}

function onPath(name) {
  return process.env.PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function writeSettings() {
  for (const folder of ['workspace', '.codex', '.gemini']) mkdirSync(join(home, folder));
  const provider = `name = "local"\nbase_url = "${server.url}/v1"\nwire_api = "responses"\n`;
  writeFileSync(join(home, '.codex/config.toml'), `model_provider = "local"\n[model_providers.local]\n${provider}`);
  const security = { auth: { selectedType: 'gemini-api-key' } };
  writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify({ security }));
}

function opencodeSettings() {
  const options = { baseURL: `${server.url}/v1`, apiKey: 'x' };
  return { provider: { local: { npm: '@ai-sdk/openai-compatible', options, models: { m: {} } } } };
}
