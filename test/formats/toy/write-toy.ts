import type { Dag, Node, Workflow } from '../../../src/model/workflow.js';
import { predecessorsOf } from '../../../src/passes/graph/topology.js';

export type Written = { readonly text: string } | { readonly because: string };

/** The same graph as jobs and their steps; or why they cannot say it. */
export function writeToy({ dags, roots }: Workflow): Written {
  const because = whyNot(dags, roots);
  if (because !== undefined) return { because };
  const root = dags[roots[0]!]!;
  const needs = orderOf(root)!;
  const jobs = root.nodes.map((node, index) => {
    const after = needs[index]!.map((need) => jobName(root.nodes[need]!));
    const body = node.call?.dag === undefined ? undefined : dags[node.call.dag]!;
    const steps = body?.nodes.map(({ name, command }) => ({ name, run: command ?? 'true' }));
    const job = { ...(after.length > 0 ? { after } : {}), ...(steps ? { steps } : { run: node.command ?? 'true' }) };
    return `  ${JSON.stringify(jobName(node))}: ${JSON.stringify(job)}\n`;
  });
  return { text: `engine: toy\njobs:\n${jobs.join('')}` };
}

/** A job is called like what runs in it. */
export function jobName({ name, call }: Node): string {
  return call?.name ?? name;
}

/** For each node, what it waits for, in each way in which an engine may read it. */
export function ordersOf({ nodes, readings }: Dag): readonly (readonly (readonly number[])[])[] {
  const list = nodes.map(({ entry, needs, engineNeeds }) => {
    return { entry, engineNeeds, needs: needs?.flatMap((need) => need.node ?? []) };
  });
  return readings.map(({ sequence }) => predecessorsOf(list, sequence));
}

/** `undefined` where that depends on the version that reads it. */
function orderOf(dag: Dag): readonly (readonly number[])[] | undefined {
  const [first, ...others] = ordersOf(dag);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : undefined;
}

function whyNot(dags: readonly Dag[], roots: readonly number[]): string | undefined {
  const root = dags[roots[0]!]!;
  const nodes = dags.flatMap((dag) => dag.nodes);
  const calls = root.nodes.flatMap(({ call }) => call ?? []);
  if (roots.length > 1) return 'several roots';
  if (dags.some(({ closed }) => closed !== undefined)) return 'a DAG is closed';
  if (dags.some((dag) => !orderOf(dag))) return 'the version decides the order';
  if (calls.some(({ dag }) => dag === undefined)) return 'a call of what was not read';
  if (dags.some((dag) => dag !== root && dag.nodes.some(({ call }) => call))) return 'calls inside of bodies';
  if (dags.some(({ index }) => index !== root.index && calls.filter(({ dag }) => dag === index).length !== 1))
    return 'a body without its own caller';
  if (dags.some((dag) => dag !== root && !isChain(dag))) return 'a body that is no chain';
  if (new Set(root.nodes.map(jobName)).size < root.nodes.length) return 'a step that is called like a body';
  if (nodes.some(({ named, name }) => !named || name.startsWith('hook-'))) return 'a node without a name of its own';
  if (nodes.some((node) => !isPlain(node))) return 'a node that does something special';
  if (dags.some(({ env, params, given }) => env.size + params.size + given.size > 0)) return 'variables of a DAG';
  return undefined;
}

function isChain(dag: Dag): boolean {
  return orderOf(dag)!.every(
    (needs, index) => needs.length === Math.min(index, 1) && (index === 0 || needs[0] === index - 1),
  );
}

function isPlain({ conditional, skippable, chosen, failable, engineNeeds, id, name, output }: Node): boolean {
  const isOrdinary = !conditional && !skippable && !chosen && failable === 'no' && output === undefined;
  return isOrdinary && engineNeeds.length === 0 && (id === undefined || id === name);
}
