import { toggleCalled } from './arrange.js';
import { showGroup } from './details.js';
import { byId, canvas } from './elements.js';
import { isWanted, search } from './filter.js';
import { blocks, type DrawnEdge, type DrawnStep, data, hooks, panels, pick, picked, steps, stepsOf } from './panels.js';
import { nextTab } from './side-panel.js';
import { nextSide, shownSide } from './sides.js';
import { showAll, zoomCentre } from './zoom.js';

/** Everything by keyboard. */
export function listenForKeys(): void {
  byId('help-button').addEventListener('click', toggleHelp);
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || ['INPUT', 'SELECT'].includes(target.tagName)) return;
    const inPicture = target === document.body || canvas.contains(target);
    const act = (inPicture ? actionInPicture(event.key, target) : undefined) ?? actions.get(event.key);
    if (!act) return;
    act();
    event.preventDefault();
  });
}

const actions: ReadonlyMap<string, () => void> = new Map<string, () => void>([
  ['+', () => zoomCentre(1.3)],
  ['=', () => zoomCentre(1.3)],
  ['-', () => zoomCentre(1 / 1.3)],
  ['0', showAll],
  ['n', () => pick(nextAdded(1))],
  ['p', () => pick(nextAdded(-1))],
  ['b', () => data.compares && nextSide()],
  ['w', () => data.compares && nextTab()],
  ['/', () => search.focus()],
  ['?', toggleHelp],
  [
    'Escape',
    () => {
      showHelp(false);
      pick(undefined);
    },
  ],
]);

function actionInPicture(key: string, target: Element): (() => void) | undefined {
  const group = target.closest('.group');
  if (group && (key === 'Enter' || key === ' ')) {
    return () => showGroup(blocks[Number(group.getAttribute('data-block'))]!);
  }
  if (key.startsWith('Arrow')) {
    return () => {
      const one = neighbour(key);
      if (one) pick(one);
    };
  }
  const one = picked;
  return one && (key === 'Enter' || key === ' ') ? () => toggleCalled(one) : undefined;
}

function neighbour(key: string): DrawnStep | undefined {
  if (!picked) {
    const first = panels.find((panel) => panel.shown && panel.dag.steps.length > 0);
    return first && steps[first.first];
  }
  if (key === 'ArrowUp') return picked.own.before.find(isVisible)?.from.members[0];
  if (key === 'ArrowDown') return picked.own.behind.find(isVisible)?.to.members[0];
  return beside(picked, key === 'ArrowLeft' ? -1 : 1);
}

function isVisible({ edge }: DrawnEdge): boolean {
  return edge.change !== (shownSide() === 'before' ? 'added' : 'removed');
}

function beside(one: DrawnStep, offset: number): DrawnStep | undefined {
  const { y } = one.step.box;
  const row = stepsOf(one.panel).filter(({ step }) => Math.abs(step.box.y - y) < 4);
  const inOrder = [...row].sort((a, b) => a.step.box.x - b.step.box.x);
  return inOrder[inOrder.indexOf(one) + offset];
}

function nextAdded(offset: number): DrawnStep | undefined {
  const wanted = hooks.filter(isWanted);
  const at = wanted.findIndex(({ number }) => number === picked?.number);
  if (at < 0) return wanted.at(offset > 0 ? 0 : -1);
  return wanted[(at + offset + wanted.length) % wanted.length];
}

function toggleHelp(): void {
  showHelp(Boolean(byId('help').hidden));
}

function showHelp(open: boolean): void {
  byId('help').hidden = !open;
  byId('help-button').setAttribute('aria-expanded', String(open));
}
