import { type Collector, createCollector } from '../../diagnostics/diagnostics.js';
import { stripByManifest } from '../../manifest/manifest.js';
import { type StripResult, strip as stripHooks } from '../../strip.js';
import type { Call } from '../call.js';
import { deliver } from '../deliver.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { InternalFault } from '../fault.js';
import { diagnosticsAsRead, intoAnswers } from '../in-answer.js';
import type { StripOptions } from '../options.js';
import { tellRead } from '../progress.js';
import { loadManifest, type Request, readRequest } from '../request.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';
import { chooseTargets } from '../targets.js';

/** Takes hooks out: byte for byte by a manifest, or else by their marks. */
export async function strip(call: Call<StripOptions>): Promise<ExitCode> {
  const { options } = call;
  const found = createCollector();
  const request = await readRequest(call.inputs, options, found.report);
  // How many results there are is not known where a file was not read.
  const targets = found.hasErrors()
    ? undefined
    : chooseTargets(request.files, { ...options, check: undefined }, found.report);
  tellRead(request, call);
  const result = targets && !found.hasErrors() ? await carryOut(request, options, found) : undefined;
  const said = () => [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  if (targets && result && exitCodeOf(said(), options.strict) === exitCodes.fine) {
    const before = new Map(request.files.map((file) => [file.path, file.text]));
    const outputs = intoAnswers(result, targets, before, undefined, found.report);
    if (!found.hasErrors()) await deliver(outputs, targets, before, call, found.report);
  }
  showDiagnostics(said(), sourcesOf(request, result), call);
  return exitCodeOf(said(), options.strict);
}

async function carryOut(
  { files, input }: Request,
  { manifest: path }: StripOptions,
  { report, hasErrors }: Collector,
): Promise<StripResult | undefined> {
  if (path === undefined) return byMarks(input);
  const manifest = await loadManifest(path, report);
  if (!manifest) return undefined;
  const outputs = stripByManifest(files, manifest, report);
  return { ok: !hasErrors(), diagnostics: [], inputs: input.workflow, outputs, edits: [] };
}

function byMarks(input: Request['input']): StripResult {
  try {
    return stripHooks(input);
  } catch (error) {
    const { workflow, configuration, options } = input;
    throw new InternalFault(error, { workflow, configuration, options: { ...options, environment: undefined } });
  }
}
