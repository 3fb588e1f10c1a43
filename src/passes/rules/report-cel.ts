import type { Report } from '../../diagnostics/diagnostics.js';
import { compileCel } from '../../lang/cel/cel.js';
import { celFacts } from '../../lang/cel/facts.js';
import { celFunctions } from '../../lang/cel/refuse.js';
import type { MatchClause } from '../../model/match.js';
import { spanOfName } from './read-condition.js';

/** Reports what is wrong with an expression once, so that later passes may rely on all of them. */
export function reportCel({ expression, span }: Extract<MatchClause, { readonly kind: 'cel' }>, report: Report): void {
  const compiled = compileCel(expression);
  if (compiled.ok) return;
  const { problem } = compiled;
  const at = { span: spanOfName({ text: expression, span }, problem.start, problem.end) };
  if (problem.kind === 'syntax') report('DW461', problem, at);
  if (problem.kind === 'name') report('DW462', { ...problem, known: knownBeside(problem.name) }, at);
  if (problem.kind === 'refused') report('DW463', { what: problem.what, functions: celFunctions }, at);
  if (problem.kind === 'type') report('DW464', problem, at);
  if (problem.kind === 'size') report('DW465', problem, at);
}

/** The facts of the subject that was meant. */
function knownBeside(name: string): readonly string[] {
  const [subject] = name.split('.');
  const found = Object.entries(celFacts).find(([one]) => one === subject);
  return found ? Object.keys(found[1]).map((fact) => `${subject}.${fact}`) : Object.keys(celFacts);
}
