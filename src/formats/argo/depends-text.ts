import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import { pairOf, resolved, textOf } from '../../text/yaml-access.js';
import type { YamlScalar } from '../../text/yaml-node.js';
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
  const value = map && pairOf(map, 'depends')?.value;
  const scalar = value && resolved(value);
  const written = textOf(value);
  if (!scalar || written === undefined || written.trim() === '') return undefined;
  const span = { file, start: scalar.start, end: scalar.end };
  const read = scalar.kind === 'scalar' ? parseDepends(written) : undefined;
  if (!read?.ok) {
    report('DW253', { needs: 'depends', problem: read?.problem ?? 'it is no text', expression: written }, { span });
    return undefined;
  }
  const offset = scalar.kind === 'scalar' ? offsetOf(scalar, text) : undefined;
  return {
    tree: read.tree,
    spanOf(task) {
      const found = tasksIn(read.tree).find(({ name }) => name === task);
      if (!found || offset === undefined) return span;
      return { file, start: offset + found.start, end: offset + found.start + found.name.length };
    },
  };
}

/** Where the first character of a value is, where the value is in the text as it is. */
function offsetOf(scalar: YamlScalar, text: string): number | undefined {
  const at = scalar.start + (scalar.style === 'plain' ? 0 : 1);
  return text.startsWith(scalar.value, at) ? at : undefined;
}
