import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { Pattern } from '../../model/pattern.js';
import type { RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import type { Matches } from '../graph/tasks.js';
import { conventions } from '../rules/conventions.js';

/** Reports the patterns of settings that name no step and no task in any workflow, but for those that hold where nobody wrote one. */
export function reportUnmatchedSettings(
  workflows: readonly Workflow[],
  { teardown, setup, taskEnds, taskIds }: Pick<RuleSet, 'teardown' | 'setup' | 'taskEnds' | 'taskIds'>,
  matches: Matches,
  report: Report,
): void {
  const ownSetup = stated(setup, conventions.setup);
  const ownEnds = stated(taskEnds, conventions.taskEnds);
  if (!teardown?.length && ownSetup.length + ownEnds.length + taskIds.length === 0) return;
  const dags = workflows.flatMap((workflow) => workflow.dags);
  const steps = new Set(
    dags.flatMap(({ nodes }) => nodes.flatMap(({ name, id }) => (id === undefined ? [name] : [name, id]))),
  );
  const called = dags.flatMap(({ name, nodes }) => [name, ...nodes.flatMap(({ call }) => call?.name ?? [])]);
  const check = (setting: string, patterns: readonly Pattern[], what: 'step' | 'task') => {
    if (patterns.length === 0) return;
    const names = what === 'step' ? [...steps] : [...steps, ...called];
    for (const pattern of patterns) {
      if (names.some((name) => matches(pattern, name))) continue;
      report(
        'DW466',
        { setting, pattern: pattern.text, what, nearest: nearestName(pattern.text, names) },
        { span: pattern.span },
      );
    }
  };
  check('teardown', teardown ?? [], 'step');
  check('setup', ownSetup, 'step');
  check('task_ends', ownEnds, 'step');
  check('task_ids', taskIds, 'task');
}

/** Does each of them name something that there is? */
export function areSettingsMatched(
  { teardown = [], setup, taskEnds, taskIds }: Pick<RuleSet, 'teardown' | 'setup' | 'taskEnds' | 'taskIds'>,
  hasStep: (pattern: Pattern) => boolean,
  hasTask: (pattern: Pattern) => boolean,
): boolean {
  const ofSteps = [...teardown, ...stated(setup, conventions.setup), ...stated(taskEnds, conventions.taskEnds)];
  return ofSteps.every(hasStep) && taskIds.every((pattern) => hasTask(pattern) || hasStep(pattern));
}

function stated(patterns: readonly Pattern[], convention: string): readonly Pattern[] {
  return patterns.filter(({ text }) => text !== convention);
}
