import * as z from 'zod/mini';
import { madeLate } from '../lang/late.js';
import type { ConfigOf, Fields, Schema } from './fields.js';
import * as vocabulary from './vocabulary.js';

/** What holds between fields. */
export interface Rule<Config> {
  readonly holds: (config: Config) => boolean;
  /** The field that is reported; the step as a whole unless given. */
  readonly field?: string;
  readonly error: string;
  /** What to write instead. */
  readonly help: string;
}

export type CheckedConfig<Config> =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly issues: readonly ConfigIssue[] };

export interface ConfigIssue {
  /** From the step to the value in question; for unknown keys, to the object that holds them. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** What to write instead, where what holds between fields is broken. */
  readonly help?: string;
  /** Only for unknown keys: which. */
  readonly keys?: readonly string[];
}

/** The schema of a step's configuration, made for types that somebody uses. Only `steps/` knows that it is zod. */
export function configSchema<Table extends Fields>(table: Table, rules: readonly Rule<ConfigOf<Table>>[]) {
  const schema = madeLate(() => {
    const checks = rules.map(({ holds, field, error, help }) =>
      z.refine<Readonly<Record<string, unknown>>>((config) => holds(config as ConfigOf<Table>), {
        ...(field !== undefined && { path: [field] }),
        error,
        params: { help },
      }),
    );
    return z.strictObject(shapeOf(table, 'config')).check(...checks);
  });
  return {
    fields: Object.entries(table).flatMap(([name, { config }]) => (config ? [name] : [])),
    check(config: unknown): CheckedConfig<ConfigOf<Table>> {
      const result = z.safeParse(schema(), config);
      return result.success
        ? { ok: true, config: config as ConfigOf<Table> }
        : { ok: false, issues: result.error.issues.map(toIssue) };
    },
    jsonSchema: () => z.toJSONSchema(schema(), { io: 'input' }) as Readonly<Record<string, unknown>>,
  };
}

/** The schemas of a table of fields, by field. */
export function shapeOf(table: Fields, part: 'config' | 'result'): Record<string, z.ZodMiniType> {
  const schemas = Object.entries(table).flatMap(([name, field]) => {
    const schema: Schema | undefined = field[part];
    return schema ? [[name, schema(vocabulary)] as const] : [];
  });
  return Object.fromEntries(schemas);
}
function toIssue(issue: z.core.$ZodIssue): ConfigIssue {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') return { path, message: 'unknown field', keys: issue.keys };
  const help: unknown = issue.code === 'custom' ? issue.params?.help : undefined;
  return { path, message: messageOf(issue), ...(typeof help === 'string' && { help }) };
}

/** In words of ours: those of the library depend on a locale that has to be loaded. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`;
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (issue.code === 'too_small')
    return issue.origin === 'number' ? `must be at least ${issue.minimum}` : 'must not be empty';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_union') return unionMessage(issue);
  if (issue.code === 'invalid_key') return issue.issues[0]?.message || 'is not a name that is possible here';
  return issue.message || 'is not valid';
}

function unionMessage({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const expected = errors.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? article(first.expected) : '',
  );
  if (expected.length === 0 || expected.includes('')) return 'has none of the shapes that are possible here';
  return `must be ${expected.join(', or ')}`;
}

function article(expected: string): string {
  const words: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    object: 'a map',
    record: 'a map',
    array: 'a list',
  };
  return words[expected] ?? expected;
}
