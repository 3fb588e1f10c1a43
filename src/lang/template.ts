import { parseHandlebars } from './handlebars.js';
import { nearestName } from './nearest.js';
import { findTags, type Ours, type Tag } from './tags.js';
import { builtInNames, isOurs, namespaces } from './variable-names.js';

/** `start` and `end` are offsets into the template as written. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | VariablePiece
  | { readonly kind: 'partial'; readonly name: string; readonly indent: string };

export interface VariablePiece {
  readonly kind: 'variable';
  readonly name: string;
  /** Written with three braces: the value goes in as it is, without quotes. */
  readonly raw: boolean;
  readonly start: number;
  readonly end: number;
}

export type TemplateFinding =
  /** The engine's, but it looks like `suggestion`. */
  | { readonly kind: 'near-miss'; readonly written: string; readonly suggestion: string }
  /** Of the environment, but it looks like a variable that is written `${NAME}`. */
  | { readonly kind: 'near-dollar'; readonly written: string; readonly suggestion: string }
  /** Our name in a tag that is not ours, because of what is around it: `${{task_id}}`, `{{task_id | upper}}`. */
  | { readonly kind: 'not-ours'; readonly written: string; readonly name: string }
  /** A block, a helper call or a partial with parameters. */
  | { readonly kind: 'unsupported'; readonly written: string };

export interface ParsedTemplate {
  readonly pieces: readonly TemplatePiece[];
  readonly findings: readonly TemplateFinding[];
}

/**
 * Reads a template. Our variables become pieces, every other byte stays text: tags of engines, unbalanced braces, all of it.
 * A backslash in front of a tag of ours makes it plain text and is itself dropped.
 * A prompt may hold `{{> partials}}` and `{{! comments}}` besides; a command has only variables.
 */
export function parseTemplate(text: string, language: 'command' | 'prompt', isKnown?: Ours): ParsedTemplate {
  const tags = findTags(text, language, isKnown);
  const findings = [...tags.flatMap((tag) => finding(text, tag)), ...halfOpened(text, tags)];
  const ours = tags.filter((tag) => tag.kind !== 'foreign' && tag.kind !== 'unsupported');
  if (ours.length === 0) return { pieces: text === '' ? [] : [{ kind: 'text', text }], findings };
  if (ours.every((tag) => isPlainVariable(text, tag)))
    return { pieces: plainPieces(text, ours as readonly VariableTag[]), findings };
  const pieces = parseHandlebars(masked(text, ours)).map((statement): TemplatePiece => {
    if (statement.kind === 'content') return { kind: 'text', text: unmask(statement.text) };
    const { name, start, end } = ours[Number(statement.name.slice(1))] as Extract<
      Tag,
      { kind: 'variable' | 'partial' }
    >;
    if (statement.kind === 'partial') return { kind: 'partial', name, indent: statement.indent };
    return { kind: 'variable', name, raw: statement.raw, start, end };
  });
  return { pieces: joined(pieces), findings };
}

type VariableTag = Extract<Tag, { readonly kind: 'variable' | 'partial' }>;

/** Does it do nothing to the text around it? Most templates hold only such tags, and do without Handlebars. */
function isPlainVariable(text: string, { kind, start, end }: Tag): boolean {
  return kind === 'variable' && !text.slice(start, end).includes('~');
}

function plainPieces(text: string, tags: readonly VariableTag[]): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let from = 0;
  const addText = (to: number) => {
    if (to > from) pieces.push({ kind: 'text', text: text.slice(from, to) });
  };
  for (const { name, start, end } of tags) {
    addText(start);
    pieces.push({ kind: 'variable', name, raw: text.startsWith('{{{', start), start, end });
    from = end;
  }
  addText(text.length);
  return pieces;
}

function finding(text: string, tag: Tag): readonly TemplateFinding[] {
  const written = text.slice(tag.start, tag.end);
  if (tag.kind === 'unsupported') return [{ kind: 'unsupported', written }];
  if (tag.kind !== 'foreign') return [];
  if (isOurs(tag.name)) return [{ kind: 'not-ours', written: written.trim(), name: tag.name }];
  const suggestion = tag.form === 'plain' ? nearestOfOurs(tag.name) : undefined;
  return suggestion === undefined ? [] : [{ kind: 'near-miss', written, suggestion }];
}

/** Our names with one brace in front and two behind. */
function halfOpened(text: string, tags: readonly Tag[]): readonly TemplateFinding[] {
  if (!text.includes('}}')) return [];
  return [...text.matchAll(/(?<!\{)\{[ \t]*([\w.-]+)[ \t]*\}\}(?!\})/g)].flatMap(({ 0: written, 1: name, index }) =>
    isOurs(name!) && !tags.some(({ start, end }) => start <= index && index < end)
      ? [{ kind: 'not-ours' as const, written, name: name! }]
      : [],
  );
}

function nearestOfOurs(name: string): string | undefined {
  const dot = name.indexOf('.');
  if (dot === -1) return nearestName(name, builtInNames);
  const prefix = name.slice(0, dot);
  const namespace = enginePrefixes.has(prefix) ? undefined : nearestName(prefix, namespaces);
  return namespace && `${namespace}${name.slice(dot)}`;
}

/** What engines call their own and what is near a name of ours. */
const enginePrefixes = new Set(['tasks', 'steps']);

/** The template with numbered names in our tags, and with nothing else that Handlebars could take for one. */
function masked(text: string, ours: readonly Tag[]): string {
  const out: string[] = [];
  let from = 0;
  ours.forEach((tag, index) => {
    out.push(mask(text.slice(from, tag.start)), plainTag(text.slice(tag.start, tag.end), tag, index));
    from = tag.end;
  });
  return [...out, mask(text.slice(from))].join('');
}

/** Names of ours need not be names to Handlebars, and a comment need not end as its own do. */
function plainTag(written: string, tag: Tag, index: number): string {
  if (tag.kind === 'comment') return '{{!}}';
  if (tag.kind !== 'variable' && tag.kind !== 'partial') return mask(written.slice(1));
  const at = written.lastIndexOf(tag.name);
  return `${written.slice(0, at)}t${index}${written.slice(at + tag.name.length)}`;
}

/** Braces and backslashes have a meaning for the parser, and NUL ends its text. The sign in front makes it reversible. */
function mask(text: string): string {
  return text.replace(/[{}\\\0\uE000]/g, (char) => `\uE000${masks.indexOf(char)}`);
}

function unmask(text: string): string {
  return text.replace(/\uE000([0-4])/g, (_, index: string) => masks[Number(index)]!);
}

const masks = '{}\\\0\uE000';

function joined(pieces: readonly TemplatePiece[]): readonly TemplatePiece[] {
  const out: TemplatePiece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: last.text + piece.text };
    else out.push(piece);
  }
  return out;
}
