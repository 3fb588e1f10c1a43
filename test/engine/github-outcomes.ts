import { act } from './engines.js';
import { judgeCase, type OutcomeCase } from './github-cases.js';

/** `npm run outcomes:github`: random workflows of up to six jobs, each run in act without hooks and with them. */
const count = Number(process.argv[2] ?? 80);
const random = numbersFrom(2026);

if (act.missing) throw new Error(act.missing);
let wrong = 0;
let refused = 0;
for (let index = 0; index < count; index += 1) {
  const one = randomCase(index);
  const problems = await judgeCase(one);
  if (problems.some((problem) => problem.startsWith('refused'))) refused += 1;
  else if (problems.length > 0) wrong += 1;
  for (const problem of problems) console.log(`${one.title}: ${JSON.stringify(one)}\n${problem}`);
}
console.log(`${count} workflows of GitHub Actions in ${act.title}: ${wrong} wrong, ${refused} refused`);
process.exitCode = wrong > 0 ? 1 : 0;

function randomCase(index: number): OutcomeCase {
  const size = 1 + pick(6);
  const jobs = Array.from({ length: size }, (_, at) => ({
    name: `job${at}`,
    needs: Array.from({ length: at }, (_, before) => `job${before}`).filter(() => pick(3) === 0),
    ends: (['success', 'success', 'success', 'failure', 'skipped'] as const)[pick(5)]!,
    called: pick(5) === 0,
    always: pick(4) === 0,
  })).map((job) => ({
    ...job,
    always: job.always && job.ends !== 'skipped',
    matrix: !job.called && pick(5) === 0,
    // act ends the whole run where a called workflow fails, which GitHub does not.
    ends: job.called && job.ends === 'failure' ? ('success' as const) : job.ends,
  }));
  const names = jobs.flatMap(({ name }) =>
    ['soft', 'scan', 'gate', 'note', 'logs', 'keep'].map((hook) => `${hook}-${name}`),
  );
  const failing = pick(2) === 0 ? [] : ['begin', 'ready', ...names].filter(() => pick(names.length) < 2);
  // Behind a first job that may be skipped there is no place for it.
  const ready = pick(2) === 0 && jobs.every(({ needs, ends }) => needs.length > 0 || ends !== 'skipped');
  return { title: `case ${index + 1}`, jobs, failing, ready };
}

function pick(below: number): number {
  return Math.floor(random() * below);
}

function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
