import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../src/compile.js';
import { readingProblems } from './gitlab.js';
import { inputOf, judgeOutcome, outcomeCases } from './gitlab-outcomes.js';

const corpus = join(import.meta.dirname, '../corpus/gitlab-ci');

let wrong = 0;
for (const files of [1, 3] as const) {
  for (const one of outcomeCases) {
    const { problems, augmented } = judgeOutcome(one, files);
    if (problems.length === 0) continue;
    wrong += 1;
    console.log(`${one.name}, files: ${files}: ${problems.join('; ')}\n  ${augmented.trace.join(', ')}`);
  }
}
console.log(
  `${outcomeCases.length} outcomes of GitLab pipelines of one file and of three ran without and with hooks, ${wrong} of them wrong`,
);
process.exitCode = wrong === 0 ? 0 : 1;

let refused = 0;
const said: string[] = [];
const files = readdirSync(corpus).filter((name) => !readFileSync(join(corpus, name), 'utf8').includes('\ninclude:'));
for (const name of files) {
  const text = readFileSync(join(corpus, name), 'utf8');
  const { ok, outputs } = compile(inputOf(text));
  if (!ok) refused += 1;
  else if (readingProblems(outputs[0]!.text) !== '' && readingProblems(text) === '') said.push(name);
}
console.log(
  `${files.length} pipelines, ${refused} refused; of ${said.length} outputs the reader said something: ${said.join(', ')}`,
);
if (said.length > 0) process.exitCode = 1;
