import type { Dag, Reading } from '../../model/workflow.js';

/** The reading whose needs get written: the one in which only what is written counts, where there is one. */
export function writtenReading({ readings }: Dag): Reading {
  return readings.find(({ sequence }) => sequence === 'none') ?? readings[0]!;
}

/** Does a node wait for what is in front of it in the list, under each reading? */
export function positionCounts({ readings }: Dag): boolean {
  return readings.every(({ sequence }) => sequence !== 'none');
}

/** The same under one reading or more. */
export function positionMayCount({ readings }: Dag): boolean {
  return readings.some(({ sequence }) => sequence !== 'none');
}
