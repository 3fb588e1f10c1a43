import { describe, expect, test } from 'vitest';
import { argoSimulator } from './argo.js';
import { outcome, outcomeCases, sameEnds } from './argo-outcomes.js';

/** A few of what `npm run outcomes:argo` goes through. */
const few: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'a failure handler beside those behind a success': [[], ['deploy'], ['deploy', 'mend']],
  'a task behind either end': [['b']],
};

describe.skipIf(argoSimulator.missing)(`in ${argoSimulator.title}, tasks and run end as without hooks`, () => {
  const cases = Object.entries(few).flatMap(([name, sets]) => sets.map((failing) => ({ name, failing })));
  test.each(cases)('$name, $failing failing', { timeout: 130_000 }, ({ name, failing }) => {
    const one = outcomeCases[name]!;
    const found = outcome(one, failing);
    expect(found).toBeDefined();
    expect(sameEnds(one, found!)).toEqual([]);
  });
});

test.skipIf(argoSimulator.missing)('a gate that fails holds what is behind it', { timeout: 130_000 }, () => {
  const one = outcomeCases['a failure handler beside those behind a success']!;
  const { after } = outcome(one, ['hook-one-deploy'])!;
  expect(Object.fromEntries(one.tasks.map((task) => [task, after.nodes.get(task)]))).toEqual({
    deploy: 'Succeeded',
    mend: 'Omitted',
    report: 'Omitted',
  });
  expect(after.phase).toBe('Failed');
});
