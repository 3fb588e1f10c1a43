import { readFileSync } from 'node:fs';
import type { SourceMap, SourceMapPayload } from 'node:module';

/** The trace of an error with the lines of our sources, where it has places in the bundles that users install. */
export function inSources(trace: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return trace.replace(
    /(?<![^\s():])(\/[^\s():]+\.c?js):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      if (!maps.has(file)) maps.set(file, mapOf(file));
      const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (found === undefined || !('originalSource' in found)) return place;
      return `${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}`;
    },
  );
}

function mapOf(file: string): SourceMap | undefined {
  // Not loaded by runs without a fault.
  const { SourceMap } = process.getBuiltinModule('node:module');
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
