import { expect, test } from 'vitest';
import type { Pattern } from '../../../src/model/pattern.js';
import type { Rule } from '../../../src/model/rule.js';
import { createTaskMatcher } from '../../../src/passes/select/match-task.js';
import { cpuTime } from '../../text/cpu-time.js';

const everyRule = () => true;

test('tasks that the same rules match get the same object, with these rules in their order', () => {
  const rules = [rule('a', ['build', 'test']), rule('b', ['*'], ['lint']), rule('c', ['nobody'])];
  const match = createTaskMatcher(rules);
  const of = (name: string) => match(name, new Set(), everyRule);
  expect(of('build').rules).toEqual([rules[0], rules[1]]);
  expect(of('test')).toBe(of('build'));
  expect(of('ship').rules).toEqual([rules[1]]);
  expect(of('lint').rules).toEqual([]);
});

test('what a rule asks beside the name is asked only where the name is meant', () => {
  const rules = [rule('a', ['build']), rule('b', ['build'])];
  const asked: string[] = [];
  const matching = createTaskMatcher(rules)('build', new Set(), ({ id }) => asked.push(id) > 1);
  expect([asked, matching.rules]).toEqual([['a', 'b'], [rules[1]]]);
});

test('40,000 rules for twenty tasks take no more than a moment', () => {
  const rules = Array.from({ length: 40_000 }, (_, at) => rule(`r${at}`, [`T${at % 20}`]));
  const took = cpuTime(() => {
    const match = createTaskMatcher(rules);
    for (let task = 0; task < 20; task += 1) expect(match(`T${task}`, new Set(), everyRule).rules).toHaveLength(2000);
  });
  expect(took).toBeLessThan(3000);
});

function rule(id: string, tasks: readonly string[], excluded: readonly string[] = []): Rule {
  const patterns = (texts: readonly string[]): readonly Pattern[] =>
    texts.map((text) => ({ text, span: { file: 'rules.yaml', start: 0, end: 0 } }));
  return { id, tasks: patterns(tasks), tasksExclude: patterns(excluded) } as unknown as Rule;
}
