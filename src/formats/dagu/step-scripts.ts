import { commandVariable } from '../../lang/shell/assignments.js';
import { codeOption } from '../../lang/shell/other-languages.js';
import { resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldValue, readValue, withMerged } from './fields.js';
import type { Filling } from './filled-in.js';
import type { Names } from './known-names.js';
import { knownInStep, variablesIn } from './known-values.js';

/** The shell texts in a part of a workflow. */
export interface Scripts {
  readonly texts: readonly string[];
  /** Why there may be more, in words that end the sentence "…, because". */
  readonly unread: string | undefined;
}

/** The same of a step that is a mere command. */
export function scriptOf(command: string, shell: YamlNode | undefined, filling: Filling): Scripts {
  const found = nothingFound(filling);
  addText(command, 'commands', shell, found);
  return { ...found, unread: found.unread ?? filling.unsure() };
}

/**
 * The shell texts that a mapping gives the engine, at any depth: commands, scripts, conditions, and in other values what the
 * engine runs between backquotes or in `$(…)`. Rather one text too many than one too few: what a rule must not miss is read here.
 * @param shell the value of `shell` of the DAG
 * @param filling what the engine puts into texts around the mapping
 * @param without keys of the mapping that are not looked into
 * @param asValues keys of the mapping, in lower case, whose values are no shell text, although steps of other types have it there
 */
export function scriptsIn(
  map: YamlMap,
  shell: YamlNode | undefined,
  filling: Filling,
  without: readonly string[] = [],
  asValues: readonly string[] = [],
): Scripts {
  return scriptsWith(nothingFound(filling), map, shell, without, asValues);
}

/** The same of a DAG itself, whose names are known around it: known twice, each value would be filled in with twice as many. */
export function scriptsOfDag(
  root: YamlMap,
  shell: YamlNode | undefined,
  filling: Filling,
  without: readonly string[],
): Scripts {
  return scriptsWith({ ...nothingFound(filling), isDag: true }, root, shell, without, []);
}

function scriptsWith(
  found: Found,
  map: YamlMap,
  shell: YamlNode | undefined,
  without: readonly string[],
  asValues: readonly string[],
): Scripts {
  const { filling } = found;
  const pairs = map.pairs.filter(({ key }) => !without.includes(key.value));
  const isValue = ({ key }: YamlPair) => asValues.includes(key.value.toLowerCase());
  addMap({ ...map, pairs: pairs.filter((pair) => !isValue(pair)) }, shell, found);
  for (const { value } of pairs.filter(isValue)) add(value, 'values', shell, found);
  const commands = found.entries.length > 0 ? [...found.texts] : [];
  for (const entry of found.entries) {
    found.left -= commands.length;
    if (found.left > 0) found.texts.push(...commands.map((command) => `${entry} ${command}`));
  }
  if (found.left <= 0) return { ...found, unread: 'it holds more values than are looked at' };
  return { ...found, unread: found.unread ?? filling.unsure() };
}

interface Found {
  readonly texts: string[];
  /** What containers begin with: the commands are its arguments. */
  readonly entries: string[];
  unread: string | undefined;
  /** So many values more are looked at: aliases can make a small text mean a large value. */
  left: number;
  /** What the engine puts into the texts of the mapping that is looked into. */
  filling: Filling;
  /** Is the mapping that is looked into next a DAG, whose names `filling` has? */
  isDag: boolean;
}

function nothingFound(filling: Filling): Found {
  return { texts: [], entries: [], unread: undefined, left: mostValues, filling, isDag: false };
}

const mostValues = 10_000;

/** What a value is read as: shell text, a program with its arguments, or something in which the engine runs what is marked so. */
type Role = 'commands' | 'program' | 'values';

/** @param key the one whose value it is */
function addMap(map: YamlMap, shellAround: YamlNode | undefined, found: Found, key = ''): void {
  const fields = new Map(withMerged(map).pairs.map(({ key, value }) => [key.value.toLowerCase(), value]));
  const shell = shellIn(fields.get('container')) ?? fields.get('shell') ?? shellIn(fields.get('with')) ?? shellAround;
  const { filling, isDag } = found;
  found.isDag = false;
  if (!isDag && setsNames.some((one) => fields.has(one)))
    found.filling = filling.within(() => knownInStep(map, filling));
  const interpreter = interpreterIn(fields);
  if (interpreter) addInterpreted(interpreter, fields.get('script')!, found);
  for (const [name, value] of fields) {
    if (interpreter && (name === 'command' || name === 'script')) continue;
    const role = roles.get(`${key}.${name}`) ?? roles.get(name) ?? 'values';
    const hasExpectation = name === 'condition' && fields.has('expected');
    if (role !== 'ignored') add(value, hasExpectation ? 'values' : role, shell, found, name);
    if (name === 'env' || name === 'params') addVariables(variablesIn(name, value), found);
  }
  const entry = fields.get('entrypoint');
  if (entry) found.entries.push(...programTexts(wordsOf(entry), found));
  const words = [fields.get('command'), fields.get('args')].flatMap((value) => (value ? wordsOf(value) : []));
  if (fields.has('args')) addProgram(words, found);
  found.filling = filling;
}

/** The engine gives a script to a command of one line as a file; it ignores the script beside a list or beside several lines. */
function interpreterIn(fields: ReadonlyMap<string, YamlNode>): YamlScalar | undefined {
  const [command, script] = [readValue(fields.get('command')), textOfNode(readValue(fields.get('script')))];
  if (command?.kind !== 'scalar' || !script?.trim()) return undefined;
  const line = command.value.trim();
  return line === '' || line.includes('\n') ? undefined : command;
}

/** The interpreter is the one that the command names, whatever the first line of the script says: that is a comment then. */
function addInterpreted(command: YamlScalar, script: YamlNode, found: Found): void {
  found.left -= 2;
  if (found.left < 0) return;
  addQuoted(command.value, found);
  addText(textOfNode(readValue(script))!.replace(/^#!/, '# '), 'commands', command, found);
}

/** Some variables are commands to the programs that find them, and one of them is a file of commands. */
function addVariables(variables: Names, found: Found): void {
  for (const [name, values] of variables) {
    const isFunction = /^BASH_FUNC_.*%%$/.test(name);
    if (!isFunction && (!commandVariable.test(`${name}=`) || isOfFiles.test(name))) continue;
    const all = values.flatMap((value) => [value, ...found.filling.fill(value, 'engine')]);
    for (const value of all)
      if (value !== '' && value !== '*')
        found.texts.push(isFunction ? bodyOf(value) : name === 'BASH_ENV' ? `. ${quoted(value)}` : value);
  }
}

/** Of a function that bash takes from a variable. */
function bodyOf(value: string): string {
  return value.replace(/^\(\)/, '').trimStart();
}

/** These are files and options of languages, in which nothing is a command for a shell: `PYTHONPATH: $PWD/src`. */
const isOfFiles = /(?:PATH|LIB|PRELOAD|AUDIT|OPT|OPTS|NODE_OPTIONS|STARTUP|DB)$/;

const setsNames = ['env', 'foreach', 'name', 'id'];

const roles: ReadonlyMap<string, Role | 'ignored'> = new Map([
  ...['command', 'run', 'script', 'condition', 'precondition', 'preconditions'].map(
    (key) => [key, 'commands'] as const,
  ),
  // A list there is one program with its arguments, not a list of commands.
  ...['exec', 'cmd', 'entrypoint', 'container.command', 'container.shell', 'healthcheck.test'].map(
    (key) => [key, 'program'] as const,
  ),
  ...['name', 'id', 'description', 'depends', 'shell', 'expected'].map((key) => [key, 'ignored'] as const),
]);

/** The shell that a container, or what an action is given, names for commands beside it. */
function shellIn(value: YamlNode | undefined): YamlNode | undefined {
  const node = readValue(value);
  return node?.kind === 'map' ? node.pairs.find(({ key }) => key.value === 'shell')?.value : undefined;
}

/** The one that runs the commands of all steps of a document. */
export function shellOf(document: DaguDocument): YamlNode | undefined {
  return layersOf(document)
    .flatMap((root) => shellIn(fieldValue(root, 'container')) ?? fieldValue(root, 'shell') ?? [])
    .at(-1);
}

function add(value: YamlNode, role: Role, shell: YamlNode | undefined, found: Found, key = ''): void {
  found.left -= 1;
  const node = resolved(value);
  if (found.left < 0 || !node) return;
  if (node.kind === 'map') addMap(node, shell, found, key);
  else if (node.kind === 'sequence' && role === 'program') addList(wordsOf(node), shell, found);
  else if (node.kind === 'sequence') for (const item of node.items) add(item.value, role, shell, found);
  else addText(node.value, role, shell, found);
}

/** As it is written, and as the engine fills it in. */
function addText(text: string, role: Role, shell: YamlNode | undefined, found: Found): void {
  const isForShell = () => role !== 'values' && shells.test(interpreterOf(text, shell));
  // Most texts hold no name.
  const filled = text.includes('$') ? found.filling.fill(text, isForShell() ? 'shell' : 'engine') : [];
  for (const one of [text, ...filled]) {
    if (role === 'commands') addQuoted(one, found);
    if (role === 'values') addSubstitutions(one, found);
    else if (one !== '') addScript(one, shell, found);
  }
}

/** To a shell it is text, but Dagu 1.30 runs it before a shell reads a command of one line. */
function addQuoted(text: string, found: Found): void {
  if (!text.includes('`') || !text.includes("'") || text.trim().includes('\n')) return;
  const between = text.split(/(?<!\\)`/).filter((_, index) => index % 2 === 1);
  if (between.length > 0 && found.filling.runsBackquotes()) found.texts.push(...between);
}

/** How a check of a container begins is no word of its command. */
function addList([first, ...rest]: readonly string[], shell: YamlNode | undefined, found: Found): void {
  if (first === 'CMD-SHELL') addText(rest.join(' '), 'commands', shell, found);
  else addProgram(first === 'CMD' || first === undefined ? rest : [first, ...rest], found);
}

function addProgram(words: readonly string[], found: Found): void {
  found.texts.push(...programTexts(words, found));
}

/** The engine fills in each of the words, which no shell splits. */
function programTexts(words: readonly string[], found: Found): readonly string[] {
  let texts: readonly string[] = [''];
  for (const word of words) {
    const all = [asWord(word), ...found.filling.fill(word, 'engine').map(quoted)];
    if (texts.length * all.length > mostTexts) found.unread = 'the engine fills in more than is looked at';
    else texts = texts.flatMap((text) => all.map((one) => `${text} ${one}`));
  }
  return texts.map((text) => text.slice(1));
}

/** The engine fills in a name also where it knows no value before the run. */
function asWord(word: string): string {
  return /^\$(?:\w+|\{[\w.]+\})$/.test(word) ? '"${1}"' : quoted(word);
}

const mostTexts = 1000;

function wordsOf(value: YamlNode): readonly string[] {
  const node = resolved(value);
  return node?.kind === 'sequence' ? node.items.map((item) => textOfNode(item.value) ?? '') : [textOfNode(node) ?? ''];
}

/** Only what is marked so is run, and that in any place of the text. */
function addSubstitutions(text: string, found: Found): void {
  if (/`|\$\(/.test(text)) found.texts.push(`: "${text.replaceAll('"', '')}"`);
}

/** Code for another interpreter becomes the command that runs it, which is read like every other. */
function addScript(text: string, shell: YamlNode | undefined, found: Found): void {
  const program = interpreterOf(text, shell);
  const option = codeOption(program);
  addArguments(text, shell, option ?? '-c', found);
  if (shells.test(program)) {
    found.texts.push(text);
    return;
  }
  if (option === undefined) found.unread = `its text is for \`${program}\`, which is not read`;
  found.texts.push(`${program} ${option ?? '-c'} ${quoted(text)}`);
}

/** What an interpreter is given beside the text may be code, too, and is what it runs then. */
function addArguments(text: string, shell: YamlNode | undefined, option: string, found: Found): void {
  const firstLine = firstLineOf(text);
  const node = shell && resolved(shell);
  if (firstLine !== undefined) {
    if (!isPlainShell(firstLine)) found.texts.push(`${firstLine} ${option} ${quoted(text)}`);
  } else if (node?.kind === 'sequence') {
    const words = wordsOf(node);
    if (!isPlainShell(words.join(' '))) addProgram([...words, option, text], found);
  } else if (node?.kind === 'scalar' && !isPlainShell(node.value)) {
    for (const line of [node.value, ...found.filling.fill(node.value, 'engine')])
      found.texts.push(`${line} ${option} ${quoted(text)}`);
  }
}

/** Is it a program alone, or with options of a shell that say how it reads, and not what? */
function isPlainShell(line: string): boolean {
  const [first = '', ...rest] = line.trim().split(/[ \t]+/);
  const [program = '', ...options] = /(?:^|\/)env$/.test(first) ? rest : [first, ...rest];
  return /^[\w./+-]*$/.test(program) && options.every((word, at) => isPlainOption(word, options[at - 1]));
}

function isPlainOption(word: string, before = ''): boolean {
  if (/^[-+][abefhklmnprtuvxBCEHPT]*o$/.test(before)) return /^[a-z]+$/.test(word);
  return /^(?:[-+][abefhklmnoprtuvxBCEHPT]+|--(?:login|noprofile|norc|posix))$/.test(word);
}

/** @returns an empty name where the engine takes its own shell */
function interpreterOf(text: string, shell: YamlNode | undefined): string {
  const written = firstLineOf(text) ?? (shell ? wordsOf(shell).join(' ') : '');
  const command = written
    .trim()
    .replace(/^(?:\S*\/)?env[ \t]+(?:-S[ \t]+)?/, '')
    .trim();
  return /^\S*/.exec(command)![0].replace(/^.*\//, '');
}

function firstLineOf(text: string): string | undefined {
  return /^#![ \t]*(\S[^\r\n]*)/.exec(text)?.[1];
}

/** `direct` is no shell: Dagu starts the program itself. */
const shells = /^(?:(?:(?:ba|da|a|z|k)?sh|direct)?)$/;

/** A word as the shell reads it. */
export function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
