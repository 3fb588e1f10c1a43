import { readFileSync, writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics-page.js';
import { readmeWithExamples } from './readme.js';
import { runTablePage } from './run-table-page.js';

writeFileSync('docs/diagnostics.md', diagnosticsPage());
writeFileSync('docs/will-it-run.md', runTablePage());
for (const page of [
  'README.md',
  'docs/conditions.md',
  'docs/lifecycle.md',
  'docs/matching.md',
  'docs/packs.md',
  'docs/rule-tests.md',
]) {
  writeFileSync(page, readmeWithExamples(readFileSync(page, 'utf8')));
}
