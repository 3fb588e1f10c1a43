/** Which DAGs are shown, and where: each to the right of the step that calls it first. */
export const arrange = `
/** Called DAGs that are to be seen. */
const unfolded = new Set();

/** For each shown DAG the DAGs that it shows beside it, each DAG once. */
function shownCalls() {
  const children = new Map();
  const queue = data.dags.map((dag, index) => index).filter((index) => data.dags[index].root);
  if (queue.length === 0 && data.dags.length > 0) queue.push(0);
  const roots = queue.slice();
  const seen = new Set(queue);
  for (const index of queue) {
    const own = [];
    for (const step of data.dags[index].steps) {
      if (!unfolded.has(step.calls) || seen.has(step.calls)) continue;
      seen.add(step.calls);
      own.push(step.calls);
      queue.push(step.calls);
    }
    children.set(index, own);
  }
  return { roots, children, order: queue };
}

const gap = 28;

/** A block is a panel with all that it shows beside it: small ones in rows, large ones below each other. */
function blockOf(index, children, blocks) {
  const panel = panels[index];
  const own = children.get(index).map((child) => blocks.get(child));
  const area = own.reduce((sum, block) => sum + (block.width + gap) * (block.height + gap), 0);
  const widest = Math.max(700, Math.sqrt(area) * 1.3);
  const places = [];
  let x = 0, y = 0, tallest = 0, width = 0;
  for (const block of own) {
    if (x > 0 && x + block.width > widest) { x = 0; y += tallest + gap; tallest = 0; }
    places.push({ block, x: panel.width + 2 * gap + x, y });
    x += block.width + gap;
    tallest = Math.max(tallest, block.height);
    width = Math.max(width, x - gap);
  }
  return {
    index, places,
    width: own.length > 0 ? panel.width + 2 * gap + width : panel.width,
    height: Math.max(panel.height, y + tallest),
  };
}

function arrange() {
  const { roots, children, order } = shownCalls();
  const blocks = new Map();
  for (const index of order.slice().reverse()) blocks.set(index, blockOf(index, children, blocks));
  const waiting = [];
  let y = 0;
  for (const root of roots) {
    waiting.push({ block: blocks.get(root), x: 0, y });
    y += blocks.get(root).height + gap;
  }
  for (const panel of panels) panel.shown = false;
  while (waiting.length > 0) {
    const { block, x, y } = waiting.pop();
    place(panels[block.index], x, y);
    for (const one of block.places) waiting.push({ block: one.block, x: x + one.x, y: y + one.y });
  }
  for (const panel of panels) if (!panel.shown && panel.element) panel.element.remove();
  drawCalls(children);
  for (const one of callers) {
    if (one.element) one.element.lastChild.textContent = (panels[one.step.calls].shown ? '▾' : '▸') + one.step.box.label.slice(1);
  }
}

const callers = steps.filter((one) => one.step.calls !== undefined);

function place(panel, x, y) {
  panel.x = x;
  panel.y = y;
  panel.shown = true;
  const element = drawPanel(panel);
  element.setAttribute('transform', 'translate(' + x + ' ' + y + ')');
  if (!element.parentNode) world.appendChild(element);
}

function drawCalls(children) {
  callLines.replaceChildren();
  world.appendChild(callLines);
  callLines.classList.toggle('many', panels.filter((panel) => panel.shown).length > 20);
  for (const [index, called] of children) {
    const wanted = new Set(called);
    panels[index].dag.steps.forEach((step, at) => {
      if (!wanted.delete(step.calls)) return;
      const start = centreOf(steps[panels[index].first + at]);
      const x1 = start.x + step.box.width / 2;
      const target = panels[step.calls];
      const y2 = target.y + 18;
      const bend = Math.max(40, (target.x - x1) / 2);
      const d = 'M' + x1 + ' ' + start.y + 'C' + (x1 + bend) + ' ' + start.y + ' ' + (target.x - bend) + ' ' + y2 + ' ' + target.x + ' ' + y2;
      svg('path', { class: 'calls-line', d, 'marker-end': 'url(#arrow)' }, callLines);
    });
  }
}

function centreOf(one) {
  const box = one.step.box;
  return { x: one.panel.x + padding + box.x + box.width / 2, y: one.panel.y + titleHeight + padding + box.y + box.height / 2 };
}

function fold(index, open) {
  if (open) unfolded.add(index);
  else unfolded.delete(index);
  arrange();
  refreshMarks();
}

/** Shows a DAG: whatever leads to it is unfolded. */
function reveal(index) {
  const callerOf = new Map();
  const queue = data.dags.map((dag, at) => at).filter((at) => data.dags[at].root);
  const seen = new Set(queue);
  for (const at of queue) {
    for (const step of data.dags[at].steps) {
      if (step.calls === undefined || seen.has(step.calls)) continue;
      seen.add(step.calls);
      callerOf.set(step.calls, at);
      queue.push(step.calls);
    }
  }
  for (let at = index; at !== undefined; at = callerOf.get(at)) unfolded.add(at);
  arrange();
}
`;
