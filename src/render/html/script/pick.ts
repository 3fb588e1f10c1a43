/** Which step is looked at: picked by click or key, or under the pointer. */
export const pick = `
let picked;

function pick(one) {
  if (picked && picked.element) {
    picked.element.classList.remove('picked');
    picked.element.setAttribute('tabindex', -1);
    heat(picked, false);
  }
  picked = one;
  if (one) {
    if (!one.panel.shown) reveal(one.panel.index);
    one.element.classList.add('picked');
    one.element.setAttribute('tabindex', 0);
    heat(one, true);
    moveTo(one);
    one.element.focus({ preventScroll: true });
    showInPatch(one);
  }
  showDetails(one);
  refreshMarks();
}

function heat(one, on) {
  for (const drawn of one.before.concat(one.behind)) if (drawn.element) drawn.element.classList.toggle('hot', on);
}

function stepAt(event) {
  const element = event.target instanceof Element && event.target.closest('.step');
  return element ? steps[Number(element.getAttribute('data-step'))] : undefined;
}

canvas.addEventListener('click', (event) => {
  if (dragged) return;
  pick(stepAt(event));
});
canvas.addEventListener('dblclick', (event) => {
  const one = stepAt(event);
  if (one) toggleCalled(one);
});

function toggleCalled(one) {
  if (one.step.calls === undefined) return;
  fold(one.step.calls, !panels[one.step.calls].shown);
}

const tip = byId('tip');
let hovered;
canvas.addEventListener('pointermove', (event) => {
  const one = drag && drag.moved ? undefined : stepAt(event);
  if (one !== hovered) {
    if (hovered && hovered !== picked) heat(hovered, false);
    if (one) heat(one, true);
    hovered = one;
    tip.hidden = !one;
    if (one) fillTip(one);
  }
  if (!one) return;
  const box = canvas.getBoundingClientRect();
  tip.style.left = Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 8) + 'px';
  tip.style.top = Math.min(event.clientY - box.top + 14, box.height - tip.offsetHeight - 8) + 'px';
});
canvas.addEventListener('pointerleave', () => {
  if (hovered && hovered !== picked) heat(hovered, false);
  hovered = undefined;
  tip.hidden = true;
});

function fillTip(one) {
  tip.replaceChildren();
  html('strong', one.step.name, tip);
  const hook = one.step.hook;
  if (hook) html('div', 'rule ' + hook.rule + (hook.gate ? ', ' + hook.gate : ''), tip);
  if (one.step.calledName) html('div', 'calls ' + one.step.calledName, tip);
  const count = (edges) => edges.filter((drawn) => drawn.edge.change !== 'removed').length;
  html('div', 'waits for ' + count(one.before) + ', ' + count(one.behind) + ' wait for it', tip);
}
`;
