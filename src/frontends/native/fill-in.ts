import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { FilledIn } from '../../model/step.js';
import type { Written, WrittenMap, WrittenScalar } from '../written.js';
import type { Parameters } from './parameters.js';

/**
 * The section of a pack with the values of its parameters in place of `{{params.NAME}}`. A value that is all of a text keeps its type.
 * The text of a value is never read as a template: fields that are templates go back to what was written (`FilledIn`).
 */
export function fillIn(section: WrittenMap, parameters: Parameters, report: Report): WrittenMap {
  return fillMap(section, [], { parameters, report });
}

interface Filling {
  readonly parameters: Parameters;
  readonly report: Report;
}

type Path = readonly string[];

function fill(written: Written, path: Path, filling: Filling): Written {
  switch (written.kind) {
    case 'map':
      return fillMap(written, path, filling);
    case 'list': {
      const items = written.items.map((item) => fill(item, path, filling));
      return { ...written, items, value: items.map(({ value }) => value) };
    }
    case 'scalar':
      return typeof written.value === 'string' ? fillText(written, path, filling) : written;
  }
}

function fillMap(written: WrittenMap, path: Path, filling: Filling): WrittenMap {
  const value: Record<string, unknown> = Object.create(null);
  const fields = new Map<string, { key: WrittenMap['span']; value: Written }>();
  for (const [name, field] of written.fields) {
    const isDeclaration = path.length === 0 && name === 'parameters';
    const filled = isDeclaration ? field.value : fill(field.value, [...path, name], filling);
    fields.set(name, { key: field.key, value: filled });
    value[name] = filled.value;
  }
  return { ...written, fields, value };
}

const tag = /(\\?)\{\{\s*params\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

function fillText(written: WrittenScalar, path: Path, { parameters, report }: Filling): Written {
  const { text, span } = written;
  const [all, slash, name] = new RegExp(`^${tag.source}$`).exec(text) ?? [];
  const language = languageAt(path);
  if (all !== undefined && slash === '' && !language) {
    const value = valueFor(name!, written, parameters, report);
    return value ? whole(value, name!, span) : written;
  }
  let isFilled = false;
  const expression = language === 'cel' ? withoutRawTexts(text) : text;
  const quoted = language ? quotedParts(expression, language) : [];
  const filled = expression.replace(tag, (match, before: string, parameter: string, at: number) => {
    isFilled = true;
    if (before !== '') return match.slice(1);
    const value = valueFor(parameter, written, parameters, report);
    if (!value) return match;
    const isQuoted = quoted.some(({ start, end }) => start < at && at < end);
    if (value.kind !== 'scalar' && (language !== 'cel' || isQuoted)) report('DW387', { parameter }, { span });
    if (language && !isQuoted) return literal(value, language);
    if (value.kind !== 'scalar') return match;
    return language ? escaped(value.text, language) : value.text;
  });
  if (filled === expression) return written;
  return scalar(filled, written, isFilled ? { template: text, whole: false } : undefined);
}

function valueFor(name: string, { span }: WrittenScalar, parameters: Parameters, report: Report): Written | undefined {
  if (parameters.has(name)) return parameters.get(name);
  const known = [...parameters.keys()];
  report('DW395', { parameter: name, nearest: nearestName(name, known), known }, { span });
  return undefined;
}

/** The value as it is, at the place where the pack speaks of it. */
function whole(value: Written, name: string, span: Written['span']): Written {
  const template = (parameter: string): FilledIn => ({ template: `{{params.${parameter}}}`, whole: true });
  if (value.kind === 'scalar') return { ...value, span, filledIn: template(name) };
  if (value.kind === 'map') return value;
  const items = value.items.map(
    (item, index): Written =>
      item.kind === 'scalar' ? { ...item, span, filledIn: template(`${name}.${index}`) } : item,
  );
  return { ...value, span, items };
}

function scalar(text: string, { span }: WrittenScalar, filledIn: FilledIn | undefined): WrittenScalar {
  return { kind: 'scalar', span, value: text, text, ...(filledIn && { filledIn }) };
}

/** `when` of a rule, and `cel` of a match: there a value is a value of the expression, and no part of its text. */
function languageAt(path: Path): Language | undefined {
  const isOfRule = path.length === 3 && path[0] === 'injections' && path[2] === 'when';
  const inMatch = path.slice(0, -1).every((key, index) => index < 2 || matchKeys.has(key));
  const isCel = path.at(-1) === 'cel' && path.length > 1 && (path[0] === 'deny' || path[0] === 'injections') && inMatch;
  if (isCel) return 'cel';
  return isOfRule ? 'when' : undefined;
}

const matchKeys = new Set(['match', 'any', 'not']);

type Language = 'when' | 'cel';

function literal(value: Written, language: Language): string {
  if (value.kind === 'list') return `[${value.items.map((item) => literal(item, language)).join(', ')}]`;
  return typeof value.value === 'string' ? `"${escaped(value.value, language)}"` : String(value.value);
}

/** A text so that it ends no text in quotes, of whichever kind they are. */
function escaped(text: string, language: Language): string {
  return language === 'cel'
    ? JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")
    : text.replace(/["'\\]/g, '\\$&');
}

/** A text like r"…" knows no escapes, so one that takes a value is written as a plain text of the same meaning. */
function withoutRawTexts(expression: string): string {
  return expression.replace(texts.cel, (part) => {
    const content = /^[rR]("{3}|'{3}|["'])([\s\S]*)\1$/.exec(part)?.[2] ?? '';
    let end = 0;
    const pieces = [...content.matchAll(tag)].map(({ 0: match, index }) => {
      const before = escaped(content.slice(end, index), 'cel');
      end = index + match.length;
      return `${before}${match}`;
    });
    return pieces.length === 0 ? part : `"${pieces.join('')}${escaped(content.slice(end), 'cel')}"`;
  });
}

/** Where an expression has texts in quotes. */
function quotedParts(
  expression: string,
  language: Language,
): readonly { readonly start: number; readonly end: number }[] {
  return [...expression.matchAll(texts[language])].flatMap(({ index, 0: part }) =>
    part.startsWith('//') ? [] : [{ start: index, end: index + part.length }],
  );
}

/** As their readers find them: in CEL a backslash keeps any character from ending a text, and a quote in a comment begins none. */
const texts: Readonly<Record<Language, RegExp>> = {
  cel: /\/\/[^\n]*|(?:(?<!\w)[rR])?(?:"""(?:\\[\s\S]|(?!""")[^\\])*"""|'''(?:\\[\s\S]|(?!''')[^\\])*'''|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*')/g,
  when: /"(?:\\["'\\]|\\(?!["'\\])|[^"\\])*"|'(?:\\["'\\]|\\(?!["'\\])|[^'\\])*'/g,
};

/** Values of the parameters as texts, for templates. */
export function textsOf(parameters: Parameters): ReadonlyMap<string, string> {
  return new Map(
    [...parameters].flatMap(([name, value]): [string, string][] => {
      if (value?.kind === 'scalar') return [[name, value.text]];
      const items = value?.kind === 'list' ? value.items : [];
      return items.map((item, index) => [`${name}.${index}`, item.kind === 'scalar' ? item.text : '']);
    }),
  );
}
