import { readFile } from 'node:fs/promises';
import type { CompileResult } from '../../compile.js';
import { type Collector, createCollector, type Report } from '../../diagnostics/diagnostics.js';
import { diagnosticsAsRead } from '../as-read.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import type { ApplyOptions } from '../options.js';
import { tellRead, tellWritten } from '../progress.js';
import { type Request, readRequest } from '../request.js';
import { runCompile } from '../run-compile.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';
import { chooseTargets, type Targets } from '../targets.js';
import type { OutputFile } from '../write-outputs.js';

export async function apply(call: Call<ApplyOptions>): Promise<ExitCode> {
  const { options } = call;
  const found = createCollector();
  const request = await readRequest(call.inputs, options, found.report);
  const result = await carryOut(request, call, found);
  const diagnostics = [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  showDiagnostics(diagnostics, sourcesOf(request, result), call);
  return exitCodeOf(diagnostics, options.strict);
}

async function carryOut(
  request: Request,
  call: Call<ApplyOptions>,
  found: Collector,
): Promise<CompileResult | undefined> {
  const { options } = call;
  if (found.hasErrors()) return undefined;
  const targets = await chooseTargets(request.files, options, found.report);
  if (!targets) return undefined;
  const result = runCompile(request.input, options.fix, found.report);
  tellRead(request, call);
  if (exitCodeOf([...found.all(), ...result.diagnostics], options.strict) !== exitCodes.fine) return result;
  const before = new Map(request.files.map((file) => [file.path, file.text]));
  if (options.check) await reportStale(result, targets, before, found.report);
  else await deliver(result, targets, before, call, found.report);
  return result;
}

/** What is on disk must be what would be written. Standard input without a target is compared with its own result. */
async function reportStale(
  result: CompileResult,
  targets: Targets,
  before: ReadonlyMap<string, string>,
  report: Report,
): Promise<void> {
  for (const { path, text } of result.outputs) {
    const target = targets.get(path);
    const there = target === undefined || target === path ? before.get(path) : await textOf(target);
    if (there !== text) report('DW813', { target: target ?? path, exists: there !== undefined });
  }
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

async function deliver(
  result: CompileResult,
  targets: Targets,
  before: ReadonlyMap<string, string>,
  call: Call,
  report: Report,
): Promise<void> {
  const files: OutputFile[] = [];
  for (const { path, text } of result.outputs) {
    const target = targets.get(path);
    if (target === undefined) call.terminal.result.write(text);
    // A file that stays the same keeps its time of change.
    else if (target !== path || before.get(path) !== text) files.push({ path: target, text });
  }
  if (files.length === 0) return;
  const { writeOutputs } = await import('../write-outputs.js');
  const paths = files.map((file) => file.path);
  if (await writeOutputs(files, report)) tellWritten(paths, call);
}
