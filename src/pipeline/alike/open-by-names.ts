import { createCollector } from '../../diagnostics/diagnostics.js';
import type { OpenWorkflow, PlainWorkflow } from '../../formats/format.js';
import { isOfPolicy } from '../../model/layer.js';
import type { RuleSet } from '../../model/rule.js';
import type { SourceFile } from '../../model/source.js';
import { checkDag } from '../../passes/graph/check.js';
import { areByShape } from '../../passes/select/by-shape.js';
import type { ReadOptions } from '../read-workflows.js';
import { formatOf, openPlain } from './open.js';

/** A workflow of which names and calls are read, and all else of a DAG when it is asked for. */
export interface OpenByNames extends Pick<PlainWorkflow, 'report'> {
  readonly open: OpenWorkflow;
  /** By DAG: those of one number are alike in all but names and what their nodes run. */
  readonly shapes: PlainWorkflow['shapes'];
}

/**
 * Opens a workflow for a question about one of its tasks, or about names and order alone: of the others, names and calls are read, and one
 * of each shape is checked.
 * @param rules that are to be followed; `undefined` without any
 * @returns `undefined` where rules ask for more than names, where hooks of an earlier run may be there, or there is something to report
 * of a DAG
 */
export function openByNames(
  files: readonly SourceFile[],
  reading: ReadOptions,
  rules: RuleSet | undefined,
): OpenByNames | undefined {
  if (rules && !(areByShape(rules, files.length === 1) && goByNames(rules))) return undefined;
  const format = formatOf(files, reading);
  const reader = format?.createPlainReader?.();
  const plain = reader && openPlain(files, reader, reading, rules);
  return plain && areSound(plain) ? { open: plain.byNames(), shapes: plain.shapes, report: plain.report } : undefined;
}

/** What a step runs is in nobody's names, and a policy asks what all DAGs set. */
function goByNames({ rules, deny }: RuleSet): boolean {
  return deny.length === 0 && rules.every((rule) => !rule.match && !rule.each && !isOfPolicy(rule));
}

function areSound(plain: PlainWorkflow): boolean {
  const { report, all } = createCollector();
  const known = new Set<number>();
  for (const [dag, shape] of plain.shapes.entries()) {
    if (known.has(shape)) continue;
    known.add(shape);
    if (known.size > fewShapes || plain.findings(dag, []).ofText.length > 0) return false;
    checkDag(plain.inFull(dag), plain.open.engine, report);
  }
  return all().length === 0;
}

/** With more, reading all of them once takes no longer. */
const fewShapes = 500;
