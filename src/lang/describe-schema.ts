type Schema = Readonly<Record<string, unknown>>;

/** What a property is, and a value as one would write it. */
export type PropertyText = readonly [description: string, example: unknown];

/**
 * Texts by the name of the property, or by `owner/name` where one name has several meanings: the owner is the definition or
 * property that holds it.
 */
export type PropertyTexts = Readonly<Record<string, PropertyText>>;

/** A JSON Schema with a description and an example at each property, for editors. What it says itself stays. */
export function describeSchema(schema: Schema, texts: PropertyTexts, owner = ''): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') return [key, mapSchemas(value, (name, one) => described(name, one, texts, owner))];
      if (key === '$defs') return [key, mapSchemas(value, (name, one) => describeSchema(one, texts, name))];
      // A condition shows nothing to a person.
      if (key === 'if' || key === 'examples') return [key, value];
      if (Array.isArray(value))
        return [key, value.map((one) => (isSchema(one) ? describeSchema(one, texts, owner) : one))];
      return [
        key,
        isSchema(value) ? describeSchema(value, texts, key === 'additionalProperties' ? key : owner) : value,
      ];
    }),
  );
}

function described(name: string, schema: Schema, texts: PropertyTexts, owner: string): Schema {
  const inner = describeSchema(schema, texts, name);
  const text = texts[`${owner}/${name}`] ?? texts[name];
  if (!text) return inner;
  const [description, example] = text;
  return {
    ...(description !== '' && { description }),
    ...inner,
    ...(!inner.examples && { examples: [inner.const ?? oneOf(inner.enum, example)] }),
  };
}

/** A text may serve several kinds of one thing, each of which allows other values. */
function oneOf(values: unknown, example: unknown): unknown {
  return Array.isArray(values) && !values.includes(example) ? values[0] : example;
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
