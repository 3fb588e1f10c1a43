import type { Part, Word } from '../../model/step.js';

/** Parts in a row as one value: neighbouring literal ones become one. */
export function joinText(parts: readonly Part[]): Word {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: last.text + part.text };
    else out.push(part);
  }
  return out;
}
