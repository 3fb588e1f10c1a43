import type { StepDefinition } from '../model/step.js';
import { stepTypes } from './index.js';

/** Does a run of the step ask a language model? */
export function asksModel({ type, config }: Pick<StepDefinition, 'type' | 'config'>): boolean {
  const asks = stepTypes.get(type)?.asksModel ?? false;
  return typeof asks === 'boolean' ? asks : asks(config);
}
