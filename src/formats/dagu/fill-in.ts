import { everyText, type Lookup, type Work } from './every-text.js';
import { insideJson, readJson } from './json-values.js';
import type { Known, Names } from './known-names.js';

/** How the engine reads a text: before a shell does, or alone, as it does with arguments, values and what is for another machine. */
export type Reader = 'shell' | 'engine';

interface Way {
  readonly engine: 'v1' | 'v2';
  readonly reader: Reader;
  readonly known: Known;
  readonly work: Work;
  /** The names whose values this is in, by their kind, and which of the values: it sees those that were set before. */
  readonly within: ReadonlyMap<string, number>;
}

/** In the order of the engines: what is filled in by one is read by the next. */
export function fillIn(text: string, way: Way): readonly string[] {
  let texts: readonly string[] = [text];
  const put = (pattern: RegExp, lookup: Lookup) => {
    texts = texts.flatMap((one) => everyText(one, pattern, lookup, way.work));
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
    // Between braces, a quote is a part of the name.
    const [before, after] = [whole.startsWith("'") ? "'" : '', whole.endsWith("'") ? "'" : ''];
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

/** What a reference of 2.x means. */
function atPath(path: string, way: Way): readonly string[] | undefined {
  const { params, paths, unreadParams } = way.known;
  if (path === 'params') way.work.doubt.unsure ??= unreadParams;
  if (path === 'params') return params.size === 0 ? undefined : [asJson(params)];
  const [space, name, ...rest] = path.split('.');
  if (space === 'params' && rest.length === 0) return anyOf(['params'], name!, way);
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

const none: readonly string[] = [];
/** So many values within each other are filled in. */
const deepest = 8;

type Kind = 'params' | 'env' | 'own' | 'paths';

function anyOf(kinds: readonly Kind[], name: string, way: Way): readonly string[] | undefined {
  const found = new Set(kinds.flatMap((kind) => valuesOf(kind, name, way) ?? none));
  if (found.size === 0 && !way.known.late.has(name)) way.work.doubt.unsure ??= way.known.unreadParams;
  return found.size === 0 ? undefined : [...found];
}

/** As they are written, and filled in themselves. */
function valuesOf(kind: Kind, name: string, way: Way): readonly string[] | undefined {
  const key = `${kind} ${name}`;
  const all = way.known[kind].get(name);
  const seen = all?.slice(0, way.within.get(key));
  if (!seen || seen.length === 0) return undefined;
  if (!seen.some((value) => value.includes('$'))) return seen;
  if (way.within.size === deepest) {
    way.work.doubt.unsure ??= 'the engine fills in values that are in values too deep';
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
    if (isProgram) way.work.doubt.unsure ??= 'a reference in it is a program of jq';
    return undefined;
  }
  const found = values.flatMap((value) => {
    const json = readJson(value);
    if (json.kind === 'deep') way.work.doubt.unsure ??= 'the engine fills in values that nest too deep';
    return json.kind === 'json' ? [insideJson(json.value, path)] : [];
  });
  return found.length === 0 ? undefined : found;
}

const simplePath = /^(?:\.(?=\[)|\.[A-Za-z_]\w*|\."[^"\\]*"|\[-?\d+\])+$/;
/** `.stdout:0:5`, of a step. */
const ofStep = /^(?:\.[\w-]+)+(?::\d+(?::\d*)?)?$/;
const textInProgram = /[|,+/(=]@?"/;
