import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompileInput, type CompileResult, compile } from '../src/compile.js';
import { explain } from '../src/explain.js';
import type { Question } from '../src/model/explanation.js';
import type { ConfigurationFile } from '../src/model/layer.js';
import { createColors } from '../src/render/colors.js';
import { explanationText } from '../src/render/explain/explain.js';
import { createLocator } from '../src/render/locator.js';

/** Fixtures of front ends whose rules match by more than the patterns of `tasks`. */
const folders = ['lifecycle', 'settings'].flatMap((frontend) => {
  const home = join(import.meta.dirname, 'fixtures/frontends', frontend);
  return readdirSync(home)
    .map((name) => join(home, name))
    .filter((folder) => statSync(folder).isDirectory());
});

describe('of each rule and each name in the workflow, it is reported why they match or what kept them apart', () => {
  test.each(folders)('%s', (folder) => {
    const input = inputOf(folder);
    const compiled = compile(input);
    expect(compiled.ok).toBe(!/mistake/.test(folder) || folder.endsWith('mistake-idle-fields'));
    for (const { id } of compiled.rules?.rules ?? []) {
      for (const task of namesIn(compiled)) {
        const answer = explain(input, { kind: 'verdict', task, rule: id }).explanation;
        if (answer?.kind !== 'verdict') throw new Error(`no answer about ${id} and ${task}`);
        expect([id, task, answer.steps.length > 0]).toEqual([id, task, answer.failed === undefined]);
        expect(answer.failed?.why ?? '').not.toMatch(/undefined|\[object/);
      }
    }
  });
});

describe('what kept an action of a lifecycle file away', () => {
  const bundle = `type: graph
steps:
  - {name: one, call: T001}
---
name: T001
type: graph
steps:
  - {name: inner, call: T001-sub}
---
name: T001-sub
type: graph
steps:
  - {name: make, command: make}
`;
  const flat = 'type: graph\nsteps:\n  - {name: plan, command: p}\n  - {name: deploy, command: d, depends: [plan]}\n';
  const hooks = (point: string) => `hooks:\n  ${point}:\n    - {type: shell, command: x}\n`;

  test.each([
    [
      'stages of a pipeline',
      flat,
      `stages:\n  - name: plan\n${hooks('on_stage_complete')}`,
      'on_stage_complete',
      'deploy',
    ],
    ['the stage of a file', flat, `name: deploy\n${hooks('on_iteration_start')}`, 'on_iteration_start', 'plan'],
    ['a DAG inside of a stage', bundle, hooks('on_stage_complete'), 'on_stage_complete', 'T001-sub'],
  ])('%s', (_, workflow, text, point, task) => {
    const input = {
      ...inputWith([{ path: 'hooks.yaml', text, layer: 'project' }], workflow),
    };
    const answer = explain(input, { kind: 'verdict', task, rule: `${point}/shell` }).explanation;
    expect(answer).toMatchObject({ kind: 'verdict', steps: [], failed: { clause: 'stages' } });
  });
});

test('variables of lifecycle files are reported as they are written, at each point that has actions', () => {
  const workflow =
    'type: graph\nsteps:\n  - {name: plan, command: p}\n  - {name: deploy, command: d, depends: [plan]}\n';
  const text = `hooks:
  on_session_start:
    - {type: shell, command: "echo \${SESSION}"}
  on_iteration_complete:
    - {type: shell, command: "echo \${ITERATION}", await: true}
    - {type: shell, command: "echo \${LAST_HOOK_STATUS}"}
`;
  const input = inputWith([{ path: 'hooks.yaml', text, layer: 'project' }], workflow);
  const told = (question: Question) =>
    explanationText(explain(input, question).explanation!, createLocator([]), createColors(false));
  expect(told({ kind: 'step', name: 'hook-on-session-start-shell', task: undefined })).toMatch(
    /\n {2}\$\{MAX_ITERATIONS\} +"2" from the default\n/,
  );
  const all = told({ kind: 'variables' });
  expect(all.match(/^(Outside|Task|on_).*$/gm)).toEqual([
    'Outside of tasks, in workflow:',
    'Task plan, in workflow:',
    'Task deploy, in workflow:',
    'on_session_start, in workflow:',
    'on_iteration_complete of plan, in workflow:',
    'on_iteration_complete of deploy, in workflow:',
  ]);
  const [, ofDeploy] = all.split('on_iteration_complete of deploy, in workflow:\n');
  expect(
    ofDeploy!
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ['${SESSION}', expect.stringContaining('from the default')],
    ['${STAGE}', '"deploy" from the default'],
    ['${NEXT_STAGE}', '"" from the default'],
    ['${ITERATION}', '"2" from the default'],
    ['${MAX_ITERATIONS}', '"2" from the default'],
    ['${LAST_HOOK_STATUS}', expect.stringContaining('from the default')],
    ['${CHANGED_FILES}', expect.stringContaining('from the default')],
    ['${STAGE_OUTPUTS}', '"" from the default'],
    ['${TIMESTAMP}', '"$(date -u +%Y-%m-%dT%H:%M:%SZ)" from the default'],
    ['no value', 'PROGRESS, STATUS, CTX, LAST_DECISION, ERROR, CALLBACK_URL, HOOK_RESPONSE, SPAWN_OUTPUT'],
  ]);
});

function inputOf(folder: string): CompileInput {
  const names = readdirSync(folder);
  const files = names.filter(
    (name) => !/^(workflow|expected|input|sibling|\.)/.test(name) && /\.(ya?ml|json)$/.test(name),
  );
  const own = ['workflow.yaml', 'input.yaml'].find((name) => names.includes(name));
  return inputWith(
    files.map((name) => ({
      path: name,
      text: readFileSync(join(folder, name), 'utf8'),
      layer: name.startsWith('global') ? 'global' : 'project',
    })),
    readFileSync(own ? join(folder, own) : join(folder, '../workflow.yaml'), 'utf8'),
  );
}

function inputWith(configuration: readonly ConfigurationFile[], workflow: string): CompileInput {
  return {
    workflow: [{ path: 'workflow.yaml', text: workflow }],
    configuration,
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: {
      targetVersion: '1.30',
      siblings: ['code-review.yaml', 'collect-metrics.yaml', 'comprehensive-review.yaml'],
    },
  };
}

function namesIn({ workflows }: CompileResult): readonly string[] {
  const dags = workflows.flatMap(({ workflow }) => workflow.dags);
  return [...new Set(dags.flatMap((dag) => [dag.name, ...dag.nodes.map((node) => node.name)]))];
}
