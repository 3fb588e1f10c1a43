import { parseArgs } from 'node:util';
import { argoSimulator } from './argo.js';
import { outcomeCases } from './argo-cases.js';
import { judgeOutcome, waysToEnd } from './argo-outcomes.js';
import { together } from './together.js';

/**
 * Runs each case in the controller of Argo with and without its hooks, over all ways in which its tasks may end, and with each hook
 * failing alone: `npm run outcomes:argo`. `--part 1/4` runs a quarter, `--case TEXT` those whose name holds the text.
 */
if (argoSimulator.missing) throw new Error(argoSimulator.title);
const { values } = parseArgs({ options: { part: { type: 'string' }, case: { type: 'string' } } });
const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);
const all = Object.entries(outcomeCases)
  .filter(([name]) => name.includes(values.case ?? ''))
  .flatMap(([name, one]) => waysToEnd(one).map((ends) => ({ name, one, ends })))
  .filter((_, index) => index % parts === part - 1);

let [done, different, unended] = [0, 0, 0];
const started = Date.now();
await together(
  20,
  all.map(({ name, one, ends }) => async () => {
    const wrong = await judgeOutcome(one, ends);
    done += 1;
    if (wrong.some((each) => each.startsWith('came to no end'))) unended += 1;
    else if (wrong.length > 0) different += 1;
    if (wrong.length > 0)
      console.log(`${name}, ${shown('failing', ends.failing)}, ${shown('skipped', ends.skipped)}: ${wrong.join('; ')}`);
    if (done % 100 === 0) console.log(`${done} of ${all.length}, ${Math.round((Date.now() - started) / 1000)} s`);
  }),
);
console.log(
  `${done} outcomes of ${Object.keys(outcomeCases).length} workflows in ${argoSimulator.title}: ${different} differ, ${unended} came to no end`,
);
process.exitCode = different + unended > 0 ? 1 : 0;

function shown(what: string, names: readonly string[]): string {
  return `${what} ${names.join(', ') || 'nothing'}`;
}
