import type { EmptyValue } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { flowText } from '../../text/print-yaml.js';
import { resolved } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import type { TextPlace } from './text-place.js';

/** How a value that says nothing is spelled; `undefined` for one that does not fit into a mark, or says something. */
export function emptyValueOf(text: string, { key, value }: YamlPair): EmptyValue | undefined {
  const written = text.slice(value.start, value.end);
  if (value.kind !== 'scalar' || !spelledEmpty.test(written)) return undefined;
  return { text: written, colon: text.slice(key.end, value.start).includes(':') };
}

/** How an empty list is spelled. What an alias means may go, so it counts as a usual one. */
export function emptyListOf(text: string, { value }: YamlPair): EmptyValue | undefined {
  const list = resolved(value);
  if (list?.kind !== 'sequence' || list.items.length > 0) return undefined;
  const written = text.slice(value.start, value.end);
  return { text: spelledList.test(written) ? written : usualList, colon: true };
}

/** How it is spelled where nothing tells: with nothing, where what is written again is as what was written. */
export function usualEmpty(text: string, { key, value }: YamlPair, inFlow: boolean): EmptyValue {
  const isUsual = !inFlow && /\S ?$/.test(text.slice(key.end, value.start));
  return { text: isUsual ? '' : 'null', colon: true };
}

const spelledEmpty = /^(?:|~|null|Null|NULL|"[ \t]*"|'[ \t]*')$/;
const usualList = '[]';
const wideList = /^\[[ \t]+\]$/;
const spelledList = /^\[(?:[ \t]|\r?\n|(?<=[ \t\n])#[^\r\n]*\r?\n)*\]$/;

/** For a mark. */
export function emptyWords({ text, colon }: EmptyValue): string {
  if (text === usualList) return nothing;
  if (text.includes('\n')) return overLines + flowText(text, true);
  if (text !== '') return text;
  return colon ? noValue : noColon;
}

/** What a mark says; others may have written it. */
export function readEmptyWords(words: string): EmptyValue | undefined {
  if (words === noValue || words === noColon) return { text: '', colon: words === noValue };
  if (words.startsWith(overLines)) return readList(JSON.parse(words.slice(overLines.length)));
  return words !== '' && (spelledEmpty.test(words) || wideList.test(words)) ? { text: words, colon: true } : undefined;
}

function readList(text: unknown): EmptyValue | undefined {
  return typeof text === 'string' && spelledList.test(text) ? { text, colon: true } : undefined;
}

/** An empty list was written. `[]` says that none was. */
export const nothing = 'nothing';
const noValue = 'no value';
const noColon = 'no colon';
const overLines = 'an empty list, ';

/** Makes the value of a pair say nothing, spelled like this; an anchor before it stays. */
export function emptied(place: TextPlace, pair: YamlPair, inFlow: boolean, spelled: EmptyValue): TextEdit {
  const { text, replace } = place;
  const { key, value } = pair;
  // Other tools may have written the text anew, in a style that cannot do without.
  const colon = spelled.colon || (!inFlow && text[pair.start] !== '?');
  if (!colon && !place.json) return replace(key.end, value.end, '');
  const printed = place.json && !/^(?:null|\[\s*\]|".*")$/.test(spelled.text) ? 'null' : spelled.text;
  const behindKey = key.end + text.slice(key.end, value.start).trimEnd().length;
  if (printed === '') return replace(behindKey, value.end, '');
  const isBlock = value.kind === 'sequence' && !value.flow;
  return isBlock ? replace(behindKey, value.end, ` ${printed}`) : replace(value.start, value.end, printed);
}
