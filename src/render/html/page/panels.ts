import type { PageDag, PageData, PageEdge, PageHook, PageStep } from '../report-data.js';
import { byId } from './elements.js';

/** One DAG as it is drawn: kept and shown again when it is folded and unfolded. */
export interface Panel {
  readonly dag: PageDag;
  readonly index: number;
  /** Number of its first step. */
  readonly first: number;
  readonly width: number;
  readonly height: number;
  readonly edges: DrawnEdge[];
  x: number;
  y: number;
  shown: boolean;
  element: SVGElement | undefined;
}

export interface DrawnStep {
  readonly step: PageStep;
  readonly panel: Panel;
  /** Position in `steps`. */
  readonly number: number;
  readonly before: DrawnEdge[];
  readonly behind: DrawnEdge[];
  element: SVGElement | undefined;
}

export interface DrawnHook extends DrawnStep {
  readonly step: PageStep & { readonly hook: PageHook };
}

export interface DrawnEdge {
  readonly edge: PageEdge;
  readonly from: DrawnStep;
  readonly to: DrawnStep;
  element: SVGElement | undefined;
}

export const data = JSON.parse(byId('data').textContent) as PageData;

export const padding = 16;
export const titleHeight = 28;

/** Every step of every DAG, in one list; a number in it names the step on the whole page. */
export const steps: DrawnStep[] = [];
export const panels: readonly Panel[] = data.dags.map(panelOf);
export const hooks: readonly DrawnHook[] = steps.filter(isHook);

export function titleOf({ name, reading }: PageDag): string {
  return name + (reading ? `  (as ${reading} reads it)` : '');
}

export function stepsOf({ first, dag }: Panel): readonly DrawnStep[] {
  return steps.slice(first, first + dag.steps.length);
}

export function centreOf({ panel, step: { box } }: DrawnStep): { x: number; y: number } {
  return {
    x: panel.x + padding + box.x + box.width / 2,
    y: panel.y + titleHeight + padding + box.y + box.height / 2,
  };
}

function panelOf(dag: PageDag, index: number): Panel {
  const panel: Panel = {
    dag,
    index,
    first: steps.length,
    width: Math.max(dag.width, titleOf(dag).length * 8) + 2 * padding,
    height: dag.height + titleHeight + 2 * padding,
    edges: [],
    x: 0,
    y: 0,
    shown: false,
    element: undefined,
  };
  for (const step of dag.steps) {
    steps.push({ step, panel, number: steps.length, before: [], behind: [], element: undefined });
  }
  for (const edge of dag.edges) {
    const from = steps[panel.first + edge.from]!;
    const to = steps[panel.first + edge.to]!;
    const drawn: DrawnEdge = { edge, from, to, element: undefined };
    from.behind.push(drawn);
    to.before.push(drawn);
    panel.edges.push(drawn);
  }
  return panel;
}

function isHook(one: DrawnStep): one is DrawnHook {
  return one.step.hook !== undefined;
}

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
