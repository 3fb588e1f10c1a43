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
    expect(peelAnswer(text)).toEqual({ text, peeled: false, blocks: [], skipped: 0 });
  });
});

it('says where the blocks stood in the answer', () => {
  const input = 'Hello!\n\n```yaml\na: 1\n```\n\n```yaml\nb: 2\n```\n';
  const { blocks, text } = peelAnswer(input);
  expect(blocks.map((block) => input.slice(block.start, block.end))).toEqual(['a: 1\n', 'b: 2\n']);
  expect(parseYaml(text)).toHaveLength(2);
});

it('counts the blocks that it left out', () => {
  expect(peelAnswer('Use\n```yaml\na: 1\n```\nor\n```yaml\n- 1\n```\n').skipped).toBe(1);
});

it('takes linear time for an answer of many fences', () => {
  expect(cpuTime(() => peelAnswer('Hello\n```\n'.repeat(20_000)))).toBeLessThan(5_000);
});
