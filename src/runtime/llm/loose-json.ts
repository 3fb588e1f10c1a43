/** JSON as models write it, read without ever building an object from its keys. */
export type LooseValue =
  | LooseObject
  | { readonly kind: 'array'; readonly items: readonly LooseValue[] }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  /** `true`, `false`, `null`, and words that are not JSON, such as `NaN`. */
  | { readonly kind: 'word'; readonly text: string };

export interface LooseObject {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, LooseValue>;
  /** Keys that are there more than once. */
  readonly repeated: ReadonlySet<string>;
  /** What is wrong with the text where reading stopped; `fields` holds what came before. */
  readonly broken?: string;
}

/** A place in a text, and what reading may still cost. */
export interface Reader {
  readonly text: string;
  at: number;
  work: number;
  tooDeep: boolean;
}

export const deepestNesting = 64;

export function readerOf(text: string): Reader {
  return { text, at: 0, work: text.length * workPerCharacter + 1000, tooDeep: false };
}

/** A character is read once by each block that was open around it and turned out unfinished; this many at most. */
const workPerCharacter = 8;

/** The value that begins at the reader's place, which moves behind it, or `undefined`. */
export function readValue(reader: Reader, depth: number): LooseValue | undefined {
  skipSpace(reader);
  const first = reader.text[reader.at];
  if (first === '{' || first === '[') {
    if (depth >= deepestNesting) {
      reader.tooDeep = true;
      return undefined;
    }
    return first === '{' ? readObject(reader, depth) : readArray(reader, depth);
  }
  if (first === '"') {
    const text = readString(reader);
    return text === undefined ? undefined : { kind: 'string', text };
  }
  return readScalar(reader);
}

function readObject(reader: Reader, depth: number): LooseObject {
  const fields = new Map<string, LooseValue>();
  const repeated = new Set<string>();
  const stop = (broken: string): LooseObject => ({ kind: 'object', fields, repeated, broken });
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (take(reader, '}')) return { kind: 'object', fields, repeated };
    const key = reader.text[reader.at] === '"' ? readString(reader) : undefined;
    if (key === undefined) return stop('a key in double quotes is missing');
    skipSpace(reader);
    if (!take(reader, ':')) return stop(`no ":" after the key ${JSON.stringify(key.slice(0, 40))}`);
    const value = readValue(reader, depth + 1);
    if (fields.has(key)) repeated.add(key);
    fields.set(key, value ?? { kind: 'word', text: '' });
    if (value === undefined || (value.kind === 'object' && value.broken !== undefined)) {
      return stop(`the value of ${JSON.stringify(key.slice(0, 40))} is not JSON`);
    }
    skipSpace(reader);
    if (!take(reader, ',') && reader.text[reader.at] !== '}') return stop('a "," or "}" is missing');
  }
}

function readArray(reader: Reader, depth: number): LooseValue | undefined {
  const items: LooseValue[] = [];
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (take(reader, ']')) return { kind: 'array', items };
    const value = readValue(reader, depth + 1);
    if (value === undefined || (value.kind === 'object' && value.broken !== undefined)) return undefined;
    items.push(value);
    skipSpace(reader);
    if (!take(reader, ',') && reader.text[reader.at] !== ']') return undefined;
  }
}

/** The string whose opening quote is at the reader's place. */
export function readString(reader: Reader): string | undefined {
  const start = reader.at;
  let end = start + 1;
  while (end < reader.text.length && reader.text[end] !== '"') end += reader.text[end] === '\\' ? 2 : 1;
  reader.work -= end - start;
  if (end >= reader.text.length) return undefined;
  reader.at = end + 1;
  return unescapeString(reader.text.slice(start + 1, end));
}

function unescapeString(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  let text = '';
  let at = 0;
  for (let slash = raw.indexOf('\\'); slash >= 0; slash = raw.indexOf('\\', at)) {
    const name = raw[slash + 1] ?? '';
    const hex = raw.slice(slash + 2, slash + 6);
    const plain = escapes.get(name);
    if (plain === undefined && !(name === 'u' && /^[0-9a-fA-F]{4}$/.test(hex))) return undefined;
    text += raw.slice(at, slash) + (plain ?? String.fromCharCode(Number.parseInt(hex, 16)));
    at = slash + (plain === undefined ? 6 : 2);
  }
  return text + raw.slice(at);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function readScalar(reader: Reader): LooseValue | undefined {
  const start = reader.at;
  while (isScalarCharacter(reader.text.charCodeAt(reader.at))) reader.at += 1;
  reader.work -= reader.at - start + 1;
  const text = reader.text.slice(start, reader.at);
  if (text === '') return undefined;
  const number = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text);
  return number ? { kind: 'number', value: Number(text), text } : { kind: 'word', text };
}

/** Letters, digits, `+ - . _`: the end of the text is NaN here and fails every comparison. */
function isScalarCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 45 ||
    code === 46 ||
    code === 95
  );
}

function take(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  reader.work -= 1;
  return true;
}

function skipSpace(reader: Reader): void {
  const start = reader.at;
  while (' \t\r\n\u00a0\ufeff'.includes(reader.text[reader.at] ?? 'x')) reader.at += 1;
  reader.work -= reader.at - start + 1;
}
