import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { argoSimulator, type SimulatedRun, type SimulatorPlan } from './argo.js';
import { outcomeCases } from './argo-cases.js';
import { type Ends, judgeOutcome } from './argo-outcomes.js';
import { together } from './together.js';

/** A few of what `npm run outcomes:argo` goes through, at least one of each case. */
const few: Readonly<Record<string, readonly Partial<Ends>[]>> = {
  'six tasks with dependencies': [{ failing: ['b'], skipped: ['c'] }, { failing: ['hook-one-b'] }],
  'six tasks with expressions': [{ failing: ['b'] }, { failing: ['hook-two-b'] }],
  'hooks for every end of tasks': [
    { failing: ['b'], skipped: ['c'] },
    { failing: ['d', 'e'] },
    { failing: ['hook-last-d'] },
  ],
  'tasks that go on after a failure': [{ failing: ['a', 'd'] }],
  'a failure handler beside those behind a success': [{}, { failing: ['deploy'] }, { failing: ['hook-one-deploy'] }],
  'a task behind either end': [{ failing: ['b'] }],
  'a task that asks whether another was skipped': [{ skipped: ['a', 'b'] }],
  'a task that runs whatever became of another': [{ failing: ['a'] }, { failing: ['hook-one-a'] }],
  'a failure handler beside a task that runs whatever became of another': [
    { failing: ['a'] },
    { failing: ['hook-one-a'] },
  ],
  'a task that asks for an end of one and of another': [{ failing: ['a'] }, { failing: ['a', 'b'] }],
  'a task that runs where one of several items went well': [
    { failing: ['a(1:y)'] },
    { failing: ['a(0:x)', 'a(1:y)'] },
    { failing: ['hook-one-a'] },
  ],
  'nothing but a failure handler': [{ failing: ['a'], skipped: ['mend'] }],
  'a task behind a failure handler': [{ failing: ['a'], skipped: ['mend'] }, { failing: ['a', 'hook-one-mend'] }],
  'a task that asks for the failure of a failure handler': [{ failing: ['a'] }, { failing: ['a', 'mend'] }],
  'hooks of a task that asks for the failure of a failure handler': [{ failing: ['a', 'mend'] }],
  'a task that asks whether a failure handler was skipped': [{ failing: ['a'] }, { failing: ['a'], skipped: ['mend'] }],
  'a task that runs whatever becomes of another, also where that is left out': [
    { failing: ['a'] },
    { failing: ['hook-ask-b'] },
  ],
  'a task that may be skipped behind one that runs whatever becomes of others': [
    { failing: ['b'], skipped: ['d'] },
    { failing: ['a'], skipped: ['d'] },
  ],
  'hooks of a task that runs whatever becomes of another': [{ failing: ['hook-one-a'] }],
  'a task that asks for the success of one and not of another': [{ failing: ['hook-ask-b'] }, { failing: ['b'] }],
  'a task behind two that may be left out': [{ failing: ['a'] }, { failing: ['hook-one-b'] }],
  targets: [{ failing: ['c'] }],
  'tasks that do not end the others': [{ failing: ['a'] }],
  // Where all goes well, it has as many events as the simulator takes.
  'lists of steps': [{}, { failing: ['c'], skipped: ['a'] }],
  'a container that a run begins with': [{ failing: ['main'] }, { failing: ['hook-ask-main'] }],
  'an exit handler, templates called twice, and of elsewhere': [{ failing: ['a'] }, { skipped: ['b'] }],
};

test('each case has a sample', () => {
  expect(Object.keys(few)).toEqual(Object.keys(outcomeCases));
});

describe.skipIf(argoSimulator.missing)(`in ${argoSimulator.title}, tasks and run end as without hooks`, () => {
  const cases = Object.entries(few).flatMap(([name, all]) =>
    all.map((ends) => ({ name, ends: { failing: [], skipped: [], ...ends } })),
  );
  let judged: readonly (readonly string[])[] = [];
  beforeAll(async () => {
    const jobs = cases.map(
      ({ name, ends }) =>
        () =>
          judgeOutcome(outcomeCases[name]!, ends),
    );
    judged = await together(18, jobs);
  });

  test('a failure handler runs although a gate behind the failure failed as well', async () => {
    const path = 'test/fixtures/formats/argo/a-failed-gate-does-not-keep-a-failure-handler-from-running/expected.yaml';
    const run = (plan: SimulatorPlan) => argoSimulator.run({ path, text: readFileSync(path, 'utf8') }, plan);
    const [both, asked] = await Promise.all([
      run({ a: { fails: 9 }, 'hook-gate-a': { fails: 9 } }),
      run({ a: { fails: 9 }, 'hook-ask-mend': { fails: 9 } }),
    ]);
    const ends = ({ phase, nodes }: SimulatedRun) => [phase, nodes.get('t'), nodes.get('mend')];
    expect(ends(both!)).toEqual(['Failed', 'Omitted', 'Succeeded']);
    expect(ends(asked!)).toEqual(['Failed', 'Succeeded', 'Omitted']);
  });

  test.each(cases)('$name, $ends', ({ name, ends }) => {
    const at = cases.findIndex((one) => one.name === name && one.ends === ends);
    expect(judged[at]).toEqual([]);
  });
});
