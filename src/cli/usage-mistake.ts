import { createCollector } from '../diagnostics/diagnostics.js';
import { type DiagnosticsView, optionDefaults } from './options.js';
import { showDiagnostics } from './show-diagnostics.js';
import { createTerminal } from './terminal.js';

/**
 * Shows a mistake of the command line as any other diagnostic.
 * @param said what the library says to people: the mistake, what was probably meant, and where the help is; or the help itself
 */
export function showUsageMistake(said: string, diagnostics: DiagnosticsView): void {
  const { report, all } = createCollector();
  report('DW866', said.startsWith('Usage:') ? noVerb : mistakeOf(said));
  const options = { ...optionDefaults, diagnostics, promptContext: 'lines', color: 'auto' } as const;
  showDiagnostics(all(), [], { inputs: [], options, terminal: createTerminal(options.color, process.env) });
}

const noVerb = { problem: 'a verb is missing', help: 'See dagweave --help.' };

function mistakeOf(said: string): { readonly problem: string; readonly help: string } {
  const [problem = '', ...help] = said.trim().split('\n');
  return {
    problem: problem.replace(/^error: /, ''),
    help: help.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' '),
  };
}
