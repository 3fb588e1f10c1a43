import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { Reference } from './calls.js';
import { type ArgoDocument, type Template, templatesByName } from './document.js';
import { runElsewhere } from './run-elsewhere.js';

/** Finds what a `templateRef` means among the files that came in; the cluster may have others. */
export interface Library {
  find(reference: Reference): Template | undefined;
  /** The resource itself, where it came in. */
  documentOf(reference: Pick<Reference, 'resource' | 'isOfCluster'>): ArgoDocument | undefined;
  /** The workflows among the files that run a resource as their own. */
  runsOf(document: ArgoDocument): readonly ArgoDocument[];
  /** Names of the templates beside which it would be; `undefined` where that resource did not come in. */
  templatesOf(reference: Reference): readonly string[] | undefined;
}

/** The templates of all documents that others can refer to. */
export function libraryOf(documents: readonly ArgoDocument[]): Library {
  const byName = new Map(
    documents.flatMap((document) => {
      const name = nameOf(document);
      return name === undefined ? [] : [[keyOf(document.kind === 'ClusterWorkflowTemplate', name), document]];
    }),
  );
  const documentOf: Library['documentOf'] = ({ resource, isOfCluster }) => byName.get(keyOf(isOfCluster, resource));
  const runs = new Map<string, ArgoDocument[]>();
  for (const document of documents) {
    const run = runElsewhere(document);
    if (!run) continue;
    const key = keyOf(run.isOfCluster, run.resource);
    const known = runs.get(key);
    if (known) known.push(document);
    else runs.set(key, [document]);
  }
  return {
    documentOf,
    // The document may have been read again since.
    runsOf: (document) => {
      const name = nameOf(document);
      if (name === undefined) return [];
      return runs.get(keyOf(document.kind === 'ClusterWorkflowTemplate', name)) ?? [];
    },
    find: (reference) => {
      const document = documentOf(reference);
      return document && templatesByName(document).get(reference.template);
    },
    templatesOf: (reference) => documentOf(reference)?.templates.map(({ name }) => name),
  };
}

/** `undefined` where nobody can refer to a document: it is no collection of templates, or gets its name when it is created. */
function nameOf({ kind, root }: ArgoDocument): string | undefined {
  if (kind !== 'WorkflowTemplate' && kind !== 'ClusterWorkflowTemplate') return undefined;
  const metadata = asMap(pairOf(root, 'metadata')?.value);
  return textOf(metadata && pairOf(metadata, 'name')?.value);
}

function keyOf(isOfCluster: boolean, name: string): string {
  return `${isOfCluster ? 'cluster' : 'namespace'} ${name}`;
}
