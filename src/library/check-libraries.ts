import type { DefaultsLibrary, PromptFile, PromptLibrary } from '../model/libraries.js';
import { record, refuse } from './check-values.js';

/**
 * Prompts that a program gives. Each is checked when it is read: without that, a promise would be a prompt with no words.
 * @param where how the program wrote it
 */
export function checkedPrompts(prompts: PromptLibrary, where: string): PromptLibrary {
  checkReader(prompts, where, 'a function of a directory and a name, as `promptsFrom` gives');
  return {
    read(directory, name) {
      const file = prompts.read(directory, name);
      const place = `${where}.read(${JSON.stringify(directory)}, ${JSON.stringify(name)})`;
      const found = record(file, place, promptFile);
      if (!Object.hasOwn(kinds, String(found.kind))) refuse(place, promptFile, file);
      for (const [key, wanted] of [['path', 'a text'] as const, ...kinds[file.kind]]) {
        const holds = wanted === 'a text' ? typeof found[key] === 'string' : Array.isArray(found[key]);
        if (!holds) refuse(`${place}.${key}`, wanted, found[key]);
      }
      return file;
    },
  };
}

/** What else a file of each kind has. */
const kinds: {
  readonly [Kind in PromptFile['kind']]: readonly (readonly [key: string, wanted: 'a text' | 'a list'])[];
} = {
  text: [['text', 'a text']],
  missing: [['known', 'a list']],
  outside: [],
  unreadable: [['reason', 'a text']],
};

const promptFile = `{ kind, path, … } with the kind ${Object.keys(kinds).join(', ')}`;

/** The same of the operator's base configuration. */
export function checkedDefaults(defaults: DefaultsLibrary, where: string): DefaultsLibrary {
  checkReader(defaults, where, 'a function of a path');
  return {
    read(path) {
      const found = defaults.read(path);
      const place = `${where}.read(${JSON.stringify(path)})`;
      const { text, problem } = record(found, place, '{ text } or { problem }');
      if (typeof (text ?? problem) !== 'string')
        refuse(place, '{ text } or { problem }, of which each is a text', found);
      return found;
    },
  };
}

function checkReader(library: unknown, where: string, wanted: string): void {
  const { read } = record(library, where, 'an object with a function `read`');
  if (typeof read !== 'function') refuse(where.replace(/ \}\)$/, '.read })'), wanted, library);
}
