import * as z from 'zod/mini';

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

const text = z.optional(z.string());
const number = z.optional(z.nullable(z.number()));
const processOutput = { stdout: text, stderr: text } as const;
const modelFields = {
  raw_output: text,
  prompt_used: text,
  runner: text,
  model: z.optional(z.nullable(z.string())),
  cached: z.optional(z.boolean()),
  would_call: z.optional(z.record(z.string(), z.unknown())),
} as const;
const decision = { allowed: z.optional(z.boolean()), reason: text } as const;

/** The one JSON object that a step prints, by type. */
export const resultSchema = z.union([
  z.strictObject({ type: z.literal('shell'), ...common, command: text, exit_code: number, ...processOutput }),
  z.strictObject({
    type: z.literal('quality_check'),
    ...common,
    score: number,
    min_score: z.optional(z.number()),
    passed: z.optional(z.boolean()),
    extraction_method: z.optional(z.enum(['json_path', 'regex', 'exit_code'])),
    command: text,
    score_source: text,
    exit_code: number,
    raw_output: text,
    stderr: text,
  }),
  z.strictObject({
    type: z.literal('llm_eval'),
    ...common,
    score: number,
    summary: text,
    min_score: z.optional(z.number()),
    passed: z.optional(z.boolean()),
    ...modelFields,
  }),
  z.strictObject({ type: z.literal('prompt'), ...common, ...decision, ...modelFields }),
  z.strictObject({ type: z.literal('agent'), ...common, ...decision, turns: number, tokens: number, ...modelFields }),
  z.strictObject({ type: z.literal('python'), ...common, data: z.optional(z.unknown()), ...processOutput }),
  z.strictObject({ type: z.literal('module'), ...common, data: z.optional(z.unknown()), ...processOutput }),
  z.strictObject({
    type: z.literal('handler'),
    ...common,
    event: text,
    decision: z.optional(z.enum(['none', 'allow', 'ask', 'defer', 'deny'])),
    reason: text,
    /** Why the handler did not do its job, which only a gate minds. */
    failure: text,
    /** What a handler of the event registry answered. */
    data: z.optional(z.unknown()),
    context: z.optional(z.record(z.string(), z.unknown())),
    exit_code: number,
    ...processOutput,
  }),
  z.strictObject({
    type: z.literal('webhook'),
    ...common,
    status: number,
    /** What was called back with, or without a callback what the receiver answered. */
    response: z.optional(z.unknown()),
    decision: z.optional(z.enum(['approved', 'rejected'])),
    timed_out: z.optional(z.boolean()),
    would_send: z.optional(z.record(z.string(), z.unknown())),
  }),
  z.strictObject({
    type: z.literal('spawn'),
    ...common,
    run_id: z.optional(z.nullable(z.string())),
    output: z.optional(z.unknown()),
    stderr: text,
  }),
  /** A type that does not exist. */
  z.strictObject({ type: z.string(), ...common, success: z.literal(false) }),
]);

/** JSON Schema (2020-12) of it. */
export function resultJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(resultSchema);
  return { $schema, title: 'Result of a step of dagweave', ...schema };
}
