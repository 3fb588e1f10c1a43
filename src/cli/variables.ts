import type { Report } from '../diagnostics/diagnostics.js';

/** @param given `name=value` each; of two with one name the later counts */
export function readVariables(given: readonly string[], report: Report): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const text of given) {
    const sign = text.indexOf('=');
    if (sign > 0) variables.set(text.slice(0, sign), text.slice(sign + 1));
    else report('DW806', { option: '--var', value: text });
  }
  return variables;
}
