import { canvas, svg } from './elements.js';
import { type Block, data, type Panel, padding, titleHeight, titleOf } from './panels.js';

/** All that is moved and scaled as one. */
export const world = svg('g', {});

export function drawWorld(): void {
  const defs = svg('defs', {}, canvas);
  const size = { refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, markerUnits: 'userSpaceOnUse' };
  const arrow = svg('marker', { id: 'arrow', viewBox: '0 0 8 8', orient: 'auto', ...size }, defs);
  svg('path', { d: 'M0 0L8 4L0 8z' }, arrow);
  canvas.append(world);
}

/** The drawing of a DAG as it is to be seen now, made when it is first wanted. */
export function drawPanel(panel: Panel): SVGElement {
  for (const drawing of [panel.whole, panel.folded]) if (drawing !== panel.now) drawing?.element?.remove();
  panel.now.element ??= newPanel(panel);
  return panel.now.element;
}

function newPanel({ dag, now }: Panel): SVGElement {
  const { width, height, edges, blocks } = now;
  const group = svg('g', { class: `panel${dag.changed ? ' changed' : ''}` });
  svg('rect', { width, height, rx: 8 }, group);
  svg('text', { class: 'title', x: padding, y: 22 }, group).textContent = titleOf(dag);
  const inner = svg('g', { transform: `translate(${padding} ${titleHeight + padding})` }, group);
  for (const drawn of edges) {
    const { change, path } = drawn.edge;
    drawn.element = svg('path', { class: `edge ${change}`, d: path, 'marker-end': 'url(#arrow)' }, inner);
  }
  for (const block of blocks) drawBlock(block, inner);
  return group;
}

function drawBlock(block: Block, parent: Element): void {
  const { members, box, number } = block;
  const isGroup = members.length > 1;
  const { kinds, label } = isGroup ? aboutGroup(block) : aboutStep(block);
  const attributes = { class: kinds.join(' '), role: 'button', tabindex: isGroup ? 0 : -1, 'aria-label': label };
  const group = svg('g', { ...attributes, 'data-block': number }, parent);
  const size = { width: box.width, height: box.height, rx: 5 };
  if (isGroup) svg('rect', { x: box.x + 4, y: box.y + 4, ...size }, group);
  svg('rect', { x: box.x, y: box.y, ...size }, group);
  svg('text', { x: box.x + box.width / 2, y: box.y + 18 }, group).textContent = box.label;
  block.element = group;
}

interface About {
  readonly kinds: readonly string[];
  readonly label: string;
}

function aboutStep({ members }: Block): About {
  const { name, hook, calls, calledName, denied } = members[0]!.step;
  const kinds = ['step'];
  if (hook) kinds.push('hook', hook.look);
  if (hook?.isNew) kinds.push('isNew');
  if (calls !== undefined) kinds.push(data.dags[calls]!.changed ? 'calls leads' : 'calls');
  if (denied.length > 0) kinds.push('denied');
  const added = hook ? `, added by rule ${hook.rule}${hook.task ? ` for task ${hook.task}` : ''}` : '';
  const forbidden = denied.length > 0 ? `, forbidden: ${denied.join(', ')}` : '';
  return { kinds, label: name + added + (calledName ? `, calls ${calledName}` : '') + forbidden };
}

function aboutGroup({ members, box }: Block): About {
  const has = (test: (one: Block['members'][number]) => boolean) => members.some(test);
  const kinds = ['step', 'group'];
  if (has(({ step }) => step.hook !== undefined || (step.calls !== undefined && data.dags[step.calls]!.changed)))
    kinds.push('leads');
  if (has(({ step }) => step.denied.length > 0)) kinds.push('denied');
  return { kinds, label: `${box.label.slice(2)}, folded` };
}
