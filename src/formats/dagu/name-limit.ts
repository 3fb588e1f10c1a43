import type { Version } from './readings.js';

/** How many bytes the name of a step may have. */
export function maxNameBytes(dialect: Version['dialect']): number {
  return dialect === 'v2' ? 255 : 40;
}
