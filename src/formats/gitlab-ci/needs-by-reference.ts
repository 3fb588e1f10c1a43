import type { JobText } from './document.js';
import { referenceIn } from './reference.js';

/** Does a job say as a whole that it waits for what another place says (`needs: !reference [.base, needs]`)? */
export function needsAreReferred({ fields }: JobText, text: string): boolean {
  const value = fields.get('needs')?.pair.value;
  return value !== undefined && referenceIn(value, text) !== undefined;
}
