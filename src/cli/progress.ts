import { visible } from '../render/visible.js';
import type { Call } from './call.js';
import type { Request } from './request.js';

/** With `--verbose`: what was read, for people only. */
export function tellRead({ input, files, prompts }: Request, call: Call): void {
  for (const { path, layer } of input.configuration) tell(`read ${path} (${layer})`, call);
  for (const { path } of [...files, ...prompts]) tell(`read ${path}`, call);
}

export function tellWritten(paths: readonly string[], call: Call): void {
  for (const path of paths) tell(`wrote ${path}`, call);
}

/** A line that says what is going on, taken away at the end. */
export interface Progress {
  /** Begins something else, such as `reading`. */
  phase(what: string, total?: number): void;
  /** One more is done. */
  step(): void;
  end(): void;
}

/** On a terminal only, and only where it goes on for so long, or is so much, that somebody would wonder. */
export function createProgress({ options, terminal }: Call): Progress {
  const { messages } = terminal;
  if (!messages.interactive || options.quiet || options.diagnostics !== 'pretty') return silent;
  const started = performance.now();
  let shownAt = started;
  let shown = false;
  let what = '';
  let count = 0;
  const show = (text: string) => {
    shown = true;
    shownAt = performance.now();
    messages.write(`\r\u001b[2K${messages.colors.faint(text)}`);
  };
  return {
    phase(name, total = 0) {
      what = name;
      count = 0;
      if (shown || total >= many) show(total > 0 ? `${what} ${total}` : what);
    },
    step() {
      count += 1;
      const now = performance.now();
      if (now - started >= patience && now - shownAt >= pause) show(`${what} ${count}`);
    },
    end() {
      if (shown) messages.write('\r\u001b[2K');
    },
  };
}

const silent: Progress = { phase: () => undefined, step: () => undefined, end: () => undefined };

/** Milliseconds before the first line, and between two. */
const patience = 500;
const pause = 100;

/** So many files take longer to compile than `patience`, and nothing is known while they are. */
const many = 1000;

function tell(line: string, { options, terminal }: Call): void {
  if (!options.verbose || options.diagnostics !== 'pretty') return;
  terminal.messages.write(`${terminal.messages.colors.faint(visible(line))}\n`);
}
