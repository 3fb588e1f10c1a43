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
  rules: NamingSettings,
  matches: Matches,
  report: Report,
): void {
  const settings = settingsOf(rules);
  if (settings.length === 0) return;
  const dags = workflows.flatMap((workflow) => workflow.dags);
  const steps = new Set(
    dags.flatMap(({ nodes }) => nodes.flatMap(({ name, id }) => (id === undefined ? [name] : [name, id]))),
  );
  const called = dags.flatMap(({ name, nodes }) => [name, ...nodes.flatMap(({ call }) => call?.name ?? [])]);
  const namesOf = { step: [...steps], task: [...steps, ...called] };
  for (const { setting, pattern, what } of settings) {
    const names = namesOf[what];
    if (names.some((name) => matches(pattern, name))) continue;
    report(
      'DW466',
      { setting, pattern: pattern.text, what, nearest: nearestName(pattern.text, names) },
      { span: pattern.span },
    );
  }
}

/** Does each of them name something that there is? */
export function areSettingsMatched(
  rules: NamingSettings,
  hasStep: (pattern: Pattern) => boolean,
  hasTask: (pattern: Pattern) => boolean,
): boolean {
  return settingsOf(rules).every(({ pattern, what }) => hasStep(pattern) || (what === 'task' && hasTask(pattern)));
}

type NamingSettings = Pick<RuleSet, 'teardown' | 'setup' | 'taskEnds' | 'taskIds'>;

interface NamingSetting {
  readonly setting: string;
  readonly pattern: Pattern;
  readonly what: 'step' | 'task';
}

/** Those that somebody wrote. */
function settingsOf({ teardown = [], setup, taskEnds, taskIds }: NamingSettings): readonly NamingSetting[] {
  const each = (setting: string, patterns: readonly Pattern[], what: NamingSetting['what'], convention?: string) =>
    patterns.flatMap((pattern) => (pattern.text === convention ? [] : [{ setting, pattern, what }]));
  return [
    ...each('teardown', teardown, 'step'),
    ...each('setup', setup, 'step', conventions.setup),
    ...each('task_ends', taskEnds, 'step', conventions.taskEnds),
    ...each('task_ids', taskIds, 'task'),
  ];
}
