/** Shows the page as it is first seen. */
export const start = `
byId('title').textContent = data.title;
byId('summary').textContent = data.summary;
byId('sides').hidden = !data.compares;
byId('filters').hidden = hooks.length === 0;
byId('tabs').hidden = !data.compares;
if (!data.compares) showTab('added');
byId('added').hidden = data.compares || hooks.length === 0;
canvas.setAttribute('tabindex', 0);

const hasCalls = data.dags.some((dag) => dag.steps.some((step) => step.calls !== undefined));
byId('fold-all').hidden = byId('unfold-all').hidden = !hasCalls;
byId('unfold-all').addEventListener('click', () => unfoldAll(true));
byId('fold-all').addEventListener('click', () => unfoldAll(false));

function unfoldAll(open) {
  unfolded.clear();
  if (open) data.dags.forEach((_, index) => unfolded.add(index));
  arrange();
  refreshMarks();
  fit();
}

byId('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
});

showSide('change');
listHooks();
showDetails(undefined);
/** A small workflow is shown whole; of a large one, what a run starts with and what changes. */
const smallEnough = 150;
if (steps.length <= smallEnough) data.dags.forEach((_, index) => unfolded.add(index));
arrange();
if (steps.length > smallEnough && data.dags.filter((dag) => dag.changed && !dag.root).length <= 12) {
  data.dags.forEach((dag, index) => { if (dag.changed && !dag.root) reveal(index); });
}
fit();
if (view.scale < 0.4) showBeginning();
addEventListener('resize', fit);

/** What is too large to be read as a whole is first seen where it begins to change, or where it begins. */
function showBeginning() {
  const one = hooks.find((other) => other.panel.shown && other.step.hook.isNew) || steps.find((other) => other.panel.shown);
  if (!one) return;
  moveTo(one);
  view.y -= canvas.clientHeight * 0.35;
  applyView();
}

document.body.dataset.ready = 'true';
`;
