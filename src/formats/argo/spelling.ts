import { pairOf, present } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { StepSpelling } from '../yaml-steps/step-list.js';
import type { ArgoList } from './lists.js';

/**
 * How the tasks of a template spell what all formats have. A template writes `dependencies` or `depends`, never both; one
 * that has neither yet takes the list.
 */
export function spellingOf(list: Pick<ArgoList, 'steps'>): StepSpelling {
  return isExpression(list) ? ofExpressions : ofLists;
}

export function isExpression({ steps }: Pick<ArgoList, 'steps'>): boolean {
  return steps.some(({ map }) => map && hasExpression(map));
}

/** An expression without a sign is as good as none. */
export function hasExpression(task: YamlMap): boolean {
  const value = present(pairOf(task, 'depends')?.value);
  return value !== undefined && !(value.kind === 'scalar' && value.value.trim() === '');
}

const ofLists: StepSpelling = {
  name: 'name',
  needs: 'dependencies',
  description: undefined,
  commands: ['template'],
  isKey: (written, key) => written === key,
  fieldOf: pairOf,
};

const ofExpressions: StepSpelling = { ...ofLists, needs: 'depends' };
