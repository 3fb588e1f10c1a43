import { calledIn } from './calls.js';
import type { ArgoDocument, Template } from './document.js';

/** What runs begin with: without an `entrypoint`, each template that no other calls. */
export function rootsIn(document: ArgoDocument): readonly Template[] {
  const found = known.get(document) ?? findRoots(document);
  known.set(document, found);
  return found;
}

/** Thousands of workflows may run the same templates. */
const known = new WeakMap<ArgoDocument, readonly Template[]>();

function findRoots({ entrypoint, templates }: ArgoDocument): readonly Template[] {
  if (entrypoint !== undefined) return templates.filter(({ name }) => name === entrypoint).slice(0, 1);
  const called = new Set(templates.flatMap((template) => (template.name === '' ? [] : [...calledIn(template)])));
  return templates.filter(({ name }) => !called.has(name));
}
