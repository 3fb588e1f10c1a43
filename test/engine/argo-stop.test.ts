import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { argoSimulator } from './argo.js';

const expected = (fixture: string) => readFileSync(`test/fixtures/formats/argo/${fixture}/expected.yaml`, 'utf8');

describe.skipIf(argoSimulator.missing)(`in ${argoSimulator.title}`, () => {
  const text = expected('a-run-that-somebody-stops');
  const stopped = (one: string) => one.replace('  entrypoint:', '  shutdown: Stop\n  entrypoint:');
  const waiting = text.replace('container: {image: busybox}', 'suspend: {}');

  test('hooks of `run: abort` run where somebody stops the run, and not where it fails or succeeds', async () => {
    const run = async (one: string, fails: number) => {
      const { nodes, phase } = (await argoSimulator.run({ path: 'workflow.yaml', text: one }, { build: { fails } }))!;
      return [phase, nodes.get('hook-halt'), nodes.get('hook-alarm')];
    };
    const found = await Promise.all([run(stopped(text), 0), run(stopped(waiting), 0), run(text, 99), run(text, 0)]);
    expect(found).toEqual([
      ['Failed', 'Succeeded', 'Succeeded'],
      ['Failed', 'Succeeded', 'Succeeded'],
      ['Failed', 'Skipped', 'Succeeded'],
      ['Succeeded', 'Skipped', 'Skipped'],
    ]);
  });

  test('nobody can let a run go on before what an approval requires is supplied', async () => {
    const asks = expected('what-a-person-enters')
      .replace(/ {10}# dagweave: ask-in-time.*?(?= {10}- \{name: build)/s, '')
      .replace(/ {8}target: .*\n/, '');
    const run = async (one: string, timeout: number) => {
      const found = await argoSimulator.run({ path: 'workflow.yaml', text: one }, {}, { resume: true, timeout });
      return found && [found.phase, found.nodes.get('hook-ask-deploy'), found.nodes.get('deploy')];
    };
    const missing = asks.replace(', dependencies: [hook-ask-in-time-build]', '');
    const supplied = missing.replace('supplied: {}\n', 'supplied: {}\n                      default: "T-1"\n');
    expect(await Promise.all([run(supplied, 60_000), run(missing, 8_000)])).toEqual([
      ['Succeeded', 'Succeeded', 'Succeeded'],
      undefined,
    ]);
  });
});
