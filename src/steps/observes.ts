import { stepTypes } from './index.js';

/** Does a step only report, so that whatever it finds lets the run go on? */
export function observes({ type, config }: { readonly type: string; readonly config: unknown }): boolean {
  return stepTypes.get(type)?.observes?.(config) ?? false;
}
