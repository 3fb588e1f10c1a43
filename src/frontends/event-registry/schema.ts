import * as z from 'zod/mini';
import { describeSchema } from '../../lang/describe-schema.js';
import { madeLate } from '../../lang/late.js';
import { abilityStatuses, ownEventName, registryEvents } from '../../model/registry.js';
import { agentTools, modelRunners } from '../../model/step.js';
import { registryTexts } from './texts.js';

/**
 * A hook of the event registry. What must not be missing is looked for where the hook is read, which knows better words for it;
 * `effects` describe and may have any shape.
 */

const week = 7 * 24 * 3600;

/** What a file and a handler of each kind may say. Only a file of the registry asks for it. */
const schemas = madeLate(() => {
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

  const seconds = z.optional(z.int().check(z.minimum(1), z.maximum(week)));

  const script = {
    kind: z.optional(z.enum(['script'])),
    command: z.optional(text.check(z.regex(/^[^\0]*$/, 'text without NUL characters'))),
    args: z.optional(z.array(z.string().check(z.regex(/^[^\0]*$/, 'text without NUL characters')))),
    timeout: seconds,
    env: z.optional(
      z.record(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of letters, digits and "_"')), scalar),
    ),
  };

  const model = {
    prompt: z.optional(text),
    runner: z.optional(z.enum(modelRunners)),
    model: z.optional(text),
    base_url: z.optional(text),
    api_key_env: z.optional(text),
    cache: z.optional(truth),
    timeout: seconds,
  };

  /** What a handler of each kind may say. */
  const handlers = {
    script: z.strictObject(script),
    prompt: z.strictObject({ kind: z.enum(['prompt']), ...model }),
    agent: z.strictObject({
      kind: z.enum(['agent']),
      ...model,
      allowed_tools: z.optional(z.array(z.enum(agentTools)).check(z.minLength(1))),
      max_turns: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    }),
  };

  /** The fields of all kinds; an unknown kind is asked to be none of them. */
  const anyKind = z.strictObject({
    ...handlers.agent.shape,
    ...script,
    kind: z.optional(z.enum(['script', 'prompt', 'agent'])),
  });

  const hook = {
    id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,100}$/, 'up to 100 letters, digits, ".", "_" and "-"'))),
    enabled: z.optional(truth),
    blocking: z.optional(truth),
    summary: z.optional(z.nullable(z.string())),
    environments: z.optional(texts('a name')),
    match: z.optional(z.nullable(z.strictObject(match))),
    effects: z.optional(z.unknown()),
  };

  const event = z
    .string()
    .check(
      z.regex(ownEventName, 'the name of an event: a letter, then letters, digits, ".", "_" and "-", at most 100'),
    );

  return { match, handlers, anyKind, hook, event };
});

export type HandlerKind = keyof ReturnType<typeof schemas>['handlers'];
export type HandlerFields = z.output<ReturnType<typeof schemas>['anyKind']>;

/**
 * One file. Of what an event or a handler can be, it is held against the way in which it is written, so that a mistake is known as
 * one of that way.
 * @param several the events are a list
 * @param kind as it is written, `undefined` for no kind that is known
 */
export function hookSchema(several: boolean, kind: HandlerKind | undefined) {
  const { anyKind, event, handlers, hook } = schemas();
  const handler = z.optional(kind === undefined ? anyKind : handlers[kind]);
  const event_type = z.optional(several ? z.array(event).check(z.minLength(1)) : event);
  return z.strictObject({ ...hook, event_type, handler });
}

/** Which keys are where, for those that are elsewhere. */
export function registryKeys(): ReadonlyMap<string, readonly string[]> {
  const { anyKind, hook, match } = schemas();
  return new Map([
    ['the hook', [...Object.keys(hook), 'event_type']],
    ['match', Object.keys(match)],
    ['handler', Object.keys(anyKind.shape)],
  ]);
}

/** JSON Schema (2020-12) of a file of the registry, for editors. @internal */
export function registryJsonSchema(): Readonly<Record<string, unknown>> {
  const { event, handlers, hook } = schemas();
  // An editor offers those that are known.
  const known = z.union([z.enum(registryEvents), event]);
  const whole = z.strictObject({
    ...hook,
    event_type: z.optional(z.union([known, z.array(known).check(z.minLength(1))])),
    handler: z.union([
      z.required(handlers.script, { command: true }),
      z.required(handlers.prompt, { prompt: true }),
      z.required(handlers.agent, { prompt: true }),
    ]),
  });
  const { $schema, ...schema } = z.toJSONSchema(whole, { io: 'input' });
  return {
    $schema,
    title: 'Hook of the event registry of dagweave',
    description: 'One file of .system/hooks.',
    ...describeSchema(schema, registryTexts, 'event-hook'),
    required: ['id', 'event_type', 'handler'],
  };
}
