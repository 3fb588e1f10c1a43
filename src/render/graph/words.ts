import { type Gate, gateOf, type PictureHook } from '../../model/picture.js';
import type { HandlerEvent } from '../../model/rule.js';
import { visible } from '../visible.js';

/** Foreign text as a stretch of one line. */
export function oneLine(text: string): string {
  return visible(text).replaceAll('\n', '␊').replaceAll('\t', '␉');
}

/** What a picture says of a hook behind its name. */
export function hookWords({ rule, injection }: PictureHook): string {
  return injection ? `${gateWords[gateOf(injection)]}, ${oneLine(rule)}` : oneLine(rule);
}

export const handlerWords: Readonly<Record<HandlerEvent, string>> = {
  failure: 'on failure',
  abort: 'when stopped',
  always: 'always',
};

export const gateWords: Readonly<Record<Gate, string>> = {
  gate: 'gate',
  awaited: 'awaited, may fail',
  aside: 'not awaited',
};
