import { compileWithFixes } from '../../src/cli/run-compile.js';
import type { CompileResult } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { explain } from '../../src/explain.js';
import type { Question } from '../../src/model/explanation.js';
import { pictureOf } from '../../src/passes/show/picture.js';
import { createColors } from '../../src/render/colors.js';
import { explanationText } from '../../src/render/explain/explain.js';
import { dotGraph } from '../../src/render/graph/dot.js';
import { markdownChange } from '../../src/render/graph/markdown.js';
import { mermaidGraph } from '../../src/render/graph/mermaid.js';
import { terminalGraph } from '../../src/render/graph/terminal.js';
import { createLocator } from '../../src/render/locator.js';
import { planJson } from '../../src/render/plan-summary.js';
import { type FuzzCase, inputOf } from './case.js';

/**
 * Everything else that can be asked about a case: its fixes, its pictures, why each hook is there.
 * @throws where one of them does
 */
export function lookAtAll(one: FuzzCase, result: CompileResult): void {
  const input = inputOf(one);
  if (result.diagnostics.some(({ fix }) => fix)) compileWithFixes(input, createCollector().report);
  if (result.workflows.length === 0) return;
  const locate = createLocator([...one.configuration, ...result.bases]);
  const colors = createColors(false);
  const picture = pictureOf(result.workflows);
  terminalGraph(picture, { colors, columns: 80, onlyChanges: true });
  mermaidGraph(picture);
  dotGraph(picture);
  markdownChange(picture, true, locate, '');
  const costs = result.summary.costs;
  JSON.parse(planJson(picture, costs, { changes: true, prompts: [] }, locate));
  const { dags } = result.workflows[0]!.plan;
  const hook = dags.flatMap(({ nodes }) => nodes).find((node) => node.kind === 'injected');
  const rule = result.rules?.rules[0]?.id ?? 'none';
  const task = result.workflows[0]!.workflow.dags[0]?.nodes[0]?.name ?? 'none';
  const questions: readonly Question[] = [
    { kind: 'step', name: hook?.name ?? 'none', task: undefined },
    { kind: 'verdict', task, rule },
    { kind: 'variables' },
  ];
  for (const question of questions) {
    const { explanation } = explain(input, question);
    if (explanation) explanationText(explanation, locate, colors);
  }
}
