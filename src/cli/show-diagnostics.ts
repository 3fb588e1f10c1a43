import type { CompileResult } from '../compile.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { type PrettyOptions, prettyDiagnostics } from '../render/diagnostics.js';
import { githubDiagnostics } from '../render/diagnostics-github.js';
import { jsonDiagnostics } from '../render/diagnostics-json.js';
import { createLocator, type Locator } from '../render/locator.js';
import type { Call } from './call.js';
import { isFailure } from './exit-codes.js';
import type { DiagnosticsView } from './options.js';
import type { Request } from './request.js';

/** Prints them on standard error, in the view that the options ask for. */
export function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: Iterable<SourceFile>,
  { options, terminal }: Call,
): void {
  const shown = options.quiet ? diagnostics.filter((one) => isFailure(one, options.strict)) : diagnostics;
  const channel = terminal.messages;
  channel.write(views[options.diagnostics](shown, createLocator(sources), channel));
}

type View = (diagnostics: readonly Diagnostic[], locate: Locator, options: PrettyOptions) => string;

const views: Readonly<Record<DiagnosticsView, View>> = {
  pretty: prettyDiagnostics,
  json: jsonDiagnostics,
  github: githubDiagnostics,
};

/** The texts that diagnostics point into. */
export function sourcesOf(request: Request, result: CompileResult | undefined): readonly SourceFile[] {
  return [...request.input.configuration, ...request.prompts, ...request.files, ...(result?.inputs ?? [])];
}
