import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../src/compile.js';
import { createCollector } from '../src/diagnostics/diagnostics.js';
import { createManifest, stripByManifest } from '../src/manifest/manifest.js';
import { strip } from '../src/strip.js';
import { sameGraph } from './fuzz/base-intact.js';

/** Steps without a name in every way to write them, so that some get theirs written down for hooks. */
const texts: Readonly<Record<string, string>> = {
  'nested lists': 'steps:\n  - [echo a, echo b]\n  - echo c\n  -\n    - echo d\n    - command: echo e\n',
  'a nested list that is waited for': `type: graph
steps:
  - name: first
    command: echo 0
  - - echo a
    - command: echo b
      depends: [first]
  - command: echo c
    depends: [cmd_2]
  - name: last
    command: echo d
    depends: [cmd_2, cmd_3]
`,
  ids: 'steps:\n  - {id: x, command: echo a}\n  - echo b\n  - {id: y, command: echo c, depends: [x]}\n',
  'an id in front': 'type: graph\nsteps:\n  - echo a\n  - id: x\n    command: echo b\n  - echo c\n',
  'a name of the own that looks made up':
    'type: graph\nsteps:\n  - name: cmd_1\n    command: echo a\n  - echo b\n  - command: echo c\n    name: cmd_3\n  - echo d\n',
  'a name of the own that only a version makes up':
    'type: graph\nsteps:\n  - name: script_1\n    command: |\n      echo a\n  - name: own\n    command: echo b\n',
  'one with a comment': 'type: graph\nsteps:\n  - name: cmd_1 # mine\n    command: echo a\n  - echo b\n  - echo c\n',
  'an empty name': 'type: graph\nsteps:\n  - echo a\n  - name:\n    command: echo b\n  - command: echo c\n    name:\n',
  'merge keys':
    'type: graph\nsteps:\n  - &s\n    command: echo a\n  - *s\n  - <<: *s\n    env: [A=b]\n  - &t echo b\n  - *t\n',
  scripts: 'type: graph\nsteps:\n  - |\n    echo a\n    echo b\n  - script: |\n      echo c\n  - echo d\n',
  'flow style': 'type: graph\nsteps: [echo a, [echo b, echo c], {command: echo d}, command: echo e]\n',
  JSON: '{\n  "type": "graph",\n  "steps": [\n    "echo a",\n    ["echo b", "echo c"],\n    {\n      "command": "echo d"\n    }\n  ]\n}\n',
  'JSON on one line': '{"type":"graph","steps":["echo a",["echo b","echo c"],{"command":"echo d"}]}',
};

const rule = (word: string, more: object = {}) => [{ type: 'shell', command: `echo ${word}`, optional: true, ...more }];
const rules: Readonly<Record<string, object>> = {
  'before all, and behind two': { pre_root: rule('r'), post_task: rule('q {{task_id}}', { tasks: ['cmd_2', 'b'] }) },
  'at every point': {
    pre_root: rule('r'),
    post_roots: rule('m'),
    pre_task: rule('p {{task_id}}'),
    post_task: rule('q {{task_id}}'),
    final: rule('f'),
  },
  'behind each': { post_task: rule('q {{task_id}}') },
  'behind the first, with nothing that waits': { post_task: rule('q {{task_id}}', { tasks: ['*1'], await: false }) },
};

/** Another tool may drop the comments; what is in a description it keeps. */
const losses: Readonly<Record<string, { readonly marks: boolean; readonly lose: (text: string) => string }>> = {
  'without marks': { marks: false, lose: (text) => text },
  'with marks that were dropped': { marks: true, lose: (text) => text.replace(/^ *# dagweave: .*\r?\n/gm, '') },
};

describe.each(Object.entries(losses))('hooks %s', (_, { marks, lose }) => {
  describe.each(Object.entries(rules))('%s', (point, injections) => {
    test.each(
      Object.entries(texts),
    )('are known by what they say, and names that were written for them with them: %s', (__, written) => {
      let passed = 0;
      for (const text of [written, written.replaceAll('\n', '\r\n')]) {
        for (const targetVersion of [undefined, '1.30.2', '2.14.0']) {
          const inputFor = (content: string) => inputOf(content, { marks, injections }, targetVersion);
          const first = compile(inputFor(text));
          // A nested list is a text of 1.x, and a chain that depends on the version takes no hooks at some places.
          if (!first.ok) continue;
          passed += 1;
          const [once] = first.outputs;
          const at = `${targetVersion}: ${once!.text}`;
          const left = lose(once!.text);
          const again = compile(inputFor(left));
          expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
          // A mark that is written anew cannot tell a mere command from a mapping of it.
          expect(lose(again.outputs[0]!.text), at).toBe(left);
          const stripped = strip(inputFor(left)).outputs[0]!.text;
          // What a hook in the middle held back waits for all that is before it: nothing tells for which of them it waited.
          if (point !== 'at every point') expect(sameGraph(text, stripped), `${at}\n${stripped}`).toBe(true);
          expect(lose(compile(inputFor(stripped)).outputs[0]!.text), stripped).toBe(left);
          const { report, all } = createCollector();
          const { workflow, configuration } = inputFor(text);
          const [back] = stripByManifest(first.outputs, createManifest(first, workflow, configuration), report);
          expect([back!.text, all()]).toEqual([text, []]);
        }
      }
      expect(passed).toBeGreaterThan(0);
    });
  });
});

test.each([
  '{"apiVersion":"argoproj.io/v1alpha1","kind":"Workflow","spec":{"entrypoint":"m","templates":[{"name":"m","dag":{"tasks":[{"name":"a","template":"t"}]}},{"name":"t","container":{"image":"i"}}]}}',
  'on: push\njobs:\n  a:\n    runs-on: x\n    steps: [{run: make}]\n',
  'a:\n  script: [make]\n',
])('a hook is known by a name in which the engine allows fewer signs than in the id of its rule: %s', (text) => {
  const injections = { pre_root: rule('r', { id: 'a_b.c' }), pre_task: rule('p', { id: `${'a.'.repeat(40)}b` }) };
  const inputFor = (content: string) => inputOf(content, { marks: false, injections }, undefined);
  const once = compile(inputFor(text)).outputs[0]!.text;
  expect(once).toMatch(/hook-a-b[.-]c/);
  expect(compile(inputFor(once)).outputs[0]!.text).toBe(once);
  expect(strip(inputFor(once)).outputs[0]!.text).not.toContain('hook-');
});

function inputOf(text: string, hooks: object, targetVersion: string | undefined): CompileInput {
  const config = { hooks: { enabled: true, tasks_are: 'nodes', ...hooks } };
  return {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion },
  };
}
