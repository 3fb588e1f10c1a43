import { manifestProblem } from '../manifest/read.js';
import type { SourceFile } from '../model/source.js';
import { refuse } from './check-values.js';

/** @param where how the program wrote it */
export function checkManifest(manifest: unknown, where: string): void {
  const problem = manifestProblem(manifest);
  if (problem !== undefined)
    throw new Error(`dagweave: ${where} needs what createManifest made, as JSON.parse reads it: ${problem}`);
}

/**
 * @param where how the program wrote it
 * @param makers the functions whose results these are
 */
export function checkResult(result: unknown, where: string, makers: string): void {
  const { inputs, edits } = (result ?? {}) as { readonly inputs?: unknown; readonly edits?: unknown };
  if (!Array.isArray(inputs) || !Array.isArray(edits)) refuse(where, `a result of ${makers}`, result);
}

/** Can a manifest be made of it? */
export function checkCompiled(result: unknown, files: readonly SourceFile[]): void {
  const { ok, outputs, workflows } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(outputs) || !Array.isArray(workflows)) {
    refuse('createManifest(result)', 'a result of `compile`', result);
  }
  if (ok !== true) throw new Error('dagweave: createManifest(result) needs a result that is `ok`; this one has errors');
  const given = new Set(files.map(({ path }) => path));
  const missing = (outputs as readonly SourceFile[]).find(({ path }) => !given.has(path));
  if (missing)
    throw new Error(`dagweave: createManifest(result, files) has no ${missing.path}, which \`compile\` was given`);
}
