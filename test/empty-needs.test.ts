import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../src/compile.js';
import { createCollector } from '../src/diagnostics/diagnostics.js';
import { createManifest, stripByManifest } from '../src/manifest/manifest.js';
import { strip } from '../src/strip.js';

const spellings = [
  'depends:',
  'depends: ~',
  'depends:   NULL',
  'depends: null',
  'depends: null # comment',
  'depends: # comment',
  'depends: &a null',
];

/** Where the field without a value is in its step. */
const steps: Readonly<Record<string, (field: string) => string>> = {
  first: (field) => `  - ${field}\n    name: build\n    command: make\n`,
  between: (field) => `  - name: build\n    ${field}\n    command: make\n`,
  last: (field) => `  - name: build\n    command: make\n    ${field}\n`,
  'in a step without a name': (field) => `  - ${field}\n    command: make\n`,
};

const before = '  - name: fetch\n    command: git pull\n';
const behind = '  - name: test\n    command: make test\n';

function textsOf(type: string, field: string): readonly string[] {
  const value = field.slice('depends:'.length).trim();
  const inFlow = value.includes('#')
    ? []
    : [
        `  - {name: build, depends: ${value}, command: make}\n`,
        `  - {name: build, command: make, depends: ${value}}\n`,
        `  - {depends: ${value}, command: make}\n`,
      ];
  const written = [...Object.values(steps).map((step) => step(field)), ...inFlow];
  const texts = written.flatMap((step) => [before + step + behind, step].map((list) => `${type}steps:\n${list}`));
  const isMain = field === 'depends: null';
  return texts.flatMap((text) => (isMain ? [text, text.replaceAll('\n', '\r\n'), text.trimEnd()] : [text]));
}

const json = [0, 2].map((space) =>
  JSON.stringify(
    {
      type: 'graph',
      steps: [
        { name: 'build', depends: null, command: 'make' },
        { command: 'make', depends: null },
      ],
    },
    null,
    space,
  ),
);

const rules = {
  'before and behind each': {
    pre_task: [{ type: 'shell', command: './go.sh {{task_id}}', tasks: ['build'], optional: true }],
    post_task: [{ type: 'shell', command: './score.sh {{task_id}}', tasks: ['build'], optional: true }],
  },
  'at the roots': { pre_root: [{ type: 'shell', command: './first.sh' }] },
};

describe.each(spellings)('`%s`', (field) => {
  describe.each(['', 'type: chain\n', 'type: graph\n'])('with the type "%j"', (type) => {
    test.each([undefined, '1.30.2', '2.14.0'])('comes through a second run and goes back, for %s', (targetVersion) => {
      expectLaws(textsOf(type, field), targetVersion);
    });
  });
});

test.each([
  undefined,
  '1.30.2',
  '2.14.0',
])('null in JSON comes through a second run and goes back, for %s', (version) => {
  expectLaws(json, version);
});

function expectLaws(texts: readonly string[], targetVersion: string | undefined): void {
  let passed = 0;
  for (const text of texts) {
    for (const [where, injections] of Object.entries(rules)) {
      for (const marks of [true, false]) {
        const config = { hooks: { enabled: true, marks, tasks_are: 'nodes', injections } };
        const first = compile(inputOf(text, config, targetVersion));
        // A chain that depends on the version takes no hooks at some places.
        if (!first.ok) continue;
        passed += 1;
        const once = first.outputs[0]!.text;
        const again = inputOf(once, config, targetVersion);
        expect(compile(again).outputs[0]!.text, `${where}: ${text}`).toBe(once);
        const { report, all } = createCollector();
        const { workflow, configuration } = inputOf(text, config, targetVersion);
        const [back] = stripByManifest(first.outputs, createManifest(first, workflow, configuration), report);
        expect([back!.text, all()]).toEqual([text, []]);
        const left = strip(again).outputs[0]!.text;
        if (marks) expect(left, `${where}: ${once}`).toBe(text);
        const kept = compile(inputOf(left, config, targetVersion)).outputs[0]!.text;
        expect(kept, `${where}: ${left}`).toBe(once);
      }
    }
  }
  expect(passed).toBeGreaterThan(0);
}

function inputOf(text: string, config: unknown, targetVersion: string | undefined): CompileInput {
  return {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion },
  };
}
