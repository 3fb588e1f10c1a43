import type { Node } from '../../model/workflow.js';
import { textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { fieldValue } from './fields.js';

/** May the engine skip the step because of what it says itself? */
export function hasCondition({ map }: ListedStep): boolean {
  if (map === undefined) return false;
  const conditions = fieldValue(map, 'preconditions') ?? fieldValue(map, 'precondition');
  return conditions !== undefined && !(conditions.kind === 'sequence' && conditions.items.length === 0);
}

/** After which ends of a step, other than success, what waits for it runs all the same. */
export type Tolerance = Pick<Node, 'skippable' | 'failable' | 'marksSuccess'>;

/** @param defaults what 2.x takes for steps that do not say it themselves */
export function toleranceOf({ map }: ListedStep, defaults: YamlMap | undefined): Tolerance {
  const field = (map && continueOn(map)) ?? (defaults && continueOn(defaults));
  if (!field) return intolerant;
  const words = field.kind === 'sequence' ? field.items.map((item) => textOf(item.value)) : [textOf(field)];
  const on = (word: string) =>
    field.kind === 'map' ? textOf(innerValue(field, word)) === 'true' : words.includes(word);
  const failable =
    on('failure') || on('failed') ? 'yes' : field.kind === 'map' && hasFilter(field) ? 'sometimes' : 'no';
  return { skippable: on('skipped'), failable, marksSuccess: on('markSuccess') || on('mark_success') };
}

const intolerant: Tolerance = { skippable: false, failable: 'no', marksSuccess: false };

function continueOn(map: YamlMap) {
  return fieldValue(map, 'continueOn') ?? fieldValue(map, 'continue_on');
}

/** Inner keys are distinguished by case, even in 1.x. */
function innerValue(map: YamlMap, key: string): YamlNode | undefined {
  return map.pairs.find((pair) => pair.key.value === key)?.value;
}

function hasFilter(map: YamlMap): boolean {
  return ['exitCode', 'exit_code', 'output'].some((key) => innerValue(map, key) !== undefined);
}
