import { asMap, asSequence, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldValue, textOf } from './fields.js';

/**
 * Edges that 2.x adds by itself: from a router to the steps it routes to, and in a build from the step that makes a file
 * to the steps that take it. By node: the nodes it waits for.
 */
export function engineNeedsOf(
  document: DaguDocument,
  lookUp: (name: string) => number | undefined,
): ReadonlyMap<number, readonly number[]> {
  const needs = new Map<number, number[]>();
  const add = (node: number, need: number) => {
    if (node === need) return;
    const list = needs.get(node) ?? [];
    list.push(need);
    needs.set(node, list);
  };
  document.steps.steps.forEach((step, router) => {
    if (step.map === undefined) return;
    for (const name of routedNames(step.map)) {
      const target = lookUp(name);
      if (target !== undefined) add(target, router);
    }
  });
  if (document.type === 'build') addFileEdges(document, add);
  return needs;
}

/** The steps that routers choose from. */
export function routedSteps(document: DaguDocument, lookUp: (name: string) => number | undefined): ReadonlySet<number> {
  const names = document.steps.steps.flatMap(({ map }) => (map ? routedNames(map) : []));
  return new Set(names.flatMap((name) => lookUp(name) ?? []));
}

function routedNames(step: YamlMap): readonly string[] {
  const parameters = textOf(step, 'action') === 'router.route' ? fieldValue(step, 'with') : step;
  const routes = parameters?.kind === 'map' ? fieldValue(parameters, 'routes') : undefined;
  return routes?.kind === 'map' ? routes.pairs.flatMap((pair) => texts(pair.value)) : [];
}

function texts(node: YamlNode): readonly string[] {
  const items = asSequence(node)?.items.map((item) => item.value) ?? [node];
  return items.flatMap((item) => textOfNode(item) ?? []);
}

function addFileEdges(document: DaguDocument, add: (node: number, need: number) => void): void {
  const maker = new Map<string, number>();
  document.steps.steps.forEach((step, index) => {
    for (const path of filePaths(step.map, 'outputs')) maker.set(path, index);
  });
  document.steps.steps.forEach((step, index) => {
    for (const path of filePaths(step.map, 'inputs')) {
      const need = maker.get(path);
      if (need !== undefined) add(index, need);
    }
  });
}

function filePaths(step: YamlMap | undefined, key: string): readonly string[] {
  const list = step && fieldValue(step, key);
  if (list?.kind !== 'sequence') return [];
  return list.items.flatMap((item) => {
    const file = asMap(item.value);
    return (file && textOf(file, 'path')) ?? [];
  });
}
