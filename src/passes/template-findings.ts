import type { Report } from '../diagnostics/diagnostics.js';
import { refusedPlaces, type ShellText } from '../lang/shell-text.js';
import type { ParsedTemplate } from '../lang/template.js';
import type { Span } from '../model/source.js';
import type { Lookup } from './variable-table.js';

/** Reports what looks like a mistake in a template. `where` names the file that holds it, if that is not the configuration. */
export function reportFindings(
  { findings }: ParsedTemplate,
  span: Span,
  where: string | undefined,
  report: Report,
): void {
  for (const finding of findings) {
    if (finding.kind === 'near-miss') report('DW502', { ...finding, where }, { span });
    else if (finding.kind === 'near-lifecycle') report('DW516', finding, { span });
    else if (finding.kind === 'not-ours') report('DW503', { ...finding, where }, { span });
    else report('DW510', { written: finding.written, where }, { span });
  }
}

/** @returns true where every value has a place that can be quoted */
export function reportRefusals(shell: ShellText, span: Span, report: Report): boolean {
  const refusals = refusedPlaces(shell);
  for (const { variable, reason } of refusals) report('DW506', { name: variable.name, reason }, { span });
  return refusals.length === 0;
}

/** Reports a variable of lifecycle hooks that has no value at the point of its action. */
export function reportNotHere(lookup: Extract<Lookup, { why: 'not-here' }>, span: Span, report: Report): void {
  const { point, reason, points } = lookup.lifecycle;
  report('DW517', { name: lookup.name, point, why: reason, points }, { span });
}
