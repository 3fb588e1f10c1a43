// One measurement in a process of its own.
// Usage: node measure.mjs warm FILE HOOKS ROUNDS | round-trip FILE
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { checkEdits, checkRun } from './check.mjs';

const [mode, file, hooks, rounds] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
if (mode === 'round-trip') roundTrip();
else await warm();

async function warm() {
  const { compile } = await import('../dist/index.js');
  const times = { apply: [], yaml: [] };
  let hookCount = 0;
  // The first calls are for the optimizer, as in any process that calls more than once.
  const warmUp = Math.min(Number(rounds), 3);
  for (let round = 0; round < warmUp + Number(rounds); round += 1) {
    const [applyMs, result] = timed(() => apply(compile));
    const [yamlMs] = timed(roundTrip);
    if (round === 0) {
      checkEdits(text, result.outputs[0].text, result.edits);
      hookCount = checkRun(text, result.outputs[0].text, JSON.parse(readFileSync(hooks, 'utf8')));
    }
    if (round < warmUp) continue;
    times.apply.push(applyMs);
    times.yaml.push(yamlMs);
  }
  const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  console.log(JSON.stringify({ applyMs: middle(times.apply), yamlMs: middle(times.yaml), hooks: hookCount }));
}

function apply(compile) {
  const result = compile({
    workflow: [{ path: 'bundle.yaml', text }],
    configuration: [{ layer: 'project', path: hooks, text: readFileSync(hooks, 'utf8') }],
    prompts: {
      read: (_, name) => {
        const path = join(dirname(hooks), 'prompts', name);
        return { kind: 'text', path, text: readFileSync(path, 'utf8') };
      },
    },
    options: { targetVersion: '1.30' },
  });
  if (!result.ok) throw new Error(result.diagnostics.map((one) => `${one.code} ${one.message}`).join('\n'));
  return result;
}

function roundTrip() {
  return parseAllDocuments(text)
    .map((document) => document.toString())
    .join('');
}

function timed(work) {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, value];
}
