import type { Span } from '../model/source.js';

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
  /** The text of it: `1.30` stays `1.30`. */
  readonly text: string;
}

/** The value at a path, or the nearest one above it that was written. */
export function locate(written: Written, path: readonly PropertyKey[]): Written {
  let here = written;
  for (const step of path) {
    const next =
      here.kind === 'map'
        ? here.fields.get(String(step))?.value
        : here.kind === 'list'
          ? here.items[Number(step)]
          : undefined;
    if (!next) return here;
    here = next;
  }
  return here;
}

/** Where a key below a map was written. */
export function keySpan(written: Written, key: string): Span {
  return (written.kind === 'map' ? written.fields.get(key)?.key : undefined) ?? written.span;
}
