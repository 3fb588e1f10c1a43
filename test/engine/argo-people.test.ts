import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { argoSimulator, type SimulatedRun } from './argo.js';

const fixture = 'test/fixtures/formats/argo/people-and-other-workflows/expected.yaml';

describe.skipIf(argoSimulator.missing)(`in ${argoSimulator.title}`, () => {
  const [text, asSteps] = readFileSync(fixture, 'utf8').split('---\n') as [string, string];
  const answer = (one: string, given: string) => one.replace(/^( +)supplied: \{\}/m, `$&\n$1default: "${given}"`);
  const answered = answer(text, 'YES');
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
    expect(ends(late!)).toEqual(['Failed', 'Omitted', 'Omitted']);
    expect(ends(given!)).toEqual(['Succeeded', 'Succeeded', 'Succeeded']);
    expect(ends(childFails!)).toEqual(['Failed', 'Succeeded', 'Succeeded']);
  });

  test.each([
    ['a dag', text, ['Error', 'Omitted', 'Omitted']],
    ['a list of steps', asSteps, ['Failed', undefined, undefined]],
  ])('an answer that is not YES stops what follows, and the run fails: %s', async (_, one, refused) => {
    const run = (given: string) =>
      argoSimulator.run({ path: 'workflow.yaml', text: answer(one, given) }, {}, { resume: true });
    const [yes, ...others] = await Promise.all(['yes', 'NO', '', "it's", 'YES!'].map(run));
    expect(ends(yes!)).toEqual(['Succeeded', 'Succeeded', 'Succeeded']);
    for (const other of others) expect(ends(other!)).toEqual(refused);
  });
});
