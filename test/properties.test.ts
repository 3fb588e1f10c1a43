import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cases,
  orderPlaysNoPart,
  rightOrRefused,
  sameInputSameOutput,
  secondRunChangesNothing,
  type Tally,
} from './properties/laws.js';
import { otherStepChangesNoHook } from './properties/stable.js';
import { seed } from './seed.js';

const bounded = { seed, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false };

test(`random workflows and rules: V1 to V8 hold (seed ${seed})`, { timeout: 60_000 }, () => {
  const tally: Tally = new Map();
  fc.assert(
    fc.property(cases, (one) => rightOrRefused(one, tally)),
    { ...bounded, numRuns: 400 },
  );
  const ended = [...tally.values()].reduce((sum, count) => sum + count, 0);
  expect((tally.get('ok') ?? 0) / ended, JSON.stringify([...tally])).toBeGreaterThan(0.5);
});

test(`the order of files, rules and keys plays no part (seed ${seed})`, { timeout: 60_000 }, () => {
  fc.assert(fc.property(cases, fc.nat(), orderPlaysNoPart), { ...bounded, numRuns: 150 });
});

test(`the same input gives the same output (seed ${seed})`, { timeout: 60_000 }, () => {
  fc.assert(fc.property(cases, sameInputSameOutput), { ...bounded, numRuns: 75 });
});

test(`a second run changes nothing (seed ${seed})`, { timeout: 60_000 }, () => {
  fc.assert(fc.property(cases, secondRunChangesNothing), { ...bounded, numRuns: 100 });
});

test(`another step changes no other hook (seed ${seed})`, { timeout: 60_000 }, () => {
  let compared = 0;
  fc.assert(
    fc.property(cases, fc.nat(), (one, place) => {
      if (otherStepChangesNoHook(one, place) === 'compared') compared += 1;
    }),
    { ...bounded, numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(50);
});
