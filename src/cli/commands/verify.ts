import { createCollector } from '../../diagnostics/diagnostics.js';
import { visible } from '../../render/visible.js';
import { type VerifyResult, verify as verifyHooks } from '../../verify.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { InternalFault } from '../fault.js';
import { diagnosticsAsRead } from '../in-answer.js';
import type { VerifyOptions } from '../options.js';
import { tellRead } from '../progress.js';
import { loadManifest, type Request, readRequest } from '../request.js';
import { notEnabled } from '../run-compile.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';

/** Does every workflow hold every hook that the rules demand? */
export async function verify(call: Call<VerifyOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const request = await readRequest(call.inputs, options, found.report);
  const manifest = options.manifest === undefined ? undefined : await loadManifest(options.manifest, found.report);
  const result = found.hasErrors() ? undefined : runVerify({ ...request.input, manifest });
  if (result?.ok && result.inForce === 0 && !options.allowNoRules)
    found.report('DW819', { ...result, mayBeMeant: true, overlooked: notEnabled(request.input).overlooked });
  else if (result?.ok && !result.enabled) found.report('DW801', notEnabled(request.input));
  if (result?.ok && result.promptFiles.length > 0)
    (await import('../prompt-delivery.js')).reportUnusablePrompts(result.promptFiles, request.files, found.report);
  tellRead(request, call);
  const diagnostics = [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  const exit = exitCodeOf(diagnostics, options.strict);
  if (result && exit === exitCodes.fine) {
    terminal.result.write(`${summary(result, request.files.length)}\n`);
  }
  showDiagnostics(diagnostics, sourcesOf(request, result), call);
  return exit;
}

function summary({ demanded, observations }: VerifyResult, files: number): string {
  const verified = `Verified: ${demanded} ${demanded === 1 ? 'hook' : 'hooks'} in ${files} workflow ${files === 1 ? 'file' : 'files'}`;
  if (observations.length === 0) return verified;
  const shown = observations.slice(0, 5).map((id) => visible(id).replaceAll('\n', '␊'));
  const more = observations.length > 5 ? ` and ${observations.length - 5} more` : '';
  const what = observations.length === 1 ? 'an observation, not a gate' : 'observations, not gates';
  return `${verified}; ${what}: ${shown.join(', ')}${more}`;
}

function runVerify(input: Parameters<typeof verifyHooks>[0]): VerifyResult {
  try {
    return verifyHooks(input);
  } catch (error) {
    const { workflow, configuration, options } = input satisfies Request['input'];
    throw new InternalFault(error, { workflow, configuration, options: { ...options, environment: undefined } });
  }
}
