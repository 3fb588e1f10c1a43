import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { corpusConfigFor } from '../corpus/rules.js';
import { variants } from '../corpus/variants.js';
import { isCaught, type Mutant, mutantsOf } from './mutations.js';

// Usage: tsx test/trust/mutate.ts [part of a file's name]
const [, , only = ''] = process.argv;
const counts = new Map<string, { caught: number; made: number }>();
const missed: string[] = [];
if (corpusMissing) console.log(`skipped: ${corpusMissing}`);
else {
  for (const folder of folders) {
    for (const file of corpusFiles(folder)) {
      if (!file.name.includes(only)) continue;
      for (const variant of ['as written', 'JSON, compact']) {
        const text = variants[variant]!(file.text);
        const targetVersion = folder.targets[0];
        if (text === undefined) continue;
        const subject = { text, targetVersion, config: corpusConfigFor(targetVersion) };
        survey(
          `${folder.name}/${file.name} (${variant})`,
          variant,
          mutantsOf(subject, { ...subject, config: corpusConfigFor(undefined) }),
        );
      }
    }
  }
  for (const [row, { caught, made }] of [...counts].sort())
    console.log(`${row.padEnd(30)} caught ${caught} of ${made}`);
  for (const one of missed.slice(0, 40)) console.log(`missed: ${one}`);
  console.log(`${missed.length} missed (goal 0)`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function survey(name: string, variant: string, mutants: readonly Mutant[]): void {
  for (const mutant of mutants) {
    const row = `${mutant.what.split(' ')[0]} (${variant})`;
    const count = counts.get(row) ?? { caught: 0, made: 0 };
    counts.set(row, count);
    count.made += 1;
    if (isCaught(mutant)) count.caught += 1;
    else missed.push(`${name}: ${mutant.what}`);
  }
}
