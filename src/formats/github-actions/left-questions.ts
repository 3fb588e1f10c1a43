import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import { conditionNode } from './fields.js';
import { questionsIn } from './gate-condition.js';
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
    if (node.kind !== 'kept') continue;
    const questions = questionsIn(text, conditionNode(steps[node.node]!.map), (name) => hooks.has(name));
    const last = questions.at(-1);
    if (!last) continue;
    // Not the bracket that was put around what was there before.
    const start = text.indexOf('&&', last.start);
    const fix = questions.map((one) => ({ file: path, ...one, text: '' }));
    const args = { node: own.nodes[node.node]!.name, asked: text.slice(start, last.end) };
    report('DW288', args, { span: { file: path, start, end: last.end }, fix });
  }
}
