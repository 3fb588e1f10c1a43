import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { eventsOf } from './events.js';
import { fieldText } from './fields.js';

/** What a workflow wants of the job that calls it, by names in lower case, which GitHub takes for equal. */
export interface CalledSignature {
  readonly inputs: ReadonlyMap<string, CalledInput>;
  /** The names of the secrets that it has to get. */
  readonly secrets: readonly string[];
}

export interface CalledInput {
  readonly name: string;
  readonly type: string | undefined;
  readonly required: boolean;
}

/** `undefined` where no job can call it. */
export function calledSignature(root: YamlMap): CalledSignature | undefined {
  if (!eventsOf(root).includes('workflow_call')) return undefined;
  const on = asMap(pairOf(root, 'on')?.value);
  const call = asMap(on && pairOf(on, 'workflow_call')?.value);
  const listed = (key: string) => asMap(call && pairOf(call, key)?.value)?.pairs ?? [];
  const inputs = listed('inputs').map(({ key, value }): readonly [string, CalledInput] => {
    const own = asMap(value);
    const [type, required] = [fieldText(own, 'type'), fieldText(own, 'required') === 'true'];
    return [key.value.toLowerCase(), { name: key.value, type, required }];
  });
  const secrets = listed('secrets').filter(({ value }) => fieldText(asMap(value), 'required') === 'true');
  return { inputs: new Map(inputs), secrets: secrets.map(({ key }) => key.value) };
}
