import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/argo.md', 'utf8');
const examples = [...page.matchAll(/\[(argo-[a-z-]+)\]\([^)]+\):\n\n```yaml\n([\s\S]*?)```/g)].map(
  ([, name, text]) => ({
    name: name!,
    text: text!,
  }),
);

test('the page shows two examples', () => expect(examples.map(({ name }) => name)).toHaveLength(2));

test.each(examples)('the page shows lines of $name as they come out', ({ name, text }) => {
  expect(readFileSync(`examples/${name}/expected.yaml`, 'utf8')).toContain(text);
});
