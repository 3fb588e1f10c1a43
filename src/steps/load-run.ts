import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { RunnableType } from './runnable.js';

/**
 * What a step does when it runs; `undefined` where no type is called that, or nothing of ours runs it. A type's folder is called like the
 * type, so that a step loads its own code and that of no other.
 * @param types the folder that holds the folders of types
 */
export async function loadRun(
  type: string,
  types: URL = new URL('./', import.meta.url),
): Promise<RunnableType | undefined> {
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(type)) return undefined;
  const file = new URL(`${type.replaceAll('_', '-')}/run${extname(import.meta.url)}`, types);
  if (!existsSync(file)) return undefined;
  return ((await import(/* @vite-ignore */ file.href)) as { readonly run: RunnableType }).run;
}
