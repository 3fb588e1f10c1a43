import type * as z from 'zod/mini';
import type { Report } from '../diagnostics/diagnostics.js';
import { nearestName } from '../lang/nearest.js';
import { truthHint } from '../lang/truth-words.js';
import type { Span } from '../model/source.js';
import type { SchemaByKeys } from './by-keys.js';
import { keySpan, locate, pathText, type Written } from './written.js';

/**
 * Checks a value by a schema and reports each mistake at its own place.
 * @param where what the value is, for messages: `hooks`, `a rule`
 * @returns the value, typed, or `undefined` where something is wrong with it
 */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  written: Written,
  where: string,
  report: Report,
): z.output<Schema> | undefined {
  const result = schema.safeParse(written.value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) reportIssue({ schema, written, where, report }, issue, []);
  return undefined;
}

/** The same by the schemas of the keys that are there. Only one who made a mistake waits for the others. */
export function checkByKeys<Schema extends z.ZodMiniType>(
  schema: SchemaByKeys<Schema>,
  written: Written,
  where: string,
  report: Report,
): z.output<Schema> | undefined {
  const own = schema.of(written.kind === 'map' ? [...written.fields.keys()] : []);
  const result = own.safeParse(written.value);
  return result.success ? result.data : check(schema.whole(), written, where, report);
}

interface Checking {
  readonly schema: z.ZodMiniType;
  readonly written: Written;
  readonly where: string;
  readonly report: Report;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function reportIssue(checking: Checking, issue: Issue, above: Path): void {
  const path = [...above, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      reportUnknownKeys(checking, issue.keys, path);
      break;
    case 'invalid_type':
      reportKind(checking, path, nameOfType(issue.expected));
      break;
    case 'invalid_value':
      reportChoice(checking, path, [...new Set(issue.values.map(String))]);
      break;
    case 'too_small':
      reportRange(checking, path, issue.origin, `at least ${issue.minimum}`);
      break;
    case 'too_big':
      reportRange(checking, path, issue.origin, `at most ${issue.maximum}`);
      break;
    case 'invalid_key':
      reportKey(checking, path, issue.issues[0]?.message ?? 'another name');
      break;
    case 'invalid_union':
      reportUnion(checking, issue, path);
      break;
    default:
      reportKind(checking, path, issue.message);
  }
}

/** Where the value is of the kind that one branch wants, only what is inside of it is wrong. */
function reportUnion(checking: Checking, issue: z.core.$ZodIssueInvalidUnion, path: Path): void {
  const fitting = issue.errors.find((branch) => branch.every((one) => one.path.length > 0 || one.code === 'too_small'));
  if (!fitting) reportKind(checking, path, issue.message);
  for (const one of fitting ?? []) reportIssue(checking, one, path);
}

function reportUnknownKeys(checking: Checking, keys: readonly string[], path: Path): void {
  const known = keysAt(checking.schema, path);
  const where = path.length > 0 ? `\`${pathText(path)}\`` : checking.where;
  for (const key of keys) {
    const span = keySpan(locate(checking.written, path), key);
    checking.report('DW310', { key, where, nearest: nearestName(key, known), known }, { span });
  }
}

function reportKind(checking: Checking, path: Path, expected: string): void {
  const found = locate(checking.written, path);
  const isMissing = path.length > 0 && !isWritten(checking.written, path);
  const args = {
    field: pathText(path) || checking.where,
    expected,
    found: isMissing ? 'nothing' : describe(found),
    hint: isMissing ? `add \`${String(path.at(-1))}\`` : hintFor(found, expected),
  };
  checking.report('DW311', args, { span: placeOf(checking.written, path, found) });
}

function reportChoice(checking: Checking, path: Path, choices: readonly string[]): void {
  const found = locate(checking.written, path);
  if (found.kind !== 'scalar' || found.value === null) {
    reportKind(checking, path, `one of ${choices.join(', ')}`);
    return;
  }
  const args = { field: pathText(path), found: found.text, choices, nearest: nearestName(found.text, choices) };
  checking.report('DW312', args, { span: found.span });
}

function reportRange(checking: Checking, path: Path, origin: string, bound: string): void {
  const found = locate(checking.written, path);
  const args = { field: pathText(path) };
  if (origin === 'number' || origin === 'int') {
    checking.report(
      'DW313',
      { ...args, found: found.kind === 'scalar' ? found.text : '', bound },
      { span: found.span },
    );
  } else {
    checking.report('DW314', { ...args, kind: origin === 'array' ? 'list' : 'text' }, { span: found.span });
  }
}

function reportKey(checking: Checking, path: Path, expected: string): void {
  const key = String(path.at(-1));
  const span = keySpan(locate(checking.written, path.slice(0, -1)), key);
  checking.report('DW315', { key, field: pathText(path.slice(0, -1)), expected }, { span });
}

function isWritten(written: Written, path: Path): boolean {
  const above = locate(written, path.slice(0, -1));
  const key = path.at(-1)!;
  return above.kind === 'map' ? above.fields.has(String(key)) : above.kind === 'list' && Number(key) in above.items;
}

/** An empty value has no width; the key before it shows better. */
function placeOf(written: Written, path: Path, found: Written): Span {
  const key = path.at(-1);
  if (found.span.end > found.span.start || typeof key !== 'string') return found.span;
  return keySpan(locate(written, path.slice(0, -1)), key);
}

/** The keys of the mapping that a schema has at a path. */
function keysAt(schema: z.ZodMiniType, path: Path): readonly string[] {
  let here = withoutWrapping(schema);
  for (const step of path) {
    const { def } = here._zod;
    if (def.type === 'object') here = withoutWrapping(def.shape[String(step)]!);
    else if (def.type === 'record') here = withoutWrapping(def.valueType);
    else if (def.type === 'array') here = withoutWrapping(def.element);
  }
  return here._zod.def.type === 'object' ? Object.keys(here._zod.def.shape) : [];
}

/** What `z.optional` and `z.nullable` are around. */
export function withoutWrapping(schema: z.core.$ZodType): z.core.$ZodTypes {
  let here = schema as z.core.$ZodTypes;
  while (here._zod.def.type === 'optional' || here._zod.def.type === 'nullable') {
    here = here._zod.def.innerType as z.core.$ZodTypes;
  }
  return here;
}

/** What a type of the schema is called. */
function nameOfType(type: string): string {
  const names = new Map([
    ['string', 'text'],
    ['number', 'a number'],
    ['int', 'a whole number'],
    ['boolean', 'true or false'],
    ['array', 'a list'],
    ['object', 'a mapping'],
    ['record', 'a mapping'],
  ]);
  return names.get(type) ?? type;
}

/** What was found, for "expected …, found …". */
export function describe(found: Written): string {
  if (found.kind !== 'scalar') return found.kind === 'map' ? 'a mapping' : 'a list';
  if (found.value === null) return 'nothing';
  if (typeof found.value === 'string')
    return found.value === '' ? 'empty text' : `the text ${JSON.stringify(short(found.value))}`;
  return typeof found.value === 'number' ? `the number ${short(found.text)}` : found.text;
}

/** The fix, where the mistake is a known one. */
function hintFor(found: Written, expected: string): string | undefined {
  if (found.kind === 'map')
    return expected === 'a list' ? 'write it as a list, with a dash before each entry' : undefined;
  if (found.kind === 'list') return expected === 'a mapping' ? 'write it without dashes, as `key: value`' : undefined;
  const { value } = found;
  if (value === null) return 'give it a value, or take the line out';
  if (
    expected.includes('number') &&
    typeof value === 'string' &&
    value.trim() !== '' &&
    Number.isFinite(Number(value))
  ) {
    return `write ${value.trim()}, without quotes`;
  }
  if (expected.includes('number') && typeof value === 'string') return secondsHint(value);
  if (expected === 'true or false' && typeof value === 'string') return truthHint(value);
  if ((expected === 'text' || expected.startsWith('a pattern')) && typeof value !== 'string')
    return `put it in quotes: ${JSON.stringify(found.text)}`;
  if (expected === 'a list') return 'write it as a list, in [ ]';
  return undefined;
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function secondsHint(text: string): string | undefined {
  const [, count, unit] = /^(\d{1,6}) ?([smhd])/.exec(text) ?? [];
  const seconds =
    unit &&
    new Map([
      ['s', 1],
      ['m', 60],
      ['h', 3600],
      ['d', 86_400],
    ]).get(unit);
  return seconds ? `write a time in seconds: ${Number(count) * seconds}` : undefined;
}
