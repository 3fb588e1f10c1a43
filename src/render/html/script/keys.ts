/** Everything by keyboard. */
export const keys = `
const sides = ['change', 'before', 'after'];

function showSide(side) {
  document.body.dataset.side = side;
  for (const button of byId('sides').children) button.setAttribute('aria-pressed', String(button.dataset.side === side));
}
for (const button of byId('sides').children) button.addEventListener('click', () => showSide(button.dataset.side));

function beside(one, step) {
  const y = one.step.box.y;
  const row = one.panel.dag.steps.map((_, at) => steps[one.panel.first + at]).filter((other) => Math.abs(other.step.box.y - y) < 4);
  row.sort((a, b) => a.step.box.x - b.step.box.x);
  return row[row.indexOf(one) + step];
}

function nextAdded(step) {
  const wanted = hooks.filter(isWanted);
  if (wanted.length === 0) return undefined;
  const at = wanted.indexOf(picked);
  return wanted[(at < 0 ? (step > 0 ? 0 : wanted.length - 1) : at + step + wanted.length) % wanted.length];
}

const visibleEdges = (edges) => edges.filter((drawn) => drawn.edge.change !== (document.body.dataset.side === 'before' ? 'added' : 'removed'));

function neighbour(key) {
  if (!picked) return panels.some((panel) => panel.shown) ? steps[panels.find((panel) => panel.shown && panel.dag.steps.length > 0).first] : undefined;
  if (key === 'ArrowUp') return visibleEdges(picked.before).map((drawn) => drawn.from)[0];
  if (key === 'ArrowDown') return visibleEdges(picked.behind).map((drawn) => drawn.to)[0];
  return beside(picked, key === 'ArrowLeft' ? -1 : 1);
}

function toggleHelp(open) {
  byId('help').hidden = !open;
  byId('help-button').setAttribute('aria-expanded', String(open));
}
byId('help-button').addEventListener('click', () => toggleHelp(byId('help').hidden));

const actions = {
  '+': () => zoomCentre(1.3), '=': () => zoomCentre(1.3), '-': () => zoomCentre(1 / 1.3), '0': fit,
  n: () => pick(nextAdded(1)), p: () => pick(nextAdded(-1)),
  b: () => data.compares && showSide(sides[(sides.indexOf(document.body.dataset.side) + 1) % sides.length]),
  w: () => data.compares && nextTab(),
  '/': () => search.focus(), '?': () => toggleHelp(byId('help').hidden),
  Escape: () => { toggleHelp(false); pick(undefined); },
};

document.addEventListener('keydown', (event) => {
  const tag = event.target.tagName;
  if (event.ctrlKey || event.metaKey || event.altKey || tag === 'INPUT' || tag === 'SELECT') return;
  const inPicture = event.target === document.body || canvas.contains(event.target);
  if (inPicture && event.key.startsWith('Arrow')) {
    const one = neighbour(event.key);
    if (one) pick(one);
    event.preventDefault();
  } else if (inPicture && (event.key === 'Enter' || event.key === ' ') && picked) {
    toggleCalled(picked);
    event.preventDefault();
  } else if (Object.hasOwn(actions, event.key)) {
    actions[event.key]();
    event.preventDefault();
  }
});
`;
