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

test.each([
  ['one endless word', `- command: echo ${'a'.repeat(200_000)}`],
  ['one endless word of parts', `- command: echo ${'a_1.'.repeat(50_000)}`],
  ['an endless comment before a command', `- # ${'&a'.repeat(100_000)}[\n    echo one`],
])('%s takes no more than a moment', (_, step) => {
  const text = `type: graph\nsteps:\n  ${step}\n  - name: last\n    command: echo last\n`;
  const before = process.cpuUsage();
  const { ok } = compile({
    workflow: [{ path: 'it.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(endRule) }],
    prompts: { read: (_, name) => ({ kind: 'text', path: name, text: '' }) },
    options: { targetVersion: '2.14' },
  });
  expect(ok).toBe(true);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
});

const endRule = { hooks: { enabled: true, injections: { final: [{ type: 'shell', command: 'true' }] } } };
