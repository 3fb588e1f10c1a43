import { resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';

/** The shell texts in a part of a workflow. */
export interface Scripts {
  readonly texts: readonly string[];
  /** Why there may be more, in words that end the sentence "…, because". */
  readonly unread: string | undefined;
}

/**
 * The shell texts that a mapping gives the engine, at any depth: commands, scripts, conditions, and in other values what the
 * engine runs between backquotes or in `$(…)`. Rather one text too many than one too few: what a rule must not miss is read here.
 * @param shell the value of `shell` of the DAG
 * @param without keys of the mapping that are not looked into
 */
export function scriptsIn(map: YamlMap, shell: YamlNode | undefined, without: readonly string[] = []): Scripts {
  const found: Found = { texts: [], left: mostValues };
  addMap({ ...map, pairs: map.pairs.filter(({ key }) => !without.includes(key.value)) }, shell, found);
  return { texts: found.texts, unread: found.left > 0 ? undefined : 'it holds more values than are looked at' };
}

interface Found {
  readonly texts: string[];
  /** So many values more are looked at: aliases can make a small text mean a large value. */
  left: number;
}

const mostValues = 10_000;

/** What a value is read as: shell text, a program with its arguments, or something in which the engine runs what is marked so. */
type Role = 'commands' | 'program' | 'values';

function addMap(map: YamlMap, shellAround: YamlNode | undefined, found: Found): void {
  const fields = new Map(map.pairs.map(({ key, value }) => [key.value.toLowerCase(), value]));
  const shell = fields.get('shell') ?? shellIn(fields.get('with')) ?? shellAround;
  for (const [name, value] of fields) {
    const role = roles.get(name) ?? 'values';
    const hasExpectation = name === 'condition' && fields.has('expected');
    if (role !== 'ignored') add(value, hasExpectation ? 'values' : role, shell, found);
  }
  const words = [fields.get('command'), fields.get('args')].flatMap((value) => (value ? wordsOf(value) : []));
  if (fields.has('args')) found.texts.push(words.map(quoted).join(' '));
}

const roles: ReadonlyMap<string, Role | 'ignored'> = new Map([
  ...['command', 'run', 'script', 'cmd', 'eval', 'condition', 'precondition', 'preconditions'].map(
    (key) => [key, 'commands'] as const,
  ),
  ['exec', 'program'],
  ...['name', 'id', 'description', 'depends', 'shell', 'expected'].map((key) => [key, 'ignored'] as const),
]);

function shellIn(value: YamlNode | undefined): YamlNode | undefined {
  const node = value && resolved(value);
  return node?.kind === 'map' ? node.pairs.find(({ key }) => key.value === 'shell')?.value : undefined;
}

function add(value: YamlNode, role: Role, shell: YamlNode | undefined, found: Found): void {
  found.left -= 1;
  const node = resolved(value);
  if (found.left < 0 || !node) return;
  if (node.kind === 'map') addMap(node, shell, found);
  else if (node.kind === 'sequence' && role === 'program') found.texts.push(wordsOf(node).map(quoted).join(' '));
  else if (node.kind === 'sequence') for (const item of node.items) add(item.value, role, shell, found);
  else if (role === 'values') addSubstitutions(node.value, found);
  else if (node.value !== '') found.texts.push(withInterpreter(node.value, shell));
}

function wordsOf(value: YamlNode): readonly string[] {
  const node = resolved(value);
  return node?.kind === 'sequence' ? node.items.map((item) => textOfNode(item.value) ?? '') : [textOfNode(node) ?? ''];
}

/** Only what is marked so is run, and that in any place of the text. */
function addSubstitutions(text: string, found: Found): void {
  if (/`|\$\(/.test(text)) found.texts.push(`: "${text.replaceAll('"', '')}"`);
}

/** Code for another interpreter becomes the command that runs it, which is read like every other. */
function withInterpreter(text: string, shell: YamlNode | undefined): string {
  const written = /^#![ \t]*(\S[^\r\n]*)/.exec(text)?.[1] ?? (shell ? wordsOf(shell).join(' ') : '');
  const command = written.replace(/^\S*\/env[ \t]+(?:-S[ \t]+)?/, '').trim();
  const program = /^\S*/.exec(command)![0].replace(/^.*\//, '');
  if (program === '' || /^(?:ba|da|a|z|k)?sh$|^direct$/.test(program) || program.startsWith('$')) return text;
  return `${program} ${/^(?:perl|ruby|node|nodejs|deno|bun|lua|php|Rscript)$/.test(program) ? '-e' : '-c'} ${quoted(text)}`;
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
