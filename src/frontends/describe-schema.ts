import { type PropertyText, propertyTexts } from './property-texts.js';

type Schema = Readonly<Record<string, unknown>>;

/** A JSON Schema with a description and an example at each property, for editors. */
export function describeSchema(schema: Schema, owner = ''): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') return [key, mapSchemas(value, (name, one) => described(name, one, owner))];
      if (key === '$defs') return [key, mapSchemas(value, (name, one) => describeSchema(one, name))];
      // A condition shows nothing to a person.
      if (key === 'if' || key === 'examples') return [key, value];
      if (Array.isArray(value)) return [key, value.map((one) => (isSchema(one) ? describeSchema(one, owner) : one))];
      return [key, isSchema(value) ? describeSchema(value, key === 'additionalProperties' ? key : owner) : value];
    }),
  );
}

function described(name: string, schema: Schema, owner: string): Schema {
  const inner = describeSchema(schema, name);
  const text: PropertyText | undefined = propertyTexts[`${owner}/${name}`] ?? propertyTexts[name];
  if (!text) return inner;
  const [description, example] = text;
  return {
    ...(description !== '' && { description }),
    ...inner,
    ...(!inner.examples && { examples: [inner.const ?? example] }),
  };
}

function mapSchemas(value: unknown, change: (name: string, schema: Schema) => Schema): unknown {
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isSchema(one) ? change(name, one) : one]),
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
