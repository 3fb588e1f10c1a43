import { createCollector } from '../../diagnostics/diagnostics.js';
import { type VerifyResult, verify as verifyHooks } from '../../verify.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { InternalFault } from '../fault.js';
import { diagnosticsAsRead } from '../in-answer.js';
import type { VerifyOptions } from '../options.js';
import { tellRead } from '../progress.js';
import { loadManifest, type Request, readRequest } from '../request.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';

/** Does every workflow hold every hook that the rules demand? */
export async function verify(call: Call<VerifyOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const request = await readRequest(call.inputs, options, found.report);
  const manifest = options.manifest === undefined ? undefined : await loadManifest(options.manifest, found.report);
  const result = found.hasErrors() ? undefined : runVerify({ ...request.input, manifest });
  if (result?.ok && result.inForce === 0 && !options.allowNoRules) found.report('DW819', {});
  else if (result?.ok && !result.enabled) found.report('DW801', { configured: request.input.configuration.length > 0 });
  tellRead(request, call);
  const diagnostics = [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  const exit = exitCodeOf(diagnostics, options.strict);
  if (result && exit === exitCodes.fine) {
    const { length } = request.files;
    terminal.result.write(
      `Verified: ${result.demanded} ${result.demanded === 1 ? 'hook' : 'hooks'} in ${length} workflow ${length === 1 ? 'file' : 'files'}\n`,
    );
  }
  showDiagnostics(diagnostics, sourcesOf(request, result), call);
  return exit;
}

function runVerify(input: Parameters<typeof verifyHooks>[0]): VerifyResult {
  try {
    return verifyHooks(input);
  } catch (error) {
    const { workflow, configuration, options } = input satisfies Request['input'];
    throw new InternalFault(error, { workflow, configuration, options: { ...options, environment: undefined } });
  }
}
