import type { Report } from '../diagnostics/diagnostics.js';
import type { YamlNode, YamlScalar } from './yaml-node.js';

/** Reports values between quotes of running text, as an editor or a chat window makes them: to YAML they are letters. */
export function reportTypographicQuotes(root: YamlNode, file: string, text: string, report: Report): void {
  // Of a text with such signs, documents are looked at one by one, and not each time from end to end.
  if (!/[\u2018-\u201e]/.test(text.slice(root.start, root.end))) return;
  const left: YamlNode[] = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.kind === 'scalar') reportScalar(node, file, report);
    if (node.kind === 'sequence') for (const { value } of [...node.items].reverse()) left.push(value);
    if (node.kind === 'map') for (const { value } of [...node.pairs].reverse()) left.push(value);
  }
}

function reportScalar({ style, value, start, end }: YamlScalar, file: string, report: Report): void {
  const inner = style === 'plain' ? innerOf(value) : undefined;
  if (inner === undefined) return;
  const span = { file, start, end };
  const fix = /["\\\n]/.test(inner) ? undefined : [{ ...span, text: `"${inner}"` }];
  report('DW239', { written: value, meant: inner }, { span, fix });
}

/** Where another quote opens in between, as in “a” and “b”, those at the ends are no pair. */
function innerOf(value: string): string | undefined {
  return (inDouble.exec(value) ?? inSingle.exec(value))?.[1];
}

const inDouble = /^[\u201c-\u201e]([^\u201c\u201e]*)[\u201c\u201d]$/u;
const inSingle = /^[\u2018-\u201a]([^\u2018\u201a]*)[\u2018\u2019]$/u;
