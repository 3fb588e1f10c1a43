import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { peelAnswer } from '../../src/text/answer.js';
import { parseYaml } from '../../src/text/yaml.js';
import { cpuTime } from './cpu-time.js';

const folder = join(import.meta.dirname, '../fixtures/text/answers');
const cases = readdirSync(folder);

describe('an answer is peeled to its YAML', () => {
  it.each(cases)('%s', (name) => {
    const input = readFileSync(join(folder, name, 'input.txt'), 'utf8');
    const expected = readFileSync(join(folder, name, 'expected.yaml'), 'utf8');
    const answer = peelAnswer(input);
    expect(answer.text).toBe(expected);
    expect(answer.peeled).toBe(input !== expected);
    expect(answer.blocks.length > 0).toBe(answer.peeled);
  });

  it.each(cases)('%s: peeling twice changes nothing', (name) => {
    const { text } = peelAnswer(readFileSync(join(folder, name, 'input.txt'), 'utf8'));
    expect(peelAnswer(text)).toMatchObject({ text, peeled: false, blocks: [], skipped: 0 });
  });
});

it('says where the blocks stood in the answer', () => {
  const input = 'Hello!\n\n```yaml\na: c\n```\n\n```yaml\nname: c\n```\n';
  const { blocks, text } = peelAnswer(input);
  expect(blocks.map((block) => input.slice(block.start, block.end))).toEqual(['a: c\n', 'name: c\n']);
  expect(parseYaml(text)).toHaveLength(2);
});

it('counts the blocks that it left out', () => {
  expect(peelAnswer('Use\n```yaml\na: 1\n```\nor\n```yaml\n- 1\n```\n').skipped).toBe(1);
});

it.each([
  ['two workflows of which none calls the other', 'name: a\nx: [1]\n', 'name: b\nx: [2]\n', 2],
  ['two workflows without a name', 'x: [1]\n', 'x: [2]\n', 2],
  ['two workflows of one name', 'name: a\nx: [1]\n', 'name: a\nx: [a]\n', 2],
  ['a workflow and one that it calls', 'x: [{call: b}]\n', 'name: b\nx: [2]\n', 0],
])('tells alternatives from parts: %s', (_, first, second, alternatives) => {
  const found = peelAnswer(`Option 1:\n\`\`\`yaml\n${first}\`\`\`\nOption 2:\n\`\`\`yaml\n${second}\`\`\`\n`);
  expect(found).toMatchObject({ alternatives, unclosed: false });
  expect(found.text === first).toBe(alternatives > 0);
});

describe('a block that may be the rest of the one before it', () => {
  const first = '```yaml\nsteps:\n  - name: a\n    command: make\n```\n';
  const fenced = (text: string) => `\`\`\`yaml\n${text}\`\`\`\n`;

  it.each([
    ['more entries without a word', `Add:\n${fenced('  - name: b\n    command: x\n')}`],
    ['more entries at another indentation', `Continued:\n${fenced('- name: b\n  command: x\n')}`],
    ['the other half of a word', `(cont.)\n${fenced('ake\n  - name: b\n')}`],
    ['more entries in a fence of no language', '```\n  - name: b\n    command: x\n```\n'],
    ['more entries outside of a fence', 'and\n\n  - name: b\n    command: x\n'],
    ['text that goes on and fits nowhere', `Continued:\n${fenced('make test\n')}`],
    ['one key of the workflow outside of a fence', 'And:\n\nhandlers:\n  exit:\n    command: make clean\n'],
    ['one key with a list', 'And:\n\ntags:\n  - make\n  - nightly\n'],
  ])('is found: %s', (_, rest) => {
    const { unclear } = peelAnswer(first + rest);
    expect((first + rest).slice(unclear!.start, unclear!.end).split('\n')).toContain(
      rest.split('\n').find((line) => /^ *- name|^ake|^make|^[a-z]+:$/.test(line)),
    );
  });

  it.each([
    ['another value for an entry', `Or:\n${fenced('- name: a\n  retries: 2\n')}`],
    ['a list of something else', fenced('- one\n- two\n')],
    ['bullets', 'The rest of it:\n\n- name: what it is called\n- **command**: what it runs\n'],
    ['a remark with a list', 'notes:\n- The first step builds.\n- Call `make` yourself.\n'],
    ['a heading with a list', 'Steps:\n- build\n'],
    ['a command', 'To continue, run:\n```\ndagu start flow.yaml\n```\n'],
  ])('is none: %s', (_, rest) => {
    expect(peelAnswer(first + rest)).toMatchObject({ unclear: undefined, alternatives: 0, continued: 0 });
  });

  it('is looked for in linear time', () => {
    const many = `Continued:\n${fenced('  - name: b\n    command: x\n')}`.repeat(2_000);
    expect(cpuTime(() => peelAnswer(first + many))).toBeLessThan(5_000);
  });
});

it.each([
  ['```diff\n steps:\n+  - a\n```\n', ['diff']],
  ['Run this:\n```python\ndag = 1\n```\nand\n```sh\nls\n```\n', ['python', 'sh']],
  ['```yaml\n- a\n```\n', []],
  ['steps:\n  - name: a\n    command: |\n```sh\nmake\n```\n', []],
  ['No.', []],
])('names the languages of blocks of which none is YAML: %j', (answer, foreign) => {
  expect(peelAnswer(answer)).toMatchObject({ foreign, peeled: false });
});

it('takes linear time for thoughts that never end', () => {
  expect(cpuTime(() => peelAnswer(`${'<think>\n'.repeat(100_000)}`))).toBeLessThan(5_000);
  expect(cpuTime(() => peelAnswer(`${'thought\n'.repeat(200_000)}`))).toBeLessThan(5_000);
});

it('says whether the fence is closed', () => {
  expect(peelAnswer('```yaml\na: 1\n').unclosed).toBe(true);
  expect(peelAnswer('```yaml\na: 1\n```\n').unclosed).toBe(false);
});

it('takes linear time for quotes of quotes', () => {
  expect(cpuTime(() => peelAnswer(`${'>'.repeat(200_000)}\n`))).toBeLessThan(5_000);
  expect(cpuTime(() => peelAnswer('> steps:\n'.repeat(50_000)))).toBeLessThan(5_000);
  expect(cpuTime(() => peelAnswer('> steps:\n\n'.repeat(20_000)))).toBeLessThan(5_000);
});

it('takes linear time for an answer of many fences', () => {
  expect(cpuTime(() => peelAnswer('Hello\n```\n'.repeat(20_000)))).toBeLessThan(5_000);
});
