import type { SourceFile } from '../model/source.js';

/**
 * Files of workflows are known by their paths: edits, places and manifests say no more.
 * @param where how the program wrote it
 */
export function checkWorkflow(files: unknown, where: string): asserts files is readonly SourceFile[] {
  checkFiles(files, where);
  const paths = new Set<string>();
  for (const [index, { path }] of files.entries()) {
    if (paths.has(path)) refuse(`${where}[${index}].path`, 'the path of no other file', path);
    paths.add(path);
  }
}

/** @param where how the program wrote it */
export function checkFiles(files: unknown, where: string): asserts files is readonly SourceFile[] {
  if (!Array.isArray(files)) return refuse(where, 'a list of files, each { path, text }', files);
  for (const [index, file] of files.entries()) {
    const { path, text } = record(file, `${where}[${index}]`, 'a file: { path, text }');
    if (typeof path !== 'string' || path === '') refuse(`${where}[${index}].path`, 'a text', path);
    if (typeof text !== 'string') refuse(`${where}[${index}].text`, 'the text of the file', text);
  }
}

export function record(value: unknown, where: string, wanted: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse(where, wanted, value);
}

/** @throws always, with a message that names the value */
export function refuse(where: string, wanted: string, value: unknown): never {
  throw new Error(`dagweave: ${where} has to be ${wanted}; it is ${named(value)}`);
}

function named(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (ArrayBuffer.isView(value)) return 'bytes; `toString()` of a Buffer makes a text of them';
  if (value instanceof Map || value instanceof Set) return `a ${value.constructor.name}`;
  if (value instanceof Promise) return 'a promise; wait for it first';
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, longest))}`;
  if (typeof value !== 'object')
    return typeof value === 'function' ? 'a function' : `the ${typeof value} ${String(value)}`;
  const keys = Object.keys(value);
  const shown = keys
    .slice(0, most)
    .join(', ')
    .slice(0, longest * 2);
  return `an object with ${shown || 'no keys'}${keys.length > most ? ` and ${keys.length - most} more` : ''}`;
}

/** Characters. */
const longest = 40;
/** Keys. */
const most = 8;
