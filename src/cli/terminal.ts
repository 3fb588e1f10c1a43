import { fstatSync, statSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { type Colors, createColors } from '../render/colors.js';
import { sayUnwritable } from '../runtime/print.js';
import { joinedPieces } from '../runtime/text-chunks.js';
import { writeNow } from '../runtime/write-now.js';
import { exitCodes } from './exit-codes.js';
import { ifThere } from './if-there.js';
import type { ColorChoice } from './options.js';

/** Where a verb speaks: the result goes to standard output, all else to standard error. */
export interface Terminal {
  readonly result: Channel;
  readonly messages: Channel;
}

export interface Channel {
  /** @param text may be in pieces, so that it need not be in memory as a whole */
  write(text: string | Iterable<string>): void;
  readonly colors: Colors;
  /** True where a terminal shows it, at once or later: foreign escapes must not get through. */
  readonly forPeople: boolean;
  /** True where somebody watches while it is written. */
  readonly interactive: boolean;
  readonly columns: number;
}

export function createTerminal(color: ColorChoice, environment: NodeJS.ProcessEnv): Terminal {
  return { result: createChannel(1, color, environment), messages: createChannel(2, color, environment) };
}

function createChannel(number: 1 | 2, color: ColorChoice, environment: NodeJS.ProcessEnv): Channel {
  const stream = isPlain(number) ? undefined : streamOf(number);
  const interactive = stream?.isTTY === true;
  const colored = wantsColor(color, interactive, environment);
  return {
    write: (text) => (stream ? writeTo(stream, text) : writePlain(number, text)),
    colors: createColors(colored),
    forPeople: interactive || colored,
    interactive,
    // A terminal that does not know its width says 0.
    columns: Math.min(stream?.columns || widestLine, widestLine),
  };
}

/** A file, a pipe or no reader at all: what is written there needs none of what Node loads for its streams. */
function isPlain(number: 1 | 2): boolean {
  if (process.platform === 'win32') return false;
  const found = ifThere(() => fstatSync(number));
  if (!found) return false;
  return !found.isCharacterDevice() || found.rdev === ifThere(() => statSync('/dev/null'))?.rdev;
}

/** A stream of Node, for terminals and for libraries that write by themselves. */
export function streamOf(number: 1 | 2): WriteStream {
  const stream = number === 1 ? process.stdout : process.stderr;
  if (!stream.listeners('error').includes(endAtFailure[number])) stream.on('error', endAtFailure[number]);
  return stream;
}

function writeTo(stream: WriteStream, text: string | Iterable<string>): void {
  for (const piece of typeof text === 'string' ? [text] : joinedPieces(text)) stream.write(piece);
}

function writePlain(number: 1 | 2, text: string | Iterable<string>): void {
  try {
    writeNow(number, text);
  } catch (error) {
    // Once what runs now has come to its end, as with a stream.
    process.nextTick(endAtFailure[number], error);
  }
}

const endAtFailure = {
  1: (error: NodeJS.ErrnoException) => {
    sayUnwritable(error);
    end(error);
  },
  2: end,
};

/** One who read our output has gone, as `head` does: nothing is left to say. A full disk is no mistake in a workflow. */
function end({ code }: NodeJS.ErrnoException): void {
  process.exit(code === 'EPIPE' ? undefined : exitCodes.rules);
}

const widestLine = 120;

function wantsColor(color: ColorChoice, interactive: boolean, environment: NodeJS.ProcessEnv): boolean {
  if (color !== 'auto') return color === 'always';
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return interactive && environment.TERM !== 'dumb';
}
