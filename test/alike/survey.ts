// Compares many random workflows that are compiled document by document with the same compiled in full.
// Usage: npm run alike -- [CASES] [SEED]
import { seedOfCase } from '../random.js';
import { disagreement } from './agree.js';
import { oneFile } from './layout.js';
import { randomCase } from './random-case.js';

const cases = Number(process.argv[2] ?? 2000);
const seed = Number(process.argv[3] ?? 2026);
let byShape = 0;
let inFiles = 0;
let differ = 0;
for (let number = 0; number < cases; number += 1) {
  const one = randomCase(seedOfCase(seed, number));
  const found = disagreement(one);
  if (found.isByShape) byShape += 1;
  if (found.isByShape && one.layout !== oneFile) inFiles += 1;
  if (found.difference === undefined) continue;
  differ += 1;
  if (differ <= 5) console.log(`case ${number}: ${found.difference}\n`);
}
console.log(
  `${cases} workflows, ${byShape} of them document by document (${inFiles} in several files): ${differ} differ`,
);
process.exitCode = differ === 0 ? 0 : 1;
