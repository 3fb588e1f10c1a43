import { expect, test } from 'vitest';
import type { DaguNode, DaguRun } from '../engine/dagu.js';
import { compareRuns } from './compare-runs.js';

type Nodes = Readonly<Record<string, string>>;

/** `a: 'succeeded 1-2 < b'`: its status, its seconds, what it waits for. */
function runOf(nodes: Nodes, more: Partial<DaguRun> = {}): DaguRun {
  const read = (text: string): DaguNode => {
    const [status, seconds, , ...depends] = text.split(' ');
    const [startedAt, finishedAt] = (seconds ?? '').split('-').map(Number);
    return { status: status!, startedAt, finishedAt, depends, retries: 0, log: '', outputs: new Map(), asked: '' };
  };
  const status = more.status ?? 'succeeded';
  const own = new Map(Object.entries(nodes).map(([name, text]) => [name, read(text)]));
  const handlers = new Map([['onExit', 'succeeded']]);
  const root = { dag: 'it', status, nodes: own, handlers };
  return {
    id: 'it',
    code: 0,
    status,
    labels: [],
    nodes: own,
    handlers,
    children: new Map(),
    runs: [root],
    trace: [],
    stderr: '',
    ...more,
  };
}

const list = 'steps: [{name: a}, {name: b}]\n';
const before = runOf({ a: 'succeeded 1-2', b: 'succeeded 2-3 < a' });
const hooked = { a: 'succeeded 1-2 < hook-x', 'hook-x': 'succeeded 0-1', b: 'succeeded 3-4 < hook-y' };

test('a run with hooks between its steps is the same run', () => {
  const after = runOf({ ...hooked, 'hook-y': 'succeeded 2-3 < a' });
  expect(compareRuns(list, before, after)).toEqual([]);
});

test.each<[string, DaguRun, string]>([
  ['a status', runOf({ ...hooked, b: 'skipped 3-4 < a' }), 'it: b was succeeded and is skipped'],
  ['an exit code', runOf(hooked, { code: 1 }), 'the exit code was 0 and is 1'],
  ['an order that is lost', runOf(hooked), 'it: steps no longer wait: 1<2'],
  ['a step that began too early', runOf({ ...hooked, b: 'succeeded 1-4 < a' }), 'it: began too early: 1<2'],
  ['a run of a sub-DAG that is gone', runOf(hooked, { runs: [] }), 'the DAGs that ran was it and is '],
  ['the status of the run', runOf(hooked, { status: 'failed' }), 'the status of it was succeeded and is failed'],
])('%s is a difference', (_, after, problem) => {
  expect(compareRuns(list, before, after)).toContain(problem);
});

test('where no step succeeded, hooks that do make the run partly succeeded', () => {
  const failed = runOf({ a: 'failed 1-2' }, { status: 'failed' });
  const partly = runOf({ a: 'failed 1-2', 'hook-x': 'succeeded 2-3 < a' }, { status: 'partially_succeeded' });
  expect(compareRuns(list, failed, partly)).toEqual([]);
});
