import type { Arguments, Code } from '../../diagnostics/catalog.js';
import type { Report } from '../../diagnostics/diagnostics.js';

/** What was reported of one DAG, before it is reported of all that are like it. */
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

/** Reports it with other arguments. */
export function tell({ code, args, place }: Reported, changed: Reported['args'], report: Report): void {
  report(code, { ...args, ...changed } as Arguments<Code>, place);
}
