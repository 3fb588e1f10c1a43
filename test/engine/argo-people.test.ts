import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { argoSimulator, type SimulatedRun } from './argo.js';

const fixture = 'test/fixtures/formats/argo/people-and-other-workflows/expected.yaml';

describe.skipIf(argoSimulator.missing)(`in ${argoSimulator.title}`, () => {
  const text = readFileSync(fixture, 'utf8').split('---\n')[0]!;
  const answered = text.replace('supplied: {}', 'supplied: {}\n                      default: "YES"');
  const ends = ({ phase, nodes }: SimulatedRun) => [phase, nodes.get('build'), nodes.get('deploy')];

  test('an approval that nobody gave in time is refused, one with an answer goes on; a child that fails fails the run', async () => {
    expect(answered).not.toBe(text);
    const run = (one: string, resume: boolean, fails: number) =>
      argoSimulator.run({ path: 'workflow.yaml', text: one }, { 'hook-child-deploy': { fails } }, { resume });
    const [late, given, childFails] = await Promise.all([
      run(text, true, 0),
      run(answered, true, 0),
      run(answered, true, 99),
    ]);
    expect(ends(late!)).toEqual(['Error', 'Omitted', 'Omitted']);
    expect(ends(given!)).toEqual(['Succeeded', 'Succeeded', 'Succeeded']);
    expect(ends(childFails!)).toEqual(['Failed', 'Succeeded', 'Succeeded']);
  });
});
