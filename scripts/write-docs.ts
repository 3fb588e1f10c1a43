import { writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics-page.js';

writeFileSync(new URL('../docs/diagnostics.md', import.meta.url), diagnosticsPage());
