import { asSequence, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldValue, mapOf, textOf } from './fields.js';
import { type DaguStep, textAt, valueAt } from './step-keys.js';

/** What decides besides written needs when and whether steps run, by node. */
export interface EngineNeeds {
  /** The nodes that a node waits for. */
  readonly needs: ReadonlyMap<number, readonly number[]>;
  /** Those that routers choose from. */
  readonly routed: ReadonlySet<number>;
}

/** The name of a step that a router names, and where. */
export interface RoutedName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Edges that 2.x adds by itself: from a router to the steps it routes to, and in a build from the step that makes a file
 * to the steps that take it.
 */
export function engineNeedsOf(
  document: DaguDocument,
  lookUp: (name: string) => number | undefined,
  reportMissing: (router: number, target: RoutedName) => void,
): EngineNeeds {
  const { steps } = document.steps;
  const isBuild = document.type === 'build';
  if (!isBuild && !steps.some(({ keys }) => keys.routes >= 0 || keys.action >= 0)) return none;
  const needs = new Map<number, number[]>();
  const routed = new Set<number>();
  const add = (node: number, need: number) => {
    if (node === need) return;
    const list = needs.get(node) ?? [];
    list.push(need);
    needs.set(node, list);
  };
  steps.forEach((step, router) => {
    for (const named of routedNames(step)) {
      const target = lookUp(named.name);
      if (target === undefined) reportMissing(router, named);
      else {
        routed.add(target);
        add(target, router);
      }
    }
  });
  if (isBuild) addFileEdges(steps, add);
  return { needs, routed };
}

const none: EngineNeeds = { needs: new Map(), routed: new Set() };

function routedNames(step: DaguStep): readonly RoutedName[] {
  const { action, with: given, routes: own } = step.keys;
  const isInside = textAt(step, action) === 'router.route';
  const parameters = isInside ? mapOf(valueAt(step, given)) : undefined;
  const routes = isInside ? parameters && fieldValue(parameters, 'routes') : valueAt(step, own);
  return routes?.kind === 'map' ? routes.pairs.flatMap((pair) => namesIn(pair.value)) : [];
}

function namesIn(node: YamlNode): readonly RoutedName[] {
  const items = asSequence(node)?.items.map((item) => item.value) ?? [node];
  return items.flatMap((item) => {
    const name = textOfNode(item);
    return name === undefined ? [] : [{ name, start: item.start, end: item.end }];
  });
}

function addFileEdges(steps: readonly DaguStep[], add: (node: number, need: number) => void): void {
  const maker = new Map<string, number>();
  steps.forEach((step, index) => {
    for (const path of filePaths(valueAt(step, step.keys.outputs))) maker.set(path, index);
  });
  steps.forEach((step, index) => {
    for (const path of filePaths(valueAt(step, step.keys.inputs))) {
      const need = maker.get(path);
      if (need !== undefined) add(index, need);
    }
  });
}

function filePaths(list: YamlNode | undefined): readonly string[] {
  if (list?.kind !== 'sequence') return [];
  return list.items.flatMap((item) => {
    const file = mapOf(item.value);
    return (file && textOf(file, 'path')) ?? [];
  });
}
