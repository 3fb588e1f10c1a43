import { isLifecycleVariable, type LifecycleVariable, lifecycleVariables } from './lifecycle-names.js';
import { nearestName } from './nearest.js';
import type { ParsedTemplate, TemplateFinding, TemplatePiece } from './template.js';

/**
 * Reads a text of a lifecycle file: `${ITERATION}` becomes a piece, every other byte stays text, `${SLACK_WEBHOOK}` and `{{…}}`
 * too. A backslash or a dollar sign right before it makes `${ITERATION}` plain text, as it does for a shell.
 * @param kept a variable that whoever runs the step fills in
 */
export function parseLifecycleText(text: string, kept?: LifecycleVariable): ParsedTemplate {
  const pieces: TemplatePiece[] = [];
  const findings: TemplateFinding[] = [];
  let from = 0;
  for (const match of text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)) {
    const [written, name] = match as unknown as readonly [string, string];
    const [start, end] = [match.index, match.index + written.length];
    if (!isLifecycleVariable(name)) {
      const suggestion = nearestName(name, lifecycleVariables);
      if (suggestion !== undefined) findings.push({ kind: 'near-lifecycle', written, suggestion });
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
