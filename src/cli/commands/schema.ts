import { createCollector } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { packageFiles } from '../package-files.js';
import { showDiagnostics } from '../show-diagnostics.js';

/** Prints one of our JSON Schemas, or without a name what there is. */
export async function schema(call: Call): Promise<ExitCode> {
  const { inputs, terminal } = call;
  const [wanted] = inputs;
  const schemas = new Map(packageFiles('dag-schemas').map(({ name, text }) => [name.replace(ending, ''), text]));
  if (wanted === undefined) {
    const rows = [...schemas].map(([name, text]) => `${name.padEnd(16)} ${titleOf(text)}\n`);
    terminal.result.write(rows.join(''));
    return exitCodes.fine;
  }
  const text = schemas.get(wanted.replace(ending, ''));
  if (text !== undefined) {
    terminal.result.write(text);
    return exitCodes.fine;
  }
  const { report, all } = createCollector();
  const known = [...schemas.keys()];
  report('DW832', { name: wanted, nearest: nearestName(wanted, known), known });
  showDiagnostics(all(), [], call);
  return exitCodeOf(all(), false);
}

const ending = /\.schema\.json$/;

function titleOf(text: string): string {
  return String((JSON.parse(text) as { readonly title?: string }).title ?? '');
}
