import { expect, test } from 'vitest';
import { pictureOf } from '../../../src/passes/show/picture.js';
import { compileFor, type ProbeRule, probeRules } from '../../engine/augment.js';

const steps = (lines: string) => `type: graph\nsteps:\n${lines}`;

function forecastOf(text: string, point: 'post_task' | 'pre_task' | 'pre_root' | 'final', rule: ProbeRule) {
  const { workflows } = compileFor({ 'it.yaml': text }, probeRules({ [point]: [rule] }), '1.30');
  return pictureOf(workflows).dags.flatMap(({ nodes }) => nodes.flatMap(({ hook }) => hook?.forecast ?? []))[0]!;
}

const rowOf = ({ rows }: ReturnType<typeof forecastOf>, before: string) => rows.find((row) => row.before === before);

test('of several before it, those are named that keep it from running', () => {
  const text = steps(
    '  - {name: lint, command: x, continueOn: {failure: true}}\n' +
      '  - {name: types, command: x, preconditions: [{condition: x}]}\n' +
      '  - {name: docs, command: x, preconditions: [{condition: x}], continueOn: {skipped: true}}\n',
  );
  const forecast = forecastOf(text, 'final', { step: 'summary' });
  expect(rowOf(forecast, 'success')).toMatchObject({ runs: 'yes', blockedBy: [] });
  expect(rowOf(forecast, 'failure')).toMatchObject({ runs: 'depends', blockedBy: ['types', 'docs'] });
  expect(rowOf(forecast, 'skipped')).toMatchObject({ runs: 'depends', blockedBy: ['lint', 'types'] });
  expect(rowOf(forecast, 'aborted')).toMatchObject({ runs: 'no', blockedBy: ['lint', 'types', 'docs'] });
});

test('where an exit code decides whether others go on, that is said', () => {
  const text = steps('  - {name: lint, command: x, continueOn: {exitCode: [3]}}\n');
  const forecast = forecastOf(text, 'post_task', { step: 'report' });
  expect(rowOf(forecast, 'failure')).toMatchObject({ runs: 'depends', blockedBy: [], perhapsBlockedBy: ['lint'] });
});

test('the first step of a DAG runs when nothing is before it', () => {
  const text = steps('  - {name: lint, command: x}\n  - {name: build, command: x}\n');
  const forecast = forecastOf(text, 'pre_root', { step: 'budget' });
  expect(forecast.rows).toEqual([{ before: 'nothing', runs: 'yes', blockedBy: [], perhapsBlockedBy: [] }]);
  expect(forecast.successors).toEqual(['lint', 'build']);
  expect(forecast.ends).toEqual([
    { command: 'success', successors: 'run', failsRun: false },
    { command: 'failure', successors: 'held', failsRun: true },
  ]);
});

test('a hook behind a hook that may fail runs although that one failed', () => {
  const text = steps('  - {name: lint, command: x}\n  - {name: build, command: x, depends: [lint]}\n');
  const { workflows } = compileFor(
    { 'it.yaml': text },
    probeRules({
      post_task: [
        { step: 'soft', tasks: ['lint'], on_failure: 'continue' },
        { step: 'gate', tasks: ['lint'] },
      ],
    }),
    '1.30',
  );
  const nodes = pictureOf(workflows).dags[0]!.nodes;
  const gate = nodes.find(({ name }) => name.startsWith('hook-gate'))!.hook!.forecast!;
  expect(gate.rows.map(({ before, runs }) => [before, runs])).toEqual([
    ['success', 'yes'],
    ['failure', 'yes'],
    ['skipped', 'no'],
    ['aborted', 'no'],
  ]);
});

test('in a chain, what is behind a hook that nobody waits for goes on at once', () => {
  const text = 'type: chain\nsteps:\n  - {name: lint, command: x}\n  - {name: build, command: x}\n';
  const forecast = forecastOf(text, 'post_task', { step: 'trace', tasks: ['lint'], await: false });
  expect(forecast.successors).toEqual(['build']);
  expect(forecast.ends.map(({ successors }) => successors)).toEqual(['run', 'run']);
});
