import * as z from 'zod/mini';
import { describeSchema } from '../lang/describe-schema.js';
import { stepTypes } from './index.js';
import { resultTexts } from './result-texts.js';
import { shapeOf } from './schema.js';

/** What every result has. A result that ends before the step could start has nothing else. */
const common = {
  success: z.boolean(),
  skipped: z.boolean(),
  error: z.nullable(z.string()),
  started_at: z.string().check(z.iso.datetime()),
  duration_seconds: z.number().check(z.gte(0)),
  task_id: z.nullable(z.string()),
  spec_id: z.nullable(z.string()),
  /** Where retries were allowed: how many attempts there were. */
  attempts: z.optional(z.int().check(z.gte(1))),
} as const;

/** The one JSON object that a step prints, by type. */
export function resultSchema(types: Pick<typeof stepTypes, 'values'> = stepTypes) {
  const results = [...types.values()].flatMap(({ name, table }) => {
    const own = shapeOf(table, 'result');
    return Object.keys(own).length === 0 ? [] : [z.strictObject({ type: z.literal(name), ...common, ...own })];
  });
  /** A type that does not exist. */
  const unknown = z.strictObject({ type: z.string(), ...common, success: z.literal(false) });
  return z.union([...results, unknown]);
}

/** JSON Schema (2020-12) of it. */
export function resultJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(resultSchema());
  const described = (schema.anyOf ?? []).map((one) =>
    describeSchema(one as Schema, resultTexts, typeOf(one as Schema)),
  );
  return { $schema, title: 'Result of a step of dagweave', ...schema, anyOf: described };
}

type Schema = Readonly<Record<string, unknown>>;

/** Some fields mean another thing in results of one type. */
function typeOf({ properties }: Schema): string | undefined {
  return (properties as { readonly type: { readonly const?: string } }).type.const;
}
