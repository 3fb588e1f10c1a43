import { nearestName } from './nearest.js';
import type { ParsedTemplate, TemplateFinding, TemplatePiece } from './template.js';

/**
 * Reads a text whose variables are written `${ITERATION}`: each becomes a piece, every other byte stays text, `${SLACK_WEBHOOK}`
 * and `{{…}}` too. A backslash or a dollar sign right before it makes `${ITERATION}` plain text, as it does for a shell.
 * @param names of the variables
 * @param kept a variable that the one who runs the step fills in
 */
export function parseDollarText(text: string, names: readonly string[], kept: string | undefined): ParsedTemplate {
  const pieces: TemplatePiece[] = [];
  const findings: TemplateFinding[] = [];
  let from = 0;
  for (const match of text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)) {
    const [written, name] = match as unknown as readonly [string, string];
    const [start, end] = [match.index, match.index + written.length];
    if (!names.includes(name)) {
      const suggestion = nearestName(name, names);
      if (suggestion !== undefined) findings.push({ kind: 'near-dollar', written, suggestion });
      continue;
    }
    if (name === kept || isProtected(text, start)) continue;
    if (start > from) pieces.push({ kind: 'text', text: text.slice(from, start) });
    pieces.push({ kind: 'variable', name, raw: false, start, end });
    from = end;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return { pieces, findings };
}

function isProtected(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1 || text[at - 1] === '$';
}
