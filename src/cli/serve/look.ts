import type { Diagnostic } from '../../diagnostics/diagnostics.js';
import type { SourceFile } from '../../model/source.js';
import type { Run } from './run-on-change.js';

/** What one look at the files gives. */
export interface Look extends Run {
  /** `undefined` where something is in the way; then the diagnostics are shown. */
  readonly page: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that diagnostics point into. */
  readonly sources: readonly SourceFile[];
}
