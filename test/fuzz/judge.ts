import { type CompileResult, compile } from '../../src/compile.js';
import { type Code, catalog } from '../../src/diagnostics/catalog.js';
import { createCollector, type Diagnostic } from '../../src/diagnostics/diagnostics.js';
import { createManifest, stripByManifest } from '../../src/manifest/manifest.js';
import type { SourceFile } from '../../src/model/source.js';
import { createColors } from '../../src/render/colors.js';
import { prettyDiagnostics } from '../../src/render/diagnostics.js';
import { jsonDiagnostics, sarifDiagnostics } from '../../src/render/diagnostics-for-programs.js';
import { promptDiagnostics } from '../../src/render/diagnostics-prompt.js';
import { createLocator } from '../../src/render/locator.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { baseIsIntact, sameGraph } from './base-intact.js';
import { type FuzzCase, inputOf } from './case.js';
import { undoes } from './edits.js';
import { lookAtAll } from './views.js';

export type Judgement =
  | { readonly kind: 'augmented' }
  | { readonly kind: 'untouched' }
  | { readonly kind: 'refused'; readonly code: Code }
  | Finding;

export interface Finding {
  readonly kind: 'finding';
  /** The law that does not hold, the same for all cases of one cause as far as is known. */
  readonly law: string;
  readonly detail: string;
}

/** Success with all laws, or a coded diagnostic: whatever else there is, is a finding. */
export function judge(one: FuzzCase): Judgement {
  try {
    return judgeResult(one);
  } catch (fault) {
    return faultFinding('fault', fault);
  }
}

function judgeResult(one: FuzzCase): Judgement {
  const input = inputOf(one);
  const result = compile(input);
  const told = checkDiagnostics(one, result.diagnostics);
  if (told) return told;
  const unseen = attempt('views', () => {
    lookAtAll(one, result);
    return undefined;
  });
  if (unseen) return unseen;
  if (!result.ok) {
    const error = result.diagnostics.find(({ severity }) => severity === 'error');
    if (!error) return finding('refused without an error', '');
    return result.outputs.length > 0
      ? finding('refused with outputs', error.code)
      : { kind: 'refused', code: error.code };
  }
  if (!result.enabled) {
    const same = one.workflow.every(({ text }, index) => result.outputs[index]?.text === text);
    return same ? { kind: 'untouched' } : finding('hooks are off and the bytes changed', '');
  }
  return checkBytes(one, result) ?? checkManifest(one, result) ?? checkAgain(one, result) ?? { kind: 'augmented' };
}

function checkBytes({ workflow }: FuzzCase, result: CompileResult): Finding | undefined {
  const { inputs, outputs, edits } = result;
  const isPeeled = inputs.some(({ text }, index) => text !== workflow[index]?.text);
  for (const [index, { path, text }] of inputs.entries()) {
    const own = edits.filter(({ file }) => file === path);
    if (!undoes(text, outputs[index]!.text, own)) return finding('taking the edits out gives other bytes', path);
    const lost = isReadWhole(result) ? baseIsIntact(text, outputs[index]!.text) : undefined;
    if (lost !== undefined) return finding(`base: ${lost}`, isPeeled ? 'in an answer' : path);
  }
  return undefined;
}

function checkManifest({ workflow, configuration }: FuzzCase, result: CompileResult): Finding | undefined {
  const manifest = JSON.parse(JSON.stringify(createManifest(result, workflow, configuration))) as ReturnType<
    typeof createManifest
  >;
  const { report, all } = createCollector();
  // Hooks of an earlier run are no part of what this one wrote.
  const before = result.inputs.map(({ text }, index) =>
    text === workflow[index]!.text ? result.bases[index]!.text : workflow[index]!.text,
  );
  const found = stripByManifest(result.outputs, manifest, report);
  if (all().length > 0) return finding('strip with manifest', messages(all()));
  return found.every(({ text }, index) => text === before[index])
    ? undefined
    : finding('strip with manifest: other bytes', '');
}

function checkAgain(one: FuzzCase, result: CompileResult): Finding | undefined {
  const { outputs } = result;
  const after: FuzzCase = { ...one, workflow: outputs };
  return (
    attempt('second apply', () => checkTwice(after)) ??
    attempt('strip', () => checkStrip(after, result)) ??
    attempt('verify', () => checkVerify(after, one, result))
  );
}

function checkTwice(after: FuzzCase): Finding | undefined {
  const again = compile(inputOf(after));
  if (!again.ok) return finding('second apply: refused', messages(again.diagnostics));
  const other = again.outputs.findIndex(({ text }, index) => text !== after.workflow[index]!.text);
  return other < 0 ? undefined : finding('second apply: other bytes', again.outputs[other]!.text);
}

function checkStrip(after: FuzzCase, result: CompileResult): Finding | undefined {
  const stripped = strip(inputOf(after));
  if (!stripped.ok) return finding('strip: refused', messages(stripped.diagnostics));
  if (!isReadWhole(result)) return undefined;
  const other = stripped.outputs.findIndex(({ text }, index) => !sameGraph(result.bases[index]!.text, text));
  return other < 0 ? undefined : finding('strip: another graph', stripped.outputs[other]!.text);
}

function checkVerify(
  after: FuzzCase,
  { workflow, configuration }: FuzzCase,
  result: CompileResult,
): Finding | undefined {
  const input = inputOf(after);
  const plain = verify(input);
  if (!plain.ok) return finding('verify: refused', messages(plain.diagnostics));
  const manifest = createManifest(result, workflow, configuration);
  const strict = verify({ ...input, manifest });
  return strict.ok ? undefined : finding('verify with manifest: refused', messages(strict.diagnostics));
}

/**
 * Can it be compared by the other reader, which reads as Dagu does? An alias inside of what it names changes with what it
 * names, and no engine reads it.
 */
function isReadWhole({ workflows, diagnostics }: CompileResult): boolean {
  return (
    workflows.every(({ workflow }) => workflow.format === 'dagu') && diagnostics.every(({ code }) => code !== 'DW103')
  );
}

export function attempt(step: string, check: () => Finding | undefined): Finding | undefined {
  try {
    return check();
  } catch (fault) {
    return faultFinding(step, fault);
  }
}

/** Every view of them can be made, and each points into a text. */
export function checkDiagnostics(one: FuzzCase, diagnostics: readonly Diagnostic[]): Finding | undefined {
  const unknown = diagnostics.find(({ code }) => !Object.hasOwn(catalog(), code));
  if (unknown) return finding('a diagnostic without a code', unknown.message);
  const files: readonly SourceFile[] = [...one.configuration, ...one.workflow];
  const lengths = new Map(files.map(({ path, text }) => [path, text.length]));
  const outside = diagnostics.find(
    ({ span }) => span && (span.start > span.end || span.end > (lengths.get(span.file) ?? Number.POSITIVE_INFINITY)),
  );
  if (outside) return finding(`${outside.code} points outside of the text`, JSON.stringify(outside.span));
  const broken = diagnostics.find(
    ({ message }) =>
      /\bundefined\b|\[object |\bNaN\b/.test(message) && !files.some(({ text }) => /undefined|\[object|NaN/.test(text)),
  );
  if (broken) return finding(`${broken.code} says undefined`, broken.message);
  return attempt('diagnostics', () => {
    const locate = createLocator(files);
    prettyDiagnostics(diagnostics, locate, { colors: createColors(true), columns: 80 });
    JSON.parse(jsonDiagnostics(diagnostics, locate));
    JSON.parse(sarifDiagnostics(diagnostics, locate));
    promptDiagnostics(diagnostics, files, 'full');
    return undefined;
  });
}

export function finding(law: string, detail: string): Finding {
  return { kind: 'finding', law, detail: detail.slice(0, 4000) };
}

export function messages(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .filter(({ severity }) => severity !== 'note')
    .map(({ code, message }) => `${code} ${message}`)
    .join('\n');
}

/** Faults at one place with the same words but for names and numbers have one cause. */
function faultFinding(step: string, fault: unknown): Finding {
  const { message, stack = '' } = fault instanceof Error ? fault : new Error(String(fault));
  const words = message
    .split('\n')[0]!
    .replace(/`[^`]*`|"[^"]*"|'[^']*'|\d+/g, '…')
    .slice(0, 160);
  const place = /\(?([^\s()]*\/src\/[^\s():]+)/.exec(stack)?.[1]?.replace(/^.*\/src\//, 'src/') ?? '';
  return finding(`${step}: ${words} (${place})`, stack);
}
