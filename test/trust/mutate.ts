import { parseArgs } from 'node:util';
import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { corpusConfigFor } from '../corpus/rules.js';
import { variants } from '../corpus/variants.js';
import { isCaught, type Mutant, mutantsOf } from './mutations.js';

// Usage: tsx test/trust/mutate.ts [--part I/N] [--seconds N] [part of a file's name]
const { values, positionals } = parseArgs({
  options: { part: { type: 'string', default: '1/1' }, seconds: { type: 'string', default: 'Infinity' } },
  allowPositionals: true,
});
const [part, parts] = values.part.split('/').map(Number) as [number, number];
const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
const isOver = () => seconds() > Number(values.seconds);
const counts = new Map<string, { caught: number; made: number }>();
let missed = 0;

if (corpusMissing) console.log(`skipped: ${corpusMissing}`);
else if (!(part >= 1 && part <= parts)) throw new Error('--part takes I/N, such as 1/4');
else {
  const subjects = [...subjectsOf(positionals[0] ?? '')].filter((_, index) => index % parts === part - 1);
  const unfinished: string[] = [];
  let told = 0;
  for (const [index, { name, variant, mutants }] of subjects.entries()) {
    if (!survey(name, variant, mutants)) unfinished.push(name);
    if (seconds() - told < 10) continue;
    told = seconds();
    console.log(
      `${told.toFixed(0)} s: ${index + 1} of ${subjects.length} texts, ${totalOf('made')} changes, ${missed} missed`,
    );
  }
  for (const [row, { caught, made }] of [...counts].sort())
    console.log(`${row.padEnd(30)} caught ${caught} of ${made}`);
  const [caught, made] = [totalOf('caught'), totalOf('made')];
  console.log(
    `${caught} of ${made} changes caught in ${subjects.length - unfinished.length} of ${subjects.length} texts, ${missed} missed (goal 0)`,
  );
  if (parts > 1) console.log(`this is part ${part} of ${parts}`);
  if (unfinished.length > 0)
    console.log(`not run to the end in ${values.seconds} s: ${unfinished.length} texts, the first is ${unfinished[0]}`);
  process.exitCode = missed > 0 ? 1 : unfinished.length > 0 ? 2 : 0;
}

interface Surveyed {
  readonly name: string;
  readonly variant: string;
  readonly mutants: Iterable<Mutant>;
}

function* subjectsOf(only: string): Iterable<Surveyed> {
  for (const folder of folders) {
    for (const file of corpusFiles(folder)) {
      if (!file.name.includes(only)) continue;
      for (const variant of ['as written', 'JSON, compact']) {
        const text = variants[variant]!(file.text);
        const targetVersion = folder.targets[0];
        if (text === undefined) continue;
        const subject = { text, targetVersion, config: corpusConfigFor(targetVersion) };
        const mutants = mutantsOf(subject, { ...subject, config: corpusConfigFor(undefined) });
        yield { name: `${folder.name}/${file.name} (${variant})`, variant, mutants };
      }
    }
  }
}

/** @returns whether there was time for all of them */
function survey(name: string, variant: string, mutants: Iterable<Mutant>): boolean {
  if (isOver()) return false;
  for (const mutant of mutants) {
    const row = `${mutant.what.split(' ')[0]} (${variant})`;
    const count = counts.get(row) ?? { caught: 0, made: 0 };
    counts.set(row, count);
    count.made += 1;
    if (isCaught(mutant)) count.caught += 1;
    else {
      missed += 1;
      console.log(`missed: ${name}: ${mutant.what}`);
    }
    if (isOver()) return false;
  }
  return true;
}

function totalOf(key: 'caught' | 'made'): number {
  return [...counts.values()].reduce((sum, count) => sum + count[key], 0);
}
