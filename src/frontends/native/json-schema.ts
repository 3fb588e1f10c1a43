import * as z from 'zod/mini';
import { describeSchema } from '../../lang/describe-schema.js';
import type { DescribedType } from '../frontend.js';
import { propertyTexts } from '../property-texts.js';
import { hooksSchema, ruleSchema, stepSchema } from '../section-schema.js';

/** JSON Schema (2020-12) of a configuration file, for editors. It knows less than the compiler: names are not looked up in it. */
export function configJsonSchema(types: readonly DescribedType[]): Readonly<Record<string, unknown>> {
  const { $schema, $defs, ...section } = z.toJSONSchema(hooksSchema(), { io: 'input' });
  const properties = {
    ...section.properties,
    step_definitions: nullable(definitionMap),
    injections: nullable(injections),
  };
  return describeSchema(
    {
      $schema,
      title: 'Configuration of dagweave',
      description: 'The `hooks` section in a larger configuration, or the section as a file of its own.',
      type: 'object',
      properties: { hooks: nullable(ref('section')) },
      if: { not: { required: ['hooks'] }, anyOf: ownKeys.map((key) => ({ required: [key] })) },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: ref('section'),
      $defs: {
        ...$defs,
        section: { ...section, properties },
        step: { ...stepDefinition(types), unevaluatedProperties: false },
        rule: { $ref: '#/$defs/any_rule', unevaluatedProperties: false },
        final_rule: { $ref: '#/$defs/any_rule', properties: { run }, unevaluatedProperties: false },
        any_rule: { ...ruleFields, ...stepOrType, allOf: casesOf(types, ['type']) },
        type: { enum: types.map((type) => type.name) },
        ...Object.fromEntries(types.map((type) => [fieldsName(type), fieldsOf(type)])),
      },
    },
    propertyTexts,
  );
}

type Schema = Readonly<Record<string, unknown>>;

const ownKeys = ['step_definitions', 'injections', 'enabled'];

const definitionMap = { type: 'object', propertyNames: { minLength: 1 }, additionalProperties: ref('step') };

const injections = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      ['pre_root', 'post_roots', 'pre_task', 'post_task'].map((point) => [point, nullable(listOf(ref('rule')))]),
    ),
    final: nullable(listOf(ref('final_rule'))),
  },
  additionalProperties: false,
};

const { run, ...ruleProperties } = propertiesOf(ruleSchema.whole());

const ruleFields = {
  type: 'object',
  properties: { ...ruleProperties, type: ref('type') },
  not: { required: ['after', 'before'] },
};

/** A rule refers to a definition, or has a type of its own. */
const stepOrType = {
  if: { required: ['type'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { step: false } },
  else: { required: ['step'], properties: { output: false } },
};

/** Without a type it is a command. */
function stepDefinition(types: readonly DescribedType[]): Schema {
  const [command, others] = [types.filter(isCommand), types.filter((type) => !isCommand(type))];
  const cases = [...casesOf(command, []), ...casesOf(others, ['type'])];
  return { type: 'object', properties: { ...propertiesOf(stepSchema.whole()), type: ref('type') }, allOf: cases };
}

function isCommand({ name }: DescribedType): boolean {
  return name === 'shell';
}

function casesOf(types: readonly DescribedType[], required: readonly string[]): readonly Schema[] {
  return types.map((type) => ({
    if: { properties: { type: { const: type.name } }, required },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: ref(fieldsName(type)),
  }));
}

function fieldsName({ name }: DescribedType): string {
  return `${name}_fields`;
}

function fieldsOf(type: DescribedType): Schema {
  const { $schema: _, additionalProperties: __, ...fields } = type.jsonSchema();
  return fields;
}

function propertiesOf(schema: z.ZodMiniType): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, { io: 'input' }).properties ?? {};
}

function nullable(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function ref(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}
