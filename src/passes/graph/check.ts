import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { Engine } from '../../model/engine.js';
import type { Dag, Need, Node, Reading, Workflow } from '../../model/workflow.js';
import { findCallCycles } from './call-graph.js';
import { findCycle, predecessorsOf, sequenced } from './topology.js';

/**
 * Reports what is wrong with a workflow before anything is added. Where a DAG can be read in two ways and one of them
 * can never run, that reading is left out of the result.
 */
export function checkWorkflow(workflow: Workflow, engine: Engine, report: Report): Workflow {
  const dags = workflow.dags.map((dag) => checkDag(dag, engine, report));
  checkDagNames(workflow, report);
  checkCalls(workflow, report);
  checkRecursion(workflow, report);
  return { ...workflow, dags };
}

/** The same for one of its DAGs by itself. */
export function checkDag(dag: Dag, engine: Engine, report: Report): Dag {
  checkNames(dag, engine, report);
  checkIds(dag, engine, report);
  checkNeeds(dag, engine, report);
  return withoutImpossibleReadings(dag, engine, report);
}

function checkNames(dag: Dag, { maxNameBytes, words: { needs } }: Engine, report: Report): void {
  const seen = new Map<string, number>();
  for (const node of dag.nodes) {
    const first = seen.get(node.name);
    if (first !== undefined) {
      const related = { message: 'the first one', span: dag.nodes[first]!.span };
      report('DW206', { name: node.name, dag: dag.name, needs }, { span: node.span, related });
    }
    seen.set(node.name, node.index);
    const bytes = node.name.length * 3 > maxNameBytes ? new TextEncoder().encode(node.name).length : 0;
    if (bytes > maxNameBytes)
      report('DW209', { name: node.name, bytes, limit: maxNameBytes, needs }, { span: node.span });
  }
}

/** Names and ids are distinguished by nothing where they are used, so one may not be the other of another node. */
function checkIds(dag: Dag, { words: { needs } }: Engine, report: Report): void {
  if (dag.nodes.every(({ id }) => id === undefined)) return;
  const byId = new Map<string, Node>();
  const byName = new Map(dag.nodes.map((node) => [node.name, node]));
  for (const node of dag.nodes) {
    if (node.id === undefined) continue;
    const first = byId.get(node.id);
    const named = byName.get(node.id);
    if (first && first.name !== node.name)
      report(
        'DW237',
        { id: node.id, dag: dag.name, needs },
        { span: node.span, related: { message: 'the first one', span: first.span } },
      );
    else if (!first && named && named !== node && named.name !== node.name)
      report(
        'DW238',
        { id: node.id, dag: dag.name, needs },
        { span: node.span, related: { message: 'the step of that name', span: named.span } },
      );
    if (!first) byId.set(node.id, node);
  }
}

function checkNeeds(dag: Dag, { words }: Engine, report: Report): void {
  if (!dag.nodes.some(({ needs }) => needs?.some(isDangling))) return;
  const dangling = dag.nodes.flatMap((node) => (node.needs ?? []).filter(isDangling).map((need) => ({ node, need })));
  const names = dag.nodes.flatMap(({ name, id }) => (id === undefined ? [name] : [name, id]));
  dangling.forEach(({ node, need }, index) => {
    const others = index < mostNearMisses ? names.filter((name) => name !== node.name && name !== node.id) : [];
    const { misspelt } = need;
    const nearest = misspelt === undefined ? nearestName(need.name, others) : undefined;
    const fix = nearest !== undefined && plain(nearest) ? [{ ...need.span, text: nearest }] : undefined;
    const parts = nearest === undefined ? partsOf(need.name, others) : [];
    const args = { need: need.name, node: node.name, nearest, parts, misspelt, needs: words.needs, item: words.item };
    const related = misspelt && { message: `the ${words.item}`, span: misspelt.span };
    report('DW207', args, { span: need.span, related, fix });
  });
}

function isDangling({ node, elsewhere }: Need): boolean {
  return node === undefined && !elsewhere;
}

/** The names in one text of several: `build, lint` or `build lint`. */
function partsOf(text: string, names: readonly string[]): readonly string[] {
  const parts = text.trim().split(/[\s,]+/);
  return parts.length > 1 && parts.every((part) => names.includes(part)) ? parts : [];
}

/** Each looks at all names, so the first mistakes have to do. */
const mostNearMisses = 50;

/** A name that can replace another one whatever quotes that one is in. */
function plain(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9._-]*$/.test(name);
}

/** The first document of a file is called by the file's name, so only those behind it can be in each other's way. */
function checkDagNames(workflow: Workflow, report: Report): void {
  const seen = new Map<string, Map<string, Dag>>();
  for (const dag of workflow.dags) {
    const inFile = seen.get(dag.file);
    const first = inFile?.get(dag.name);
    if (first)
      report('DW211', { name: dag.name }, { span: dag.span, related: { message: 'the first one', span: first.span } });
    else if (inFile) inFile.set(dag.name, dag);
    else seen.set(dag.file, new Map());
  }
}

function checkCalls(workflow: Workflow, report: Report): void {
  const names = workflow.dags.map((dag) => dag.name);
  let looks = mostNearMisses;
  for (const dag of workflow.dags) {
    for (const { call } of dag.nodes) {
      if (call === undefined || call.dag !== undefined || call.elsewhere) continue;
      looks -= 1;
      const nearest = looks < 0 ? undefined : nearestName(call.name, names);
      report('DW210', { name: call.name, nearest }, { span: call.span });
    }
  }
}

function checkRecursion(workflow: Workflow, report: Report): void {
  for (const cycle of findCallCycles(workflow)) {
    const path = pathText(
      [...cycle, cycle[0]!].map((index) => workflow.dags[index]!.name),
      ' calls ',
    );
    report('DW213', { path }, { span: workflow.dags[cycle[0]!]!.span });
  }
}

function withoutImpossibleReadings(dag: Dag, engine: Engine, report: Report): Dag {
  if (dag.nodes.every(waitsForEarlier)) return dag;
  const nodes = sequenced(dag);
  const cycles = dag.readings.map((reading) => findCycle(predecessorsOf(nodes, reading.sequence)));
  const possible = dag.readings.filter((_, index) => cycles[index] === undefined);
  if (possible.length === dag.readings.length) return dag;
  if (possible.length > 0) {
    const dropped = dag.readings.find((_, index) => cycles[index] !== undefined)!;
    report('DW212', { dag: dag.name, dropped: dropped.name, kept: possible[0]!.name }, { span: dag.span });
    return { ...dag, readings: possible };
  }
  reportCycle(dag, dag.readings[0]!, cycles[0]!, engine, report);
  return dag;
}

/** Where every node waits for nodes in front of it alone, no reading has a cycle, and no edges have to be made to see it. */
function waitsForEarlier({ index, needs, engineNeeds, stage }: Node): boolean {
  if (stage !== undefined) return false;
  for (const need of engineNeeds) if (need >= index) return false;
  for (const { node } of needs ?? []) if (node !== undefined && node >= index) return false;
  return true;
}

function reportCycle(
  dag: Dag,
  reading: Reading,
  cycle: readonly number[],
  { words: { item } }: Engine,
  report: Report,
): void {
  const path = pathText(
    [...cycle, cycle[0]!].map((node) => dag.nodes[node]!.name),
    ' waits for ',
  );
  const last = dag.nodes[cycle.at(-1)!]!;
  report(
    'DW208',
    { dag: dag.name, path, reading: reading.name, item },
    {
      span: dag.nodes[cycle[0]!]!.span,
      related: cycle.length > 1 ? { message: 'the other end', span: last.span } : undefined,
    },
  );
}

/** A long way is reported by its ends. */
function pathText(names: readonly string[], between: string): string {
  const shown = names.length <= 12 ? names : [...names.slice(0, 6), '…', ...names.slice(-5)];
  return shown.join(between);
}
