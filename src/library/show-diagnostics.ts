import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { createColors } from '../render/colors.js';
import { prettyDiagnostics } from '../render/diagnostics.js';
import { githubDiagnostics, jsonDiagnostics, sarifDiagnostics } from '../render/diagnostics-for-programs.js';
import { promptDiagnostics } from '../render/diagnostics-prompt.js';
import { createLocator } from '../render/locator.js';
import { checkFiles, record, refuse } from './check-values.js';

/** The views of the option `--diagnostics`. */
export type DiagnosticsView = 'pretty' | 'json' | 'sarif' | 'github' | 'prompt';

/**
 * Diagnostics as the command line prints them.
 * @param files the texts that they point into: workflows and configuration as they were given. A `prompt` shows lines of
 *   these, so give it workflows only.
 * @param view `pretty` for people, without colours and for 100 columns; `prompt` for the model that wrote the workflow
 * @throws where these are no lists of diagnostics and files, or the view is not known
 */
export function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  view: DiagnosticsView = 'pretty',
): string {
  if (!Array.isArray(diagnostics))
    throw new Error('dagweave: showDiagnostics(diagnostics) has to be the list of a result: `result.diagnostics`');
  for (const [index, one] of diagnostics.entries()) {
    const { code } = record(one, `showDiagnostics(diagnostics)[${index}]`, 'a diagnostic');
    if (typeof code !== 'string')
      refuse(`showDiagnostics(diagnostics)[${index}].code`, 'the code of a diagnostic', code);
  }
  checkFiles(files, 'showDiagnostics(diagnostics, files)');
  if (!Object.hasOwn(views, view)) {
    throw new Error(`dagweave: showDiagnostics knows the views ${Object.keys(views).join(', ')}, not ${String(view)}`);
  }
  return views[view](diagnostics, files);
}

type View = (diagnostics: readonly Diagnostic[], files: readonly SourceFile[]) => string;

const views: Readonly<Record<DiagnosticsView, View>> = {
  pretty: (found, files) =>
    prettyDiagnostics(found, createLocator(files), { colors: createColors(false), columns: 100 }),
  json: (found, files) => jsonDiagnostics(found, createLocator(files)),
  sarif: (found, files) => sarifDiagnostics(found, createLocator(files), files[0]?.path),
  github: (found, files) => githubDiagnostics(found, createLocator(files)),
  prompt: (found, files) => promptDiagnostics(found, files),
};
