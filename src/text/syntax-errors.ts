import { type Splice, splice } from './edits.js';
import { lineEndAfter, lineStartBefore } from './lines.js';
import { forAllTabs, isTab } from './tab-lines.js';
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
  const fatal = document.problems.filter(isFatal);
  const known = new Map(fatal.map((one) => [nameOf(one), one]));
  const errors: YamlProblem[] = [];
  const mends: Splice[] = [];
  let left = fatal;
  while (left.length > 0 && errors.length < syntaxErrorsPerDocument) {
    const error = likelyCause(left);
    // The parser takes such a line for what it is not, so what it finds wrong behind it follows from that.
    if (isTab(error)) return [...errors, forAllTabs(error, document.problems, text)];
    errors.push(error);
    if (error.mend && fatal.length > 1) {
      mends.push(error.mend);
      // What is new may come from how it was mended, but no template does.
      left = problemsWith(mends, document, text).flatMap(
        (one) => known.get(nameOf(one)) ?? (one.kind === 'template' ? one : []),
      );
    }
    left = errors.reduce((others, one) => onOtherLines(others, one, text), left);
  }
  return errors.sort((a, b) => a.start - b.start);
}

const syntaxErrorsPerDocument = 3;

function isFatal({ kind }: YamlProblem): boolean {
  return kind === 'syntax' || kind === 'template' || kind === 'too-deep';
}

/**
 * The first one, or what the parser missed first inside of it: once it has lost the thread there, it misses the end of all that was
 * opened before.
 * @param problems in the order of the text
 */
function likelyCause(problems: readonly YamlProblem[]): YamlProblem {
  return problems.reduce((cause, one) => (one.mend && cause.mend && one.mend.start <= cause.mend.start ? one : cause));
}

function onOtherLines(problems: readonly YamlProblem[], { start }: YamlProblem, text: string): YamlProblem[] {
  const from = lineStartBefore(text, start);
  const to = lineEndAfter(text, start);
  return problems.filter((one) => {
    // What is left when a value ended too early is text behind the document to the library.
    return (one.start < from || one.start >= to) && !one.message.includes(' token in YAML stream');
  });
}

/** What is wrong with a document once some of its text is other text, at the places of the text as it is. */
function problemsWith(mends: readonly Splice[], document: YamlDocument, text: string): YamlProblem[] {
  const own = mends
    .map((mend) => ({ ...mend, start: mend.start - document.start, end: mend.end - document.start }))
    .sort((a, b) => a.start - b.start);
  const before = <Part extends Place>(part: Part): Part => ({
    ...part,
    start: document.start + placeBefore(part.start, own),
    end: document.start + placeBefore(part.end, own),
  });
  return parseYaml(splice(text.slice(document.start, document.end), own)).flatMap(({ problems }) =>
    problems.map((one) => ({ ...before(one), mend: one.mend && before(one.mend) })),
  );
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where it was before the edits, from the first one to the last. */
function placeBefore(place: number, sorted: readonly Splice[]): number {
  let before = place;
  for (const { start, end, text } of sorted) {
    if (before >= start + text.length) before -= text.length - (end - start);
  }
  return before;
}

function nameOf({ start, message }: YamlProblem): string {
  return `${start} ${message}`;
}
