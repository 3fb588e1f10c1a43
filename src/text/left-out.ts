import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';

/**
 * Reports comments by which a model says that it did not write everything, such as `# ... other steps unchanged ...`. A comment inside of a
 * script counts as well: then half of the script is missing.
 */
export function reportLeftOut({ path: file, text }: SourceFile, report: Report): void {
  if (!mayLeaveOut(text)) return;
  for (const match of text.matchAll(elision)) {
    const start = match.index + match[0].indexOf('#');
    const end = match.index + match[0].trimEnd().length;
    report('DW121', { comment: text.slice(start, end) }, { span: { file, start, end } });
  }
}

/** May there be such a comment? Answers in less time than it takes to make the whole pattern, and looks at nothing but signs of comments. */
export function mayLeaveOut(text: string): boolean {
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', at + 1)) {
    if (!beginsLine(text, at)) continue;
    // A pattern of its own would be looked for at each sign of the text.
    wordOfElision.lastIndex = at;
    if (wordOfElision.test(text)) return true;
  }
  return false;
}

function beginsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && isBlank(text.charCodeAt(before))) before -= 1;
  return before < 0 || lineBreaks.has(text.charCodeAt(before));
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

const lineBreaks: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029]);

/** To ignore case takes longer than to name both. */
const wordOfElision =
  /.*(?:[rR][eE][sS][tT]|[oO][tT][hH][eE][rR]|[rR][eE][mM][aA][iI][nN][iI][nN][gG]|[eE][xX][iI][sS][tT][iI][nN][gG]|[pP][rR][eE][vV][iI][oO][uU][sS]|[mM][oO][rR][eE])/y;

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
