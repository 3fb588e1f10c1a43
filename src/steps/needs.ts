import { stepTypes } from './index.js';
import type { Need } from './need.js';

/** What a step of the configuration needs when it runs. */
export function needsOf({ type, config }: { readonly type: string; readonly config: unknown }): readonly Need[] {
  return stepTypes.get(type)?.needs?.(config) ?? [];
}
