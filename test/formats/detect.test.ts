import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/formats/index.js';

/** Files of each language, and how a text is found to be of it. No file may be taken for one of another language. */
const shared = resolve(process.env.DAGWEAVE_SHARED ?? join(import.meta.dirname, '../../../shared'), 'corpus');
const corpora = [
  { language: 'dagu', folder: join(shared, 'dagu') },
  { language: 'argo', folder: join(shared, 'argo') },
  { language: 'github-actions', folder: join(shared, 'github-actions') },
  { language: 'gitlab-ci', folder: join(import.meta.dirname, '../corpus/gitlab-ci') },
].filter(({ folder }) => existsSync(folder));

describe.each(corpora)('files of $language', ({ language, folder }) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.ya?ml$/.test(path));

  test('are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(30);
  });

  test('are taken for nothing else', () => {
    const wrong = files.flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const taken = formats.find(({ detects }) => detects(text))?.name;
      return taken === undefined || taken === language ? [] : [`${path} is taken for ${taken}`];
    });
    expect(wrong).toEqual([]);
  });
});

test('every pipeline of GitLab is found', () => {
  const { folder } = corpora.find(({ language }) => language === 'gitlab-ci')!;
  const missed = readdirSync(folder).filter((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return formats.find(({ detects }) => detects(text))?.name !== 'gitlab-ci';
  });
  expect(missed).toEqual([]);
});
