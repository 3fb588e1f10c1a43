import { createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import { type SourceFile, standardInputPath } from '../../model/source.js';
import { createColors } from '../../render/colors.js';
import { prettyDiagnostics } from '../../render/diagnostics.js';
import { messagePage } from '../../render/html/report.js';
import { createLocator } from '../../render/locator.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import type { GlobalOptions } from '../options.js';
import { showDiagnostics } from '../show-diagnostics.js';
import { type Run, runOnChange } from './run-on-change.js';
import { type PageServer, startServer } from './server.js';

interface ServeOptions extends GlobalOptions {
  readonly view?: string;
}

/** Serves a page until the process is asked to end. The page follows the files. */
export async function serveView(call: Call<ServeOptions>, look: () => Promise<Look>): Promise<ExitCode> {
  const refused = refusal(call);
  if (refused) {
    showDiagnostics(refused, [], call);
    return exitCodes.usage;
  }
  let page = '';
  let server: PageServer | undefined;
  try {
    for await (const shown of runOnChange(call.inputs, look)) {
      page = pageOf(shown);
      if (server) server.tellChange();
      else {
        showDiagnostics(shown.diagnostics, shown.sources, call);
        server = await startServer(() => page);
        call.terminal.messages.write(`Serving ${server.address} until this command is stopped (Ctrl+C).\n`);
      }
    }
  } finally {
    server?.stop();
  }
  return exitCodes.fine;
}

function refusal({ inputs, options }: Call<ServeOptions>) {
  const { report, all } = createCollector();
  if (options.view !== undefined && options.view !== 'html') {
    report('DW809', { first: '--serve', second: `--view ${options.view}` });
  }
  if (inputs.length === 0 || inputs.includes('-')) report('DW809', { first: '--serve', second: standardInputPath });
  return all().length > 0 ? all() : undefined;
}

function pageOf(shown: Look): string {
  return shown.page ?? messagePage(textOf(shown));
}

function textOf({ diagnostics, sources }: Look): string {
  return prettyDiagnostics(diagnostics, createLocator(sources), { colors: createColors(false), columns: 120 });
}

/** What one look at the files gives. */
export interface Look extends Run {
  /** `undefined` where something is in the way; then the diagnostics are shown. */
  readonly page: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that diagnostics point into. */
  readonly sources: readonly SourceFile[];
}
