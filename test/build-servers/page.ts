import { readFileSync } from 'node:fs';

const page = readFileSync('docs/ci.md', 'utf8');

/** A file that the page shows. */
export function blockOf(path: string): string {
  for (const [, name, text] of page.matchAll(/<!-- (\S+) -->\n```\w+\n(.*?)```/gs)) if (name === path) return text!;
  throw new Error(`docs/ci.md shows no ${path}`);
}
