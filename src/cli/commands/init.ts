import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createCollector } from '../../diagnostics/diagnostics.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf } from '../exit-codes.js';
import { firstConfiguration } from '../first-configuration.js';
import { packageFiles } from '../package-files.js';
import { showDiagnostics } from '../show-diagnostics.js';
import { writeOutputs } from '../write-outputs.js';

/** Writes a first configuration with its prompts. What is there already is never touched: then nothing is written. */
export async function init(call: Call): Promise<ExitCode> {
  const folder = join(call.inputs[0] ?? '.', '.dagweave');
  const files = [
    { path: join(folder, 'config.yaml'), text: firstConfiguration },
    ...packageFiles('prompts').map(({ name, text }) => ({ path: join(folder, 'prompts', name), text })),
  ];
  const { report, all, hasErrors } = createCollector();
  const others = ['config.yml', 'config.json', 'config.jsonc'].map((name) => join(folder, name));
  const present = [...files.map(({ path }) => path), ...others].filter((path) => existsSync(path));
  if (present.length > 0) report('DW833', { paths: present });
  if (!hasErrors() && (await writeOutputs(files, report))) {
    call.terminal.result.write(files.map(({ path }) => `${path}\n`).join(''));
    call.terminal.messages.write('dagweave: see what it does with: dagweave diff WORKFLOW\n');
  }
  showDiagnostics(all(), [], call);
  return exitCodeOf(all(), call.options.strict);
}
