import { drawPanel, world } from './draw.js';
import { svg } from './elements.js';
import { refreshMarks } from './filter.js';
import { blockOf, centreOf, type DrawnStep, data, type Panel, panels } from './panels.js';

/** Shows the DAGs that a run starts with and those unfolded: each to the right of the step that calls it first. */
function arrange(unfolded: ReadonlySet<number>): void {
  const { roots, children, order } = shownCalls(unfolded);
  const clusters = new Map<number, Cluster>();
  for (const index of [...order].reverse()) {
    const beside = children.get(index)!.map((child) => clusters.get(child)!);
    clusters.set(index, clusterOf(panels[index]!, beside));
  }
  const waiting: PlacedCluster[] = [];
  let y = 0;
  for (const root of roots) {
    const cluster = clusters.get(root)!;
    waiting.push({ cluster, x: 0, y });
    y += cluster.height + gap;
  }
  for (const panel of panels) panel.shown = false;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { cluster, x, y } = next;
    show(cluster.panel, x, y);
    for (const one of cluster.beside) waiting.push({ cluster: one.cluster, x: x + one.x, y: y + one.y });
  }
  for (const panel of panels) if (!panel.shown) panel.now.element?.remove();
  drawCalls(children);
  markCallers();
  for (const listener of listeners) listener();
}

interface ShownCalls {
  readonly roots: readonly number[];
  /** For each shown DAG the DAGs that it shows beside it, each DAG once. */
  readonly children: ReadonlyMap<number, readonly number[]>;
  readonly order: readonly number[];
}

function shownCalls(unfolded: ReadonlySet<number>): ShownCalls {
  const children = new Map<number, number[]>();
  const order = panels.filter(({ dag }) => dag.root).map(({ index }) => index);
  if (order.length === 0 && panels.length > 0) order.push(0);
  const roots = order.slice();
  const seen = new Set(order);
  for (const index of order) {
    const own: number[] = [];
    for (const { calls } of data.dags[index]!.steps) {
      if (calls === undefined || !unfolded.has(calls) || seen.has(calls)) continue;
      seen.add(calls);
      own.push(calls);
      order.push(calls);
    }
    children.set(index, own);
  }
  return { roots, children, order };
}

/** A panel with all that it shows beside it: small ones in rows, large ones below each other. */
interface Cluster {
  readonly panel: Panel;
  readonly beside: readonly PlacedCluster[];
  readonly width: number;
  readonly height: number;
}

interface PlacedCluster {
  readonly cluster: Cluster;
  readonly x: number;
  readonly y: number;
}

const gap = 28;

function clusterOf(panel: Panel, clusters: readonly Cluster[]): Cluster {
  const area = clusters.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = Math.max(700, Math.sqrt(area) * 1.3);
  const beside: PlacedCluster[] = [];
  let [x, y, tallest, width] = [0, 0, 0, 0];
  for (const cluster of clusters) {
    if (x > 0 && x + cluster.width > widest) {
      x = 0;
      y += tallest + gap;
      tallest = 0;
    }
    beside.push({ cluster, x: panel.now.width + 2 * gap + x, y });
    x += cluster.width + gap;
    tallest = Math.max(tallest, cluster.height);
    width = Math.max(width, x - gap);
  }
  return {
    panel,
    beside,
    width: clusters.length > 0 ? panel.now.width + 2 * gap + width : panel.now.width,
    height: Math.max(panel.now.height, y + tallest),
  };
}

function show(panel: Panel, x: number, y: number): void {
  panel.x = x;
  panel.y = y;
  panel.shown = true;
  const element = drawPanel(panel);
  element.setAttribute('transform', `translate(${x} ${y})`);
  if (!element.parentNode) world.append(element);
}

const callLines = svg('g', {});

/** Lines from steps to the DAGs that they call, above all panels. */
function drawCalls(children: ShownCalls['children']): void {
  callLines.replaceChildren();
  world.append(callLines);
  callLines.classList.toggle('many', panels.filter((panel) => panel.shown).length > 20);
  for (const [index, called] of children) {
    const wanted = new Set(called);
    for (const block of panels[index]!.now.blocks) {
      const calls = block.members.map(({ step }) => step.calls).find((one) => one !== undefined && wanted.delete(one));
      if (calls === undefined) continue;
      const centre = centreOf(block);
      const { box } = block;
      const from = { x: centre.x + box.width / 2, y: centre.y };
      const to = { x: panels[calls]!.x, y: panels[calls]!.y + 18 };
      const bend = Math.max(40, (to.x - from.x) / 2);
      const d = `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
      svg('path', { class: 'calls-line', d, 'marker-end': 'url(#arrow)' }, callLines);
    }
  }
}

/** A step that calls shows whether a click unfolds or folds. */
function markCallers(): void {
  for (const panel of panels.filter(({ shown }) => shown)) {
    for (const { members, box, element } of panel.now.blocks) {
      const { calls } = members[0]!.step;
      if (members.length > 1 || calls === undefined || !box.label.startsWith('▸')) continue;
      element!.lastChild!.textContent = (panels[calls]!.shown ? '▾' : '▸') + box.label.slice(1);
    }
  }
}

const listeners: (() => void)[] = [];

/** What else is drawn of all panels listens. */
export function onArrange(listener: () => void): void {
  listeners.push(listener);
}

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
  for (const panel of panels) {
    if (open) unfolded.add(panel.index);
    panel.now = (open ? undefined : panel.folded) ?? panel.whole;
  }
  arrange(unfolded);
  refreshMarks();
}

/** Shows a step itself, whatever it is folded into. */
export function revealStep(one: DrawnStep): void {
  const { panel } = one;
  if (panel.shown && blockOf(one).members.length === 1) return;
  if (blockOf(one).members.length > 1) {
    panel.now.element?.remove();
    panel.now = panel.whole;
  }
  reveal(panel.index);
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
