import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import { writtenCore } from './condition-text.js';
import { conditionNode } from './fields.js';
import { askedInText } from './gate-condition.js';
import type { GithubWorkflow } from './read.js';

/**
 * Reports conditions that ask for a hook of the plan, which only an earlier run writes: somebody took its hook out and left the question.
 * With the hook there again, the question would be taken for one that this run wrote.
 */
export function reportLeftQuestions(read: GithubWorkflow, { dag, nodes }: DagPlan, report: Report): void {
  const own = read.workflow.dags[dag]!;
  const { steps } = read.texts[dag]!.list;
  const { path, text } = read.document.file;
  const hooks = new Set(nodes.flatMap((node) => (node.kind === 'injected' ? [node.name] : [])));
  for (const node of nodes) {
    const value = node.kind === 'kept' ? conditionNode(steps[node.node]!.map) : undefined;
    const core = writtenCore(text, value);
    if (node.kind !== 'kept' || !core || value?.kind !== 'scalar') continue;
    const { front, back } = askedInText(core.expression, value.style === 'single', (name) => hooks.has(name));
    if (back === 0) continue;
    // Where the run put brackets around what was there, both go.
    const taken = [
      { start: core.start, end: core.start + front },
      { start: core.end - back, end: core.end },
    ].filter(({ start, end }) => start < end);
    const fix = taken.map((one) => ({ file: path, ...one, text: '' }));
    const from = core.end - back + front;
    const start = from + text.slice(from, core.end).search(/\S/);
    const asked = text.slice(start, core.end);
    report('DW288', { node: own.nodes[node.node]!.name, asked }, { span: { file: path, start, end: core.end }, fix });
  }
}
