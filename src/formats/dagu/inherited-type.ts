import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';

/** A DAG that does not say its type, so that the base configuration of 2.x does. */
export interface TypelessDag {
  readonly dag: string;
  readonly span: Span;
  /** Where its first key is. */
  readonly firstKey: number;
  readonly lineBreak: string;
  /** Its keys are in braces. */
  readonly flow: boolean;
}

/** The base configuration that early versions of 2.x wrote by themselves makes a chain of it. */
export function reportInheritedType({ dag, span, firstKey, lineBreak, flow }: TypelessDag, report: Report): void {
  const line = flow ? '"type": "graph", ' : `type: graph${lineBreak}`;
  const fix = [{ file: span.file, start: firstKey, end: firstKey, text: line }];
  report('DW614', { dag, engine: 'Dagu 2.x', key: 'type', line: 'type: graph' }, { span, fix });
}
