import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';

/**
 * Reports comments by which a model says that it did not write everything, such as `# ... other steps unchanged ...`. A comment inside of a
 * script counts as well: then half of the script is missing.
 */
export function reportLeftOut({ path: file, text }: SourceFile, report: Report): void {
  if (!text.includes('#') || !mayBeElision.test(text)) return;
  for (const match of text.matchAll(elision)) {
    const start = match.index + match[0].indexOf('#');
    const end = match.index + match[0].trimEnd().length;
    report('DW121', { comment: text.slice(start, end) }, { span: { file, start, end } });
  }
}

/** To make the whole pattern takes longer than to read a small workflow, and to ignore case longer than to name both. */
export const elisionLike =
  '[ \\t]*#.*(?:[rR][eE][sS][tT]|[oO][tT][hH][eE][rR]|[rR][eE][mM][aA][iI][nN][iI][nN][gG]|[eE][xX][iI][sS][tT][iI][nN][gG]|[pP][rR][eE][vV][iI][oO][uU][sS]|[mM][oO][rR][eE])';
const mayBeElision = new RegExp(`^${elisionLike}`, 'm');

const what =
  '(?:steps?|tasks?|jobs?|nodes?|stages?|workflow|dag|file|yaml|config(?:uration)?|definition|code|script|lines?)';
const which = '(?:the )?(?:rest|others?|remaining|existing|previous|more)';
const gone =
  '(?:unchanged|omitted|as (?:before|above)|(?:stay|remain)s? (?:the )?(?:same|unchanged|as is)|for brevity|go here)';
const dots = '(?:\\.{3}|\u2026)';
/** Dots before it, dots behind what there is more of, or words that say where it went. */
const elision = new RegExp(
  `^[ \\t]*#+[ \\t]*[[(<{]?[ \\t]*(?:${[
    `${dots}[ \\t]*[[(]?${which}\\b[^\\n]*`,
    `${which} (?:\\w+ ){0,3}${what}\\b[^\\n]*${dots}[\\])}>]?`,
    `${which}(?: of)?(?: (?:the|your|my|this))?(?: existing)?(?: ${what})?(?: (?:are|is))? ${gone}\\b[^\\n]*`,
  ].join('|')})[ \\t]*\\r?$`,
  'gim',
);
