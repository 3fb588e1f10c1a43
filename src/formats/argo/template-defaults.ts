import type { Field } from '../../text/print-yaml.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { ArgoDocument } from './document.js';

/** Does the workflow have every template tried again that does not say otherwise? */
export function retriesAll({ spec }: ArgoDocument): boolean {
  return has(spec, 'retryStrategy') || has(defaultsOf(spec), 'retryStrategy');
}

/** Does it end every template after some time? */
export function endsAll({ spec }: ArgoDocument): boolean {
  return has(defaultsOf(spec), 'activeDeadlineSeconds');
}

/** What a template says that is not to be tried again. */
export const noRetries: Field = { key: 'retryStrategy', value: { fields: [{ key: 'limit', value: '0' }] } };

function defaultsOf(spec: YamlMap): YamlMap | undefined {
  return asMap(pairOf(spec, 'templateDefaults')?.value);
}

function has(map: YamlMap | undefined, key: string): boolean {
  return map !== undefined && pairOf(map, key) !== undefined;
}
