import { parseArgs } from 'node:util';
import { judgeMistake, type Sight, validators } from './judge-mistakes.js';
import { together } from './together.js';

/**
 * Real workflows with one line as a model gets it wrong, before the validator of their engine and before dagweave: `npm run mistakes`.
 * `--cases 500` asks about so many with each, `--seed 7` about others, and `--all` prints what only one of the two refuses.
 */
const { values } = parseArgs({
  options: { cases: { type: 'string' }, seed: { type: 'string' }, all: { type: 'boolean' } },
});
const cases = Number(values.cases ?? 500);
const wrong: readonly Sight[] = ['crash', 'output refused'];
const printed: readonly Sight[] = values.all ? [...wrong, 'only the engine refuses', 'only dagweave refuses'] : wrong;
for (const validator of validators) {
  if (validator.missing) {
    console.log(validator.title);
    continue;
  }
  const seen = new Map<Sight, number>();
  await together(
    2,
    Array.from({ length: cases }, (_, number) => async () => {
      const judged = await judgeMistake(validator, Number(values.seed ?? 1), number);
      if (!judged) return;
      const { sight, file, what, said } = judged;
      seen.set(sight, (seen.get(sight) ?? 0) + 1);
      if (printed.includes(sight)) console.log(`${sight}: ${file}\n  ${what}\n  ${said.replaceAll('\n', '\n  ')}`);
    }),
  );
  console.log(`${validator.title}: ${[...seen].map(([sight, count]) => `${sight} ${count}`).join(', ')}`);
  if (wrong.some((sight) => seen.has(sight))) process.exitCode = 1;
}
