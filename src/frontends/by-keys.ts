import type * as z from 'zod/mini';
import { madeLate } from '../lang/late.js';

/** The schemas of a mapping, of which every key may be missing; each is made when it is asked for. */
type Shape = Readonly<Record<string, () => z.ZodMiniType>>;
type Made<Keys extends Shape> = { [Key in keyof Keys]: ReturnType<Keys[Key]> };

/** The schema of a mapping with many keys. To make all of it takes much longer than to check the few that a text has. */
export interface SchemaByKeys<Schema> {
  /** What says the same as the whole of mappings with these keys, where it finds nothing wrong. */
  readonly of: (keys: readonly string[]) => Schema;
  readonly whole: () => Schema;
}

export function byKeys<Keys extends Shape, Schema>(
  shape: Keys,
  mapping: (shape: Made<Keys>) => Schema,
): SchemaByKeys<Schema> {
  const members = new Map(Object.entries(shape).map(([key, make]) => [key, madeLate(make)]));
  const made = new Map<string, Schema>();
  const of = (keys: readonly string[]): Schema => {
    // In one order, so that each set of keys has one schema.
    const given = new Set(keys);
    const known = [...members.keys()].filter((key) => given.has(key));
    const name = known.join();
    const before = made.get(name);
    if (before) return before;
    const schema = mapping(Object.fromEntries(known.map((key) => [key, members.get(key)!()])) as Made<Keys>);
    made.set(name, schema);
    return schema;
  };
  return { of, whole: () => of([...members.keys()]) };
}
