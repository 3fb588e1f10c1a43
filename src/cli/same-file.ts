import { existsSync, realpathSync } from 'node:fs';

/** Also where one is a link to the other. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || (existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other));
}
