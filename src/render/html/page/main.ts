import { listenForAddress } from './address.js';
import { reveal, unfoldAll } from './arrange.js';
import { showDetails } from './details.js';
import { drawWorld } from './draw.js';
import { byId, canvas, html } from './elements.js';
import { listenForFilters } from './filter.js';
import { listenForKeys } from './keys.js';
import { listenForMinimap } from './minimap.js';
import { data, panels, steps } from './panels.js';
import { listenForPointer } from './pointer.js';
import { listenForTabs, listHooks } from './side-panel.js';
import { listenForSides } from './sides.js';
import { isTiny, listenForZoom, moveToTop, showAll, showTop } from './zoom.js';

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
listenForMinimap();
byId('theme').addEventListener('click', changeTheme);
listHooks();
showLegend();
showDetails(undefined);
showFirst();
listenForAddress();
document.body.dataset.ready = 'true';

function listenForFolding(): void {
  const canFold = steps.some(({ step }) => step.calls !== undefined) || panels.some(({ folded }) => folded);
  for (const [id, open] of [
    ['fold-all', false],
    ['unfold-all', true],
  ] as const) {
    byId(id).hidden = !canFold;
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

/** A workflow is shown whole where it can be read so; a larger one folded, with the DAGs that change where they are few. */
function showFirst(): void {
  const isSmall = steps.length <= 150;
  unfoldAll(isSmall);
  showAll();
  if (isSmall && !isTiny()) return;
  unfoldAll(false);
  const changed = panels.filter(({ dag }) => dag.changed && !dag.root);
  if (!isSmall && changed.length <= 12) for (const { index } of changed) reveal(index);
  showAll();
  if (isTiny()) showTop();
  if (isTiny(0.5)) showBeginning();
}

/** What is too large to be read as a whole is first seen where it begins to change, or where it begins. */
function showBeginning(): void {
  const shown = panels.filter((panel) => panel.shown).flatMap(({ now }) => now.blocks);
  const one = shown.find(({ members }) => members.some(({ step }) => step.hook?.isNew)) ?? shown[0];
  if (one) moveToTop(one);
}

/** What the looks of hooks mean, as far as they occur. */
function showLegend(): void {
  const list = byId('legend');
  list.hidden = data.legend.length === 0;
  for (const { look, sign, words } of data.legend) {
    const item = html('li', undefined, list, look);
    html('i', sign, item);
    html('span', words, item);
  }
}
