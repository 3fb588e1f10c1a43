import { byId, html } from './elements.js';
import { data } from './panels.js';

/** What the looks of hooks mean, as far as they occur. */
export function showLegend(): void {
  const list = byId('legend');
  list.hidden = data.legend.length === 0;
  for (const { look, words } of data.legend) {
    const item = html('li', undefined, list, look);
    html('i', undefined, item);
    html('span', words, item);
  }
}
