import { expect, test } from 'vitest';
import type { NodeFacts, WorkflowFacts } from '../../../src/model/facts.js';
import type { Denial } from '../../../src/model/match.js';
import type { Workflow } from '../../../src/model/workflow.js';
import { createPlaceMatcher } from '../../../src/passes/match/places.js';

const span = { file: 'rules.yaml', start: 0, end: 0 };
const denial = {
  match: { clauses: [{ kind: 'runs', patterns: [{ text: 'rm', span }], span }], unsure: 'match' },
  message: 'not here',
  severity: 'error',
  span,
} as unknown as Denial;
const node = { name: 'clean', id: undefined, index: 0, call: undefined };

test('what a step does is forgotten with what it was read from, as large files need it', () => {
  let reads = 0;
  const facts = {
    node: (): NodeFacts => {
      reads += 1;
      return { scripts: ['rm'], unread: undefined, uses: [], images: [], calls: [], env: new Map() };
    },
    beside: () => [],
  } as unknown as WorkflowFacts;
  const dag = {
    name: 'd',
    get nodes() {
      return [node];
    },
  };
  const workflow = { dags: [dag] } as unknown as Workflow;
  const { denied } = createPlaceMatcher(workflow, facts, ({ text }, name) => text === name);
  for (const read of [1, 2]) {
    expect(denied(denial, 0)).toMatchObject([{ node: 0, command: 'rm' }]);
    expect(reads).toBe(read);
  }
});
