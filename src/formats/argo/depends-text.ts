import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import { pairOf, present } from '../../text/yaml-access.js';
import type { YamlScalar } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { type Depends, parseDepends, tasksIn } from './depends.js';

/** The expression of a task, and where its parts are. */
export interface ReadExpression {
  readonly tree: Depends;
  spanOf(task: string): Span;
}

/** `undefined` where nothing is written, or nothing that can be read, which is reported. */
export function readExpression(
  { map }: ListedStep,
  text: string,
  file: string,
  report: Report,
): ReadExpression | undefined {
  const value = present(map && pairOf(map, 'depends')?.value);
  if (!value) return undefined;
  const span = { file, start: value.start, end: value.end };
  const refuse = (problem: string, expression: string) => {
    report('DW253', { needs: 'depends', problem, expression }, { span });
    return undefined;
  };
  if (value.kind !== 'scalar') return refuse('it is no text', text.slice(value.start, value.end).split('\n', 1)[0]!);
  if (value.value.trim() === '') return undefined;
  const read = parseDepends(value.value);
  if (!read.ok) return refuse(read.problem, value.value);
  const offset = offsetOf(value, text);
  // Of a task that is there twice, the first place.
  const starts = whenAsked(
    () =>
      new Map(
        tasksIn(read.tree)
          .map(({ name, start }) => [name, start] as const)
          .toReversed(),
      ),
  );
  return {
    tree: read.tree,
    spanOf(task) {
      const start = starts().get(task);
      if (start === undefined || offset === undefined) return span;
      return { file, start: offset + start, end: offset + start + task.length };
    },
  };
}

/** Where the first character of a value is, where the value is in the text as it is. */
function offsetOf(scalar: YamlScalar, text: string): number | undefined {
  const at = scalar.start + (scalar.style === 'plain' ? 0 : 1);
  return text.startsWith(scalar.value, at) ? at : undefined;
}
