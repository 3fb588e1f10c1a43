import fc from 'fast-check';
import {
  cases,
  orderPlaysNoPart,
  rightOrRefused,
  sameInputSameOutput,
  secondRunChangesNothing,
  type Tally,
} from './laws.js';

// Usage: tsx test/properties/main.ts [runs] [seed]
const runs = Number(process.argv[2] ?? 3000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
console.log(`runs ${runs}, seed ${seed}`);

const tally: Tally = new Map();
fc.assert(
  fc.property(cases, (one) => rightOrRefused(one, tally)),
  { numRuns: runs, seed },
);
console.log('V1 to V8 hold:', Object.fromEntries([...tally].sort()));
fc.assert(fc.property(cases, fc.nat(), orderPlaysNoPart), { numRuns: Math.ceil(runs / 3), seed });
console.log('the order of files, rules and keys plays no part');
fc.assert(fc.property(cases, sameInputSameOutput), { numRuns: Math.ceil(runs / 6), seed });
console.log('the same input gives the same output');
fc.assert(fc.property(cases, secondRunChangesNothing), { numRuns: Math.ceil(runs / 3), seed });
console.log('a second run changes nothing');
