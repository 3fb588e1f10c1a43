import { createNumberRows, type NumberRows } from './number-rows.js';

/** What numbers shapes: two that are equal have one number, in whichever texts they are, as long as the same tables number them. */
export interface ShapeNumbers {
  /** What DAGs set for their nodes. */
  readonly settings: Map<string, number>;
  /** Names of nodes that somebody asks for. */
  readonly asked: Map<string, number>;
  readonly shapes: NumberRows;
}

export function createShapeNumbers(): ShapeNumbers {
  return { settings: new Map(), asked: new Map(), shapes: createNumberRows() };
}
