import type { Written } from './written.js';

/** What a type of the schema is called. */
export function nameOfType(type: string): string {
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
export function hintFor(found: Written, expected: string): string | undefined {
  if (found.kind !== 'scalar') return undefined;
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
  if (expected === 'true or false' && typeof value === 'string') {
    const lower = value.toLowerCase();
    if (['true', 'yes', 'on', '1'].includes(lower)) return 'write true, without quotes';
    if (['false', 'no', 'off', '0'].includes(lower)) return 'write false, without quotes';
  }
  if (expected === 'text' && typeof value !== 'string') return `put it in quotes: ${JSON.stringify(found.text)}`;
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
