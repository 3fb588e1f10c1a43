import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, hooksConfig } from '../../bench/generate.mjs';
import { type CompileInput, compile } from '../../src/compile.js';

// What a second apply costs beside the first, on a bundle of 2,000 tasks.
const goal = 1.6;
const folder = mkdtempSync(join(tmpdir(), 'dagweave-cost-'));
try {
  const out = join(folder, 'bundle.yaml');
  generate({ out, tasks: 2000 });
  const before = readFileSync(out, 'utf8');
  const after = compile(inputOf(before)).outputs[0]!.text;
  const first = median(() => compile(inputOf(before)));
  const second = median(() => compile(inputOf(after)));
  const ratio = second / first;
  console.log(
    `first apply ${first.toFixed(0)} ms, second ${second.toFixed(0)} ms of CPU: ${ratio.toFixed(2)} times (goal at most ${goal}): ${ratio <= goal ? 'met' : 'NOT met'}`,
  );
  process.exitCode = ratio <= goal ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function inputOf(text: string): CompileInput {
  return {
    workflow: [{ path: 'bundle.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(hooksConfig()) }],
    prompts: { read: (_, name) => ({ kind: 'text', path: name, text: 'Sum up {{spec_id}}.\n' }) },
    options: { targetVersion: '1.30' },
  };
}

function median(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[2]!;
}
