import type { CompileResult } from '../../compile.js';
import { createCollector } from '../../diagnostics/diagnostics.js';
import { unifiedDiff } from '../../render/diff.js';
import { planLine } from '../../render/plan-line.js';
import { diagnosticsAsRead } from '../as-read.js';
import type { Call } from '../call.js';
import { type Change, changesOf } from '../changes.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { DiffOptions } from '../options.js';
import { tellRead } from '../progress.js';
import { readRequest } from '../request.js';
import { runCompile } from '../run-compile.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';
import type { Channel } from '../terminal.js';

export async function diff(call: Call<DiffOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  const request = await readRequest(call.inputs, options, found.report);
  const result = found.hasErrors() ? undefined : runCompile(request.input, false, found.report);
  const diagnostics = [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  const exit = exitCodeOf(diagnostics, options.strict);
  const changes = result && exit === exitCodes.fine ? changesOf(request.files, result) : [];
  if (result && exit === exitCodes.fine) terminal.result.write(preview(changes, result, terminal.result));
  tellRead(request, call);
  showDiagnostics(diagnostics, sourcesOf(request, result), call);
  return options.exitCode && changes.length > 0 ? exitCodes.changes : exit;
}

function preview(changes: readonly Change[], { workflows, inputs, bases }: CompileResult, channel: Channel): string {
  const shared = workflows.reduce((sum, one) => sum + one.sharedHandlers, 0);
  const unwrapped = changes.filter((change) => change.unwrapped).length;
  const line = planLine({
    plans: workflows.map((one) => one.plan),
    changedOtherwise: shared + unwrapped,
    changes: changes.length > 0,
    hadHooks: bases.some((file, index) => file.text !== inputs[index]!.text),
  });
  return `${unifiedDiff(changes, channel)}${channel.colors.strong(line)}\n`;
}
