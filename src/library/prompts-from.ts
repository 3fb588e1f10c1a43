import { posix } from 'node:path';
import type { PromptLibrary } from '../model/libraries.js';
import { record, refuse } from './check-values.js';

/**
 * Prompt files that a program has as texts, so that no rule reads anything else.
 * @param files texts by path, such as `.dagweave/prompts/review.md`: the `prompts_dir` of the rules from the folder of their file, and the name below it
 * @throws where these are no texts by path
 */
export function promptsFrom(files: Readonly<Record<string, string>>): PromptLibrary {
  const given = record(files, 'promptsFrom(files)', 'an object of texts by path');
  if (given instanceof Map) refuse('promptsFrom(files)', 'an object of texts by path', given);
  for (const [path, text] of Object.entries(given)) {
    if (typeof text !== 'string') refuse(`promptsFrom(files)[${JSON.stringify(path)}]`, 'the text of a prompt', text);
  }
  const texts = new Map(Object.entries(files).map(([path, text]) => [posix.normalize(path), text]));
  return {
    read: (directory, name) => {
      const folder = posix.normalize(`${directory}/`);
      const path = posix.join(folder, name);
      const isBelow = folder === './' ? !/^(?:\.\.\/|\/)/.test(path) : path.startsWith(folder);
      if (!isBelow) return { kind: 'outside', path };
      const text = texts.get(path);
      if (text !== undefined) return { kind: 'text', path, text };
      const known = [...texts.keys()].filter((one) => folder === './' || one.startsWith(folder));
      return { kind: 'missing', path, known: known.map((one) => posix.relative(folder, one)).sort() };
    },
  };
}
