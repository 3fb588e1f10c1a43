import { type DrawnStep, onPick, pick, picked, steps } from './panels.js';

/** The step that is looked at is in the address, so that a link leads to it, and a page that loads itself anew keeps it. */
export function listenForAddress(): void {
  onPick((one) => {
    const address = (one && addresses.get(one)) ?? '';
    if (address !== location.hash) history.replaceState(null, '', address || location.pathname + location.search);
  });
  addEventListener('hashchange', pickFromAddress);
  pickFromAddress();
}

function pickFromAddress(): void {
  const one = byAddress.get(location.hash);
  if (one && one !== picked) pick(one);
}

const addresses = new Map<DrawnStep, string>();
const byAddress = new Map<string, DrawnStep>();

/** By names, which hold as the workflow changes; steps of the same names have a number. */
for (const one of steps) {
  const names = `#${[one.panel.dag.name, one.step.name].map(encodeURIComponent).join('/')}`;
  let address = names;
  for (let number = 2; byAddress.has(address); number++) address = `${names}/${number}`;
  addresses.set(one, address);
  byAddress.set(address, one);
}
