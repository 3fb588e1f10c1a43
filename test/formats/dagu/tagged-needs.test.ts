import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../there-and-back.js';

const gate = (id: string) => ({ id, type: 'shell', command: `./${id}`, parallel: 'gates', tasks: ['c'] });
const rules = { hooks: { enabled: true, injections: { pre_task: [gate('g'), gate('h')] } } };

for (const written of ['!!str a', '!!str &x a', '&x !!str a', '!!str  "a" # the first'])
  test(`a lone need with a tag, \`${written}\`, becomes a list without it`, () => {
    const text = `steps:\n  - name: a\n    command: b\n  - name: c\n    command: d\n    depends: ${written}\n`;
    const document = parseDocument(compile(inputOf(text, rules, '1.30')).outputs[0]!.text);
    expect([...document.errors, ...document.warnings]).toEqual([]);
    const { steps } = document.toJS() as {
      readonly steps: readonly { readonly name: string; readonly depends: unknown }[];
    };
    expect(steps.find(({ name }) => name === 'c')?.depends).toEqual(['hook-g-c', 'hook-h-c']);
  });
