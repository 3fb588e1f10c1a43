import { readFileSync } from 'node:fs';

/** Pages that are not in docs/. */
const beside = [
  { title: 'What is new', name: 'changelog' },
  { title: 'Contributing', name: 'contributing' },
  { title: 'Reporting a security problem', name: 'reporting' },
];

/** The order in which the pages are read, which is that of the list for language models. */
export function contents() {
  const sections = [];
  for (const line of readFileSync('docs/llms.txt', 'utf8').split('\n')) {
    if (line.startsWith('## ')) sections.push({ title: line.slice(3), pages: [] });
    for (const [, title, name] of line.matchAll(/\[([^\]]+)\]\(([\w./-]+)\.md\)/g)) {
      sections.at(-1).pages.push({ title: title[0].toUpperCase() + title.slice(1), name });
    }
  }
  sections.push({ title: 'The project', pages: beside });
  return sections;
}
