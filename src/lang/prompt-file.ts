import { madeLate } from './late.js';
import { sha256 } from './sha256.js';

/** Where prompts lie that a step reads from a file, seen from the folder of the workflow. */
export const promptFolder = '.dagweave/prompt-files';

/** A file is called by what is in it, so that a changed one is not taken for the one that was meant. */
export function promptPath(text: string): string {
  return `${promptFolder}/${digestOf(text)}.md`;
}

/** The digest that a path like those states; `undefined` for any other path. */
export function statedDigest(path: string): string | undefined {
  return /(?:^|[\\/])([0-9a-f]{32})\.md$/.exec(path)?.[1];
}

export function digestOf(text: string): string {
  return sha256(text).slice(0, 32);
}

/** Every path of such a file that a step of a workflow names, each once. */
export function promptPathsIn(workflow: string): readonly string[] {
  const found = workflow.matchAll(/--prompt-file (\.dagweave\/prompt-files\/[0-9a-f]{32}\.md)\b/g);
  return [...new Set([...found].map(([, path]) => path!))];
}

/** Puts values in for `{{name}}`, written just so, in one pass: what looks like such a mark in a value stays text. */
export function fillPrompt(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(mark(), (whole, name: string) => values.get(name) ?? whole);
}

/** Made late, as `\p` takes its time. */
const mark = madeLate(() => /\{\{([\p{L}_][\p{L}\p{N}_.-]*)\}\}/gu);

/** Where `fillPrompt` would put a value in, given these names. */
export function marksIn(text: string, names: ReadonlySet<string>): readonly number[] {
  return [...text.matchAll(mark())].flatMap(({ index, 1: name }) => (names.has(name!) ? [index] : []));
}
