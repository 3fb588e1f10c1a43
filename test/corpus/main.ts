import { corpusMissing } from './files.js';
import { reportCorpus } from './report.js';
import { reportRuns } from './run-report.js';
import { surveyRuns } from './run-survey.js';
import { surveyCorpus } from './survey.js';

if (corpusMissing) {
  console.log(`skipped: ${corpusMissing}`);
} else {
  const texts = reportCorpus(await surveyCorpus({ thorough: true }));
  console.log(texts.lines.join('\n'));
  const runs = reportRuns(await surveyRuns());
  console.log(runs.lines.join('\n'));
  process.exitCode = texts.good && runs.good ? 0 : 1;
}
