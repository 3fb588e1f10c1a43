import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { GithubDocument } from './document.js';
import { fieldText } from './fields.js';

/** What a list of steps imposes on the hooks in it. */
export interface Surroundings {
  /** Images of containers need not have bash. */
  readonly shell: 'bash' | 'sh';
  /** Steps run in another folder than that of the repository, which is where hooks run. */
  readonly resetsFolder: boolean;
  /** A step may have `timeout-minutes`: one of an action may not. */
  readonly timesSteps: boolean;
  /** Steps are between brackets, where the name of a hook holds its mark. */
  readonly inFlow: boolean;
}

/** @param job `undefined` for the steps of an action, and for those of a job of our own */
export function surroundingsOf(
  { root, kind }: GithubDocument,
  job: YamlMap | undefined,
  inFlow: boolean,
): Surroundings {
  const around = kind === 'workflow' ? [root, ...(job ? [job] : [])] : [];
  const run = around.flatMap(
    (map) => asMap(pairOf(asMap(pairOf(map, 'defaults')?.value) ?? empty, 'run')?.value) ?? [],
  );
  return {
    shell: job && pairOf(job, 'container') ? 'sh' : 'bash',
    resetsFolder: run.some((map) => fieldText(map, 'working-directory') !== undefined),
    timesSteps: kind === 'workflow',
    inFlow,
  };
}

const empty: YamlMap = { kind: 'map', flow: false, pairs: [], start: 0, end: 0, anchor: undefined };
