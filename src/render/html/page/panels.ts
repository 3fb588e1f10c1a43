import type { PageBox, PageDag, PageData, PageEdge, PageHook, PageStep } from '../report-data.js';
import { byId } from './elements.js';

/** One DAG as it is drawn: kept and shown again when it is folded and unfolded. */
export interface Panel {
  readonly dag: PageDag;
  readonly index: number;
  /** Number of its first step. */
  readonly first: number;
  readonly whole: Drawing;
  /** In few blocks, where the DAG is large. */
  readonly folded: Drawing | undefined;
  /** The one of these two that is to be seen. */
  now: Drawing;
  x: number;
  y: number;
  shown: boolean;
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly Block[];
  readonly edges: readonly DrawnEdge[];
  element: SVGElement | undefined;
}

/** A box: a step, or several that are folded. */
export interface Block {
  readonly panel: Panel;
  readonly members: readonly DrawnStep[];
  readonly box: PageBox;
  /** Position in `blocks`. */
  readonly number: number;
  readonly before: DrawnEdge[];
  readonly behind: DrawnEdge[];
  element: SVGElement | undefined;
}

export interface DrawnStep {
  readonly step: PageStep;
  readonly panel: Panel;
  /** Position in `steps`. */
  readonly number: number;
  /** Its box where the DAG is drawn as a whole, with the edges of the step itself. */
  readonly own: Block;
  /** Its box where the DAG is folded. */
  folded: Block | undefined;
}

export interface DrawnHook extends DrawnStep {
  readonly step: PageStep & { readonly hook: PageHook };
}

export interface DrawnEdge {
  readonly edge: PageEdge;
  readonly from: Block;
  readonly to: Block;
  element: SVGElement | undefined;
}

export const data = JSON.parse(byId('data').textContent) as PageData;

export const padding = 16;
export const titleHeight = 28;

/** Every step of every DAG, in one list; a number in it names the step on the whole page. */
export const steps: DrawnStep[] = [];
export const blocks: Block[] = [];
export const panels: readonly Panel[] = data.dags.map(panelOf);
export const hooks: readonly DrawnHook[] = steps.filter(isHook);

export function titleOf({ name, reading }: PageDag): string {
  return name + (reading ? `  (as ${reading} reads it)` : '');
}

export function stepsOf({ first, dag }: Panel): readonly DrawnStep[] {
  return steps.slice(first, first + dag.steps.length);
}

/** The box that a step is in now. */
export function blockOf({ panel, own, folded }: DrawnStep): Block {
  return panel.now === panel.whole ? own : folded!;
}

export function centreOf({ panel, box }: Block): { x: number; y: number } {
  return {
    x: panel.x + padding + box.x + box.width / 2,
    y: panel.y + titleHeight + padding + box.y + box.height / 2,
  };
}

function panelOf(dag: PageDag, index: number): Panel {
  const panel = { dag, index, first: steps.length, x: 0, y: 0, shown: false } as Panel & {
    whole: Drawing;
    folded: Drawing | undefined;
  };
  const own = dag.steps.map((step): DrawnStep => {
    const one = { step, panel, number: steps.length, folded: undefined } as DrawnStep & { own: Block };
    steps.push(one);
    one.own = newBlock(panel, [one], step.box);
    return one;
  });
  panel.whole = drawingOf(
    panel,
    dag,
    own.map((one) => one.own),
  );
  panel.folded =
    dag.folded &&
    drawingOf(
      panel,
      dag.folded,
      dag.folded.blocks.map(({ members, box }) => {
        const block = newBlock(
          panel,
          members.map((at) => own[at]!),
          box,
        );
        for (const one of block.members) one.folded = block;
        return block;
      }),
    );
  panel.now = panel.whole;
  return panel;
}

function newBlock(panel: Panel, members: readonly DrawnStep[], box: PageBox): Block {
  const block: Block = { panel, members, box, number: blocks.length, before: [], behind: [], element: undefined };
  blocks.push(block);
  return block;
}

function drawingOf(
  { dag }: Panel,
  { width, height, edges }: { readonly width: number; readonly height: number; readonly edges: readonly PageEdge[] },
  drawn: readonly Block[],
): Drawing {
  return {
    width: Math.max(width, titleOf(dag).length * 8) + 2 * padding,
    height: height + titleHeight + 2 * padding,
    blocks: drawn,
    edges: edges.map((edge) => {
      const one: DrawnEdge = { edge, from: drawn[edge.from]!, to: drawn[edge.to]!, element: undefined };
      one.from.behind.push(one);
      one.to.before.push(one);
      return one;
    }),
    element: undefined,
  };
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
