import { expect, test } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { reportOddBlanks } from '../../src/text/odd-blanks.js';
import { reportTypographicQuotes } from '../../src/text/typographic-quotes.js';
import { parseYaml } from '../../src/text/yaml.js';

const items = Array.from({ length: 200_000 }, (_, index) => `- p${index}: x\n`).join('');

test('a list of more values than a function takes arguments is looked through for curly quotes', () => {
  const text = `${items}- “x”\n`;
  const { report, all } = createCollector();
  reportTypographicQuotes(parseYaml(text)[0]!.root!, 'it.yaml', text, report);
  expect(all().length).toBe(1);
});

test('and for odd blanks', () => {
  const text = `${items}- |\n  echo\n\u00a0\n`;
  const { report, all } = createCollector();
  reportOddBlanks({ path: 'it.yaml', text }, report);
  expect(all().map(({ code }) => code)).toEqual(['DW120']);
});
