import { textOf, type Value } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { dialectOfStepKey } from './dialect.js';
import { isKey, readValue } from './fields.js';
import { innerOf, saysNoWork } from './keys.js';
import { isRead } from './meant-keys.js';

/** A step with the places of its fields. */
export interface DaguStep extends ListedStep {
  readonly keys: StepKeys;
}

/** Where a step has its fields: positions of their pairs, -1 for those that it does not have. Steps with the same keys share one. */
export interface StepKeys extends Readonly<Record<StepField, number>> {
  /** The pairs that may show which version the step is for. */
  readonly telling: readonly number[];
  /** The pairs that may say what it runs. */
  readonly working: readonly number[];
  /** Every key is one that every version reads in the same way, with no keys below it that are looked at. */
  readonly plain: boolean;
  /** One of them is a merge key. */
  readonly merges: boolean;
}

type StepField = keyof typeof nowhere;

/** Of a step that is a mere command. */
const nowhere = {
  ...{ name: -1, id: -1, depends: -1, output: -1, type: -1, executor: -1, config: -1, container: -1 },
  ...{ command: -1, run: -1, script: -1, exec: -1, action: -1, with: -1, foreach: -1, routes: -1 },
  ...{ call: -1, params: -1, parallel: -1, inputs: -1, outputs: -1 },
  ...{ precondition: -1, preconditions: -1, continueOn: -1, continue_on: -1 },
};

export const noKeys: StepKeys = { ...nowhere, telling: [], working: [], plain: true, merges: false };

/** Finds the fields of steps, once for all steps that have the same keys in the same order: most steps of a large file look alike. */
export function createStepKeys(): (map: YamlMap) => StepKeys {
  const first: Branch = { key: '', keys: undefined, next: undefined, others: undefined };
  let left = mostBranches;
  return ({ pairs }) => {
    let branch = first;
    for (const pair of pairs) {
      const key = pair.key.value;
      let next = branch.next?.key === key ? branch.next : branch.others?.get(key);
      if (!next) {
        left -= 1;
        if (left < 0) return keysOfStep(pairs);
        next = { key, keys: undefined, next: undefined, others: undefined };
        addTo(branch, next);
      }
      branch = next;
    }
    branch.keys ??= keysOfStep(pairs);
    return branch.keys;
  };
}

/** The lists of keys that begin alike. */
interface Branch {
  readonly key: string;
  keys: StepKeys | undefined;
  /** The first list that goes on from here, and the other ones. */
  next: Branch | undefined;
  others: Map<string, Branch> | undefined;
}

function addTo(branch: Branch, next: Branch): void {
  if (!branch.next) {
    branch.next = next;
    return;
  }
  branch.others ??= new Map();
  branch.others.set(next.key, next);
}

/** A text without end of steps that all differ is not kept a second time. */
const mostBranches = 10_000;

/** As `fieldOf` finds them: of equal keys the last, and one in another case where the exact one is missing. */
function keysOfStep(pairs: readonly YamlPair[]): StepKeys {
  const found: Record<StepField, number> = { ...nowhere };
  const telling: number[] = [];
  const working: number[] = [];
  let plain = true;
  pairs.forEach(({ key }, index) => {
    const written = key.value;
    const field = fields.get(written.toLowerCase());
    if (field === written || (field && found[field] < 0 && isKey(written, field))) found[field] = index;
    if (dialectOfStepKey(written) || tellingByValue.has(written) || innerOf('step', written)) telling.push(index);
    if (!saysNoWork(written)) working.push(index);
    plain &&= written !== 'dependencies' && isRead(written, 'step', 'both') && innerOf('step', written) === undefined;
  });
  return { ...found, telling, working, plain, merges: pairs.some(({ key }) => key.value === '<<') };
}

const fields: ReadonlyMap<string, StepField> = new Map(
  (Object.keys(nowhere) as StepField[]).map((field) => [field.toLowerCase(), field]),
);

/** See `dialectOfStepValue`. */
const tellingByValue: ReadonlySet<string> = new Set(['stderr', 'stdout', 'type', 'run']);

/** The value of a field at its place, as `fieldValue` reads it. */
export function valueAt({ map }: DaguStep, at: number): Value | undefined {
  return at < 0 ? undefined : readValue(map!.pairs[at]!.value);
}

/** The value of a field at its place where it is a scalar, as text. */
export function textAt({ map }: DaguStep, at: number): string | undefined {
  return at < 0 ? undefined : textOf(map!.pairs[at]!.value);
}
