import { arrange } from './arrange.js';
import { refreshMarks } from './filter.js';
import { type DrawnStep, data, panels } from './panels.js';

/** Called DAGs that are to be seen. */
const unfolded = new Set<number>();

export function toggleCalled({ step: { calls } }: DrawnStep): void {
  if (calls === undefined) return;
  if (panels[calls]!.shown) unfolded.delete(calls);
  else unfolded.add(calls);
  arrange(unfolded);
  refreshMarks();
}

export function unfoldAll(open: boolean): void {
  unfolded.clear();
  if (open) for (const { index } of panels) unfolded.add(index);
  arrange(unfolded);
  refreshMarks();
}

/** Shows a DAG: whatever leads to it is unfolded. */
export function reveal(index: number): void {
  const callerOf = new Map<number, number>();
  const queue = panels.filter(({ dag }) => dag.root).map((panel) => panel.index);
  const seen = new Set(queue);
  for (const caller of queue) {
    for (const { calls } of data.dags[caller]!.steps) {
      if (calls === undefined || seen.has(calls)) continue;
      seen.add(calls);
      callerOf.set(calls, caller);
      queue.push(calls);
    }
  }
  for (let at: number | undefined = index; at !== undefined; at = callerOf.get(at)) unfolded.add(at);
  arrange(unfolded);
}
