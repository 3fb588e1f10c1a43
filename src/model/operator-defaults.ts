import type { SourceFile } from './source.js';

/** What an operator's own defaults add to every workflow; `undefined` where nobody said. */
export type OperatorDefaults = SourceFile | 'none' | undefined;

/** Gives the text of a file of such defaults. Like a prompt, it is looked up by what the rules say. */
export interface DefaultsLibrary {
  read(path: string): { readonly text: string } | { readonly problem: string };
}
