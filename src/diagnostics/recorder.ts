import { type Arguments, type Code, catalog } from './catalog.js';
import type { Report } from './diagnostics.js';

/** What was reported, before it is certain that, or of what, it is to be reported. */
export interface Reported {
  readonly code: Code;
  readonly args: Readonly<Record<string, unknown>>;
  readonly place: Parameters<Report>[2];
}

export interface Recorder {
  readonly report: Report;
  /** What was reported since this was last asked. */
  taken(): readonly Reported[];
}

export function createRecorder(): Recorder {
  let reported: Reported[] = [];
  return {
    report: <C extends Code>(code: C, args: Arguments<C>, place?: Parameters<Report>[2]) => {
      reported.push({ code, args: args as Readonly<Record<string, unknown>>, place });
    },
    taken() {
      const taken = reported;
      reported = [];
      return taken;
    },
  };
}

export function isError({ code }: Reported): boolean {
  return catalog()[code].severity === 'error';
}

/** @param changed other arguments in place of its own */
export function tell({ code, args, place }: Reported, changed: Reported['args'], report: Report): void {
  report(code, { ...args, ...changed } as Arguments<Code>, place);
}
