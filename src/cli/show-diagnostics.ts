import type { CompileResult } from '../compile.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { type PrettyOptions, prettyDiagnostics } from '../render/diagnostics.js';
import { githubDiagnostics, jsonDiagnostics, sarifDiagnostics } from '../render/diagnostics-for-programs.js';
import { promptDiagnostics } from '../render/diagnostics-prompt.js';
import { createLocator, type Locator } from '../render/locator.js';
import type { Call } from './call.js';
import { isFailure } from './exit-codes.js';
import { placeInAnswer } from './in-answer.js';
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
  sarif: sarifDiagnostics,
  github: githubDiagnostics,
  prompt: promptDiagnostics,
};

/** The texts that diagnostics point into. A workflow put together from several parts of an answer means itself. */
export function sourcesOf(request: Request, result: Pick<CompileResult, 'inputs'> | undefined): readonly SourceFile[] {
  const { files, prompts, input } = request;
  const answers = new Map(files.map((file) => [file.path, file.text]));
  const joined = (result?.inputs ?? []).filter(
    (file) => placeInAnswer(answers.get(file.path) ?? '', file.text) === undefined,
  );
  return [...input.configuration, ...prompts, ...files, ...joined];
}
