import * as z from 'zod/mini';
import { describeSchema } from '../../lang/describe-schema.js';
import { registryTexts } from './texts.js';

/**
 * What handlers of the event registry get and answer, for those who write them. Fields beside these may come, and may be given.
 */

const stage = z.enum(['understand', 'plan', 'act', 'review']);
const texts = z.array(z.string());

const base = {
  session_id: z.string(),
  timestamp: z.string(),
  repository_root: z.optional(z.string()),
  stage: z.optional(stage),
};

const ability = { ability_id: z.string(), operation_key: z.optional(z.string()) };

const contextSchema = z.union([
  z.looseObject({
    event_type: z.literal('UserPromptSubmit'),
    ...base,
    user_message: z.string(),
    files_touched: z.optional(texts),
  }),
  z.looseObject({
    event_type: z.literal('PreAbilityCall'),
    ...base,
    ...ability,
    planned_input_summary: z.optional(z.string()),
  }),
  z.looseObject({
    event_type: z.literal('PostAbilityCall'),
    ...base,
    ...ability,
    status: z.enum(['success', 'failure', 'skipped']),
    duration_ms: z.optional(z.number()),
    input_summary: z.optional(z.string()),
    output_summary: z.optional(z.string()),
    tool_call_path: z.optional(z.string()),
  }),
  z.looseObject({
    event_type: z.enum(['SessionStart', 'SessionEnd', 'SessionStop']),
    ...base,
    changed_files: z.optional(texts),
    run_status: z.optional(z.string()),
  }),
]);

const resultSchema = z.looseObject({
  logs: z.optional(z.array(z.looseObject({ level: z.enum(['debug', 'info', 'warn', 'error']), message: z.string() }))),
  messages_to_user: z.optional(texts),
  suggested_abilities: z.optional(
    z.array(z.looseObject({ id: z.string(), reason: z.string(), confidence: z.optional(z.number()) })),
  ),
  suggested_documents: z.optional(
    z.array(z.looseObject({ path: z.string(), reason: z.string(), stage: z.optional(stage) })),
  ),
  new_intent: z.optional(
    z.looseObject({
      scope: z.optional(z.string()),
      topic: z.optional(z.string()),
      stage: z.optional(stage),
      intent: z.string(),
      signals: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  follow_up_actions: z.optional(
    z.array(
      z.looseObject({
        kind: z.enum(['open_file', 'run_command', 'create_task']),
        payload: z.optional(z.record(z.string(), z.unknown())),
      }),
    ),
  ),
  usage_recorded: z.optional(z.boolean()),
  error: z.optional(z.string()),
});

/** JSON Schema (2020-12) of what a handler reads on standard input. */
export function contextJsonSchema(): Readonly<Record<string, unknown>> {
  return titled(contextSchema, 'Context of an event of the registry, as its handlers read it');
}

/** JSON Schema (2020-12) of what it prints. */
export function hookResultJsonSchema(): Readonly<Record<string, unknown>> {
  return titled(resultSchema, 'Answer of a handler of the event registry');
}

function titled(schema: z.ZodMiniType, title: string): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { $schema, title, ...describeSchema(rest, registryTexts) };
}
