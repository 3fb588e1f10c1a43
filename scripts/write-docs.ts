import { readFileSync, writeFileSync } from 'node:fs';
import { agentsPage } from './agents-page.js';
import { ciPage } from './ci-page.js';
import { commandsPage } from './commands-page.js';
import { configurationPage } from './configuration-page.js';
import { dependenciesPage } from './dependencies-page.js';
import { diagnosticsPage } from './diagnostics-page.js';
import { engineExamplesPage } from './engine-examples-page.js';
import { enginesPage } from './engines-page.js';
import { llmsPage } from './llms-page.js';
import { readmeWithExamples } from './readme.js';
import { resultsPage } from './results-page.js';
import { runTablePage } from './run-table-page.js';

writeFileSync('docs/diagnostics.md', diagnosticsPage());
writeFileSync('docs/commands.md', commandsPage());
writeFileSync('docs/configuration.md', configurationPage());
writeFileSync('docs/dependencies.md', dependenciesPage());
writeFileSync('docs/results.md', resultsPage());
writeFileSync('docs/llms.txt', llmsPage(readFileSync('docs/llms.txt', 'utf8')));
writeFileSync('docs/will-it-run.md', runTablePage());
writeFileSync('docs/agents.md', agentsPage(readFileSync('docs/agents.md', 'utf8')));
writeFileSync('docs/ci.md', ciPage(readFileSync('docs/ci.md', 'utf8')));
writeFileSync('docs/engine-examples.md', engineExamplesPage());
writeFileSync('docs/engines.md', enginesPage(readFileSync('docs/engines.md', 'utf8')));
for (const page of [
  'README.md',
  'docs/conditions.md',
  'docs/github-actions.md',
  'docs/lifecycle.md',
  'docs/matching.md',
  'docs/packs.md',
  'docs/rule-tests.md',
]) {
  writeFileSync(page, readmeWithExamples(readFileSync(page, 'utf8')));
}
