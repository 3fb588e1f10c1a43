import { visible } from '../render/visible.js';
import type { Call } from './call.js';
import type { Request } from './request.js';
import type { Channel } from './terminal.js';

/** With `--verbose`: what was read, for people only. */
export function tellRead({ input, files, prompts }: Request, call: Call): void {
  for (const { path, layer } of input.configuration) tell(`read ${path} (${layer})`, call);
  for (const { path } of [...files, ...prompts]) tell(`read ${path}`, call);
}

export function tellWritten(paths: readonly string[], call: Call): void {
  for (const path of paths) tell(`wrote ${path}`, call);
}

export interface Progress {
  readonly step: () => void;
  /** Takes the line away again. */
  readonly end: () => void;
}

/** A line that counts, on a terminal only, and only where it goes on for so long that somebody would wonder. */
export function createProgress(what: string, channel: Pick<Channel, 'write' | 'interactive'>): Progress {
  const started = performance.now();
  let shown = started;
  let count = 0;
  const write = (text: string) => channel.write(`\r\u001b[2K${text}`);
  return {
    step() {
      count += 1;
      const now = performance.now();
      if (!channel.interactive || now - started < patience || now - shown < pause) return;
      shown = now;
      write(`${what} ${count}`);
    },
    end: () => {
      if (shown !== started) write('');
    },
  };
}

/** Milliseconds before the first line, and between two. */
const patience = 500;
const pause = 100;

function tell(line: string, { options, terminal }: Call): void {
  if (!options.verbose || options.diagnostics !== 'pretty') return;
  terminal.messages.write(`${terminal.messages.colors.faint(visible(line))}\n`);
}
