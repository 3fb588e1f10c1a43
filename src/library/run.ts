import * as compiler from '../compile.js';
import { createCollector, type Diagnostic } from '../diagnostics/diagnostics.js';
import * as manifests from '../manifest/manifest.js';
import type { Manifest } from '../model/manifest.js';
import type { SourceFile } from '../model/source.js';
import * as stripper from '../strip.js';
import * as verifier from '../verify.js';
import { checkInput, type LibraryInput } from './check-input.js';
import { checkCompiled, checkManifest } from './check-results.js';
import { checkFiles, checkWorkflow } from './check-values.js';

/**
 * Adds what the rules demand to the workflows. A pure function: no files, no clock, no process. Mistakes in workflows and rules
 * are `diagnostics` of the result, which is then not `ok` and has no outputs.
 * @throws where the input is not of its type, with a message that says what is, and where dagweave itself is at fault
 */
export function compile(input: LibraryInput): compiler.CompileResult {
  return compiler.compile(checkInput('compile', input), memory);
}

/** Programs that compile again and again need less time for it. */
const memory = compiler.createCompileMemory();

/**
 * Takes out of workflows what an earlier `compile` put in, so that the graph is what it was. Hooks are known by their marks;
 * those without one, where hooks are enabled, by what the rules would put there.
 * @throws where the input is not of its type, and where dagweave itself is at fault
 */
export function strip(input: LibraryInput): stripper.StripResult {
  return stripper.strip(checkInput('strip', input), memory);
}

/** What `verify` compares, and what a manifest adds to it. */
export interface LibraryVerifyInput extends LibraryInput {
  /** What the run wrote that put the hooks in: then its edges have to be there as well. */
  readonly manifest?: Manifest | undefined;
}

/**
 * Compares augmented workflows with what the rules would make of them without their hooks: `ok` where every hook is there and
 * no gate can be bypassed. Without a rule in force it is `ok` as well: look at `inForce`.
 * @throws where the input is not of its type, and where dagweave itself is at fault
 */
export function verify(input: LibraryVerifyInput): verifier.VerifyResult {
  const checked = checkInput('verify', input, ['manifest']);
  if (input.manifest !== undefined) checkManifest(input.manifest, 'verify({ manifest })');
  return verifier.verify({ ...checked, manifest: input.manifest }, memory);
}

/** Gives files back byte for byte; a diagnostic names each that is not what the manifest says. */
export function stripByManifest(
  files: readonly SourceFile[],
  manifest: Manifest,
): { readonly ok: boolean; readonly diagnostics: readonly Diagnostic[]; readonly outputs: readonly SourceFile[] } {
  checkWorkflow(files, 'stripByManifest(files)');
  checkManifest(manifest, 'stripByManifest(files, manifest)');
  const { report, hasErrors, all } = createCollector();
  const outputs = manifests.stripByManifest(files, manifest, report);
  return { ok: !hasErrors(), diagnostics: all(), outputs: hasErrors() ? [] : outputs };
}

/**
 * What a successful compile wrote, to be kept beside the workflows: with it `stripByManifest` gives back every byte.
 * @param files the workflow files as they were given to `compile`
 * @param configuration the texts that rules were written in
 * @throws where the result is not one of `compile` that is `ok`, or files are no files
 */
export function createManifest(
  result: compiler.CompileResult,
  files: readonly SourceFile[],
  configuration: readonly SourceFile[],
): Manifest {
  checkWorkflow(files, 'createManifest(result, files)');
  checkFiles(configuration, 'createManifest(result, files, configuration)');
  checkCompiled(result, files);
  return manifests.createManifest(result, files, configuration);
}
