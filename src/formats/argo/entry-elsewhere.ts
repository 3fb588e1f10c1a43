import type { ArgoDocument, Template } from './document.js';
import type { Library } from './library.js';
import { rootsIn } from './roots.js';
import type { RunElsewhere } from './run-elsewhere.js';

/** The template of another resource that a run begins with where the workflow names one itself, and hooks around the run of that resource are not in it. */
export function entryElsewhere(document: ArgoDocument, run: RunElsewhere, library: Library): Template | undefined {
  const { entrypoint } = document;
  const other = library.documentOf(run);
  const found = entrypoint === undefined ? undefined : other?.templates.find(({ name }) => name === entrypoint);
  if (!other || !found) return undefined;
  return isBare(found) || !rootsIn(other).includes(found) ? found : undefined;
}

/** The same where no hook can go around it, as it has no tasks. */
export function bareEntry(document: ArgoDocument, run: RunElsewhere, library: Library): Template | undefined {
  const found = entryElsewhere(document, run, library);
  return found && isBare(found) ? found : undefined;
}

export function isBare({ type }: Template): boolean {
  return type !== 'dag' && type !== 'steps';
}
