import type { Code } from '../../diagnostics/catalog.js';
import type { Reported } from '../../diagnostics/recorder.js';
import type { Dag } from '../../model/workflow.js';

/** What is reported of every DAG of a shape. */
export type Remark =
  /** Of the whole run, whatever the DAG. */
  | { readonly of: 'run'; readonly reported: Reported }
  /** Once for all DAGs in which it happens. */
  | { readonly of: 'all'; readonly reported: Reported }
  /** Of each DAG, with the names of some of its steps. */
  | { readonly of: 'each'; readonly reported: Reported; readonly steps: readonly number[] | undefined }
  /** Of one DAG that is like no other, as it is. */
  | { readonly of: 'one'; readonly reported: Reported };

/** Reported once a rule, with the names of all DAGs or tasks in which it happened. */
const forAll: ReadonlySet<Code> = new Set(['DW403', 'DW410', 'DW412', 'DW413', 'DW414', 'DW419', 'DW476']);

/** Reported of each DAG, with nothing in it but its name, a rule and maybe steps. */
const forEach: ReadonlySet<Code> = new Set(['DW409', 'DW420']);

/** Reported of a rule, of a prompt that it names and of what the root sets. */
const forRun = new Set<Code>(['DW501', 'DW506', 'DW507', 'DW508', 'DW509', 'DW510', 'DW511', 'DW513', 'DW514']);

export function isOfRun({ code }: Reported): boolean {
  return forRun.has(code);
}

/**
 * @param isOther is the DAG like no other?
 * @returns `undefined` for what is not the same for all of a shape
 */
export function remarkOf(reported: Reported, dag: Dag, isOther = false): Remark | undefined {
  if (forAll.has(reported.code)) return { of: 'all', reported };
  if (forRun.has(reported.code)) return { of: 'run', reported };
  // What is said of a rule may be said once for all DAGs that it matches.
  if (isOther && reported.place?.span?.file === dag.file) return { of: 'one', reported };
  if (!forEach.has(reported.code)) return undefined;
  const names = reported.args.nodes as readonly string[] | undefined;
  const steps = names?.map((name) => dag.nodes.findIndex((node) => node.name === name));
  return { of: 'each', reported, steps };
}
