import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Of a source map, what the trace of a fault shows: lines of sources. With columns and names the maps of the programs would be
 * larger than these are.
 * @param {string} text
 */
export function lineMap(text) {
  const { version, sources, mappings } = JSON.parse(text);
  return JSON.stringify({ version, sources, names: [], mappings: encode(decode(mappings).map(lineStarts)) });
}

/** The first segment of each source line within a line of the bundle. */
function lineStarts(segments) {
  let last;
  return segments.flatMap(([column, source, line]) => {
    const place = source === undefined ? undefined : `${source}:${line}`;
    if (place === last && last !== undefined) return [];
    last = place;
    return [place === undefined ? [column] : [column, source, line, 0]];
  });
}
