import { readdirSync, readlinkSync } from 'node:fs';
import type { Captured } from '../step-host.js';

/** Keeps the beginning and the end of a stream, so that memory stays bounded whatever a process prints. */
export interface Capture {
  add(chunk: Buffer): void;
  /** @param mask hides secrets; @param margin how long a secret may be, so that none is left cut in half */
  finish(mask: (text: string) => string, margin: number): Captured;
}

export function createCapture(maxBytes: number): Capture {
  const headRoom = Math.floor(maxBytes / 2);
  const tailRoom = maxBytes - headRoom;
  const head: Buffer[] = [];
  let tail: Buffer[] = [];
  let headSize = 0;
  let tailSize = 0;
  let omitted = 0;

  function addToTail(chunk: Buffer): void {
    tail.push(chunk);
    tailSize += chunk.length;
    let spare = 0;
    while (tailSize - tail[spare]!.length >= tailRoom) {
      tailSize -= tail[spare]!.length;
      omitted += tail[spare]!.length;
      spare += 1;
    }
    if (spare > 0) tail = tail.slice(spare);
  }

  return {
    add(chunk) {
      const room = Math.max(0, headRoom - headSize);
      const first = chunk.subarray(0, room);
      if (first.length > 0) head.push(first);
      headSize += first.length;
      if (chunk.length > room) addToTail(chunk.subarray(room));
    },
    finish(mask, margin) {
      const start = Buffer.concat(head);
      const end = Buffer.concat(tail);
      const surplus = Math.max(0, end.length - tailRoom);
      const clean = (bytes: Buffer) => mask(withoutTerminalEscapes(bytes.toString('utf8')));
      if (omitted + surplus === 0) return { text: clean(Buffer.concat([start, end])), omitted: 0 };
      const kept = end.subarray(surplus);
      const before = clean(start).slice(0, -margin || undefined);
      const after = clean(kept).slice(margin);
      return { text: `${before}\n${cutMark(omitted + surplus)}\n${after}`, omitted: omitted + surplus };
    },
  };
}

/** The line that means what was left out. */
function cutMark(bytes: number): string {
  return `[… ${bytes} bytes left out …]`;
}

/** What the outputs of a process lead to, such as `socket:[12]`; empty where the system does not tell. */
export function outputsOf(id: number): readonly string[] {
  return [1, 2].flatMap((descriptor) => targetOf(id, descriptor) ?? []);
}

/** Where a process ended before its outputs were read, any pipe to somebody else may be one of them. */
export function holdsOneOf(id: number, outputs: readonly string[]): boolean {
  if (outputs.length === 0) return outputsOf(id).some((output) => /^(?:socket|pipe):/.test(output));
  try {
    return readdirSync(`/proc/${id}/fd`).some((descriptor) => outputs.includes(targetOf(id, descriptor) ?? ''));
  } catch {
    return false;
  }
}

function targetOf(id: number, descriptor: string | number): string | undefined {
  try {
    return readlinkSync(`/proc/${id}/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

/**
 * Text without colours, cursor moves, titles and links. Each character is looked at once, so that no output can make it slow.
 * A sequence that breaks off is left out as far as it goes.
 * @internal
 */
export function withoutTerminalEscapes(text: string): string {
  if (!text.includes(escapeSign) && !text.includes(sequenceSign)) return text;
  const kept: string[] = [];
  let from = 0;
  let at = nextIntroducer(text, 0);
  while (at < text.length) {
    kept.push(text.slice(from, at));
    from = endOfSequence(text, at);
    at = nextIntroducer(text, from);
  }
  kept.push(text.slice(from));
  return kept.join('');
}

const escapeSign = '\u001b';
const sequenceSign = '\u009b';
const bellSign = '\u0007';

function nextIntroducer(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === escapeSign || text[at] === sequenceSign) return at;
  }
  return text.length;
}

function endOfSequence(text: string, at: number): number {
  if (text[at] === sequenceSign) return endOfControl(text, at + 1);
  const next = text[at + 1];
  if (next === '[') return endOfControl(text, at + 2);
  if (next !== undefined && ']PX^_'.includes(next)) return endOfString(text, at + 2);
  return endOfShort(text, at + 1);
}

/** Parameters, intermediates, one final character. */
function endOfControl(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at]! >= ' ' && text[at]! <= '?') at += 1;
  return at < text.length && text[at]! >= '@' && text[at]! <= '~' ? at + 1 : at;
}

/** Up to a bell or ESC \; a line end or another sequence ends it too, so that one that is left open swallows no more than a line. */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== bellSign && text[at] !== escapeSign && text[at] !== '\n') at += 1;
  if (text[at] === bellSign) return at + 1;
  return text[at] === escapeSign && text[at + 1] === '\\' ? at + 2 : at;
}

function endOfShort(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at]! >= ' ' && text[at]! <= '/') at += 1;
  return at < text.length && text[at]! >= '0' && text[at]! <= '~' ? at + 1 : at;
}
