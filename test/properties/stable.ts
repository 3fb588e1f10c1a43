import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { type Case, compileCase } from './laws.js';
import type { DocumentModel } from './model.js';

/** Another step in the root or in a body leaves every other hook as it was, but for what the hook itself waits for. */
export function otherStepChangesNoHook(one: Case, place: number): 'compared' | 'refused' {
  const { model } = one;
  const documents = [model.root, ...model.bodies];
  const which = place % documents.length;
  const [root, ...bodies] = documents.map((document, index) =>
    index === which ? withStep(document, place) : document,
  );
  const before = compileCase(one);
  const after = compileCase({ ...one, model: { ...model, root: root!, bodies } });
  if (!before.ok || !after.ok) return 'refused';
  const [old, fresh] = [hooksOf(before.outputs[0]!.text), hooksOf(after.outputs[0]!.text)];
  for (const [name, hook] of old) {
    if (isDeepStrictEqual(hook, fresh.get(name))) continue;
    throw new Error(
      `${name} changed\n${JSON.stringify(hook)}\n${JSON.stringify(fresh.get(name))}\n--- before\n${before.outputs[0]!.text}\n--- after\n${after.outputs[0]!.text}`,
    );
  }
  return 'compared';
}

function withStep(document: DocumentModel, place: number): DocumentModel {
  let at = place % (document.steps.length + 1);
  while (document.steps[at]?.joins) at += 1;
  const moved = document.steps.map((step) => ({
    ...step,
    needs: step.needs?.map((need) => (need >= at ? need + 1 : need)),
  }));
  const { whim } = document.steps[0]!;
  const needs = document.type === 'graph' && at > 0 && place % 2 === 0 ? [at - 1] : undefined;
  const added = { name: 'another', id: undefined, needs, calls: undefined, joins: false, whim };
  return { ...document, steps: [...moved.slice(0, at), added, ...moved.slice(at)] };
}

/** What each hook says, by document and name: all but its needs, and the mark, which has a digest of them. */
function hooksOf(text: string): ReadonlyMap<string, unknown> {
  const hooks = new Map<string, unknown>();
  for (const [index, document] of parseAllDocuments(text).entries()) {
    const { steps } = document.toJS() as { steps: unknown };
    const list = Array.isArray(steps)
      ? (steps.flat() as { name?: string }[])
      : Object.entries(steps as object).map(([name, step]) => ({ name, ...(step as object) }));
    for (const { name, ...step } of list) {
      if (!name?.startsWith('hook-')) continue;
      const { depends: _, description: __, ...rest } = step as Record<string, unknown>;
      hooks.set(`${index} ${name}`, rest);
    }
  }
  return hooks;
}
