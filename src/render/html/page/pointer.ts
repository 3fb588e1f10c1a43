import { reveal, toggleCalled } from './arrange.js';
import { showDetails } from './details.js';
import { byId, canvas, html } from './elements.js';
import { refreshMarks } from './filter.js';
import { type DrawnEdge, type DrawnStep, onPick, pick, picked, steps } from './panels.js';
import { showInPatch } from './side-panel.js';
import { endedDrag, isDragging, moveTo } from './zoom.js';

/** Which step is looked at: picked, or under the pointer. */
export function listenForPointer(): void {
  onPick(showPicked);
  canvas.addEventListener('click', (event) => {
    if (!endedDrag()) pick(stepAt(event));
  });
  canvas.addEventListener('dblclick', (event) => {
    const one = stepAt(event);
    if (one) toggleCalled(one);
  });
  canvas.addEventListener('pointermove', hover);
  canvas.addEventListener('pointerleave', () => lookAt(undefined));
}

function showPicked(one: DrawnStep | undefined, before: DrawnStep | undefined): void {
  if (before?.element) {
    before.element.classList.remove('picked');
    before.element.setAttribute('tabindex', '-1');
    heat(before, false);
  }
  if (one) {
    if (!one.panel.shown) reveal(one.panel.index);
    one.element!.classList.add('picked');
    one.element!.setAttribute('tabindex', '0');
    heat(one, true);
    moveTo(one);
    one.element!.focus({ preventScroll: true });
    showInPatch(one);
  }
  showDetails(one);
  refreshMarks();
}

function heat({ before, behind }: DrawnStep, on: boolean): void {
  for (const { element } of [...before, ...behind]) element?.classList.toggle('hot', on);
}

function stepAt({ target }: Event): DrawnStep | undefined {
  const element = target instanceof Element ? target.closest('.step') : null;
  return element ? steps[Number(element.getAttribute('data-step'))] : undefined;
}

const tip = byId('tip');
let hovered: DrawnStep | undefined;

function hover(event: PointerEvent): void {
  lookAt(isDragging() ? undefined : stepAt(event));
  if (!hovered) return;
  const box = canvas.getBoundingClientRect();
  tip.style.left = `${Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY - box.top + 14, box.height - tip.offsetHeight - 8)}px`;
}

function lookAt(one: DrawnStep | undefined): void {
  if (one === hovered) return;
  if (hovered && hovered !== picked) heat(hovered, false);
  if (one) heat(one, true);
  hovered = one;
  tip.hidden = !one;
  if (one) fillTip(one);
}

function fillTip({ step: { name, hook, calledName }, before, behind }: DrawnStep): void {
  tip.replaceChildren();
  html('strong', name, tip);
  if (hook) html('div', `rule ${hook.rule}${hook.gate ? `, ${hook.gate}` : ''}`, tip);
  if (hook?.task) html('div', `task ${hook.task}`, tip);
  if (calledName) html('div', `calls ${calledName}`, tip);
  const count = (edges: readonly DrawnEdge[]) => edges.filter(({ edge }) => edge.change !== 'removed').length;
  html('div', `waits for ${count(before)}, ${count(behind)} wait for it`, tip);
}
