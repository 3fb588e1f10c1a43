import type { CompileResult } from '../../compile.js';
import { type Collector, createCollector, type Report } from '../../diagnostics/diagnostics.js';
import { createManifest, originsByManifest, reportLostTasks } from '../../manifest/manifest.js';
import type { Manifest } from '../../model/manifest.js';
import type { WrittenFile } from '../../model/source.js';
import { unifiedDiffPieces } from '../../render/diff.js';
import { addedLine } from '../../render/plan-summary.js';
import type { Call } from '../call.js';
import { deliver } from '../deliver.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { changesOf, diagnosticsAsRead, intoAnswers, isSameText } from '../in-answer.js';
import type { ApplyOptions } from '../options.js';
import { createProgress, tellRead } from '../progress.js';
import { loadEarlierManifest, type Request, readRequest } from '../request.js';
import { runCompile } from '../run-compile.js';
import type { Round } from '../serve/run-on-change.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';
import { chooseTargets } from '../targets.js';
import type { OutputFile } from '../write-outputs.js';

export async function apply(call: Call<ApplyOptions>): Promise<ExitCode> {
  if (!call.options.watch) return (await applyOnce(call)).exit;
  return (await import('../serve/run-on-change.js')).watch(call, () => applyOnce(call));
}

async function applyOnce(call: Call<ApplyOptions>): Promise<Round> {
  const { options } = call;
  const found = createCollector();
  const progress = createProgress(call);
  progress.phase('reading file');
  const asFound = await readRequest(call.inputs, options, found.report, progress.step);
  const earlier =
    options.manifest === undefined ? undefined : await loadEarlierManifest(options.manifest, found.report);
  const request = earlier ? withOrigins(asFound, earlier) : asFound;
  const before = new Map(asFound.files.map((file) => [file.path, file.text]));
  progress.phase('augmenting files:', request.files.length);
  const result = await carryOut(request, before, call, found);
  progress.end();
  if (earlier && result?.ok) reportLostTasks(earlier, result, found.report);
  const diagnostics = [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  const exit = exitCodeOf(diagnostics, options.strict);
  const done = exit === exitCodes.fine && result?.enabled && !options.check ? doneLine(result, before) : undefined;
  showDiagnostics(diagnostics, sourcesOf(request, result), call, done);
  const read = [...asFound.files, ...asFound.input.configuration, ...asFound.prompts].map(({ path }) => path);
  return { exit, read };
}

function doneLine({ summary, inputs, outputs }: CompileResult, before: ReadonlyMap<string, string>): string {
  const read = new Map(inputs.map(({ path, text }) => [path, text]));
  return addedLine(
    summary,
    outputs.some((output) => isNew(output, before, read)),
  );
}

function isNew(output: WrittenFile, before: ReadonlyMap<string, string>, read: ReadonlyMap<string, string>): boolean {
  const { path } = output;
  return !isSameText(output, before.get(path)) && !isSameText(output, read.get(path));
}

/** What the earlier run wrote is taken for what it was made from, so that nothing of it stays. */
function withOrigins(request: Request, earlier: Manifest): Request {
  const origins = new Map(originsByManifest(request.files, earlier).map(({ path, text }) => [path, text]));
  const files = request.files.map((file) => ({ ...file, text: origins.get(file.path)! }));
  const workflow = files.map(({ path, text }) => ({ path, text }));
  return { ...request, files, input: { ...request.input, workflow } };
}

async function carryOut(
  request: Request,
  before: ReadonlyMap<string, string>,
  call: Call<ApplyOptions>,
  found: Collector,
): Promise<CompileResult | undefined> {
  const { options } = call;
  if (found.hasErrors()) return undefined;
  const targets = chooseTargets(request.files, options, found.report);
  if (!targets) return undefined;
  const result = runCompile(request.input, options.fix, found.report);
  if (options.check && !options.allowNoRules && result.ok) reportNoRules(result, found.report);
  tellRead(request, call);
  if (exitCodeOf([...found.all(), ...result.diagnostics], options.strict) !== exitCodes.fine) return result;
  const outputs = intoAnswers(result, targets, before, options.manifest, found.report);
  if (found.hasErrors()) return result;
  const { promptOutputs, reportStalePrompts } = await import('../prompt-delivery.js');
  if (options.check) {
    const { findStale } = await import('../stale.js');
    const stale = findStale(outputs, targets, before, changesOf(request.files, result), found.report);
    if (!options.quiet) call.terminal.result.write(unifiedDiffPieces(stale, call.terminal.result));
    reportStalePrompts(result.promptFiles, targets, found.report);
    return result;
  }
  const prompts = promptOutputs(result.promptFiles, targets, found.report);
  if (found.hasErrors()) return result;
  const others = [...prompts, ...manifestFile(request, result, options)];
  await deliver(outputs, targets, before, call, found.report, others);
  return result;
}

function reportNoRules({ enabled, rules }: CompileResult, report: Report): void {
  const written = rules ? rules.rules.length + rules.deny.length : 0;
  if (!enabled || written === 0) report('DW819', { enabled, written, mayBeMeant: true });
}

function manifestFile(
  request: Request,
  result: CompileResult,
  { manifest: path }: ApplyOptions,
): readonly OutputFile[] {
  if (path === undefined) return [];
  const manifest = createManifest(result, request.files, request.input.configuration);
  return [{ path, text: `${JSON.stringify(manifest, null, 2)}\n` }];
}
