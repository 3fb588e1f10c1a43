import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { corpusConfigFor } from '../corpus/rules.js';
import { variants } from '../corpus/variants.js';
import { type End, lawsOfTrust } from './laws.js';
import { newRules } from './new-rules.js';

// Usage: tsx test/trust/main.ts [part of a file's name] [part of a law's name]
const [, , onlyFile = '', onlyLaw = ''] = process.argv;
const laws = [...lawsOfTrust(newRules as never)].filter(([name]) => name.includes(onlyLaw));
const tally = new Map<string, Record<string, number>>();
const wrong: string[] = [];

if (corpusMissing) console.log(`skipped: ${corpusMissing}`);
else for (const folder of folders) surveyFolder(folder);

for (const [row, ends] of [...tally].sort()) console.log(row.padEnd(70), JSON.stringify(ends));
for (const one of wrong.slice(0, 30))
  console.log(`wrong: ${process.env.TRUST_FULL ? one : one.slice(0, one.indexOf('\n'))}`);
console.log(`${wrong.length} wrong (goal 0)`);
process.exitCode = wrong.length === 0 ? 0 : 1;

function surveyFolder(folder: (typeof folders)[number]): void {
  for (const file of corpusFiles(folder)) {
    if (!file.name.includes(onlyFile)) continue;
    for (const [variant, write] of Object.entries(variants)) {
      const text = write(file.text);
      if (text === undefined) continue;
      for (const targetVersion of folder.targets) {
        const subject = { text, targetVersion, config: corpusConfigFor(targetVersion) };
        for (const [name, law] of laws) {
          const end = check(() => law(subject));
          count(`${name} | ${variant}`, end);
          if (typeof end === 'object')
            wrong.push(`${folder.name}/${file.name} (${variant}, ${targetVersion}): ${name}\n${end.wrong}`);
        }
      }
    }
  }
}

function check(law: () => End): End {
  try {
    return law();
  } catch (fault) {
    return { wrong: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) };
  }
}

function count(row: string, end: End): void {
  const ends = tally.get(row) ?? {};
  const key = typeof end === 'string' ? end : 'wrong';
  ends[key] = (ends[key] ?? 0) + 1;
  tally.set(row, ends);
}
