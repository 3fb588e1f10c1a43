import * as z from 'zod/mini';
import { describeSchema } from '../../lang/describe-schema.js';
import type { DescribedType } from '../frontend.js';
import { propertyTexts } from '../property-texts.js';
import { lifecyclePoints, lifecycleSchemas } from './schema.js';

/**
 * JSON Schema (2020-12) of a file of lifecycle hooks, for editors. It knows less than the compiler: which field counts for
 * which other one is not in it.
 */
export function lifecycleJsonSchema(types: readonly DescribedType[]): Readonly<Record<string, unknown>> {
  const { $schema, properties } = z.toJSONSchema(lifecycleSchemas().surroundings, { io: 'input' });
  const section = z.toJSONSchema(lifecycleSchemas().section, { io: 'input' });
  const actions = { anyOf: [{ type: 'array', items: { $ref: '#/$defs/action' } }, { type: 'null' }] };
  const points = Object.fromEntries(lifecyclePoints.map((point) => [point, actions]));
  return describeSchema(
    {
      $schema,
      title: 'Lifecycle hooks of dagweave',
      description: 'Hooks on the events of a pipeline: a file of their own, that of a pipeline, or that of one stage.',
      type: 'object',
      properties: {
        ...properties,
        hooks: { ...hooksText, ...section, properties: { ...section.properties, ...points } },
      },
      $defs: {
        action: {
          type: 'object',
          properties: {
            ...propertiesOf(lifecycleSchemas().otherAction),
            type: { enum: types.map(({ name }) => name) },
          },
          required: ['type'],
          allOf: types.map(fieldsOfType),
          unevaluatedProperties: false,
        },
      },
    },
    propertyTexts,
  );
}

const hooksText = {
  description: 'Hooks by the event that they follow.',
  examples: [{ on_session_complete: [{ type: 'shell', command: './done.sh' }] }],
};

function fieldsOfType(type: DescribedType): Readonly<Record<string, unknown>> {
  const { properties = {}, required } = type.jsonSchema();
  const own = Object.entries(properties as Readonly<Record<string, unknown>>).filter(([name]) =>
    isWritable(type, name),
  );
  return {
    if: { properties: { type: { const: type.name } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: describeSchema(
      { properties: Object.fromEntries(own), ...(required ? { required } : {}) },
      propertyTexts,
      `${type.name}_fields`,
    ),
  };
}

/** Some fields of a type have another name in lifecycle files, or follow from `await`. */
function isWritable({ name: type }: DescribedType, field: string): boolean {
  return !isOwn(type) || Object.hasOwn(propertiesOf(lifecycleSchemas().actions[type]), field);
}

function isOwn(type: string): type is keyof ReturnType<typeof lifecycleSchemas>['actions'] {
  return Object.hasOwn(lifecycleSchemas().actions, type);
}

function propertiesOf(schema: z.ZodMiniType): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, { io: 'input' }).properties ?? {};
}
