import type { CompileResult } from '../compile.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { type PrettyOptions, prettyDiagnostics } from '../render/diagnostics.js';
import { githubDiagnostics, jsonDiagnostics, sarifDiagnostics } from '../render/diagnostics-for-programs.js';
import { promptDiagnostics } from '../render/diagnostics-prompt.js';
import { createLocator, type Locator } from '../render/locator.js';
import type { Call } from './call.js';
import { isFailure } from './exit-codes.js';
import { placesInAnswer } from './in-answer.js';
import type { DiagnosticsView } from './options.js';
import type { Request } from './request.js';

/** A text that diagnostics point into. */
export interface Source extends SourceFile {
  /** Written by those who are asked for corrections. */
  readonly isWorkflow?: boolean;
}

/**
 * Prints them on standard error, in the view that the options ask for; for people without the notes that they did not ask for.
 * @param done what the command did, for people
 */
export function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: Iterable<Source>,
  call: Call,
  done?: string,
): void {
  const { options, terminal } = call;
  const channel = terminal.messages;
  const files = [...sources];
  const loud = options.quiet ? diagnostics.filter((one) => isFailure(one, options.strict)) : diagnostics;
  if (options.diagnostics === 'prompt') {
    channel.write(request(loud, files, call));
    return;
  }
  const isForPeople = options.diagnostics === 'pretty';
  const shown = isForPeople && !options.verbose ? loud.filter((one) => !isAside(one)) : loud;
  channel.write(views[options.diagnostics](shown, createLocator(files), channel, files));
  if (!isForPeople || options.quiet) return;
  const line = lastLine(done, loud.length - shown.length);
  const endsInNote = shown.length > 0 && shown.every(({ severity }) => severity === 'note');
  if (line !== '') channel.write(`${endsInNote ? '\n' : ''}${line}\n`);
}

/** A note about workflows or rules. One about the command says what the command did, as that `register` found nothing to register. */
function isAside({ code, severity }: Diagnostic): boolean {
  return severity === 'note' && !/^DW(?:[89]|348|349)/.test(code);
}

function lastLine(done: string | undefined, hidden: number): string {
  const more = hidden === 0 ? undefined : `${hidden} ${hidden === 1 ? 'note' : 'notes'} with --verbose`;
  const parts = [done, more].filter((part) => part !== undefined);
  return parts.join('; ');
}

/** A request, unless something fails that no other workflow cures: that is for the one who runs this. */
function request(shown: readonly Diagnostic[], files: readonly Source[], { options, terminal }: Call): string {
  const ofOthers = shown.filter((one) => isFailure(one, options.strict) && one.request === undefined);
  if (ofOthers.length > 0) return prettyDiagnostics(ofOthers, createLocator(files), terminal.messages);
  return promptDiagnostics(
    shown,
    files.filter(({ isWorkflow }) => isWorkflow),
    options.promptContext,
  );
}

type View = (
  diagnostics: readonly Diagnostic[],
  locate: Locator,
  options: PrettyOptions,
  files: readonly Source[],
) => string;

const views: Readonly<Record<Exclude<DiagnosticsView, 'prompt'>, View>> = {
  pretty: prettyDiagnostics,
  json: jsonDiagnostics,
  sarif: (found, locate, _, files) => sarifDiagnostics(found, locate, files[0]?.path),
  github: githubDiagnostics,
};

/** The texts that diagnostics point into. A workflow that is not found in the answer means itself. */
export function sourcesOf(request: Request, result: Pick<CompileResult, 'inputs'> | undefined): readonly Source[] {
  const { files, prompts, input } = request;
  const answers = new Map(files.map((file) => [file.path, file.text]));
  const joined = (result?.inputs ?? []).filter(
    (file) => placesInAnswer(answers.get(file.path) ?? '', file.text) === undefined,
  );
  const workflows = [...files, ...joined].map((file) => ({ ...file, isWorkflow: true }));
  return [...input.configuration, ...prompts, ...workflows];
}
