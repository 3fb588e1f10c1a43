import { isFilledIn } from '../lang/variable-names.js';
import type { Word } from '../model/step.js';
import type { Binder, TextPiece } from './step-type.js';

/**
 * Texts that the runtime fills in: `{{name}}` stays, and the value is beside it as `--var name=value`. So no value can
 * become a mark of the runtime, such as `${SECRET}`.
 */
export interface TemplateWords {
  text(template: string): string;
  /** Every text, names too, in a JSON value. */
  json(value: unknown): unknown;
  variables(): readonly { readonly name: string; readonly value: Word }[] | undefined;
}

export function templateWords(binder: Binder): TemplateWords {
  const values = new Map<string, Word>();
  const text = (template: string) =>
    binder
      .pieces(template)
      .map((piece) => written(piece, values))
      .join('');
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), json(item)]));
  };
  const variables = () => [...values].map(([name, value]) => ({ name, value }));
  return { text, json, variables: () => (values.size > 0 ? variables() : undefined) };
}

/** A tag that was meant as text gets the backslash back that says so. */
function written(piece: TextPiece, values: Map<string, Word>): string {
  if (piece.kind === 'text') return piece.text.replace(tag, (whole, name) => (isFilledIn(name) ? `\\${whole}` : whole));
  values.set(piece.name, piece.value);
  return `{{${piece.name}}}`;
}

const tag = /\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}/gu;
