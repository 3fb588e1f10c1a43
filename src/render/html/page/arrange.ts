import { drawPanel, world } from './draw.js';
import { svg } from './elements.js';
import { refreshMarks } from './filter.js';
import { centreOf, type DrawnStep, data, type Panel, panels, steps, stepsOf } from './panels.js';

/** Shows the DAGs that a run starts with and those unfolded: each to the right of the step that calls it first. */
function arrange(unfolded: ReadonlySet<number>): void {
  const { roots, children, order } = shownCalls(unfolded);
  const blocks = new Map<number, Block>();
  for (const index of [...order].reverse()) {
    const beside = children.get(index)!.map((child) => blocks.get(child)!);
    blocks.set(index, blockOf(panels[index]!, beside));
  }
  const waiting: PlacedBlock[] = [];
  let y = 0;
  for (const root of roots) {
    const block = blocks.get(root)!;
    waiting.push({ block, x: 0, y });
    y += block.height + gap;
  }
  for (const panel of panels) panel.shown = false;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { block, x, y } = next;
    show(block.panel, x, y);
    for (const one of block.beside) waiting.push({ block: one.block, x: x + one.x, y: y + one.y });
  }
  for (const panel of panels) if (!panel.shown) panel.element?.remove();
  drawCalls(children);
  markCallers();
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
interface Block {
  readonly panel: Panel;
  readonly beside: readonly PlacedBlock[];
  readonly width: number;
  readonly height: number;
}

interface PlacedBlock {
  readonly block: Block;
  readonly x: number;
  readonly y: number;
}

const gap = 28;

function blockOf(panel: Panel, blocks: readonly Block[]): Block {
  const area = blocks.reduce((sum, block) => sum + (block.width + gap) * (block.height + gap), 0);
  const widest = Math.max(700, Math.sqrt(area) * 1.3);
  const beside: PlacedBlock[] = [];
  let [x, y, tallest, width] = [0, 0, 0, 0];
  for (const block of blocks) {
    if (x > 0 && x + block.width > widest) {
      x = 0;
      y += tallest + gap;
      tallest = 0;
    }
    beside.push({ block, x: panel.width + 2 * gap + x, y });
    x += block.width + gap;
    tallest = Math.max(tallest, block.height);
    width = Math.max(width, x - gap);
  }
  return {
    panel,
    beside,
    width: blocks.length > 0 ? panel.width + 2 * gap + width : panel.width,
    height: Math.max(panel.height, y + tallest),
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
    for (const one of stepsOf(panels[index]!)) {
      const { calls, box } = one.step;
      if (calls === undefined || !wanted.delete(calls)) continue;
      const centre = centreOf(one);
      const from = { x: centre.x + box.width / 2, y: centre.y };
      const to = { x: panels[calls]!.x, y: panels[calls]!.y + 18 };
      const bend = Math.max(40, (to.x - from.x) / 2);
      const d = `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
      svg('path', { class: 'calls-line', d, 'marker-end': 'url(#arrow)' }, callLines);
    }
  }
}

const callers = steps.filter(({ step }) => step.calls !== undefined);

/** A step that calls shows whether a click unfolds or folds. */
function markCallers(): void {
  for (const { element, step } of callers) {
    if (element) element.lastChild!.textContent = (panels[step.calls!]!.shown ? '▾' : '▸') + step.box.label.slice(1);
  }
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
