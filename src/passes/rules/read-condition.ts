import type { Report } from '../../diagnostics/diagnostics.js';
import { namesOf, parseCondition } from '../../lang/condition.js';
import { nearestName } from '../../lang/nearest.js';
import { builtInNames, isOurs } from '../../lang/variable-names.js';
import type { Located } from '../../model/layer.js';
import type { ActionKind, ConditionText } from '../../model/rule.js';
import type { Span } from '../../model/source.js';

/** Reports what is wrong with a condition once, so that later passes may rely on all of them. */
export function readCondition(written: Located<string>, brought: Brought | undefined, report: Report): ConditionText {
  const { value, span } = written;
  const condition = { text: value, span };
  const read = parseCondition(value);
  if (read.ok) {
    for (const { name, start, end } of namesOf(read.condition)) {
      const nearest = isOurs(name) ? undefined : meantBy(name, brought);
      if (nearest !== undefined) report('DW338', { name, nearest }, { span: spanOfName(condition, start, end) });
    }
  } else {
    const { message: problem, hint, start, end } = read.problem;
    report('DW329', { problem, hint }, { span: spanOfName(condition, start, end) });
  }
  return condition;
}

/** Variables that a rule brings with it. */
type Brought = ActionKind['variables'];

/** The name of ours that was probably meant by one that is not. */
export function meantBy(name: string, brought: Brought | undefined): string | undefined {
  if (!brought) return isLoud(name) ? undefined : nearestName(name, builtInNames);
  const nearest = brought.has(name) ? undefined : nearestName(name, brought.keys());
  return nearest && `\${${nearest}}`;
}

/** `${TASK_ID}` is what a variable of the run is called. */
function isLoud(name: string): boolean {
  return name === name.toUpperCase();
}

/** A part of a text, where the text was written as it reads: without escapes and line breaks in it. */
export function spanOfName({ text, span }: ConditionText, start: number, end: number): Span {
  const around = span.end - span.start - text.length;
  if (around !== 0 && around !== 2) return span;
  const offset = span.start + around / 2;
  return { file: span.file, start: offset + start, end: offset + Math.max(end, start + 1) };
}
