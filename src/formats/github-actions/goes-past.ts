import type { Node } from '../../model/workflow.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { mayRunEitherWay } from './certain-condition.js';
import { conditionNode, passesFailure } from './fields.js';

/** Which needs of a job do not keep it from running where they fail, although it does not run for their failure alone. */
export function goesPast(
  job: ListedStep,
  condition: string | undefined,
  needs: Node['needs'],
  text: string,
): Node['goesPast'] {
  if (condition === undefined || !needs || !passesFailure(job.map)) return undefined;
  const known = needs.flatMap(({ name, node }) => (node === undefined ? [] : [{ name, node }]));
  const past = (result: 'failure' | 'skipped') => known.filter(({ name }) => mayRunEitherWay(condition, name, result));
  const [failed, skipped] = [past('failure'), past('skipped')];
  const first = [...failed, ...skipped][0];
  if (!first) return undefined;
  const around = textAround(job, text);
  return {
    failed: failed.map(({ node }) => node),
    skipped: skipped.map(({ node }) => node),
    field: `if: ${condition.trim().replace(/\s+/g, ' ')}`,
    instead: `Let its \`if\` ask for what has to succeed, such as \`needs.${first.name}.result == 'success'\``,
    judges: asksAll.test(around) || asksOne.test(around),
  };
}

function textAround({ map, node, start }: ListedStep, text: string): string {
  const condition = conditionNode(map) ?? { start: node.end, end: node.end };
  return text.slice(start, condition.start) + text.slice(condition.end, node.end);
}

/** Does a text ask how all needs ended, or one of them? */
export const asksAll = /\bneeds\s*\.\s*\*|\btoJSON\s*\(\s*needs\s*\)/i;
export const asksOne = /\bneeds\s*\.\s*[\w-]+\s*\.\s*result\b/i;
