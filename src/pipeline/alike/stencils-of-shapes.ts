import type { HookStencil, NamedHook } from '../../formats/stencils.js';
import { whenAsked } from '../../formats/when-asked.js';
import { isOfPolicy } from '../../model/layer.js';
import type { DagPlan, InjectedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { workOf } from '../../passes/match/beyond-gates.js';
import { type Copy, type Stencil, stencilFrom } from '../../text/stencil.js';
import type { ShapePlanning } from './passes-for-shapes.js';
import { type Shape, wordsOf } from './stand-ins.js';

/** A DAG that was planned under the first of two names in place of its own. */
interface PlannedShape {
  readonly dag: Dag;
  /** `undefined` for a DAG that is like no other: it keeps its name. */
  readonly shape: Shape | undefined;
  /** Equal where DAGs set the same for their steps. */
  readonly settings: number;
  readonly nodes: DagPlan['nodes'];
  /** Plans it under the second name. */
  planOther(): DagPlan['nodes'];
}

export interface ShapeHook extends HookStencil {
  /** The shell texts that it runs, by the numbers of `wordsOf`; empty for hooks of a policy, which looks at those of others alone. */
  readonly scripts: readonly Stencil[];
}

/** By hook of the plan, in its order. @returns `undefined` where what a hook says is not the same for all of the shape */
type StencilsOf = (planned: PlannedShape) => readonly ShapeHook[] | undefined;

/**
 * What a hook says follows from its rule, the settings of the DAG and the name of that. It is made once for all shapes, under two
 * names, which show where the name goes.
 */
export function createStencils({ plain, recorder }: Pick<ShapePlanning, 'plain' | 'recorder'>): StencilsOf {
  const known = new Map<string, ShapeHook | undefined>();
  const shapes = new Map<string, number>();
  return ({ dag, shape, settings, nodes, planOther }) => {
    const [name, otherName] = shape?.standIns ?? [dag.name, dag.name];
    let others: DagPlan['nodes'] | undefined;
    const make = (node: InjectedNode, at: number, needsNodes: boolean): ShapeHook | undefined => {
      others ??= shape ? planOther() : nodes;
      const named = [
        { node, words: wordsOf(name) },
        { node: others[at] as InjectedNode, words: wordsOf(otherName) },
      ] as const;
      const made = plain.hookStencil(dag.index, named, needsNodes, recorder.report);
      const scripts = scriptsOf(named);
      return recorder.taken().length === 0 && made && scripts ? { ...made, scripts } : undefined;
    };
    const names = whenAsked(() => new Set(dag.nodes.map((one) => one.name)));
    // A number, since the key of a shape may be long: V8 takes the length of a long text for its hash, so that those of all hooks would be equal.
    const ofShape = shape && numberOf(shape.key, shapes);
    const found: ShapeHook[] = [];
    for (const [at, node] of nodes.entries()) {
      if (node.kind === 'kept') continue;
      const needsNodes = node.needs?.some((need) => names().has(need)) === true;
      const key =
        shape && keyOfHook(node, shape.standIns, node.injection.rule.each ? `shape ${ofShape}` : settings, needsNodes);
      const stencil = key !== undefined && known.has(key) ? known.get(key) : make(node, at, needsNodes);
      if (key !== undefined) known.set(key, stencil);
      if (!stencil) return undefined;
      found.push(stencil);
    }
    return found;
  };
}

function numberOf(key: string, known: Map<string, number>): number {
  const number = known.get(key) ?? known.size;
  known.set(key, number);
  return number;
}

function scriptsOf(named: readonly [NamedHook, NamedHook]): readonly Stencil[] | undefined {
  if (isOfPolicy(named[0].node.injection.rule)) return [];
  const [first, second] = [scriptCopies(named[0]), scriptCopies(named[1])];
  if (first.length !== second.length) return undefined;
  const stencils = first.map((copy, at) => stencilFrom([copy, second[at]!]));
  return stencils.every((one) => one !== undefined) ? stencils : undefined;
}

function scriptCopies({ node, words }: NamedHook): readonly Copy[] {
  const holes = words.map((word, hole) => ({ word, hole }));
  return workOf(node.injection.call).scripts.map((text) => ({ text, words: holes }));
}

/** Hooks of equal keys say the same, in every DAG of the same settings; those for steps in every DAG of the same shape. */
function keyOfHook(
  { name, needs, detached, injection: { rule, output } }: InjectedNode,
  standIns: Shape['standIns'],
  within: string | number,
  needsNodes: boolean,
): string {
  const waitsFor = needsNodes ? 'steps' : (needs ?? ['nothing']).join(' ');
  return [standIns[0], within, rule.id, name, detached, output, waitsFor].join('|');
}
