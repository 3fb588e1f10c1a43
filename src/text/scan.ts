import { scanNested } from './scan/block.js';
import { carriageReturn, finishLine, toContent } from './scan/cursor.js';
import type { YamlDocument } from './yaml-node.js';
import type { DocumentSlice } from './yaml-stream.js';

/**
 * The fast way for the plain kind of YAML that most documents are made of: block mappings and lists, scalars of one line,
 * block scalars, simple flow collections. Answers `undefined` at anything else, sound or not: then the library reads the
 * document. What it does accept it reads into the very tree that the library's reading gives.
 */
export function scanDocument(text: string, slice: DocumentSlice): YamlDocument | undefined {
  const { start, end, content, contentEnd, marked, directives } = slice;
  if (directives || (contentEnd < end && !endsWithBareMarker(text, contentEnd, end))) return undefined;
  if (text.charCodeAt(contentEnd - 1) === carriageReturn) return undefined;
  const cursor = { text, end: contentEnd, at: content, line: content, indent: -1, gaveUp: false };
  if (marked) {
    cursor.at = content + 3;
    finishLine(cursor);
  } else toContent(cursor, content);
  if (cursor.indent < 0) return undefined;
  const root = scanNested(cursor, -1, 1);
  const complete = !cursor.gaveUp && cursor.indent < 0 && root.kind !== 'scalar' && !('flow' in root && root.flow);
  return complete ? { start, end, root, problems: [] } : undefined;
}

/** Behind `...` only comments may be. */
function endsWithBareMarker(text: string, contentEnd: number, end: number): boolean {
  return /^\.\.\.[ ]*\r?(?:\n|$)/.test(text.slice(contentEnd, Math.min(end, contentEnd + 100)));
}
