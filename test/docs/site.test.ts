import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

const eleventy = 'node_modules/@11ty/eleventy/cmd.cjs';

describe('the site of the pages', () => {
  const pages = new Map<string, string>();

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-site-'));
    execFileSync(process.execPath, [
      eleventy,
      '--config=scripts/site/eleventy.config.mjs',
      `--output=${folder}`,
      '--quiet',
    ]);
    for (const name of readdirSync(folder)) pages.set(name, readFileSync(join(folder, name), 'utf8'));
  });

  test('has each page of docs/, and what is beside them', () => {
    const sources = readdirSync('docs').filter((name) => name.endsWith('.md'));
    const wanted = [
      ...sources.map((name) => name.replace('.md', '.html')),
      'index.html',
      'reporting.html',
      'style.css',
    ];
    expect(wanted.filter((name) => !pages.has(name))).toEqual([]);
  });

  test('works from disk: each link and anchor is relative, and leads to something', () => {
    const anchors = new Map(
      [...pages].map(([name, text]) => [name, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))]),
    );
    const links = [...pages].flatMap(([name, text]) =>
      [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link]) => ({ name, link: link! })),
    );
    expect(links.length).toBeGreaterThan(1000);
    const lost = links.filter(({ name, link }) => {
      if (/^https:\/\//.test(link)) return false;
      const [page, anchor] = link.split('#');
      const found = anchors.get(page === '' ? name : page!);
      return !found || (anchor !== undefined && !found.has(decodeURIComponent(anchor)));
    });
    expect(lost).toEqual([]);
  });

  test('asks the network for nothing, and runs no script', () => {
    for (const [name, text] of pages)
      expect(text, name).not.toMatch(/<script|<iframe|<img|<link [^>]*https?:|@import|url\(/);
  });

  test('leads through all pages in the order of reading', () => {
    const read = ['index.html'];
    for (let next = nextOf('index.html'); next !== undefined; next = nextOf(next)) {
      expect(read).not.toContain(next);
      read.push(next);
    }
    expect([...pages.keys()].filter((name) => !read.includes(name)).sort()).toEqual(['style.css']);
  });

  function nextOf(name: string): string | undefined {
    return /<a rel="next" href="([^"]+)"/.exec(pages.get(name)!)?.[1];
  }
});
