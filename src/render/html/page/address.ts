import { type DrawnStep, onPick, pick, picked, steps } from './panels.js';

/** The step that is looked at is in the address, so that a link leads to it, and a page that loads itself anew keeps it. */
export function listenForAddress(): void {
  onPick((one) => {
    if (addressOf(one) !== location.hash)
      history.replaceState(null, '', addressOf(one) || location.pathname + location.search);
  });
  addEventListener('hashchange', pickFromAddress);
  pickFromAddress();
}

function pickFromAddress(): void {
  const one = location.hash === '' ? undefined : steps.find((other) => addressOf(other) === location.hash);
  if (one && one !== picked) pick(one);
}

/** By names, which hold as the workflow changes; steps of the same names have a number. */
function addressOf(one: DrawnStep | undefined): string {
  if (!one) return '';
  const names = (other: DrawnStep) => [other.panel.dag.name, other.step.name].map(encodeURIComponent).join('/');
  const own = names(one);
  const alike = steps.filter((other) => other.step.name === one.step.name && names(other) === own);
  const number = alike.indexOf(one);
  return `#${own}${number > 0 ? `/${number + 1}` : ''}`;
}
