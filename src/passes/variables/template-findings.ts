import type { Report } from '../../diagnostics/diagnostics.js';
import { codePlaces, refusedPlaces, type ShellText } from '../../lang/shell/place-values.js';
import type { ParsedTemplate } from '../../lang/template.js';
import type { Span } from '../../model/source.js';
import type { Word } from '../../model/step.js';
import type { Lookup, Variable, VariableTable } from './variable-table.js';

/** Reports what looks like a mistake in a template. `where` names the file that holds it, if that is not the configuration. */
export function reportFindings(
  { findings }: ParsedTemplate,
  span: Span,
  where: string | undefined,
  report: Report,
): void {
  for (const finding of findings) {
    if (finding.kind === 'near-miss') report('DW502', { ...finding, where }, { span });
    else if (finding.kind === 'near-dollar') report('DW516', finding, { span });
    else if (finding.kind === 'not-ours') report('DW503', { ...finding, where }, { span });
    else report('DW510', { written: finding.written, where }, { span });
  }
}

/** @returns true where every value has a place that can be quoted */
export function reportRefusals(template: string, shell: ShellText, span: Span, report: Report): boolean {
  const refusals = refusedPlaces(shell);
  for (const { variable, reason } of refusals) {
    report('DW506', { written: template.slice(variable.start, variable.end), reason }, { span });
  }
  return refusals.length === 0;
}

/** Reports values that another program would read as code, where what they mean is no plain word. */
export function reportCode(
  template: string,
  shell: ShellText,
  variables: VariableTable,
  span: Span,
  report: Report,
): void {
  for (const { variable, reason } of codePlaces(shell)) {
    const lookup = variables(variable.name);
    if (!lookup.ok || isHarmless(variable.name, lookup)) continue;
    const text = lookup.value.map((part) => (part.kind === 'text' ? part.text : undefined));
    const value = text.includes(undefined) ? undefined : shown(text.join(''));
    report('DW518', { written: template.slice(variable.start, variable.end), value, reason }, { span });
  }
}

function shown(value: string): string {
  const points = [...value];
  return JSON.stringify(points.length > 60 ? `${points.slice(0, 60).join('')}…` : value);
}

/** `hooks.vars` and parameters come from the one who wrote the rule, code or not; all else may come from a workflow that a model wrote. */
function isHarmless(name: string, { value, source }: Variable): boolean {
  if (source.kind === 'vars' || source.kind === 'parameter') return true;
  const isTime = source.kind === 'default' && name.toLowerCase() === 'timestamp';
  return value.every((part) => (part.kind === 'text' ? /^[\w./:@%+,-]*$/.test(part.text) : isTime));
}

/** Reports a variable of an action that has no value at its point. */
export function reportNotHere(lookup: Extract<Lookup, { why: 'not-here' }>, span: Span, report: Report): void {
  const { point, reason, points, mayBeStated } = lookup.here;
  report('DW517', { name: lookup.name, point, why: reason, points, mayBeStated }, { span });
}

/**
 * A value that can be the argument of a command, which is bytes without NUL; half of a surrogate pair has no bytes.
 * @returns `undefined` for another one, which is reported
 */
export function passable(name: string, value: Word, span: Span, report: Report): Word | undefined {
  for (const part of value) {
    if (part.kind !== 'text' || !/\0|\p{Surrogate}/u.test(part.text)) continue;
    report('DW505', { name, sign: part.text.includes('\0') ? 'NUL' : 'surrogate' }, { span });
    return undefined;
  }
  return value;
}
