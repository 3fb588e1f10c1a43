import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { syntaxErrors } from './syntax-errors.js';
import type { YamlDocument, YamlProblem } from './yaml-node.js';

/**
 * Reports what is wrong with a file's YAML. Of the syntax errors of one document only the first few, because the others
 * mostly follow from them.
 * @returns true where some document cannot be relied on, so that the file is not to be read further
 */
export function reportProblems(documents: readonly YamlDocument[], file: SourceFile, report: Report): boolean {
  const forbidden = reportForbiddenCharacters(file, report);
  const broken = documents.map((document) => reportDocumentProblems(document, file, report));
  return forbidden || broken.includes(true);
}

/** The same for one document, without what is wrong with the file as a whole. */
export function reportDocumentProblems(document: YamlDocument, { path, text }: SourceFile, report: Report): boolean {
  if (document.problems.length === 0) return false;
  const broken = syntaxErrors(document, text);
  for (const problem of broken.length > 0 ? broken : document.problems) reportProblem(path, problem, report);
  return broken.length > 0;
}

export function reportProblem(path: string, problem: YamlProblem, report: Report): void {
  const { message, cure } = problem;
  const span = { file: path, start: problem.start, end: problem.end };
  switch (problem.kind) {
    case 'syntax':
    case 'template':
      report('DW101', { problem: message, cure }, { span });
      break;
    case 'duplicate-key':
      report('DW102', { key: message }, { span, related: firstPlace(path, problem) });
      break;
    case 'unsupported':
      report('DW103', { problem: message, cure }, { span });
      break;
    case 'no-key':
      report('DW116', { problem: message }, { span });
      break;
    case 'too-deep':
      report('DW104', { problem: message }, { span });
      break;
  }
}

function firstPlace(file: string, { first }: YamlProblem) {
  return first && { message: 'the first one is here', span: { file, ...first } };
}

/**
 * Reports characters that YAML forbids, and those that only some engines take for the end of a line: text that seems to be
 * inside a value here could be structure there. One report for each kind, at its first place.
 * @returns true where there are forbidden ones
 */
export function reportForbiddenCharacters(file: SourceFile, report: Report): boolean {
  if (!unprintable.test(file.text) || !either.test(file.text)) return false;
  const inspect = (code: 'DW105' | 'DW106', pattern: RegExp) => {
    const found = firstAndCount(file.text, pattern);
    if (!found) return false;
    const span = { file: file.path, start: found.start, end: found.start + 1 };
    report(code, { character: nameOf(file.text, found.start), count: found.count }, { span });
    return true;
  };
  inspect('DW106', engineDependentBreak);
  return inspect('DW105', forbidden);
}

/** Controls but for tab and line break, and a carriage return alone, which engines read as a line break and others do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\r(?!\n)/g;
const engineDependentBreak = /[\x85\u2028\u2029]/g;
/** One or the other: nearly no text has one, and to know that takes one look at each of its signs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const either = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]|\r(?!\n)/;
/** The same with every carriage return: a text without any of these is known in three quarters of the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/;

function firstAndCount(text: string, pattern: RegExp): { start: number; count: number } | undefined {
  let start: number | undefined;
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    start ??= match.index;
    count++;
  }
  return start === undefined ? undefined : { start, count };
}

function nameOf(text: string, at: number): string {
  const code = text.charCodeAt(at);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return code === 0x0d ? `${name} (a carriage return without a line feed)` : name;
}
