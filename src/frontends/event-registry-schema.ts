import * as z from 'zod/mini';
import { abilityStatuses, registryEvents } from '../model/registry.js';

/**
 * A hook of the event registry. What must not be missing is looked for where the hook is read, which knows better words for it;
 * `effects` describe and may have any shape.
 */

const week = 7 * 24 * 3600;

const text = z.string().check(z.minLength(1));
const truth = z.boolean();
const texts = (what: string) => z.union([text, z.array(text).check(z.minLength(1))], `${what} or a list of them`);
const scalar = z.union([z.string(), z.number(), z.boolean()], 'text, a number, or true or false');

const match = {
  ability_scope: z.optional(texts('a pattern')),
  operation_key: z.optional(texts('a pattern')),
  status: z.optional(
    z.union(
      [z.enum(abilityStatuses), z.array(z.enum(abilityStatuses)).check(z.minLength(1))],
      'success, failure or skipped, or a list of these',
    ),
  ),
  min_duration_ms: z.optional(z.int().check(z.minimum(0))),
  only_if_changed_paths: z.optional(texts('a glob of paths')),
};

const handler = {
  kind: z.optional(z.enum(['script'])),
  command: z.optional(text.check(z.regex(/^[^\0]*$/, 'text without NUL characters'))),
  args: z.optional(z.array(z.string().check(z.regex(/^[^\0]*$/, 'text without NUL characters')))),
  timeout: z.optional(z.int().check(z.minimum(1), z.maximum(week))),
  env: z.optional(
    z.record(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of letters, digits and "_"')), scalar),
  ),
};

const hook = {
  id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,100}$/, 'up to 100 letters, digits, ".", "_" and "-"'))),
  enabled: z.optional(truth),
  blocking: z.optional(truth),
  summary: z.optional(z.nullable(z.string())),
  environments: z.optional(texts('a name')),
  match: z.optional(z.nullable(z.strictObject(match))),
  handler: z.optional(z.strictObject(handler)),
  effects: z.optional(z.unknown()),
};

const event = z.enum(registryEvents);

/** With one event; a mistake in its name is then known as one. */
export const hookSchema = z.strictObject({ ...hook, event_type: z.optional(event) });

/** With a list of events. */
export const hookSchemaOfSeveral = z.strictObject({
  ...hook,
  event_type: z.optional(z.array(event).check(z.minLength(1))),
});

/** Which keys stand where, for those that stand elsewhere. */
export const registryKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['the hook', [...Object.keys(hook), 'event_type']],
  ['match', Object.keys(match)],
  ['handler', Object.keys(handler)],
]);

/** JSON Schema (2020-12) of a file of the registry, for editors. */
export function registryJsonSchema(): Readonly<Record<string, unknown>> {
  const whole = z.strictObject({
    ...hook,
    event_type: z.optional(z.union([event, z.array(event).check(z.minLength(1))])),
  });
  const { $schema, properties, ...schema } = z.toJSONSchema(whole, { io: 'input' });
  const required = ['id', 'event_type', 'handler'];
  const { handler: one, ...others } = properties as Readonly<Record<string, object>>;
  return {
    $schema,
    title: 'Hook of the event registry of dagweave',
    description: 'One file of .system/hooks.',
    ...schema,
    properties: { ...others, handler: { ...one, required: ['command'] } },
    required,
  };
}
