import type { SourceFile } from './source.js';

/** Where prompt files come from. Effects stay with the one who implements it. */
export interface PromptLibrary {
  /**
   * @param directory the `prompts_dir` as written, resolved against the folder of the configuration that states it
   * @param name path of a prompt file below it
   */
  read(directory: string, name: string): PromptFile;
}

export type PromptFile =
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  /** `known` lists the files that do exist there, for near misses. */
  | { readonly kind: 'missing'; readonly path: string; readonly known: readonly string[] }
  /** It lies outside of the directory once `..` and symbolic links are resolved. */
  | { readonly kind: 'outside'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly reason: string };

/** What an operator's own defaults add to every workflow; `undefined` where nobody said. */
export type OperatorDefaults = SourceFile | 'none' | undefined;

/** Gives the text of a file of such defaults. Like a prompt, it is looked up by what the rules say. */
export interface DefaultsLibrary {
  read(path: string): { readonly text: string } | { readonly problem: string };
}
