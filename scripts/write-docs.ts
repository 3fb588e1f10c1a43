import { readFileSync, writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics-page.js';
import { readmeWithExamples } from './readme.js';

writeFileSync('docs/diagnostics.md', diagnosticsPage());
for (const page of ['README.md', 'docs/conditions.md', 'docs/rule-tests.md']) {
  writeFileSync(page, readmeWithExamples(readFileSync(page, 'utf8')));
}
