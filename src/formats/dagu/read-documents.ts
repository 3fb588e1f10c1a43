import { type Report, silent } from '../../diagnostics/diagnostics.js';
import type { Listing } from '../../model/listing.js';
import type { SourceFile } from '../../model/source.js';
import { reportDocumentProblems, reportForbiddenCharacters } from '../../text/problems.js';
import { parseDocument } from '../../text/yaml.js';
import { type DocumentSlice, splitStream } from '../../text/yaml-stream.js';
import { madeWhenAsked } from '../made-when-asked.js';
import { type DaguDocument, type DocumentSummary, readDocument, type SharedReading, summaryOf } from './document.js';

/** The documents of some files: summaries of all, and each in full when it is asked for. */
export interface DaguDocuments {
  readonly summaries: readonly DocumentSummary[];
  readonly full: Listing<DaguDocument>;
  /** All of them stay read. */
  readonly areKept: boolean;
}

/** @param room how many characters of documents stay read in full; where there are more, those read last, and the others are read again */
export function readDocuments(
  files: readonly SourceFile[],
  shared: SharedReading,
  room: number,
  report: Report,
): DaguDocuments {
  const areKept = files.reduce((sum, { text }) => sum + text.length, 0) <= room;
  const found = files.flatMap((file) => readFile(file, shared, { areKept, isOneFile: files.length === 1 }, report));
  const read = (index: number) => {
    const { document, source, slice, summary } = found[index]!;
    return document ?? readDocument(parseDocument(source.text, slice), source, summary.position, shared, silent)!;
  };
  const sizeOf = (index: number) => found[index]!.slice.end - found[index]!.slice.start;
  return {
    summaries: found.map(({ summary }) => summary),
    areKept,
    full: areKept ? found.map((_, index) => read(index)) : madeWhenAsked(found.length, read, sizeOf, room),
  };
}

interface FoundDocument {
  readonly summary: DocumentSummary;
  readonly source: SourceFile;
  readonly slice: DocumentSlice;
  /** `undefined` where there is no room for all. */
  readonly document: DaguDocument | undefined;
}

/** None of a file in which one is broken. */
function readFile(
  source: SourceFile,
  shared: SharedReading,
  { areKept, isOneFile }: { readonly areKept: boolean; readonly isOneFile: boolean },
  report: Report,
): readonly FoundDocument[] {
  const found: FoundDocument[] = [];
  const aboutDocuments: (() => void)[] = [];
  const later: Report = (code, args, place) => {
    aboutDocuments.push(() => report(code, args, place));
  };
  let isBroken = reportForbiddenCharacters(source, report);
  const slices = splitStream(source.text);
  // One that is alone stays in any case, as the last one that was asked for.
  const stays = areKept || (isOneFile && slices.length === 1);
  for (const slice of slices) {
    const parsed = parseDocument(source.text, slice);
    if (reportDocumentProblems(parsed, source, report)) isBroken = true;
    const document = isBroken ? undefined : readDocument(parsed, source, found.length, shared, later);
    if (document) found.push({ summary: summaryOf(document), source, slice, document: stays ? document : undefined });
  }
  reportByteOrderMarks(source, slices, report);
  if (isBroken) return [];
  for (const tell of aboutDocuments) tell();
  return found;
}

/** Both engines take one for the beginning of the first key, or for a text before the mapping, also behind comments. */
function reportByteOrderMarks({ path, text }: SourceFile, slices: readonly DocumentSlice[], report: Report): void {
  for (const start of new Set([0, ...slices.map(({ content }) => content)])) {
    if (text.charCodeAt(start) !== 0xfeff) continue;
    const span = { file: path, start, end: start + 1 };
    report('DW117', { what: start === 0 ? 'file' : 'document' }, { span, fix: [{ ...span, text: '' }] });
  }
}
