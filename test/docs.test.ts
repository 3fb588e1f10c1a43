import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandsPage } from '../scripts/commands-page.js';
import { configurationPage } from '../scripts/configuration-page.js';
import { dependenciesPage } from '../scripts/dependencies-page.js';
import { diagnosticsPage } from '../scripts/diagnostics-page.js';
import { engineExamplesPage } from '../scripts/engine-examples-page.js';
import { enginesPage } from '../scripts/engines-page.js';
import { llmsPage } from '../scripts/llms-page.js';
import { readmeWithExamples } from '../scripts/readme.js';
import { resultsPage } from '../scripts/results-page.js';
import { runTablePage } from '../scripts/run-table-page.js';
import { catalog } from '../src/diagnostics/catalog.js';
import { pageAddress } from '../src/diagnostics/pages.js';
import { formats } from '../src/formats/index.js';
import { handlerEvents, hookPoints } from '../src/model/rule.js';
import { stepTypes } from '../src/steps/index.js';
import { rows } from './semantics/rows.js';

const readme = readFileSync('README.md', 'utf8');

describe('documentation (npm run docs brings it up to date)', () => {
  test('the page of diagnostics is what the table says', () => {
    const page = readFileSync('docs/diagnostics.md', 'utf8');
    expect(page).toBe(diagnosticsPage());
    expect(page).not.toMatch(/^How to fix it: ‹\w+›\.?$/m);
  });

  test('messages and help name pages by addresses that a reader of the package can open', () => {
    const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { repository: { url: string } };
    const address = repository.url.replace(/^git\+|\.git$/g, '');
    expect(pageAddress('models')).toBe(`${address}/blob/main/docs/models.md`);
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const texts = sources.map((path) => readFileSync(join('src', path), 'utf8')).join('\n');
    const named = [...texts.matchAll(/pageAddress\('([\w-]+)'\)/g)].map(([, page]) => page!);
    expect(named.length).toBeGreaterThan(4);
    for (const page of named) expect(existsSync(join('docs', `${page}.md`)), page).toBe(true);
    expect([...texts.matchAll(/\bsee docs\/\S+|\bin docs\/\S+/gi)].map(([text]) => text)).toEqual([]);
  });

  test('the page of what runs is what the table of Dagu says', () => {
    expect(readFileSync('docs/will-it-run.md', 'utf8')).toBe(runTablePage());
  });

  test('the page of commands has each verb and option of the command line', () => {
    const page = readFileSync('docs/commands.md', 'utf8');
    expect(page).toBe(commandsPage());
    for (const verb of ['apply', 'doctor', 'step quality_check', 'dispatch'])
      expect(page).toContain(`## dagweave ${verb}\n`);
    expect(page.match(/^\| `-/gm)!.length).toBeGreaterThan(100);
  });

  test('the page of keys has each key of the schema with what it is and an example', () => {
    const page = readFileSync('docs/configuration.md', 'utf8');
    expect(page).toBe(configurationPage());
    const schema = JSON.parse(readFileSync('dag-schemas/config.schema.json', 'utf8')) as object;
    const keys = new Set(propertyNames(schema));
    const rows = new Set([...page.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, key]) => key));
    // Of a value that is written in two ways, the page has the row of the key and an example.
    const inside = ['path', 'pattern', 'success_score', 'failure_score', 'default', 'description', 'enum'];
    expect([...keys].filter((key) => !rows.has(key) && key !== 'hooks' && !inside.includes(key))).toEqual([]);
    expect(page).not.toMatch(/undefined|\[object/);
  });

  test('the page of results has each field of each schema with what it is', () => {
    const page = readFileSync('docs/results.md', 'utf8');
    expect(page).toBe(resultsPage());
    for (const { name, table } of stepTypes.values()) {
      const own = page.slice(page.indexOf(`### ${name}\n`)).split('\n#')[0]!;
      const fields = Object.entries(table).flatMap(([field, { result }]) => (result ? [field] : []));
      expect(
        fields.filter((field) => !own.includes(`| \`${field}\` |`)),
        name,
      ).toEqual([]);
    }
    for (const schema of ['step-result', 'plan', 'manifest', 'diagnostics']) {
      const names = propertyNames(JSON.parse(readFileSync(`dag-schemas/${schema}.schema.json`, 'utf8')) as object);
      const rows = new Set([...page.matchAll(/^\| `(?:[\w.[\]]*\.)?(\w+)` \| \S/gm)].map(([, field]) => field));
      expect(
        names.filter((field) => !rows.has(field)),
        schema,
      ).toEqual([]);
    }
    expect(page).not.toMatch(/undefined|\[object/);
  });

  test('the table of engines has a column for each language, and a row for each point and each way to end or fail', () => {
    const page = readFileSync('docs/engines.md', 'utf8');
    const [head, ...body] = page
      .slice(page.indexOf('<!-- table -->'), page.indexOf('<!-- end of table -->'))
      .match(/^\|.*$/gm)!;
    for (const { shape } of formats) expect(head).toContain(shape.language);
    const says = [
      ...hookPoints.map((point) => `\`${point}\``),
      ...handlerEvents.map((event) => `\`run: ${event}\``),
      ...['continue', 'retry'].map((way) => `\`on_failure: ${way}\``),
      ...['await: false', 'timeout', 'when', 'env', 'output', 'type: approval', 'type: spawn'].map(
        (key) => `\`${key}\``,
      ),
    ];
    expect(says.filter((one) => !body.some((row) => row.split('|')[1]!.includes(one)))).toEqual([]);
  });

  test('each page is in the list for language models', () => {
    const list = readFileSync('docs/llms.txt', 'utf8');
    expect(list).toBe(llmsPage(list));
    for (const [, page] of list.matchAll(/\(([\w-]+\.md)\)/g)) expect(existsSync(join('docs', page!)), page).toBe(true);
  });

  test('the page of packages is what package.json says', () => {
    expect(readFileSync('docs/dependencies.md', 'utf8')).toBe(dependenciesPage());
  });

  test('the page of examples by engine is what compiling gives', () => {
    expect(readFileSync('docs/engine-examples.md', 'utf8')).toBe(engineExamplesPage());
  });

  test('the page of engines is what compiling says', () => {
    const page = readFileSync('docs/engines.md', 'utf8');
    expect(page).toBe(enginesPage(page));
    expect(page.match(/^\| `/gm)).toHaveLength(rows.length);
    for (const { seen } of rows)
      for (const file of seen === 'runs' ? [] : Object.values(seen)) expect(existsSync(file), file).toBe(true);
  });

  test('the page of diagnostics has every code', () => {
    const page = diagnosticsPage();
    expect(Object.keys(catalog()).filter((code) => !page.includes(`### ${code} (`))).toEqual([]);
    expect(page).not.toMatch(/undefined|NaN|\[object/);
  });

  test('the README shows the files of its example as they are', () => {
    expect(readme).toBe(readmeWithExamples(readme));
    expect(readme.match(/^<!-- examples\//gm)).toHaveLength(3);
  });

  test('the page of lifecycle hooks shows the files of its example as they are', () => {
    const page = readFileSync('docs/lifecycle.md', 'utf8');
    expect(page).toBe(readmeWithExamples(page));
    expect(page.match(/^<!-- examples\//gm)).toHaveLength(2);
  });

  test('the page of GitHub Actions shows the files of its examples as they are', () => {
    const page = readFileSync('docs/github-actions.md', 'utf8');
    expect(page).toBe(readmeWithExamples(page));
    expect(page.match(/^<!-- examples\//gm)).toHaveLength(4);
  });

  test('one file of rules is for both engines of the README', () => {
    const [dagu, github] = ['quality-gate', 'github-quality-gate'].map((name) => join('examples', name, 'hooks.yaml'));
    expect(readFileSync(github!, 'utf8')).toBe(readFileSync(dagu!, 'utf8'));
  });

  test('the README names the commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(readme).toContain('npm ci && npm run example');
    expect(readme).toContain('npm ci && npm test');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['example', 'test', 'prepare', 'docs']));
  });

  test('each page with an example has a test that reads it', () => {
    const tests = ['test/docs.test.ts', ...readdirSync('test/docs').map((name) => join('test/docs', name))];
    const read = tests.map((path) => readFileSync(path, 'utf8')).join('\n');
    const shown = readdirSync('docs').filter(
      (name) => name.endsWith('.md') && readFileSync(join('docs', name), 'utf8').includes('```'),
    );
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.filter((name) => !read.includes(`docs/${name}`))).toEqual([]);
  });

  test('links and file names on the pages lead somewhere', () => {
    for (const page of [
      'README.md',
      'docs/architecture.md',
      'docs/engines.md',
      'docs/github-actions.md',
      'docs/lifecycle.md',
      'test/docs/hook-files.md',
      'docs/rule-tests.md',
    ]) {
      const text = readFileSync(page, 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => join(dirname(page), match[1]!));
      const files = [...text.matchAll(/`((?:src|test|scripts|bench)\/[\w./-]+)`/g)].map((match) => match[1]!);
      expect([...links, ...files].filter((path) => !existsSync(path))).toEqual([]);
    }
  });
});

/** Of a schema, those of conditions left out. */
function propertyNames(schema: object): readonly string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null || key === 'if' || key === 'examples') return [];
    return [...(key === 'properties' ? Object.keys(value) : []), ...propertyNames(value)];
  });
}
