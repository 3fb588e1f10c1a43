import type { FilterFunction, JSONPathEnvironment, JSONPathQuery, JSONValue } from 'json-p3';
import { loadedLate } from './late.js';
import { compileRegex, type LinearRegex } from './regex.js';

/** A compiled path (RFC 9535). */
interface JsonPath {
  /**
   * The values it finds, at most so many.
   * @param value what `JSON.parse` gave, no deeper than `maxPathDepth`
   */
  find(value: unknown, atMost: number): readonly unknown[];
}

export type CompiledJsonPath =
  | { readonly ok: true; readonly path: JsonPath }
  /** `at` is an offset into the source. */
  | { readonly ok: false; readonly reason: string; readonly at: number };

/** How deep a value may be nested. */
export const maxPathDepth = 500;

export function compileJsonPath(source: string): CompiledJsonPath {
  const { library, environment } = load();
  try {
    return { ok: true, path: finder(environment.compile(source)) };
  } catch (error) {
    if (!(error instanceof library.JSONPathError)) throw error;
    return { ok: false, reason: readable(error.message), at: error.token.index };
  }
}

function finder(query: JSONPathQuery): JsonPath {
  return {
    find(value, atMost) {
      const found: unknown[] = [];
      for (const node of query.lazyQuery(value as JSONValue)) {
        found.push(node.value);
        if (found.length === atMost) break;
      }
      return found;
    },
  };
}

/** The library ends its messages with the place, in a form of its own, and one of them is about itself. */
function readable(message: string): string {
  if (message.startsWith("can't backup beyond start")) return 'it ends where a name or a bracket has to follow';
  return message.replace(/ \('.*'(:\d+)?\)$/, '');
}

type Library = typeof import('json-p3');

/** Few steps have a path, so the library is loaded with the first one. */
const load = loadedLate('json-p3', createEnvironment);

function createEnvironment(library: Library): { readonly library: Library; readonly environment: JSONPathEnvironment } {
  const environment = new library.JSONPathEnvironment({ maxRecursionDepth: maxPathDepth + 12 });
  // The library's own go by the native engine, which a foreign expression can keep busy for hours.
  environment.functionRegister.set(
    'match',
    linearFunction(library, (regex, text) => regex.testWhole(text)),
  );
  environment.functionRegister.set(
    'search',
    linearFunction(library, (regex, text) => regex.test(text)),
  );
  return { library, environment };
}

function linearFunction(library: Library, test: (regex: LinearRegex, text: string) => boolean): FilterFunction {
  const { LogicalType, ValueType } = library.FunctionExpressionType;
  const known = new Map<string, ReturnType<typeof compileRegex>>();
  return {
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call(text: unknown, pattern: unknown) {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false;
      const compiled = known.get(pattern) ?? compileRegex(pattern);
      if (known.size < mostKnown) known.set(pattern, compiled);
      // The standard asks for `false` where the expression is not a valid one.
      return compiled.ok && test(compiled.regex, text);
    },
  };
}

/** A pattern may come from the data, and then each value may have one of its own. */
const mostKnown = 100;
