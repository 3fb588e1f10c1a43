import { readdirSync, readFileSync } from 'node:fs';

/** The list of pages for language models: what is written there, without pages that are gone, and with new ones at its end. */
export function llmsPage(page: string): string {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const kept = page.split('\n').filter((line) => {
    const linked = [...line.matchAll(/\(([\w-]+\.md)\)/g)].map(([, name]) => name!);
    return linked.length === 0 || linked.some((name) => pages.includes(name));
  });
  const text = kept.join('\n');
  const missing = pages.filter((name) => !text.includes(`(${name})`)).toSorted();
  return text + missing.map((name) => `- [${titleOf(name)}](${name})\n`).join('');
}

function titleOf(name: string): string {
  return /^# (.+)$/m.exec(readFileSync(`docs/${name}`, 'utf8'))?.[1] ?? name;
}
