import { describe, expect, test } from 'vitest';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { hookPrefix } from '../../../src/model/mark.js';
import type { Dag, DagFingerprint, Fingerprints, Node } from '../../../src/model/workflow.js';
import { checkWorkflow } from '../../../src/passes/graph/check.js';
import { type Verification, verifyOutput } from '../../../src/passes/verify/verify.js';
import { planWorkflows, writePlans } from '../../../src/pipeline/plan-workflows.js';
import { readRules } from '../../../src/pipeline/read-rules.js';
import { peelInputs, readWorkflows } from '../../../src/pipeline/read-workflows.js';
import { readAgain } from '../../../src/pipeline/verify-result.js';
import { applyEdits } from '../../../src/text/edits.js';
import { inputOf } from '../../compile/one-text.js';

const text = `type: graph
handlerOn: {exit: {command: tidy}}
steps:
  - {name: a, command: make a}
  - {name: b, command: make b, depends: [a]}
  - {id: c, name: the c, command: make c, depends: [a, b]}
---
name: other
steps:
  - {name: x, command: make x}
  - {name: y, command: make y, depends: x}
`;
const shell = { type: 'shell', command: 'true' };
const injections = { post_task: [{ ...shell, id: 'gate', tasks: ['b'] }], pre_root: [{ ...shell, id: 'first' }] };

const sound = verification();

function verification(): Verification {
  const { report, all } = createCollector();
  const input = inputOf(text, { enabled: true, tasks_are: 'nodes', injections }, { targetVersion: '1.30' });
  const { rules } = readRules(input, report);
  const { options, reading, inputs, whole } = peelInputs(input, rules, report);
  const read = readWorkflows(whole, reading, report);
  const checked = read.map((one) => ({ ...one, workflow: checkWorkflow(one.workflow, one.engine, report) }));
  const planned = planWorkflows(checked, { rules, prompts: input.prompts, options }, report);
  const after = readAgain(applyEdits(inputs, writePlans(planned, report)), reading);
  expect(all().filter(({ severity }) => severity === 'error')).toEqual([]);
  const { workflow, plan, proofs, fingerprints } = planned[0]!;
  return {
    ...{ before: workflow, after: after[0]!.workflow, plan, proofs },
    ...{ expected: fingerprints(plan), found: after[0]!.fingerprints() },
  };
}

test('what was planned is found', () => {
  expect(sound.plan.dags.map(({ dag }) => dag)).toEqual([0]);
  expect(sound.after.dags[0]!.nodes.length).toBe(5);
  expect(() => verifyOutput(sound)).not.toThrow();
});

const withDag = (index: number, change: (dag: Dag) => Partial<Dag>): Verification => {
  const dags = sound.after.dags.map((dag) => (dag.index === index ? { ...dag, ...change(dag) } : dag));
  return { ...sound, after: { ...sound.after, dags } };
};
const withNode = (dag: number, name: string, change: (node: Node) => Partial<Node>) =>
  withDag(dag, ({ nodes }) => ({
    nodes: nodes.map((node) => (node.name.startsWith(name) ? { ...node, ...change(node) } : node)),
  }));
const withPrint = (index: number, change: (print: DagFingerprint) => Partial<DagFingerprint>): Verification => {
  const found: Fingerprints = {
    length: sound.found.length,
    at: (dag) => ({ ...sound.found.at(dag)!, ...(dag === index && change(sound.found.at(dag)!)) }),
  };
  return { ...sound, found };
};

describe('a difference is a fault of ours:', () => {
  test.each<[string, Verification, RegExp]>([
    ['a document less', { ...sound, after: { ...sound.after, dags: [] } }, /2 documents became 0/],
    ['other text around', withPrint(1, () => ({ rest: 'x' })), /in `other`: something outside of its steps changed/],
    ['another handler', withPrint(0, () => ({ handlers: new Map([['exit', 'x']]) })), /`exit` should say .* says x/],
    ['no handler', withPrint(0, () => ({ handlers: new Map() })), /`exit` should say .* says nothing/],
    ['one more', withPrint(1, () => ({ handlers: new Map([['abort', 'x']]) })), /should say nothing and says x/],
    ['a step less', withDag(0, ({ nodes }) => ({ nodes: nodes.slice(1) })), /should have 5 steps and has 4/],
    ['a step less in the text', withPrint(0, () => ({ count: 4 })), /should have 5 steps and has 4/],
    ['another step', withPrint(0, () => ({ node: () => 'x', source: () => 'x' })), /step 1 should say .* and says x/],
    ['another hook', withNode(0, hookPrefix, () => ({ name: 'h' })), /step 1 should be called .* and is called `h`/],
    [
      'a hook too early',
      withNode(0, hookPrefix, () => ({ needs: undefined })),
      /`.*` does not wait for what it should/,
    ],
    ['another name', withNode(0, 'a', () => ({ name: 'd' })), /`a` is not where it was/],
    ['another id', withNode(0, 'the c', () => ({ id: 'd' })), /`the c` is not where it was/],
    ['needs that are gone', withNode(0, 'the c', () => ({ needs: [] })), /`the c` does not wait for what it should/],
    ['needs of nothing', withNode(0, 'b', () => ({ needs: undefined })), /`b` does not wait for what it should/],
    ['needs of the engine', withNode(0, 'a', () => ({ engineNeeds: [4] })), /Dagu 1.30: /],
    ['needs elsewhere', withNode(1, 'y', () => ({ needs: undefined })), /`other`: it was not to be touched/],
    ['names elsewhere', withNode(1, 'y', () => ({ name: 'z' })), /`other`: it was not to be touched/],
  ])('%s', (_, tampered, message) => {
    expect(() => verifyOutput(tampered)).toThrow(message);
  });

  test('needs in another order and twice are the same', () => {
    const reversed = withNode(0, 'the c', ({ needs }) => ({ needs: [...needs!, ...needs!].reverse() }));
    expect(() => verifyOutput(reversed)).not.toThrow();
  });
});
