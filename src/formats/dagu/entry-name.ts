import type { Report } from '../../diagnostics/diagnostics.js';
import type { SourceFile } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { trimSpace } from '../../text/trim-space.js';
import type { DaguDocument } from './document.js';
import { fieldOf } from './fields.js';
import { nameFromFile } from './group.js';

/**
 * Reports the name of the document that a file begins with: `validate` refuses it and `start` does not. A name that is the file's own
 * can go: the DAG is called so without it.
 */
export function reportEntryName({ file, root, name }: DaguDocument, { text }: SourceFile, report: Report): void {
  if (!name) return;
  const stem = nameFromFile(file);
  const key = fieldOf(root, 'name')!.key;
  const [start, end] = [lineStartBefore(text, key.start), lineEndAfter(text, name.end)];
  const isWholeLine = /^name[ \t]*:[ \t]*\S+[ \t]*\r?\n?$/.test(text.slice(start, end));
  const isSafe = name.value === stem && isWholeLine && !root.flow && root.pairs.length > 1 && !name.anchor;
  const fix = isSafe ? [{ file, start, end, text: '' }] : undefined;
  const why = '`dagu validate` of 2.7.17 and later refuses the file, although `dagu start` runs it';
  report(
    'DW219',
    { name: trimSpace(name.value), stem, why },
    { span: { file, start: name.start, end: name.end }, fix },
  );
}
