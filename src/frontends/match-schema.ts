import * as z from 'zod/mini';
import { madeLate } from '../lang/late.js';
import { type Expect, type Match, type MatchClause, type MatchEntry, textKeys } from '../model/match.js';
import type { Pattern } from '../model/pattern.js';
import { scalar, somePatterns, text } from './plain-schemas.js';
import type { Written } from './written.js';

const matchShape = madeLate(() => {
  const patterns = somePatterns();
  const names = z.array(text()).check(z.minLength(1));
  const value = scalar();
  const values = z.union([value, z.array(value).check(z.minLength(1))], 'a pattern or a list of patterns');
  const byName = z.record(text(), values);
  const described = (schema: z.ZodMiniType<string | string[]>, description: string) =>
    z.optional(schema.check(z.describe(description)));
  return {
    step: described(patterns, 'Its name or id.'),
    runs: described(patterns, 'A command that it runs: program and arguments, without quotes, joined by one blank.'),
    uses: described(patterns, 'Its executor, type or action.'),
    image: described(patterns, 'Its container image.'),
    calls: described(patterns, 'The workflow that it calls.'),
    dag: described(patterns, 'The name of its DAG.'),
    file: described(patterns, 'The path of its file.'),
    labels: z.optional(
      z
        .union([names, byName], 'a list of labels, or a mapping of labels to patterns')
        .check(z.describe('Labels or tags of its DAG: names, or names with patterns for their values.')),
    ),
    env: z.optional(
      z
        .union([names, byName], 'a list of names, or a mapping of names to patterns')
        .check(
          z.describe(
            'Variables that are set for it, for its DAG or by its commands: names, or names with patterns for their values.',
          ),
        ),
    ),
    cel: z.optional(
      text().check(
        z.describe('A condition in CEL, the Common Expression Language, over `step`, `dag` and `workflow`.'),
      ),
    ),
    any: z.optional(
      z
        .array(z.lazy((): z.ZodMiniType<Readonly<Record<string, unknown>>> => matchSchema()))
        .check(z.minLength(1), z.describe('Matches of which one must hold.')),
    ),
    not: z.optional(
      z
        .lazy((): z.ZodMiniType<Readonly<Record<string, unknown>>> => matchSchema())
        .check(z.describe('A match that must not hold.')),
    ),
    unsure: z.optional(
      z
        .enum(['match', 'skip'])
        .check(
          z.describe(
            'Whether a step matches if its commands cannot be read for certain, or `cel` gives no answer; `match` unless given.',
          ),
        ),
    ),
  };
});

/** The keys of a match. */
export const matchKeys = madeLate((): readonly string[] => Object.keys(matchShape()));

/** What a step must be or do. */
export const matchSchema = madeLate(
  (): z.ZodMiniType<Readonly<Record<string, unknown>>> =>
    z
      .strictObject(matchShape())
      .register(z.globalRegistry, { id: 'match', description: 'What a step is and does; all keys must hold.' }),
);

export const expectSchema = madeLate(() =>
  z.strictObject({
    min: z.optional(
      z
        .int()
        .check(
          z.minimum(0),
          z.maximum(10_000_000),
          z.describe('How often the rule must match at least; 1 in a run unless the rule is optional or `max` is 0.'),
        ),
    ),
    max: z.optional(
      z.int().check(z.minimum(0), z.maximum(10_000_000), z.describe('How often the rule may match at most.')),
    ),
    per: z.optional(
      z.enum(['run', 'workflow', 'dag']).check(z.describe('What the matches are counted in; `run` unless given.')),
    ),
    message: z.optional(
      text().check(
        z.describe(
          'What is required, in words; findings say it, and so does the request to the model that wrote the workflow.',
        ),
      ),
    ),
  }),
);

/** An entry of `deny`. */
export const denialSchema = madeLate(() =>
  z.strictObject({
    match: matchSchema(),
    message: text().check(
      z.describe('What is forbidden and why, in words; the request to the model that wrote the workflow says it, too.'),
    ),
    severity: z.optional(z.enum(['error', 'warning'])),
  }),
);

/** Reads what the schema let pass. */
export function readMatch(written: Written): Match {
  const fields = written.kind === 'map' ? [...written.fields] : [];
  return {
    clauses: fields.flatMap(([key, { value }]) => (key === 'unsure' ? [] : readClause(key, value))),
    unsure: fields.some(([key, { value }]) => key === 'unsure' && value.value === 'skip') ? 'skip' : 'match',
    span: written.span,
  };
}

function readClause(key: string, written: Written): MatchClause {
  const { span } = written;
  if (key === 'any') return { kind: key, of: written.kind === 'list' ? written.items.map(readMatch) : [], span };
  if (key === 'not') return { kind: key, match: readMatch(written), span };
  if (key === 'labels' || key === 'env') return { kind: key, entries: readEntries(written), span };
  if (key === 'cel') return { kind: key, expression: written.kind === 'scalar' ? written.text : '', span };
  const kind = textKeys.find((one) => one === key)!;
  return { kind, patterns: patternsOf(written), span };
}

function readEntries(written: Written): readonly MatchEntry[] {
  if (written.kind !== 'map') return patternsOf(written).map((name) => ({ name, values: [] }));
  return [...written.fields].map(([name, { key, value }]) => ({
    name: { text: name, span: key },
    values: patternsOf(value),
  }));
}

function patternsOf(written: Written): readonly Pattern[] {
  const all = written.kind === 'list' ? written.items : [written];
  return all.map((one) => ({ text: one.kind === 'scalar' ? one.text : '', span: one.span }));
}

/** @param optional the rule may match nothing */
export function readExpect(
  fields: z.output<ReturnType<typeof expectSchema>>,
  written: Written,
  optional: boolean,
): Expect {
  const per = fields.per ?? 'run';
  // A rule that may match 0 times at most need not match once.
  const least = per === 'run' && !optional && fields.max !== 0 ? 1 : 0;
  return {
    min: fields.min ?? least,
    max: fields.max,
    per,
    message: fields.message,
    span: written.span,
  };
}
