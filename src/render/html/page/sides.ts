import { byId } from './elements.js';
import { data } from './panels.js';

const sides = ['change', 'before', 'after'];
const buttons = byId('sides').querySelectorAll('button');

/** What the picture shows: a change, or one side of it. */
export function listenForSides(): void {
  byId('sides').hidden = !data.compares;
  for (const button of buttons) button.addEventListener('click', () => showSide(button.dataset.side!));
  showSide('change');
}

export function shownSide(): string {
  return document.body.dataset.side!;
}

export function nextSide(): void {
  showSide(sides[(sides.indexOf(shownSide()) + 1) % sides.length]!);
}

function showSide(side: string): void {
  document.body.dataset.side = side;
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.side === side));
}
