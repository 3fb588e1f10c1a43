import { describe, expect, test } from 'vitest';
import { createCollector, type Diagnostic } from '../../../src/diagnostics/diagnostics.js';
import { compilePattern } from '../../../src/lang/pattern.js';
import type { Pattern } from '../../../src/model/pattern.js';
import type { Rule } from '../../../src/model/rule.js';
import type { Workflow } from '../../../src/model/workflow.js';
import { edgesOf } from '../../../src/passes/graph/edges.js';
import { findSession } from '../../../src/passes/graph/session.js';
import { createTaskFinder } from '../../../src/passes/graph/tasks.js';
import type { PlaceMatcher } from '../../../src/passes/match/places.js';
import { reportUnmatched } from '../../../src/passes/select/report-unmatched.js';
import { createRuleMatches } from '../../../src/passes/select/rule-matches.js';
import { selectHooks } from '../../../src/passes/select/select.js';
import type { WhyNever } from '../../../src/passes/variables/bind-place.js';
import { noRules, smallDag, smallRule, smallWorkflow } from '../small-dag.js';

const pattern = (text: string): Pattern => ({ text, span: { file: 'hooks.yaml', start: 0, end: 0 } });
const patterns = (...texts: string[]) => texts.map(pattern);

describe('tasks', () => {
  const nodes = smallWorkflow([smallDag('build-arm; build-x64; test')]);

  test.each<[string, Partial<Rule>, string[]]>([
    ['all', {}, ['r build-arm', 'r build-x64', 'r test']],
    ['by name', { tasks: patterns('test') }, ['r test']],
    [
      'by glob, in the order of the workflow',
      { tasks: patterns('test', 'build-*') },
      ['r build-arm', 'r build-x64', 'r test'],
    ],
    ['by expression', { tasks: patterns('/^b.*m$/') }, ['r build-arm']],
    ['but for some', { tasksExclude: patterns('*-x64', 'test') }, ['r build-arm']],
    ['once', { once: true }, ['r build-arm']],
  ])('are chosen %s', (_, rule, expected) => {
    expect(selected(nodes, [smallRule('r', rule)]).hooks).toEqual(expected);
  });

  test('are the DAGs that are called, where there are any', () => {
    const root = smallDag('setup; call-T1 <- setup');
    const call = { name: 'T1', dag: 1, params: new Set<string>(), span: root.span };
    const calling = { ...root, nodes: root.nodes.map((node) => (node.name === 'call-T1' ? { ...node, call } : node)) };
    const workflow = smallWorkflow([calling, { ...smallDag('run'), name: 'T1' }]);
    expect(selected(workflow, [smallRule('r')]).hooks).toEqual(['r T1']);
  });
});

describe('rules', () => {
  const one = smallWorkflow([smallDag('a')]);

  test('come by point, order, layer and position', () => {
    const rules = [
      smallRule('later', { position: 1 }),
      smallRule('end', { point: 'final' }),
      smallRule('earlier', { position: 0 }),
      smallRule('project', { layer: 1 }),
      smallRule('first', { order: -1, position: 9, layer: 9 }),
      smallRule('start', { point: 'pre_root', order: 100 }),
    ];
    const { hooks } = selected(one, rules);
    expect(hooks.map((hook) => hook.split(' ')[0])).toEqual(['start', 'first', 'earlier', 'later', 'project', 'end']);
  });

  test('for failure and for always go to a handler', () => {
    const rules = [
      smallRule('always', { point: 'final', run: 'always' }),
      smallRule('failure', { point: 'final', run: 'failure' }),
      smallRule('success', { point: 'final' }),
    ];
    const found = selected(one, rules);
    expect(found.hooks).toEqual(['success -']);
    expect(found.handlers).toEqual(['always', 'failure']);
  });

  test('that match nothing are reported with the near miss, patterns that do not are a warning', () => {
    const workflow = smallWorkflow([smallDag('build; test')]);
    const rules = [
      smallRule('typo', { tasks: patterns('biuld') }),
      smallRule('half', { tasks: patterns('build', 'tset') }),
      smallRule('fine', { tasks: patterns('nothing'), optional: true }),
    ];
    expect(selected(workflow, rules).told).toEqual([
      'DW401 rule typo matches no task: no task is called `biuld`; did you mean `build`?',
      'DW402 the pattern `tset` of rule half matches no task; did you mean `test`?',
    ]);
  });

  test('cannot enter a DAG that is closed', () => {
    const workflow = smallWorkflow([{ ...smallDag('a'), closed: { why: 'it is locked', instead: 'Open it.' } }]);
    expect(selected(workflow, [smallRule('r')])).toMatchObject({
      hooks: [],
      told: ['DW405 rule r cannot insert a step into `small`, because it is locked'],
    });
  });
});

function selected(workflow: Workflow, rules: readonly Rule[]) {
  const { report, all } = createCollector();
  const ruleMatches = createRuleMatches();
  const set = { ...noRules, rules };
  const tasks = createTaskFinder(set, matches)(workflow);
  const sessionOf = () => findSession(workflow, tasks, set);
  const placeMatcher: PlaceMatcher = { at: () => ({ kind: 'yes' }), beside: () => ({ kind: 'yes' }), denied: () => [] };
  const view = { sessionOf };
  const whyNever = (): WhyNever => ({ kind: 'environment', here: undefined });
  const engine = { can: { handlers: true, background: true } } as const;
  const open = { mayRun: () => true, whyNever, edgesOf, isTeardown: () => false, engine };
  const selecting = { workflow, rules: set, tasks, matches, view, ruleMatches, placeMatcher, ...open };
  const { hooks, handlers } = selectHooks(selecting, report);
  reportUnmatched(set, { ...ruleMatches, isStep: () => false, unread: [] }, (code, args, span) =>
    report(code, args, { span }),
  );
  return {
    hooks: hooks.map(({ rule, task }) => `${rule.id} ${task?.name ?? '-'}`),
    handlers: handlers.map(({ rule }) => rule.id),
    told: all().map(({ code, message }: Diagnostic) => `${code} ${message}`),
  };
}

function matches({ text }: Pattern, name: string): boolean {
  const compiled = compilePattern(text);
  return compiled.ok && compiled.matches(name);
}
