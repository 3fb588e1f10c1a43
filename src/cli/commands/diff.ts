import { type Collector, createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import { diagnosticsAsRead } from '../as-read.js';
import type { Call } from '../call.js';
import { changesOf } from '../changes.js';
import { changeReport, diffViews, type Previewed } from '../diff-views.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { DiffOptions } from '../options.js';
import { tellRead } from '../progress.js';
import { type Request, readRequest } from '../request.js';
import { runCompile } from '../run-compile.js';
import type { Look } from '../serve/look.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';

export async function diff(call: Call<DiffOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  if (options.serve) return (await import('../serve/serve-view.js')).serveView(call, () => look(call));
  const { request, previewed, diagnostics, exit } = await preview(call, found);
  if (previewed) terminal.result.write(await diffViews[options.view ?? 'text'](previewed, terminal.result));
  tellRead(request, call);
  showDiagnostics(diagnostics, sourcesOf(request, previewed?.result), call);
  return options.exitCode && previewed && previewed.changes.length > 0 ? exitCodes.changes : exit;
}

interface Outcome {
  readonly request: Request;
  /** `undefined` where something is in the way. */
  readonly previewed: Previewed | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly exit: ExitCode;
}

async function preview({ inputs, options }: Call<DiffOptions>, found: Collector): Promise<Outcome> {
  const request = await readRequest(inputs, options, found.report);
  const result = found.hasErrors() ? undefined : runCompile(request.input, false, found.report);
  const diagnostics = [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  const exit = exitCodeOf(diagnostics, options.strict);
  const isFine = result !== undefined && exit === exitCodes.fine;
  const previewed = isFine ? { request, result, changes: changesOf(request.files, result) } : undefined;
  return { request, previewed, diagnostics, exit };
}

async function look(call: Call<DiffOptions>): Promise<Look> {
  const { request, previewed, diagnostics } = await preview(call, createCollector());
  return {
    page: previewed && (await changeReport(previewed, true)),
    diagnostics,
    sources: sourcesOf(request, previewed?.result),
    read: [...request.files, ...request.input.configuration, ...request.prompts].map((file) => file.path),
  };
}
