import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../src/compile.js';
import { strip } from '../src/strip.js';

/** Workflows in which something waits for a step that is renamed once hooks are there, so that nobody has the name any more. */
const texts = [
  'type: graph\nsteps:\n  - echo a\n  - name: zz\n    command: echo z\n  - command: echo b\n    depends: zz\n  - echo c\n',
  'type: graph\nsteps:\n  - name: zz\n    command: echo z\n  - name: b\n    command: echo b\n    depends: [zz]\n  - echo c\n',
  'type: graph\nsteps:\n  - {name: zz, command: echo z}\n  - {id: x, command: echo b, depends: [zz]}\n  - {command: echo c, depends: [x]}\n',
  '{"type":"graph","steps":["echo a",{"name":"zz","command":"echo z"},{"command":"echo b","depends":["zz"]},"echo c"]}',
  'type: graph\nsteps:\n  - name: zz\n    command: echo z\n  - - echo a\n    - command: echo b\n      depends: [zz]\n  - echo c\n',
];
const rule = (word: string) => [{ type: 'shell', command: `echo ${word}`, optional: true }];
const rules: Readonly<Record<string, object>> = {
  'before each': { pre_root: rule('r'), pre_task: rule('p') },
  'behind each': { post_task: rule('q') },
  'at the end': { final: rule('f') },
};

/** Names that the engine might make up for a step of another kind or at another place. */
describe.each(['dag_1', 'cmd_9', 'script_2', 'cmd_1_2'])('a need of %s, which nobody is', (nobody) => {
  test.each(Object.entries(rules))('comes back from strip as it was written, with hooks %s', (_, injections) => {
    let passed = 0;
    for (const text of texts) {
      for (const marks of [true, false]) {
        for (const targetVersion of [undefined, '1.30.2', '2.14.0']) {
          const first = compile(inputOf(text, { marks, injections }, targetVersion));
          if (!first.ok) continue;
          passed += 1;
          const renamed = (content: string) => content.replace(/(name"?: ?"?)zz/g, '$1yy').replace(/\bzz\b/g, nobody);
          const once = renamed(first.outputs[0]!.text);
          const left = strip(inputOf(once, { marks, injections }, targetVersion)).outputs[0]!.text;
          expect(needsIn(left), once).toEqual(needsIn(renamed(text)));
        }
      }
    }
    expect(passed).toBeGreaterThan(0);
  });
});

function needsIn(text: string): readonly string[] {
  return [...text.matchAll(/depends"?:\s*(\[[^\]]*\]|\S+)/g)].map(([, needs]) => needs!.replace(/["[\]\s]/g, ''));
}

function inputOf(text: string, hooks: object, targetVersion: string | undefined): CompileInput {
  const config = { hooks: { enabled: true, tasks_are: 'nodes', ...hooks } };
  return {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion, force: true },
  };
}
