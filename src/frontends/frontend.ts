import type { Report } from '../diagnostics/diagnostics.js';
import type { ConfigurationFile, Layer } from '../model/layer.js';
import type { ConfigurationText } from './configuration-text.js';

/** One way of writing hooks down. A new one is a folder beside this file and a line in `index.ts`. */
export interface Frontend {
  /** Is the text written in this way? */
  accepts(text: ConfigurationText): boolean;
  /** `undefined` where mistakes were reported. */
  read(text: ConfigurationText, report: Report): Layer | undefined;
  /** Hears of files with nothing in them; those of others too. */
  empty?(file: ConfigurationFile, report: Report): void;
}

/** A step type as far as the JSON Schema of a front end needs it. */
export interface DescribedType {
  readonly name: string;
  /** JSON Schema of the type's own fields: an object without further ones. */
  jsonSchema(): Readonly<Record<string, unknown>>;
}
