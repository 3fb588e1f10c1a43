import * as z from 'zod/mini';
import type { Report } from '../diagnostics/diagnostics.js';
import { describeSchema } from '../lang/describe-schema.js';
import { madeLate } from '../lang/late.js';
import type { Manifest } from '../model/manifest.js';
import { handlerEvents, hookPoints } from '../model/rule.js';
import type { SourceFile } from '../model/source.js';
import { manifestTexts } from './texts.js';

/** A manifest as written; `undefined` after a report if it is not valid. */
export function readManifest({ path, text }: SourceFile, report: Report): Manifest | undefined {
  const value = parseJson(text);
  const problem = value === undefined ? 'it is not JSON' : manifestProblem(value);
  if (problem === undefined) return value as Manifest;
  report('DW709', { path, problem });
  return undefined;
}

/** Why a value is no manifest; `undefined` where it is one. */
export function manifestProblem(value: unknown): string | undefined {
  const { error } = manifestSchema().safeParse(value);
  if (!error) return undefined;
  const issue = error.issues[0]!;
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return `it has the key \`${[...issue.path, issue.keys[0]].join('.')}\``;
  return place === '' ? 'it is not a JSON object' : `\`${place}\` is missing or has a wrong value`;
}

/** JSON Schema (2020-12) of a manifest. @internal */
export function manifestJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(manifestSchema());
  return { $schema, title: 'Manifest of dagweave', ...describeSchema(schema, manifestTexts) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const manifestSchema = madeLate((): z.ZodMiniType<Manifest> => {
  const count = z.int().check(z.nonnegative());
  const digest = z.strictObject({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)), bytes: count });
  const edge = z.strictObject({ from: z.string(), to: z.string() });

  return z.strictObject({
    version: z.literal(1),
    files: z.array(
      z.strictObject({
        path: z.string(),
        input: digest,
        output: digest,
        inverse: z.array(z.strictObject({ start: count, end: count, text: z.string() })),
      }),
    ),
    injections: z.array(
      z.strictObject({
        rule: z.string(),
        policy: z.optional(z.boolean()),
        written: z.strictObject({ file: z.string(), line: count, column: count }),
        point: z.enum(hookPoints),
        task: z.nullable(z.string()),
        file: z.string(),
        dag: z.string(),
        document: z.optional(z.int().check(z.positive())),
        place: z.enum(['step', ...handlerEvents]),
        node: z.string(),
        range: z.nullable(z.strictObject({ start: count, end: count })),
        edges: z.strictObject({ added: z.array(edge), removed: z.array(edge) }),
      }),
    ),
    prompts: z.optional(z.array(z.strictObject({ file: z.string(), path: z.string() }))),
    tasks: z.array(z.string()),
  });
});
