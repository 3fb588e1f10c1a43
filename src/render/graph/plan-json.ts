import { gateOf, isChanged, type Picture, type PictureDag, type PictureHook } from '../../model/picture.js';
import type { Forecast } from '../../model/run-table.js';
import type { Locator } from '../locator.js';
import { callText } from './words.js';

/**
 * What will be added, for programs; its shape is `dag-schemas/plan.schema.json`.
 * @param changes false where all of it is in the workflow already
 */
export function planJson({ dags }: Picture, changes: boolean, locate: Locator): string {
  const changed = dags.filter(isChanged);
  const steps = changed.reduce((sum, dag) => sum + addedTo(dag).length + dag.handlers.length, 0);
  const view = {
    version: 2,
    changes,
    summary: { steps, dags: changed.length },
    dags: changed.map((dag) => dagView(dag, locate)),
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}

function addedTo(dag: PictureDag): readonly number[] {
  return dag.nodes.flatMap((node, at) => (node.hook?.injection ? [at] : []));
}

function dagView(dag: PictureDag, locate: Locator): object {
  const nameOf = (at: number) => dag.nodes[at]!.name;
  const edges = (change: string) =>
    dag.edges.filter((edge) => edge.change === change).map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }));
  return {
    name: dag.name,
    file: dag.file,
    ...(dag.reading !== undefined && { reading: dag.reading }),
    steps: addedTo(dag).map((at) => ({ name: nameOf(at), ...hookView(dag.nodes[at]!.hook!, locate) })),
    handlers: dag.handlers.map(({ name, event, hook }) => ({ name, event, ...hookView(hook, locate) })),
    added_edges: edges('added'),
    removed_edges: edges('removed'),
  };
}

function hookView({ rule: id, injection, forecast }: PictureHook, locate: Locator): object {
  const { rule, task, output } = injection!;
  const start = locate(rule.span)?.start;
  return {
    rule: id,
    point: rule.point,
    type: rule.step.type,
    ...(rule.step.name !== undefined && { definition: rule.step.name }),
    ...(task !== undefined && { task }),
    gate: gateOf(injection!),
    ...(output !== undefined && { output }),
    runs: callText(injection!),
    written: { file: rule.span.file, ...start },
    will_it_run: forecastView(forecast!),
  };
}

function forecastView({ rows, successors, ends }: Forecast): object {
  return {
    before: rows.map(({ before, runs, blockedBy, perhapsBlockedBy }) => ({
      before,
      runs,
      ...(blockedBy.length > 0 && { blocked_by: blockedBy }),
      ...(perhapsBlockedBy.length > 0 && { perhaps_blocked_by: perhapsBlockedBy }),
    })),
    waiting: successors,
    ends: ends.map(({ command, successors: waiting, failsRun }) => ({ command, waiting, run_fails: failsRun })),
  };
}
