import type { Report } from '../../diagnostics/diagnostics.js';
import { pairOf, textOf } from '../../text/yaml-access.js';
import { parseDepends, tasksIn } from './depends.js';
import type { Template } from './document.js';
import { withoutHooks } from './edit-depends.js';
import { isHookTask } from './hook-task.js';
import type { ArgoList } from './lists.js';
import type { SpanOf } from './spans.js';

/** Reports tasks whose authors ask how a hook ended: without the hook, which goes and comes with every run, that has no meaning. */
export function checkHookResults({ name: template }: Template, list: ArgoList, at: SpanOf, report: Report): void {
  if (list.kind !== 'dag') return;
  const nameOf = ({ map }: ArgoList['steps'][number]) => textOf(map && pairOf(map, 'name')?.value);
  const hooks = new Set(list.steps.flatMap((step) => (isHookTask(step.map!) ? [nameOf(step)] : [])));
  if (hooks.size === 0) return;
  for (const step of list.steps) {
    const value = pairOf(step.map!, 'depends')?.value;
    const text = textOf(value)?.trim();
    if (!value || text === undefined || hooks.has(nameOf(step))) continue;
    const read = parseDepends(withoutHooks(text) ?? '');
    const asked = read.ok ? tasksIn(read.tree).find(({ name }) => hooks.has(name)) : undefined;
    if (asked) report('DW277', { node: nameOf(step) ?? '', hook: asked.name, template }, { span: at(value) });
  }
}
