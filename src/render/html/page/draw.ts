import { canvas, svg } from './elements.js';
import { type DrawnStep, data, type Panel, padding, stepsOf, titleHeight, titleOf } from './panels.js';

/** All that is moved and scaled as one. */
export const world = svg('g', {});

export function drawWorld(): void {
  const defs = svg('defs', {}, canvas);
  const size = { refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, markerUnits: 'userSpaceOnUse' };
  const arrow = svg('marker', { id: 'arrow', viewBox: '0 0 8 8', orient: 'auto', ...size }, defs);
  svg('path', { d: 'M0 0L8 4L0 8z' }, arrow);
  canvas.append(world);
}

/** The drawing of a DAG, made when it is first wanted. */
export function drawPanel(panel: Panel): SVGElement {
  panel.element ??= newPanel(panel);
  return panel.element;
}

function newPanel(panel: Panel): SVGElement {
  const { dag, width, height, edges } = panel;
  const group = svg('g', { class: `panel${dag.changed ? ' changed' : ''}` });
  svg('rect', { width, height, rx: 8 }, group);
  svg('text', { class: 'title', x: padding, y: 22 }, group).textContent = titleOf(dag);
  const inner = svg('g', { transform: `translate(${padding} ${titleHeight + padding})` }, group);
  for (const drawn of edges) {
    const { change, path } = drawn.edge;
    drawn.element = svg('path', { class: `edge ${change}`, d: path, 'marker-end': 'url(#arrow)' }, inner);
  }
  for (const one of stepsOf(panel)) drawStep(one, inner);
  return group;
}

function drawStep(one: DrawnStep, parent: Element): void {
  const { name, hook, calls, calledName, denied, box } = one.step;
  const kinds = ['step'];
  if (hook) kinds.push('hook', hook.look);
  if (hook?.isNew) kinds.push('isNew');
  if (calls !== undefined) kinds.push(data.dags[calls]!.changed ? 'calls leads' : 'calls');
  if (denied.length > 0) kinds.push('denied');
  const added = hook ? `, added by rule ${hook.rule}${hook.task ? ` for task ${hook.task}` : ''}` : '';
  const forbidden = denied.length > 0 ? `, forbidden: ${denied.join(', ')}` : '';
  const label = name + added + (calledName ? `, calls ${calledName}` : '') + forbidden;
  const attributes = { class: kinds.join(' '), role: 'button', tabindex: -1, 'aria-label': label };
  const group = svg('g', { ...attributes, 'data-step': one.number }, parent);
  svg('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: 5 }, group);
  svg('text', { x: box.x + box.width / 2, y: box.y + 18 }, group).textContent = box.label;
  one.element = group;
}
