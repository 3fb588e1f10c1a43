import { calledIn } from './calls.js';
import type { ArgoDocument, Template } from './document.js';

/** What runs begin with: without an `entrypoint`, each template that no other calls. */
export function rootsIn({ entrypoint, templates }: ArgoDocument): readonly Template[] {
  if (entrypoint !== undefined) return templates.filter(({ name }) => name === entrypoint).slice(0, 1);
  const called = new Set(templates.flatMap((template) => (template.name === '' ? [] : [...calledIn(template)])));
  return templates.filter(({ name }) => !called.has(name));
}
