import { readFileSync, writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics-page.js';
import { readmeWithExamples } from './readme.js';

writeFileSync('docs/diagnostics.md', diagnosticsPage());
writeFileSync('README.md', readmeWithExamples(readFileSync('README.md', 'utf8')));
