import type { Span } from './source.js';
import type { FilledIn } from './step.js';

/** A value of a configuration: plain, and with the place of each part. */
export type Written = WrittenMap | WrittenList | WrittenScalar;

interface Placed {
  readonly span: Span;
  /** As JSON would give it; objects have no prototype, so that a key such as `__proto__` is a key like others. */
  readonly value: unknown;
}

export interface WrittenMap extends Placed {
  readonly kind: 'map';
  readonly value: Readonly<Record<string, unknown>>;
  readonly fields: ReadonlyMap<string, WrittenField>;
}

export interface WrittenField {
  readonly key: Span;
  readonly value: Written;
}

export interface WrittenList extends Placed {
  readonly kind: 'list';
  readonly items: readonly Written[];
}

export interface WrittenScalar extends Placed {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** The text of it: `1.10` stays `1.10`. */
  readonly text: string;
  /** What was written where values of parameters are now. */
  readonly filledIn?: FilledIn;
}
