import { type CompileInput, type CompileResult, compile, createCompileMemory } from '../compile.js';
import type { Change } from '../diagnostics/catalog/command-line.js';
import type { Diagnostic, Report } from '../diagnostics/diagnostics.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import { createLocator } from '../render/locator.js';
import { applyEdits } from '../text/edits.js';
import { InternalFault } from './fault.js';
import { overlookedConfiguration } from './overlooked-configuration.js';

/** A program that watches or serves compiles again and again. */
const memory = createCompileMemory();

/** Compiles; what goes wrong inside leaves with what is needed to see it again. */
export function runCompile(input: CompileInput, fix: boolean, report: Report): CompileResult {
  try {
    const result = fix ? compileWithFixes(input, report) : compile(input, memory);
    if (result.ok && !result.enabled) report('DW801', notEnabled(input));
    return result;
  } catch (error) {
    // The environment is left out: it may hold secrets.
    const { workflow, configuration, options } = input;
    throw new InternalFault(error, { workflow, configuration, options: { ...options, environment: undefined } });
  }
}

/** Why hooks are not enabled. */
export function notEnabled({ configuration, workflow }: Pick<CompileInput, 'configuration' | 'workflow'>) {
  const configured = configuration.length > 0;
  return { configured, overlooked: configured ? undefined : overlookedConfiguration(workflow) };
}

/**
 * Makes the fixes that diagnostics carry for workflow files and compiles again, until there are none left. Each fix is
 * reported; those that overlap wait for the next round, and so do those that are found only for so many mistakes at a time.
 * @throws where fixes bring up new ones again and again: a fault of ours
 * @internal
 */
export function compileWithFixes(input: CompileInput, report: Report): CompileResult {
  let result = compile(input, memory);
  let fewest = result.diagnostics.length;
  let inVain = 0;
  while (inVain < maxRounds) {
    const fixes = chooseFixes(result);
    if (fixes.length === 0) return result;
    reportFixes(fixes, result.inputs, report);
    const workflow = applyEdits(
      result.inputs,
      fixes.flatMap((one) => one.fix ?? []),
    );
    result = compile({ ...input, workflow }, memory);
    inVain = result.diagnostics.length < fewest ? 0 : inVain + 1;
    fewest = Math.min(fewest, result.diagnostics.length);
  }
  throw new Error(`after ${maxRounds} rounds of fixes there is still as much to fix`);
}

/** One after another that leave no less to say. */
const maxRounds = 10;

/** Those that touch only workflow files and do not get in each other's way, in order of place. */
function chooseFixes({ diagnostics, inputs }: CompileResult): Diagnostic[] {
  const files = new Set(inputs.map((file) => file.path));
  const fixable = diagnostics.filter((one) => one.fix?.length && one.fix.every((edit) => files.has(edit.file)));
  const edits = fixable.flatMap((owner) => owner.fix!.map((edit) => ({ owner, edit })));
  edits.sort((a, b) => compareText(a.edit.file, b.edit.file) || a.edit.start - b.edit.start || a.edit.end - b.edit.end);
  const later = new Set<Diagnostic>();
  let last: TextEdit | undefined;
  for (const { owner, edit } of edits) {
    if (last && meet(last, edit)) later.add(owner);
    else last = edit;
  }
  return fixable.filter((one) => !later.has(one));
}

function meet(first: TextEdit, second: TextEdit): boolean {
  return first.file === second.file && (second.start < first.end || second.start === first.start);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function reportFixes(fixes: readonly Diagnostic[], files: readonly SourceFile[], report: Report): void {
  const locate = createLocator(files);
  const texts = new Map(files.map((file) => [file.path, file.text]));
  for (const { span, fix, code } of fixes) {
    const at = span ?? fix![0]!;
    const start = locate(at)?.start;
    const changes = new Map<string, Change>();
    for (const edit of fix!) {
      const before = texts.get(edit.file)!.slice(edit.start, edit.end);
      const key = `${before.length} ${before}${edit.text}`;
      changes.set(key, { before, after: edit.text, times: (changes.get(key)?.times ?? 0) + 1 });
    }
    report('DW814', {
      place: start ? `${at.file}:${start.line}:${start.column}` : at.file,
      code,
      changes: [...changes.values()],
    });
  }
}
