import { type Splice, splice } from './edits.js';
import { lineEndAfter, lineStartBefore } from './lines.js';
import { forAllTabLines, isTabIndent } from './tab-lines.js';
import { parseYaml } from './yaml.js';
import type { YamlDocument, YamlProblem } from './yaml-node.js';

/** Is it no YAML, or nothing that is read? */
export function isBroken({ problems }: YamlDocument): boolean {
  return problems.some(isFatal);
}

/**
 * What makes a document no YAML: the first few errors, without what follows from others. Of one line only the first; all lines that
 * are indented with tabs are one error. What else follows is found by an attempt: with an error mended, it is gone.
 */
export function syntaxErrors(document: YamlDocument, text: string): readonly YamlProblem[] {
  const errors: YamlProblem[] = [];
  const mends: Splice[] = [];
  let left = document.problems.filter(isFatal);
  while (left.length > 0 && errors.length < syntaxErrorsPerDocument) {
    const error = likelyCause(left);
    // The parser takes such a line for what it is not, so what it finds wrong behind it follows from that.
    if (isTabIndent(error)) return [...errors, forAllTabLines(error, document.problems, text)];
    errors.push(error);
    left = onOtherLines(left, error, text);
    if (!error.mend || left.length === 0) continue;
    mends.push(error.mend);
    const stays = problemsWith(mends, document, text);
    left = left.filter((one) => stays.has(nameOf(one.message, one.start)));
  }
  return errors.sort((a, b) => a.start - b.start);
}

const syntaxErrorsPerDocument = 3;

function isFatal({ kind }: YamlProblem): boolean {
  return kind === 'syntax' || kind === 'template' || kind === 'too-deep';
}

/** A parser that loses the thread in the middle of a value misses the end of all that was opened before. */
function likelyCause(problems: readonly YamlProblem[]): YamlProblem {
  return problems.find(({ mend }) => mend !== undefined) ?? problems[0]!;
}

function onOtherLines(problems: readonly YamlProblem[], { start }: YamlProblem, text: string): YamlProblem[] {
  const from = lineStartBefore(text, start);
  const to = lineEndAfter(text, start);
  return problems.filter((one) => {
    // What is left when a value ended too early is text behind the document to the library.
    return (one.start < from || one.start >= to) && !one.message.includes(' token in YAML stream');
  });
}

/** The names of what is wrong with a document once some of its text is other text. */
function problemsWith(mends: readonly Splice[], document: YamlDocument, text: string): ReadonlySet<string> {
  const own = mends
    .map((mend) => ({ ...mend, start: mend.start - document.start, end: mend.end - document.start }))
    .sort((a, b) => a.start - b.start);
  const mended = splice(text.slice(document.start, document.end), own);
  const names = parseYaml(mended).flatMap(({ problems }) =>
    problems.map(({ message, start }) => nameOf(message, document.start + placeBefore(start, own))),
  );
  return new Set(names);
}

/** Where it was before the edits, from the first one to the last. */
function placeBefore(place: number, sorted: readonly Splice[]): number {
  let before = place;
  for (const { start, end, text } of sorted) {
    if (before >= start + text.length) before -= text.length - (end - start);
  }
  return before;
}

function nameOf(message: string, start: number): string {
  return `${start} ${message}`;
}
