import { corpusMissing } from './files.js';
import { reportCorpus } from './report.js';
import { surveyCorpus } from './survey.js';

if (corpusMissing) {
  console.log(`skipped: ${corpusMissing}`);
} else {
  const report = reportCorpus(await surveyCorpus());
  console.log(report.lines.join('\n'));
  process.exitCode = report.good ? 0 : 1;
}
