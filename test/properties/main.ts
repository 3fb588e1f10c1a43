import fc from 'fast-check';
import {
  cases,
  casesWithMore,
  orderPlaysNoPart,
  rightOrRefused,
  sameInputSameOutput,
  secondRunChangesNothing,
  type Tally,
} from './laws.js';
import { otherRuleChangesNoHook, otherStepChangesNoHook, rulesOf } from './stable.js';

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
fc.assert(
  fc.property(cases, fc.nat(), (one, place) => void otherStepChangesNoHook(one, place)),
  { numRuns: Math.ceil(runs / 3), seed },
);
fc.assert(
  fc.property(casesWithMore, fc.nat(), ([one, more], place) => {
    const rules = rulesOf(more);
    if (rules.length > 0) otherRuleChangesNoHook(one, rules[place % rules.length]!, place);
  }),
  { numRuns: Math.ceil(runs / 3), seed },
);
console.log('another step or rule changes no other hook');
