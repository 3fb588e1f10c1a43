import type { Report } from '../../diagnostics/diagnostics.js';
import type { Rule } from '../../model/rule.js';
import type { Node, Workflow } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { Workspaces } from './workspaces.js';

/** Reports, once a rule, hooks of tasks that would run without the workspace, or that make room for the end of it. */
export function tellWorkspaces(
  hooks: readonly Hook[],
  workflow: Workflow,
  { goneAt, goesMeanwhile }: Workspaces,
  report: Report,
): void {
  const found = new Map<string, Finding>();
  const add = (kind: Finding['kind'], hook: Hook, teardown: number) => {
    const key = `${kind} ${hook.rule.id}`;
    const node = workflow.dags[hook.dag]!.nodes[teardown]!;
    const place = hook.task?.name ?? workflow.dags[hook.dag]!.name;
    const finding = found.get(key) ?? { kind, rule: hook.rule, node, names: new Set(), places: new Set() };
    finding.names.add(node.name);
    finding.places.add(place);
    found.set(key, finding);
  };
  for (const hook of hooks) {
    const gone = goneAt(hook, hook.slot);
    if (gone !== undefined) {
      add(gone.isTaskThere ? 'task' : 'asked', hook, gone.by);
      continue;
    }
    const meanwhile = goesMeanwhile(hook, hook.slot);
    if (meanwhile !== undefined) add('meanwhile', hook, meanwhile);
  }
  for (const finding of found.values()) tell(finding, report);
}

interface Finding {
  /** An anchor asks for a place behind the end of the workspace; the task itself is there; it ends while the hook runs. */
  readonly kind: 'asked' | 'task' | 'meanwhile';
  readonly rule: Rule;
  readonly node: Node;
  readonly names: Set<string>;
  readonly places: Set<string>;
}

function tell({ kind, rule, node, names, places }: Finding, report: Report): void {
  const args = { rule: rule.id, teardowns: [...names], places: [...places] };
  const related = { message: 'the step that removes the workspace', span: node.span };
  if (kind === 'asked') {
    const { side, pattern } = rule.anchor!;
    report('DW455', { ...args, side, anchor: pattern.text }, { span: pattern.span, related });
  } else {
    report(kind === 'task' ? 'DW457' : 'DW456', args, { span: rule.span, related });
  }
}
