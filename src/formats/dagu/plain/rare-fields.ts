import { type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { innerOf, saysNoWork } from '../keys.js';
import { isUsualId } from '../step-ids.js';
import { isKnownType } from '../step-types.js';
import { tellVersionsInside } from './inner-versions.js';
import type { Outline } from './outline.js';
import { addWordsUnderName } from './outline-settings.js';
import { keyUse } from './plain-keys.js';
import { isSomeText, isTextAsWritten, textOf, valueAt } from './plain-values.js';

/** What a field that few steps have says of its step. */
export interface RareField {
  /** It may be what the step runs. */
  readonly works: boolean;
  /** It says what kind of step that is, which a call alone must not have said by another. */
  readonly isKind: boolean;
  /** It says how a DAG is called. */
  readonly isOfCall: boolean;
  /** It lets others go on where the step fails, which is reported of a call where there are gates in what it calls. */
  readonly isTolerant: boolean;
}

/** @returns `undefined` where it says more than shapes of DAGs can tell: what it says of other steps or of DAGs is in no table */
export function addRareField(
  outline: Outline,
  document: FlatDocument,
  at: number,
  key: number,
  use: number,
): RareField | undefined {
  const value = key + 1;
  const written = document.text.slice(document.from[key], document.to[key]);
  switch (use) {
    case keyUse.id:
      if (!isTextAsWritten(document, value) || !isUsualId(textOf(document, value))) return undefined;
      outline.ids[at] = textOf(document, value);
      outline.hasIds = true;
      return nothing;
    case keyUse.action:
      if (!isTextAsWritten(document, value) || speaksOfOthers.test(textOf(document, value))) return undefined;
      break;
    case keyUse.given:
      return namesNothing(document, value) ? nothing : undefined;
    case keyUse.text:
      return isScalar(document.kind[value]!) && isSomeText(document, value) ? nothing : undefined;
    default:
      if (!isThere(document, value)) return undefined;
      // A person is asked for values by `hitl`, which steps behind it have.
      if (written === 'type' && !(isTextAsWritten(document, value) && isKnownType(textOf(document, value))))
        return undefined;
      // It asks for messages, which are in no table.
      if (written === 'type' && textOf(document, value) === 'chat') return undefined;
      if (written === 'executor' && !isKnownExecutor(document, value)) return undefined;
  }
  const inner = innerOf('step', written);
  if (inner && !tellVersionsInside(outline, document, value, inner)) return undefined;
  outline.isRare = true;
  outline.settings += `step ${at}\n`;
  addWordsUnderName(outline, document, key);
  return {
    works: !saysNoWork(written),
    isKind: use === keyUse.action || written === 'type' || written === 'executor',
    isOfCall: written === 'parallel',
    isTolerant: written === 'continueOn' || written === 'continue_on',
  };
}

const nothing: RareField = { works: false, isKind: false, isOfCall: false, isTolerant: false };

/** Actions that call DAGs or choose among steps. */
const speaksOfOthers = /^\s*(?:dag|router)\b/;

/** What an action is given is for that action alone, but for the DAG that is called and the steps that are chosen from. */
function namesNothing({ text, from, to, kind, next }: FlatDocument, map: number): boolean {
  if (kind[map] !== nodeKind.map && kind[map] !== nodeKind.flowMap) return false;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!)
    if (kind[key] !== nodeKind.plain || /^(?:dag|params|routes)$/i.test(text.slice(from[key], to[key]))) return false;
  return next[map]! > map + 1;
}

function isThere(document: FlatDocument, value: number): boolean {
  return isScalar(document.kind[value]!) ? isSomeText(document, value) : document.next[value]! > value + 1;
}

function isKnownExecutor(document: FlatDocument, value: number): boolean {
  const type = isScalar(document.kind[value]!) ? value : valueAt(document, value, 'type');
  return type < 0 || (isTextAsWritten(document, type) && isKnownType(textOf(document, type)));
}
