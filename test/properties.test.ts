import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import {
  cases,
  casesWithMore,
  orderPlaysNoPart,
  rightOrRefused,
  sameInputSameOutput,
  secondRunChangesNothing,
  type Tally,
} from './properties/laws.js';
import { otherRuleChangesNoHook, otherStepChangesNoHook, rulesOf } from './properties/stable.js';
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

test(`another step changes no byte of another hook but where that speaks of other steps (seed ${seed})`, {
  timeout: 60_000,
}, () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(cases, fc.nat(), (one, place) => count(counts, otherStepChangesNoHook(one, place))),
    { ...bounded, numRuns: 300 },
  );
  expectMostlySame(counts);
});

test(`another rule changes no byte of another hook but where that speaks of other steps (seed ${seed})`, {
  timeout: 60_000,
}, () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(casesWithMore, fc.nat(), ([one, more], place) => {
      const rules = rulesOf(more);
      if (rules.length > 0) count(counts, otherRuleChangesNoHook(one, rules[place % rules.length]!, place));
    }),
    { ...bounded, numRuns: 300 },
  );
  expectMostlySame(counts);
});

function count(counts: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [key, number] of more) counts.set(key, (counts.get(key) ?? 0) + number);
}

function expectMostlySame(counts: ReadonlyMap<string, number>): void {
  const all = [...counts.values()].reduce((sum, number) => sum + number, 0);
  expect(all).toBeGreaterThan(300);
  expect(counts.get('same')! / all, JSON.stringify([...counts])).toBeGreaterThan(0.8);
}

test('a hook in the background, which is not captured, takes the place of no other result', () => {
  const list = Array.from({ length: 60 }, (_, index) => `  - {name: s${index}, command: x}\n`);
  const gate = { type: 'quality_check', command: './measure', min_score: 1 };
  const hooks = {
    enabled: true,
    injections: { pre_task: [{ ...gate, await: false }], final: [{ ...gate, id: 'last' }] },
  };
  const result = compile({
    workflow: [{ path: 'it.yaml', text: `type: chain\nsteps:\n${list.join('')}` }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: '2.15' },
  });
  expect(result.outputs[0]!.text.match(/output: .*/g)).toEqual(['output: ROOT_HOOK_LAST_RESULT']);
});

test('past fifty results of one DAG, another hook that is captured before takes the place of the last', () => {
  const hooksOf = (steps: number) => {
    const list = Array.from({ length: steps }, (_, index) => `  - {name: s${index + 100 - steps}, command: x}\n`);
    const gate = { type: 'quality_check', command: './measure', min_score: 1 };
    const result = compile({
      workflow: [{ path: 'it.yaml', text: `type: graph\nsteps:\n${list.join('')}` }],
      configuration: [
        {
          layer: 'project',
          path: 'hooks.json',
          text: JSON.stringify({ hooks: { enabled: true, injections: { post_task: [gate] } } }),
        },
      ],
      prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
      options: { targetVersion: '2.15' },
    });
    return new Map(
      [...result.outputs[0]!.text.matchAll(/# dagweave.*\n {2}- name: (hook-\S+)\n(?: {4}.*\n)*/g)].map((one) => [
        one[1]!,
        one[0],
      ]),
    );
  };
  const [fifty, more] = [hooksOf(50), hooksOf(51)];
  const changed = [...fifty].filter(([name, block]) => more.get(name) !== block);
  expect(changed.map(([name]) => name)).toEqual(['hook-quality-check-s99']);
  expect(changed[0]![1].replace(/ {4}output: .*\n/, '')).toBe(
    more.get('hook-quality-check-s99')!.replace(/[0-9a-f]{12}/, /[0-9a-f]{12}/.exec(changed[0]![1])![0]),
  );
});
