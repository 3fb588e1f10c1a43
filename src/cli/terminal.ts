import type { WriteStream } from 'node:tty';
import { type Colors, createColors } from '../render/colors.js';
import type { ColorChoice } from './options.js';

/** Where a verb speaks: the result goes to standard output, all else to standard error. */
export interface Terminal {
  readonly result: Channel;
  readonly messages: Channel;
}

export interface Channel {
  write(text: string): void;
  readonly colors: Colors;
  /** True where a terminal shows it, at once or later: foreign escapes must not get through. */
  readonly forPeople: boolean;
  /** True where somebody watches while it is written. */
  readonly interactive: boolean;
  readonly columns: number;
}

export function createTerminal(color: ColorChoice, environment: NodeJS.ProcessEnv): Terminal {
  return {
    result: createChannel(process.stdout, color, environment),
    messages: createChannel(process.stderr, color, environment),
  };
}

function createChannel(stream: WriteStream, color: ColorChoice, environment: NodeJS.ProcessEnv): Channel {
  const interactive = stream.isTTY === true;
  const colored = wantsColor(color, interactive, environment);
  return {
    write: (text) => void stream.write(text),
    colors: createColors(colored),
    forPeople: interactive || colored,
    interactive,
    // A terminal that does not know its width says 0.
    columns: Math.min(stream.columns || widestLine, widestLine),
  };
}

const widestLine = 120;

function wantsColor(color: ColorChoice, interactive: boolean, environment: NodeJS.ProcessEnv): boolean {
  if (color !== 'auto') return color === 'always';
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return interactive && environment.TERM !== 'dumb';
}
