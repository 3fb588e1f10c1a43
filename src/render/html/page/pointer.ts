import { revealStep, toggleCalled } from './arrange.js';
import { showDetails, showGroup } from './details.js';
import { byId, canvas, html } from './elements.js';
import { refreshMarks } from './filter.js';
import { type Block, blockOf, blocks, type DrawnEdge, type DrawnStep, onPick, pick, picked } from './panels.js';
import { showInPatch } from './patch.js';
import { endedDrag, isDragging, moveTo } from './zoom.js';

/** Which step is looked at: picked, or under the pointer. */
export function listenForPointer(): void {
  onPick(showPicked);
  canvas.addEventListener('click', (event) => {
    if (endedDrag()) return;
    const block = blockAt(event);
    const isGroup = block !== undefined && block.members.length > 1;
    pick(isGroup ? undefined : block?.members[0]);
    if (isGroup) showGroup(block);
  });
  canvas.addEventListener('dblclick', (event) => {
    const block = blockAt(event);
    if (!block) return;
    if (block.members.length > 1) pick(block.members[0]);
    else toggleCalled(block.members[0]!);
  });
  canvas.addEventListener('pointermove', hover);
  canvas.addEventListener('pointerleave', () => lookAt(undefined));
}

function showPicked(one: DrawnStep | undefined, before: DrawnStep | undefined): void {
  if (before?.own.element) {
    before.own.element.setAttribute('tabindex', '-1');
    for (const block of [before.own, before.folded]) {
      block?.element?.classList.remove('picked');
      if (block) heat(block, false);
    }
  }
  if (one) {
    revealStep(one);
    const block = blockOf(one);
    block.element!.classList.add('picked');
    block.element!.setAttribute('tabindex', '0');
    heat(block, true);
    moveTo(block);
    block.element!.focus({ preventScroll: true });
  }
  showDetails(one);
  if (one) showInPatch(one);
  refreshMarks();
}

function heat({ before, behind }: Block, on: boolean): void {
  for (const { element } of [...before, ...behind]) element?.classList.toggle('hot', on);
}

function blockAt({ target }: Event): Block | undefined {
  const element = target instanceof Element ? target.closest('.step') : null;
  return element ? blocks[Number(element.getAttribute('data-block'))] : undefined;
}

const tip = byId('tip');
let hovered: Block | undefined;

function hover(event: PointerEvent): void {
  lookAt(isDragging() || event.pointerType === 'touch' ? undefined : blockAt(event));
  if (!hovered) return;
  const box = canvas.getBoundingClientRect();
  tip.style.left = `${Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY - box.top + 14, box.height - tip.offsetHeight - 8)}px`;
}

function lookAt(one: Block | undefined): void {
  if (one === hovered) return;
  if (hovered && hovered !== (picked && blockOf(picked))) heat(hovered, false);
  if (one) heat(one, true);
  hovered = one;
  tip.hidden = !one;
  if (one) fillTip(one);
}

function fillTip({ members, box, before, behind }: Block): void {
  tip.replaceChildren();
  if (members.length > 1) {
    html('strong', box.label.slice(2), tip);
    html('div', 'folded: a click lists them, a double click unfolds', tip);
    return;
  }
  const { name, hook, calledName } = members[0]!.step;
  html('strong', name, tip);
  if (hook) html('div', `rule ${hook.rule}${hook.gate ? `, ${hook.gate}` : ''}`, tip);
  if (hook?.task) html('div', `task ${hook.task}`, tip);
  if (calledName) html('div', `calls ${calledName}`, tip);
  const count = (edges: readonly DrawnEdge[]) => edges.filter(({ edge }) => edge.change !== 'removed').length;
  html('div', `waits for ${count(before)}, ${count(behind)} wait for it`, tip);
}
