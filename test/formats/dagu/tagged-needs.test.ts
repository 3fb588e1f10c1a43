import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { type CompileInput, compile } from '../../../src/compile.js';

const gate = (id: string) => `{id: ${id}, type: shell, command: ./${id}, parallel: gates, tasks: [c]}`;
const hooks = `hooks:\n  enabled: true\n  injections:\n    pre_task: [${gate('g')}, ${gate('h')}]\n`;

for (const written of ['!!str a', '!!str &x a', '&x !!str a', '!!str  "a" # the first'])
  test(`a lone need with a tag, \`${written}\`, becomes a list without it`, () => {
    const text = `steps:\n  - name: a\n    command: b\n  - name: c\n    command: d\n    depends: ${written}\n`;
    const given: CompileInput = {
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.yaml', text: hooks }],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
      options: { targetVersion: '1.30' },
    };
    const output = compile(given).outputs[0]!.text;
    const document = parseDocument(output);
    expect([...document.errors, ...document.warnings]).toEqual([]);
    const { steps } = document.toJS() as {
      readonly steps: readonly { readonly name: string; readonly depends: unknown }[];
    };
    expect(steps.find(({ name }) => name === 'c')?.depends).toEqual(['hook-g-c', 'hook-h-c']);
  });
