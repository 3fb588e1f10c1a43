import type { Report } from '../diagnostics/diagnostics.js';
import type { Layer } from '../model/layer.js';
import type { ConfigurationText } from './configuration-text.js';

/** One way of writing hooks down. A new one is a file beside this one and a line in `index.ts`. */
export interface Frontend {
  readonly name: string;
  /** Is the text written in this way? */
  accepts(text: ConfigurationText): boolean;
  /** `undefined` where mistakes were reported. */
  read(text: ConfigurationText, report: Report): Layer | undefined;
}
