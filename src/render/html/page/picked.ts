import type { DrawnStep } from './panels.js';

/** The step that is looked at. */
export let picked: DrawnStep | undefined;

type Listener = (now: DrawnStep | undefined, before: DrawnStep | undefined) => void;
const listeners: Listener[] = [];

/** Anything on the page may pick; what a pick changes listens, so that neither needs to know the other. */
export function pick(one: DrawnStep | undefined): void {
  const before = picked;
  picked = one;
  for (const listener of listeners) listener(one, before);
}

export function onPick(listener: Listener): void {
  listeners.push(listener);
}
