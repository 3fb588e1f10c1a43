import { reveal, unfoldAll } from './arrange.js';
import { showDetails } from './details.js';
import { drawWorld } from './draw.js';
import { byId, canvas, html } from './elements.js';
import { listenForFilters } from './filter.js';
import { listenForKeys } from './keys.js';
import { data, hooks, steps } from './panels.js';
import { listenForPointer } from './pointer.js';
import { listenForTabs, listHooks } from './side-panel.js';
import { listenForSides } from './sides.js';
import { isTiny, listenForZoom, moveToTop, showAll } from './zoom.js';

byId('title').textContent = data.title;
byId('summary').textContent = data.summary;
canvas.setAttribute('tabindex', '0');
drawWorld();
listenForZoom();
listenForPointer();
listenForFilters(listHooks);
listenForTabs();
listenForSides();
listenForKeys();
listenForFolding();
byId('theme').addEventListener('click', changeTheme);
listHooks();
showLegend();
showDetails(undefined);
showFirst();
document.body.dataset.ready = 'true';

function listenForFolding(): void {
  const hasCalls = steps.some(({ step }) => step.calls !== undefined);
  for (const [id, open] of [
    ['fold-all', false],
    ['unfold-all', true],
  ] as const) {
    byId(id).hidden = !hasCalls;
    byId(id).addEventListener('click', () => {
      unfoldAll(open);
      showAll();
    });
  }
}

function changeTheme(): void {
  const root = document.documentElement;
  const { theme } = root.dataset;
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
}

/** A small workflow is shown whole; of a large one, what a run starts with and what changes. */
function showFirst(): void {
  const isSmall = steps.length <= 150;
  unfoldAll(isSmall);
  const changed = [...data.dags.keys()].filter((index) => data.dags[index]!.changed && !data.dags[index]!.root);
  if (!isSmall && changed.length <= 12) changed.forEach(reveal);
  showAll();
  if (isTiny()) showBeginning();
}

/** What is too large to be read as a whole is first seen where it begins to change, or where it begins. */
function showBeginning(): void {
  const isShown = ({ panel }: { panel: { shown: boolean } }) => panel.shown;
  const one = hooks.find((other) => isShown(other) && other.step.hook.isNew) ?? steps.find(isShown);
  if (one) moveToTop(one);
}

/** What the looks of hooks mean, as far as they occur. */
function showLegend(): void {
  const list = byId('legend');
  list.hidden = data.legend.length === 0;
  for (const { look, words } of data.legend) {
    const item = html('li', undefined, list, look);
    html('i', undefined, item);
    html('span', words, item);
  }
}
