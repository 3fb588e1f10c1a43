import { argoSimulator } from './argo.js';
import { augmented, outcome, outcomeCases, sameEnds, subsets } from './argo-outcomes.js';

/**
 * Runs each case in the controller of Argo with and without its hooks, over all sets of failing tasks, and with each hook failing
 * alone: `npm run outcomes:argo`. Prints what differs, and a count.
 */
if (argoSimulator.missing) throw new Error(argoSimulator.title);
const only = process.argv[2];
let [runs, differences, unended] = [0, 0, 0];
for (const [name, one] of Object.entries(outcomeCases)) {
  if (only !== undefined && !name.includes(only)) continue;
  for (const failing of subsets(one.tasks)) {
    runs += 1;
    const found = outcome(one, failing);
    if (!found) unended += 1;
    const different = found ? sameEnds(one, found) : [];
    if (different.length === 0) continue;
    differences += 1;
    console.log(`${name}, failing ${failing.join(', ') || 'nothing'}: ${different.join('; ')}`);
  }
  const gates = [...augmented(one).matchAll(/name: (hook-(?!aside)[-a-z]+)/g)].map(([, hook]) => hook!);
  for (const gate of new Set(gates)) {
    runs += 1;
    const found = outcome(one, [gate]);
    if (!found) unended += 1;
    else if (found.after.nodes.get(gate) === 'Failed' && found.after.phase !== 'Failed') {
      differences += 1;
      console.log(`${name}: \`${gate}\` fails, and the run does not`);
    }
  }
}
console.log(`${runs} outcomes, ${differences} that differ, ${unended} that came to no end`);
process.exitCode = differences > 0 ? 1 : 0;
