import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { generatedBundle } from '../text/documents.js';
import { isOfShapes } from './agree.js';

const gate = { id: 'gate', type: 'shell', command: './gate {{task_id}}', tasks: ['*'] };
const review = { id: 'review', type: 'llm_eval', prompt: 'Is {{task_id}} good?', runner: 'claude', tasks: ['*'] };
const begin = { id: 'begin', type: 'shell', command: './begin' };
const approval = { id: 'ask', type: 'approval', prompt: 'Go on?' };

describe('rules that are about more than tasks let a large file go document by document', () => {
  test.each([
    ['a person is asked before the run', {}, { pre_root: [approval], post_task: [gate] }],
    ['a person is asked at the end of the run', {}, { post_task: [gate], final: [approval] }],
    ['prompts are in files', { prompts: 'file' }, { post_task: [review] }],
    ['prompts of the run are in files', { prompts: 'file' }, { final: [{ ...review, prompt: 'Sum up.' }] }],
    ['steps may add so much to the longest path', { limits: { max_added_critical_path: 1000 } }, { post_task: [gate] }],
    ['steps are named that set up, and that end a task', { setup: 'pre-*', task_ends: 'run-*' }, { post_task: [gate] }],
    ['steps are named that clean up', { teardown: ['post-merge', 'post-cleanup'] }, { post_task: [gate] }],
    ['only some DAGs are tasks', { task_ids: ['T00?', 'run'] }, { post_task: [gate] }],
    ['tasks are said to be DAGs', { tasks_are: 'bodies' }, { post_task: [gate] }],
    ['a condition asks the run', {}, { pre_root: [{ ...begin, when: "${HOME} == '/root'" }], post_task: [gate] }],
    ['a condition asks for the DAG', {}, { final: [{ ...begin, when: "dag.name == 'spec_001'" }] }],
  ])('%s', (_, settings, injections) => {
    const inputOf = (workflow: string, byShape: boolean) => input(workflow, settings, injections, byShape);
    const [result, inFull] = [compile(inputOf(bundle, true)), compile(inputOf(bundle, false))];
    expect([isOfShapes(result), inFull.diagnostics.filter(({ severity }) => severity === 'error')]).toEqual([true, []]);
    for (const part of ['outputs', 'diagnostics', 'summary', 'edits', 'promptFiles'] as const)
      expect(result[part], part).toEqual(inFull[part]);
    const output = result.outputs[0]!.text;
    expect(output).not.toBe(bundle);
    expect(verify(inputOf(output, true))).toEqual(verify(inputOf(output, false)));
    expect(strip(inputOf(output, true)).outputs[0]!.text).toBe(bundle);
  });
});

describe('hooks of a registry that are for one environment', () => {
  const registry =
    'id: check\nevent_type: PostAbilityCall\nenvironments: [dev]\nhandler: {kind: script, command: ./check.sh}\n';
  test.each(['dev', 'production'])('%s: what comes of them is what comes of them in full', (environment) => {
    const [result, inFull] = [true, false].map((byShape) => {
      const configuration = [{ layer: 'project' as const, path: 'hooks.yaml', text: registry }];
      const options = { targetVersion: '1.30', byShape, variables: new Map([['environment', environment]]) };
      return compile({ ...input(bundle, {}, {}, byShape), configuration, options });
    });
    expect(isOfShapes(result!)).toBe(true);
    for (const part of ['outputs', 'diagnostics', 'summary'] as const) expect(result![part]).toEqual(inFull![part]);
    expect(result!.summary.steps > 0).toBe(environment === 'dev');
  });
});

describe('what has to be reported of them sends the file the other way', () => {
  test.each([
    ['a longest path that is too long', { limits: { max_added_critical_path: 1 } }, { post_task: [gate] }, 'DW422'],
    ['a name that no step has', { setup: 'nowhere' }, { post_task: [gate] }, 'DW466'],
    ['a person who would be asked in each task', {}, { pre_task: [{ ...approval, tasks: ['*'] }] }, undefined],
  ])('%s', (_, settings, injections, code) => {
    const [result, inFull] = [true, false].map((byShape) => compile(input(bundle, settings, injections, byShape)));
    expect(isOfShapes(result!)).toBe(false);
    expect(result!.diagnostics).toEqual(inFull!.diagnostics);
    if (code !== undefined) expect(result!.diagnostics.map((one) => one.code)).toContain(code);
  });
});

const bundle = generatedBundle('--tasks', '40');

function input(workflow: string, settings: object, injections: object, byShape: boolean) {
  const hooks = JSON.stringify({ hooks: { enabled: true, ...settings, injections } });
  return {
    workflow: [{ path: 'bundle.yaml', text: workflow }],
    configuration: [{ layer: 'project' as const, path: 'hooks.json', text: hooks }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion: '1.30', byShape },
  };
}
