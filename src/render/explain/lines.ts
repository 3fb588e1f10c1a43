import type { ExplainedStep } from '../../model/explanation.js';
import type { Span } from '../../model/source.js';
import type { Colors } from '../colors.js';
import { handlerWords } from '../graph/words.js';
import type { Locator } from '../locator.js';
import { visible } from '../visible.js';

export interface Pen {
  readonly locate: Locator;
  readonly colors: Colors;
}

/** What it is called, and what there is to say about it; left out where that is `undefined`. */
export type Row = readonly [string, string | undefined];

/** Rows below a title, their second columns below each other. */
export function lines(title: string, { colors }: Pen, rows: readonly Row[]): string {
  return [`${colors.strong(title)}:`, ...table(rows), ''].join('\n');
}

export function table(rows: readonly Row[]): readonly string[] {
  const filled = rows.filter(([, value]) => value !== undefined);
  const width = Math.min(widest, Math.max(0, ...filled.map(([label]) => label.length)));
  return filled.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}

/** A single long name must not push all that is beside the short ones out of sight. */
const widest = 40;

export function placeOf(span: Span, { locate }: Pen): string {
  const start = locate(span)?.start;
  return shown(start ? `${span.file}:${start.line}:${start.column}` : span.file);
}

export function list(names: readonly string[]): string {
  const most = 20;
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).map(shown).join(', ')}${more}`;
}

export function shown(text: string): string {
  return visible(text).replaceAll('\n', '␊');
}

/** Where a hook is. */
export function placeWords({ place, rule: { point } }: ExplainedStep): string {
  switch (place.kind) {
    case 'handler':
      return `in the engine's own handler, ${handlerWords[place.event]}`;
    case 'entry':
      return 'before every step that waits for nothing';
    case 'middle':
      return point === 'post_roots'
        ? 'after the setup steps, before the tasks'
        : 'after the last steps of the task, before its workspace is removed';
    case 'exit':
      return 'after every last step';
    default:
      return `${place.kind} ${shown(place.of)}`;
  }
}
