import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { Reference } from './calls.js';
import type { ArgoDocument } from './document.js';

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

/** In place of a template that is not there. */
export const noTemplate: YamlMap = { kind: 'map', flow: true, pairs: [], start: 0, end: 0, anchor: undefined };
