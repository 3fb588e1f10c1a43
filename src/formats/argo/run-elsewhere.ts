import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { Reference } from './calls.js';
import type { ArgoDocument, Template } from './document.js';
import type { Library } from './library.js';

/** What a workflow runs that has no templates of its own: those of another resource. */
export interface RunElsewhere extends Pick<Reference, 'resource' | 'isOfCluster'> {
  /** The pair of `workflowTemplateRef`. */
  readonly pair: YamlPair;
}

export function runElsewhere({ spec, templates }: ArgoDocument): RunElsewhere | undefined {
  const pair = pairOf(spec, 'workflowTemplateRef');
  if (!pair || templates.length > 0) return undefined;
  const reference = asMap(pair.value);
  const said = (key: string) => textOf(reference && pairOf(reference, key)?.value);
  return { pair, resource: said('name') ?? '', isOfCluster: said('clusterScope') === 'true' };
}

/** The template of that resource that the run begins with where the workflow names one itself, and no hook can go around it. */
export function bareEntry(document: ArgoDocument, run: RunElsewhere, library: Library): Template | undefined {
  if (document.entrypoint === undefined) return undefined;
  const found = library.documentOf(run)?.templates.find(({ name }) => name === document.entrypoint);
  return found && found.type !== 'dag' && found.type !== 'steps' ? found : undefined;
}

/** In place of a template that is not there. */
export const noTemplate: YamlMap = { kind: 'map', flow: true, pairs: [], start: 0, end: 0, anchor: undefined };
