import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generate, hooksConfig } from '../bench/generate.mjs';
import { compile } from '../src/compile.js';

const folder = mkdtempSync(join(tmpdir(), 'dagweave-growth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Measured: 5 to 6 times; with one look through all DAGs for each hook, 17 times. `npm run bench` measures more finely.
test('eight times as many tasks take not much more than eight times as long', { timeout: 240_000 }, () => {
  const [few, many] = [bundle(500), bundle(4000)];
  secondsFor(few);
  const [first, second] = [secondsFor(few), secondsFor(few)];
  expect(secondsFor(many) / Math.min(first, second)).toBeLessThan(11);
});

function bundle(tasks: number): string {
  const out = join(folder, `${tasks}.yaml`);
  generate({ out, tasks });
  return readFileSync(out, 'utf8');
}

/** Of processor time, which other processes on the machine change little. */
function secondsFor(text: string): number {
  const before = process.cpuUsage();
  const { ok } = compile({
    workflow: [{ path: 'bundle.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(hooksConfig()) }],
    prompts: { read: (_, name) => ({ kind: 'text', path: name, text: 'Sum up {{spec_id}}.\n' }) },
    options: { targetVersion: '1.30' },
  });
  const { user, system } = process.cpuUsage(before);
  expect(ok).toBe(true);
  return (user + system) / 1e6;
}
