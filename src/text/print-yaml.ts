/** A value to print; what is in a map keeps its order. */
export type PrintedValue = string | number | boolean | readonly PrintedItem[] | PrintedMap | TaggedList;

export type PrintedItem = string | PrintedMap | readonly PrintedItem[];

export interface PrintedMap {
  readonly fields: readonly Field[];
}

/** A list with a tag of the language that it is for. */
export interface TaggedList {
  readonly tag: string;
  readonly items: readonly string[];
}

export interface Field {
  readonly key: string;
  readonly value: PrintedValue;
}

/**
 * Fields of a block mapping as lines, without the indentation of the mapping itself.
 * @param blocks whether text of several lines may become a block of them, as nowhere with Windows line ends: engines that
 *   keep the carriage returns hand them to the shell
 */
export function blockLines(fields: readonly Field[], blocks = true): readonly string[] {
  const lines: string[] = [];
  for (const { key, value } of fields) {
    const name = scalarText(key);
    if (typeof value === 'string' && (!blocks || !value.includes('\n'))) lines.push(`${name}: ${scalarText(value)}`);
    else for (const line of fieldLines(name, value, blocks)) lines.push(line);
  }
  return lines;
}

function fieldLines(name: string, value: PrintedValue, blocks: boolean): readonly string[] {
  if (typeof value === 'string') return stringLines(name, value);
  if (typeof value !== 'object') return [`${name}: ${value}`];
  if ('tag' in value) return [`${name}: ${flowText(value, false)}`];
  if ('fields' in value) {
    if (value.fields.length === 0) return [`${name}: {}`];
    return [`${name}:`, ...blockLines(value.fields, blocks).map(indented)];
  }
  const line = `${name}: ${flowText(value, false)}`;
  const short = line.length <= longestFlow && value.every((item) => typeof item === 'string');
  return short ? [line] : [`${name}:`, ...value.flatMap((item) => itemLines(item, blocks).map(indented))];
}

function itemLines(item: PrintedItem, blocks: boolean): readonly string[] {
  if (typeof item === 'string') return [`- ${scalarText(item)}`];
  const lines = 'fields' in item ? blockLines(item.fields, blocks) : item.flatMap((one) => itemLines(one, blocks));
  return lines.map((line, index) => (index === 0 ? `- ${line}` : indented(line)));
}

const longestFlow = 120;

/** A flow value on one line; as JSON where the text around it is JSON, and without blanks where that has none. */
export function flowText(value: PrintedValue, json: boolean, tight = false): string {
  if (typeof value === 'string') return json ? quoted(value) : flowScalarText(value);
  if (typeof value !== 'object') return String(value);
  const comma = tight ? ',' : ', ';
  if ('tag' in value) return `${value.tag} ${flowText(value.items, json, tight)}`;
  if (!('fields' in value)) return `[${value.map((item) => flowText(item, json, tight)).join(comma)}]`;
  const colon = tight ? ':' : ': ';
  const pairs = value.fields.map(
    (field) => `${flowText(field.key, json)}${colon}${flowText(field.value, json, tight)}`,
  );
  return `{${pairs.join(comma)}}`;
}

/** A string as a scalar that is in block context: plain where that is safe for every parser. */
export function scalarText(text: string): string {
  return isPlain(text) ? text : quoted(text);
}

/**
 * The same inside of brackets and braces, where the signs of JavaScript's comments would be taken for one (`reportSlashComments`): a sign
 * of the workflow's own that opens one must find none that closes it, not even in quotes.
 */
function flowScalarText(text: string): string {
  const isSafe = isPlain(text) && !/[,?[\]{}:]|(?:^|[\s"])\/[/*]|\*\//.test(text);
  return isSafe ? text : quoted(text).replaceAll('*/', '*\\/');
}

/** A text of several lines. */
function stringLines(name: string, text: string): readonly string[] {
  if (!isLiteral(text)) return [`${name}: ${scalarText(text)}`];
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return [
    `${name}: ${text.endsWith('\n') ? '|' : '|-'}`,
    ...body.split('\n').map((line) => (line === '' ? '' : indented(line))),
  ];
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

/** A literal block cannot start with a blank, end with more than one line break, or hold control characters. */
function isLiteral(text: string): boolean {
  return !unprintable.test(text.replaceAll('\n', '').replaceAll('\t', '')) && !/^\s|\n\n$|\n[ \t]+\n?$/.test(text);
}

function isPlain(text: string): boolean {
  // Nearly all of them are such words, which are known in a third of the time.
  if (/^[A-Za-z_][\w-]*$/.test(text)) return !typedWord.test(text);
  return (
    /^[A-Za-z0-9_./(]/.test(text) &&
    !/: |:$| #|\s$|\t/.test(text) &&
    !unprintable.test(text) &&
    !typedWord.test(text) &&
    !/^[-+.]?[0-9]|^\.(?:inf|nan)$/i.test(text) &&
    !text.startsWith('...')
  );
}

const typedWord = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Control characters, line breaks of other alphabets, and what a parser may take for a byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]/;

/** Double quotes with the escapes of JSON, which are the same in YAML. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
