import { pastedSign } from '../../lang/shell/tokens.js';
import { whenAsked } from '../when-asked.js';
import { insideJson, readJson } from './json-values.js';

/** What a name means before the run: one of these texts. */
export type Names = ReadonlyMap<string, readonly string[]>;

/** What a workflow itself says about the names that the engine knows in a text. */
export interface Known {
  readonly engines: readonly ('v1' | 'v2')[];
  /** The numbers of those without a name included. */
  readonly params: Names;
  /** Of the DAG, and in 2.x of those that call it. */
  readonly env: Names;
  /** Of the step. */
  readonly own: Names;
  /** By their whole path: `consts.X`, `foreach.item`, `step.name`. */
  readonly paths: Names;
  /** What steps leave for later ones: only the run knows the values. */
  readonly late: ReadonlySet<string>;
  /** So many characters are made of a text of a few: less where there are very many steps. */
  readonly room: number;
  /** Why it is not all, in words that end the sentence "…, because". */
  readonly unsure: string | undefined;
}

/** How the engine reads a text: before a shell does, or alone, as it does with arguments, values and what is for another machine. */
export type Reader = 'shell' | 'engine';

/** What is known in a part of a document besides. */
export interface More extends Partial<Pick<Known, 'params' | 'env' | 'own' | 'paths'>> {
  /** Why it is not all, in words that end the sentence "…, because". */
  readonly unsure?: string | undefined;
}

export interface Filling {
  /** What the text may be once the engine has put values into it, the text itself left out. */
  fill(text: string, reader: Reader): readonly string[];
  /** The same in a part of the document. */
  within(more: () => More): Filling;
  /** Does the engine itself run what is between backquotes in a command, single quotes around it or not? */
  runsBackquotes(): boolean;
  /** Why there may be other texts, in words that end the sentence "…, because". */
  readonly unsure: () => string | undefined;
}

/**
 * The engine puts values into texts as they are, without quotes, before a shell reads them, so that a value with a `;` in it is a
 * command. Bounded: values may hold names of others, and a text many names with many values.
 */
export function createFilling(known: () => Known, state: State = { unsure: undefined }): Filling {
  return {
    fill(text, reader) {
      // Most texts hold no name, and what is known is read when one does.
      if (!text.includes('$') || text.length > longest) return none;
      const all = known();
      state.unsure ??= all.unsure;
      const work: Work = { known: all, left: all.room + roomBySize * text.length, state };
      const ofEngines = all.engines.map((engine) => fillIn(text, { engine, reader, work, within: noNames }));
      const found = new Set(ofEngines.flat());
      for (const one of [text, ...found]) for (const other of withPasted(one, all)) found.add(other);
      found.delete(text);
      if (found.size > 0 && inMark.test(text))
        state.unsure ??= 'the engine fills in the mark that ends a here-document';
      return [...found];
    },
    within: (more) =>
      createFilling(
        whenAsked(() => withMore(known(), more(), state)),
        state,
      ),
    runsBackquotes: () => known().engines.includes('v1'),
    unsure: () => state.unsure,
  };
}

interface State {
  unsure: string | undefined;
}

function withMore(known: Known, { params, env, own, paths, unsure }: More, state: State): Known {
  state.unsure ??= unsure;
  return {
    ...known,
    params: merged(known.params, params),
    env: merged(known.env, env),
    own: merged(known.own, own),
    // The innermost step and item are those that are meant.
    paths: paths ? new Map([...known.paths, ...paths]) : known.paths,
  };
}

/** The same for what no shell beside the engine reads. */
export function readByEngine(filling: Filling): Filling {
  return {
    ...filling,
    fill: (text) => filling.fill(text, 'engine'),
    within: (more) => readByEngine(filling.within(more)),
  };
}

const none: readonly string[] = [];
const noNames: ReadonlyMap<string, number> = new Map();

const inMark = /<<-?[ \t]*[^\s;&|()<>]*\$/;

/** Both count: which of two is in force depends on the version, and on who starts the run. */
function merged(names: Names, more: Names | undefined): Names {
  if (!more || more.size === 0) return names;
  const all = new Map(names);
  for (const [name, values] of more) all.set(name, [...(all.get(name) ?? []), ...values]);
  return all;
}

interface Work {
  readonly known: Known;
  /** So many characters more are made. */
  left: number;
  readonly state: State;
}

interface Way {
  readonly engine: 'v1' | 'v2';
  readonly reader: Reader;
  readonly work: Work;
  /** The names whose values this is in, by their kind, and which of the values: it sees those that were set before. */
  readonly within: ReadonlyMap<string, number>;
}

/** Longer ones are not read for certain in any case. */
const longest = 100_000;
const roomBySize = 50;
const mostTexts = 1000;
const deepest = 8;

type Lookup = (match: RegExpMatchArray) => readonly string[] | undefined;

/** In the order of the engines: what is filled in by one is read by the next. */
function fillIn(text: string, way: Way): readonly string[] {
  let texts: readonly string[] = [text];
  const put = (pattern: RegExp, lookup: Lookup) => {
    texts = texts.flatMap((one) => replaced(one, pattern, lookup, way.work));
  };
  if (way.engine === 'v2') put(braced, (match) => (isEscaped(match) ? undefined : atPath(match[1]!.trim(), way)));
  put(inQuotes, ([, name]) => quotedValue(name!, way)?.map((value) => JSON.stringify(value)));
  put(withPath, ([, first, path, second, other]) =>
    first === undefined ? insideOf(second!, other!, false, way) : insideOf(first, path!, true, way),
  );
  put(plain, (match) => {
    const [whole, first, second] = match;
    if (way.engine === 'v1' ? /^'|'$/.test(whole) : isEscaped(match)) return undefined;
    const name = (first ?? second)!;
    const isSeen = way.reader === 'engine' || way.engine === 'v1' || /^\d+$/.test(name);
    const values = isSeen ? plainValues(name, way) : undefined;
    const [, before, after] = /^('?)[^']*('?)$/.exec(whole)!;
    return values?.map((value) => before + value + after);
  });
  return texts;
}

const braced = /\$\{([^}]+)\}/g;
const inQuotes = /"\$\{([A-Za-z0-9_]\w*(?:\.[^}"]+)?)\}"/g;
const withPath = /\$\{([A-Za-z0-9_]\w*)(\.[^}]+)\}|\$([A-Za-z0-9_]\w*)(\.[^\s]+)/g;
const plain = /'?\$\{([^}]+)\}'?|'?\$([a-zA-Z0-9_]+)'?/g;

function isEscaped({ input, index, 0: whole }: RegExpMatchArray): boolean {
  const dollar = index! + whole.indexOf('$');
  let at = dollar;
  while (input![at - 1] === '\\') at -= 1;
  return (dollar - at) % 2 === 1;
}

/** Nothing behind the last `}` is in braces: a pattern would look for the end from each of many beginnings. */
function withoutOpenBraces(text: string): string {
  const end = text.lastIndexOf('}') + 1;
  return text.slice(0, end) + text.slice(end).replaceAll('${', '\0{');
}

/** All texts that come of it: a name that is there twice has the same value in both places. */
function replaced(text: string, pattern: RegExp, lookup: Lookup, work: Work): readonly string[] {
  if (!text.includes('$')) return [text];
  const choices = new Map<string, readonly string[]>();
  const places: { readonly start: number; readonly end: number; readonly what: string }[] = [];
  let count = 1;
  let size = text.length;
  for (const match of withoutOpenBraces(text).matchAll(pattern)) {
    const what = match[0];
    const values = choices.get(what) ?? lookup(match);
    if (!values) continue;
    if (!choices.has(what)) count *= values.length;
    choices.set(what, values);
    places.push({ start: match.index, end: match.index + what.length, what });
    size += values.reduce((most, value) => Math.max(most, value.length), 0);
    if (count > mostTexts || count * size > work.left) {
      work.state.unsure ??= 'the engine fills in more than is looked at';
      return [text];
    }
  }
  if (places.length === 0) return [text];
  work.left -= count * size;
  return combinations(choices).map((picked) => {
    let made = '';
    let from = 0;
    for (const { start, end, what } of places) {
      made += text.slice(from, start) + picked.get(what)!;
      from = end;
    }
    return made + text.slice(from);
  });
}

function combinations(choices: Names): readonly ReadonlyMap<string, string>[] {
  let all: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const [what, values] of choices) {
    all = all.flatMap((picked) => values.map((value) => new Map([...picked, [what, value]])));
  }
  return all;
}

/** What a reference of 2.x means. */
function atPath(path: string, way: Way): readonly string[] | undefined {
  const { params, paths } = way.work.known;
  if (path === 'params') return params.size === 0 ? undefined : [asJson(params)];
  const [space, name, ...rest] = path.split('.');
  if (space === 'params' && rest.length === 0) return valuesOf('params', name!, way);
  if (space === 'env' && rest.length === 0) return anyOf(['own', 'params', 'env'], name!, way);
  const own = space === 'context' ? path.slice('context.'.length) : path;
  return paths.has(own) ? valuesOf('paths', own, way) : undefined;
}

function asJson(params: Names): string {
  return JSON.stringify(Object.fromEntries([...params].map(([name, values]) => [name, values[0]!])));
}

/** In double quotes 2.x fills in the environment as well. */
function quotedValue(name: string, way: Way): readonly string[] | undefined {
  const dot = name.indexOf('.');
  if (dot >= 0) return insideOf(name.slice(0, dot), name.slice(dot), true, way);
  return way.engine === 'v2' ? anyOf(['own', 'params', 'env'], name, way) : plainValues(name, way);
}

/** 1.x leaves the environment of the DAG to the shell that it starts. */
function plainValues(name: string, way: Way): readonly string[] | undefined {
  const isLeft = way.engine === 'v1' && way.reader === 'shell';
  return anyOf(isLeft ? ['own', 'params'] : ['own', 'params', 'env'], name, way);
}

type Kind = 'params' | 'env' | 'own' | 'paths';

function anyOf(kinds: readonly Kind[], name: string, way: Way): readonly string[] | undefined {
  const found = new Set(kinds.flatMap((kind) => valuesOf(kind, name, way) ?? none));
  return found.size === 0 ? undefined : [...found];
}

/** As they are written, and filled in themselves. */
function valuesOf(kind: Kind, name: string, way: Way): readonly string[] | undefined {
  const key = `${kind} ${name}`;
  const all = way.work.known[kind].get(name);
  const seen = all?.slice(0, way.within.get(key));
  if (!seen || seen.length === 0) return undefined;
  if (!seen.some((value) => value.includes('$'))) return seen;
  if (way.within.size === deepest) {
    way.work.state.unsure ??= 'the engine fills in values that are in values too deep';
    return seen;
  }
  return seen.flatMap((value, index) => {
    const inside = { ...way, reader: 'engine' as const, within: new Map([...way.within, [key, index]]) };
    way.work.left -= 1;
    return value.includes('$') && way.work.left > 0 ? [...new Set([value, ...fillIn(value, inside)])] : [value];
  });
}

/** What is behind the name is a program of jq, which the engine runs over a value in JSON: it may be any text. */
function insideOf(name: string, path: string, isBraced: boolean, way: Way): readonly string[] | undefined {
  const values = anyOf(['own', 'params', 'env'], name, way) ?? none;
  if (!simplePath.test(path)) {
    const isProgram = isBraced
      ? !ofStep.test(path)
      : textInProgram.test(path) || values.some((value) => /^\s*[[{"]/.test(value) && readJson(value).kind !== 'none');
    if (isProgram) way.work.state.unsure ??= 'a reference in it is a program of jq';
    return undefined;
  }
  const found = values.flatMap((value) => {
    const json = readJson(value);
    if (json.kind === 'deep') way.work.state.unsure ??= 'the engine fills in values that nest too deep';
    return json.kind === 'json' ? [insideJson(json.value, path)] : [];
  });
  return found.length === 0 ? undefined : found;
}

const simplePath = /^(?:\.(?=\[)|\.[A-Za-z_]\w*|\."[^"\\]*"|\[-?\d+\])+$/;
/** `.stdout:0:5`, of a step. */
const ofStep = /^(?:\.[\w-]+)+(?::\d+(?::\d*)?)?$/;
const textInProgram = /[|,+/(=]@?"/;

/** To a shell a word in single quotes is certain; what the engine fills in there is not, where only the run knows the value. */
function withPasted(text: string, { engines, late, params, own }: Known): readonly string[] {
  if (!text.includes("'")) return none;
  const isFilled = (name: string) =>
    (engines.includes('v2') && /^\s*(?:params|env|steps|foreach|inputs|outputs|context)\./.test(name)) ||
    (engines.includes('v1') && (late.has(name) || params.has(name) || own.has(name)));
  const made = text.replace(/\$\{([^}$'\n]+)\}/g, (whole, name) => (isFilled(name) ? pastedSign : whole));
  return made === text ? none : [made];
}
