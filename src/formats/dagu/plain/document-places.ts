import type { SourceFile } from '../../../model/source.js';
import { type DocumentSlice, splitStream } from '../../../text/yaml-stream.js';

/** Where a document is. */
export interface DocumentPlace {
  readonly source: SourceFile;
  readonly slice: DocumentSlice;
  /** 0 for the first one of its file. */
  readonly position: number;
}

/**
 * The places of the documents of some files, in their order.
 * @returns `undefined` where a file has none
 */
export function documentPlaces(files: readonly SourceFile[]): readonly DocumentPlace[] | undefined {
  const places: DocumentPlace[] = [];
  for (const source of files) {
    const slices = splitStream(source.text);
    if (slices.length === 0) return undefined;
    slices.forEach((slice, position) => {
      places.push({ source, slice, position });
    });
  }
  return places;
}
