import { corpusMissing } from '../corpus/files.js';
import { surveyTrust } from './survey.js';

// Usage: tsx test/trust/main.ts [part of a file's name] [part of a law's name]
const [, , file = '', law = ''] = process.argv;
const rows = new Map<string, { same: number; equal: number; refused: number; wrong: number }>();
let wrong = 0;

if (corpusMissing) console.log(`skipped: ${corpusMissing}`);
else {
  const asked = { file: contains(file), law: contains(law), variant: () => true };
  for (const one of surveyTrust(asked)) {
    const key = `${one.law.padEnd(46)} ${one.variant.padEnd(17)}`;
    const row = rows.get(key) ?? { same: 0, equal: 0, refused: 0, wrong: 0 };
    rows.set(key, row);
    row[typeof one.end === 'string' ? one.end : 'wrong'] += 1;
    if (typeof one.end === 'string') continue;
    wrong += 1;
    if (wrong <= 20)
      console.log(`wrong: ${one.law}: ${one.file}\n${file === '' ? one.end.wrong.slice(0, 300) : one.end.wrong}`);
  }
  console.log(`${'law'.padEnd(46)} ${'variant'.padEnd(17)} same bytes  same graph  refused  wrong`);
  for (const [key, { same, equal, refused, wrong: bad }] of [...rows].sort()) {
    console.log(`${key} ${[same, equal, refused, bad].map((count) => String(count).padStart(9)).join('')}`);
  }
  console.log(`${wrong} wrong (goal 0): ${wrong === 0 ? 'met' : 'NOT met'}`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

function contains(part: string): (name: string) => boolean {
  return (name) => name.includes(part);
}
