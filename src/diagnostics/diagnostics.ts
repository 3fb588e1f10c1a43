import type { Span, TextEdit } from '../model/source.js';
import { type Arguments, type Code, catalog } from './catalog.js';
import { requestFor } from './requests.js';
import type { Cure, Severity } from './row.js';

export type { Cure, Severity };

/** What a user has to know. Mistakes of users are values like this; exceptions are for our own faults. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly cure: Cure;
  readonly message: string;
  /** The fix. */
  readonly help: string | undefined;
  readonly span: Span | undefined;
  /** A second place that explains the first, such as the rule behind a finding in a workflow. */
  readonly related: { readonly message: string; readonly span: Span } | undefined;
  /** Edits that a machine may make to cure it. */
  readonly fix: readonly TextEdit[] | undefined;
  /** What the program or person who wrote the workflow is asked to do, in words that show nothing of the rules; `undefined` where that helps nothing. */
  readonly request?: string | undefined;
}

interface Place {
  readonly span?: Span | undefined;
  readonly related?: { readonly message: string; readonly span: Span } | undefined;
  readonly fix?: readonly TextEdit[] | undefined;
  /** Where it can be cured, if not where the catalog says. */
  readonly cure?: Cure | undefined;
}

export type Report = <C extends Code>(code: C, args: Arguments<C>, place?: Place) => void;

/** Tells nobody: for what is read a second time, or reported elsewhere. */
export const silent: Report = () => undefined;

export interface Collector {
  readonly report: Report;
  /** Adds one that another collector has. */
  take(diagnostic: Diagnostic): void;
  hasErrors(): boolean;
  /** Sorted by place, equal ones once, so that the order of passes and files does not show. */
  all(): readonly Diagnostic[];
}

export function createCollector(): Collector {
  const found: Diagnostic[] = [];
  return {
    report(code, args, place = {}) {
      const row = catalog()[code] as Row<typeof args>;
      const cure = place.cure ?? row.cure ?? 'workflow';
      found.push({
        code,
        severity: row.severity,
        cure,
        message: row.message(args),
        help: row.help?.(args),
        span: place.span,
        related: place.related,
        fix: place.fix,
        request: cure === 'workflow' ? requestFor(code, args, row.message) : undefined,
      });
    },
    take: (diagnostic) => void found.push(diagnostic),
    hasErrors: () => found.some((one) => one.severity === 'error'),
    all: () => withoutRepeats([...found].sort(byPlace)),
  };
}

/** Reports what is found while rules are read, such as wrong YAML, as what only a change of the rules cures. */
export function ofRules(report: Report): Report {
  return (code, args, place = {}) => {
    const row: { readonly cure?: Cure } = catalog()[code];
    report(code, args, { cure: row.cure ?? 'rules', ...place });
  };
}

interface Row<A> {
  readonly severity: Severity;
  readonly message: (args: A) => string;
  readonly help?: (args: A) => string;
  readonly cure?: Cure;
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.span?.file ?? '', b.span?.file ?? '') ||
    (a.span?.start ?? 0) - (b.span?.start ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function withoutRepeats(sorted: readonly Diagnostic[]): Diagnostic[] {
  const key = (one: Diagnostic) => `${one.code} ${one.span?.file} ${one.span?.start} ${one.message}`;
  return sorted.filter((one, index) => index === 0 || key(one) !== key(sorted[index - 1]!));
}
