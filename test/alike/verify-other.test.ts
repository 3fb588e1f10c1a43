import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import type { WrittenOther } from '../../src/formats/stencils.js';
import { daguWith } from './dagu-with.js';

const task = (name: string, command: string) =>
  `---\nname: ${name}\ntype: graph\nsteps:\n  - name: a\n    command: ${command}\n  - name: b\n    command: make b\n    depends: a\n`;
const root = 'name: root\nsteps:\n  - name: x\n    call: T1\n  - name: y\n    call: T2\n';
const text = root + task('T1', 'make a') + task('T2', '&it make a');

type ReadBack = NonNullable<ReturnType<WrittenOther['readBack']>>;

test.each<[string, (read: ReadBack) => ReadBack]>([
  ['a step that is not there', ({ dag, ...read }) => ({ ...read, dag: { ...dag, nodes: dag.nodes.slice(1) } })],
  [
    'a step that waits for less',
    ({ dag, ...read }) => ({
      ...read,
      dag: { ...dag, nodes: dag.nodes.map((node) => ({ ...node, needs: undefined })) },
    }),
  ],
  [
    'a step that says something else',
    ({ found, ...read }) => ({ ...read, found: { ...found, source: () => undefined, node: () => 'other' } }),
  ],
  ['other keys of the document', ({ found, ...read }) => ({ ...read, found: { ...found, rest: 'other' } })],
])('what is written into a document that is other than plain is read back: %s is a fault', (_, change) => {
  const changed = compileWith((written) => {
    const read = written.readBack;
    return { ...written, readBack: () => change(read()!) };
  });
  expect(changed).toThrow(/what was about to be written is not what was planned; in `T2`/);
});

test('what is read back as it was planned is taken', () => {
  const { ok, outputs } = compileWith((written) => written)();
  expect(ok).toBe(true);
  expect(outputs[0]!.text).toContain('./gate T2');
});

function compileWith(change: (written: WrittenOther) => WrittenOther) {
  const format = daguWith((plain) => ({
    ...plain,
    writeOther: (...plan) => change(plain.writeOther(...plan)!),
  }));
  const gate = { id: 'gate', type: 'shell', command: './gate {{task_id}}', tasks: ['*'] };
  const hooks = JSON.stringify({ hooks: { enabled: true, injections: { post_task: [gate] } } });
  return () =>
    compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: hooks }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { formats: [format], targetVersion: '1.30', byShape: true },
    });
}
