/** Makes elements from the data: one panel a DAG, kept and shown again when it is folded and unfolded. */
export const draw = `
const data = JSON.parse(document.getElementById('data').textContent);
const canvas = document.getElementById('canvas');
const byId = (id) => document.getElementById(id);

function svg(name, attributes, parent) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
  if (parent) parent.appendChild(element);
  return element;
}

function html(name, text, parent, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  if (parent) parent.appendChild(element);
  return element;
}

const padding = 16;
const titleHeight = 28;
const defs = svg('defs', {}, canvas);
const arrow = svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto', markerUnits: 'userSpaceOnUse' }, defs);
svg('path', { d: 'M0 0L8 4L0 8z' }, arrow);
const world = svg('g', {}, canvas);
const callLines = svg('g', {}, world);

const titleOf = (dag) => dag.name + (dag.reading ? '  (as ' + dag.reading + ' reads it)' : '');

/** Every step of every DAG, in one list; a number in it names the step on the whole page. */
const steps = [];
const panels = data.dags.map((dag, index) => {
  const panel = {
    dag, index, first: steps.length, element: undefined,
    width: Math.max(dag.width, titleOf(dag).length * 8) + 2 * padding,
    height: dag.height + titleHeight + 2 * padding,
    x: 0, y: 0, shown: false, edges: [],
  };
  dag.steps.forEach((step) => steps.push({ step, panel, number: steps.length, element: undefined, before: [], behind: [] }));
  for (const edge of dag.edges) {
    const from = steps[panel.first + edge.from];
    const to = steps[panel.first + edge.to];
    const drawn = { edge, from, to, element: undefined };
    from.behind.push(drawn);
    to.before.push(drawn);
    panel.edges.push(drawn);
  }
  return panel;
});

function drawPanel(panel) {
  if (panel.element) return panel.element;
  const dag = panel.dag;
  const group = svg('g', { class: 'panel' + (dag.changed ? ' changed' : '') }, undefined);
  svg('rect', { width: panel.width, height: panel.height, rx: 8 }, group);
  svg('text', { class: 'title', x: padding, y: 22 }, group).textContent = titleOf(dag);
  const inner = svg('g', { transform: 'translate(' + padding + ' ' + (titleHeight + padding) + ')' }, group);
  for (const drawn of panel.edges) {
    drawn.element = svg('path', { class: 'edge ' + drawn.edge.change, d: drawn.edge.path, 'marker-end': 'url(#arrow)' }, inner);
  }
  dag.steps.forEach((step, at) => drawStep(steps[panel.first + at], inner));
  panel.element = group;
  return group;
}

function drawStep(one, parent) {
  const step = one.step;
  const box = step.box;
  const kinds = ['step'];
  if (step.hook) kinds.push('hook');
  if (step.hook && step.hook.isNew) kinds.push('isNew');
  if (step.calls !== undefined) kinds.push(data.dags[step.calls].changed ? 'calls leads' : 'calls');
  const label = step.name + (step.hook ? ', added by rule ' + step.hook.rule : '') + (step.calledName ? ', calls ' + step.calledName : '');
  const group = svg('g', { class: kinds.join(' '), role: 'button', tabindex: -1, 'aria-label': label, 'data-step': one.number }, parent);
  svg('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: 5 }, group);
  svg('text', { x: box.x + box.width / 2, y: box.y + 18 }, group).textContent = box.label;
  one.element = group;
}
`;
