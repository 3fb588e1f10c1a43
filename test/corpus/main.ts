import { corpusMissing, folders } from './files.js';
import { reportCorpus } from './report.js';
import { reportRuns } from './run-report.js';
import { surveyRuns } from './run-survey.js';
import { surveyCorpus } from './survey.js';

/** `npm run corpus` does both parts, `npm run corpus -- texts` or `-- runs` one of them. */
const [only] = process.argv.slice(2);

const parts = {
  texts: async () => reportCorpus(await surveyCorpus({ thorough: true, folders })),
  runs: async () => reportRuns(await surveyRuns()),
};

if (corpusMissing) {
  console.log(`skipped: ${corpusMissing}`);
} else {
  for (const [name, survey] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    const { lines, good } = await survey();
    console.log(lines.join('\n'));
    if (!good) process.exitCode = 1;
  }
}
