import { textOf } from '../../text/yaml-access.js';
import { fieldValue } from './fields.js';
import type { DaguStep } from './steps.js';

/** May the engine skip the step because of what it says itself? */
export function hasCondition({ map }: DaguStep): boolean {
  if (map === undefined) return false;
  const conditions = fieldValue(map, 'preconditions') ?? fieldValue(map, 'precondition');
  return conditions !== undefined && !(conditions.kind === 'sequence' && conditions.items.length === 0);
}

/** Does what waits for the step run although it was skipped? */
export function goesOnWhenSkipped({ map }: DaguStep): boolean {
  const field = map && (fieldValue(map, 'continueOn') ?? fieldValue(map, 'continue_on'));
  if (field?.kind === 'map') return textOf(field.pairs.find((pair) => pair.key.value === 'skipped')?.value) === 'true';
  if (field?.kind === 'sequence') return field.items.some((item) => textOf(item.value) === 'skipped');
  return textOf(field) === 'skipped';
}
