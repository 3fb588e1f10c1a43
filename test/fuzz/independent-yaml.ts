import { createRequire } from 'node:module';

/** YAML by a reader that the product does not use. */
interface Reader {
  loadAll(text: string, options: { readonly schema: Schema }): unknown[];
  readonly CORE_SCHEMA: Schema;
  readonly mergeTag: unknown;
}

interface Schema {
  withTags(tag: unknown): Schema;
}

const reader = createRequire(import.meta.url)('js-yaml') as Reader;
const schema = reader.CORE_SCHEMA.withTags(reader.mergeTag);

/** The documents of a text as plain data, merge keys followed; `undefined` where this reader takes it for no YAML. */
export function readIndependently(text: string): readonly unknown[] | undefined {
  try {
    return reader.loadAll(text, { schema });
  } catch {
    return undefined;
  }
}
