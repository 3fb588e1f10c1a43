import { describe, expect, test } from 'vitest';
import { codesOf, readLayers, type WrittenLayer } from './read-layers.js';

const service = { runner: 'openai', model: 'small', base_url: 'http://models.test/v1', api_key_env: 'MODEL_KEY' };
const asking = (...steps: readonly object[]) => ({
  enabled: true,
  injections: { post_task: steps.map((step, index) => ({ id: `r${index}`, prompt: 'Is it good?', ...step })) },
});
const project = (models: object | undefined, ...steps: readonly object[]): WrittenLayer => ({
  layer: 'project',
  hooks: { ...asking(...steps), ...(models && { models }) },
});

/** What each step says about who answers. */
function modelsOf(layers: readonly WrittenLayer[]) {
  const result = readLayers(layers);
  expect(codesOf(result)).toEqual([]);
  return result.rules.rules.map(({ step }) => {
    const { prompt: _, ...config } = step.config;
    return config;
  });
}

describe('what steps leave out of who answers', () => {
  test.each(['llm_eval', 'prompt', 'agent'])('comes from `models`: %s', (type) => {
    expect(modelsOf([project(service, { type })])).toEqual([service]);
    expect(modelsOf([project(service, { type, model: 'large' })])).toEqual([{ ...service, model: 'large' }]);
  });

  test('comes from there for steps with a name, too', () => {
    const hooks = {
      enabled: true,
      models: service,
      step_definitions: { review: { type: 'llm_eval', prompt: 'Is it good?' } },
      injections: { post_task: [{ step: 'review' }] },
    };
    expect(modelsOf([{ layer: 'project', hooks }])).toEqual([service]);
  });

  test('stays out of steps that name another runner, or ask no model', () => {
    expect(modelsOf([project(service, { type: 'prompt', runner: 'claude' })])).toEqual([{ runner: 'claude' }]);
    expect(modelsOf([project({ model: 'sonnet' }, { type: 'prompt', runner: 'codex' })])).toEqual([
      { runner: 'codex' },
    ]);
    expect(modelsOf([project({ model: 'sonnet' }, { type: 'prompt', runner: 'claude' })])).toEqual([
      { runner: 'claude', model: 'sonnet' },
    ]);
    expect(modelsOf([project(service, { type: 'shell', command: 'make', prompt: undefined })])).toEqual([
      { command: 'make' },
    ]);
  });

  test('is no key for the address of a step itself', () => {
    const own = { type: 'prompt', base_url: 'http://other.test/v1' };
    const { api_key_env: _, ...others } = service;
    expect(modelsOf([project(service, own)])).toEqual([{ ...others, base_url: own.base_url }]);
  });

  test('is joined over layers, and begins anew where one of them names another runner', () => {
    const global: WrittenLayer = { layer: 'global', hooks: { models: service } };
    expect(modelsOf([global, project({ model: 'large' }, { type: 'prompt' })])).toEqual([
      { ...service, model: 'large' },
    ]);
    expect(modelsOf([global, project({ runner: 'claude' }, { type: 'prompt' })])).toEqual([{ runner: 'claude' }]);
    const anthropic = { runner: 'anthropic', model: 'opus' };
    expect(modelsOf([global, project(anthropic, { type: 'prompt' })])).toEqual([anthropic]);
  });

  test('must be something that the runner knows', () => {
    const faulty = (models: object) => codesOf(readLayers([project(models, { type: 'prompt' })]));
    expect(faulty({ base_url: 'http://models.test' })).toEqual(['DW846']);
    expect(faulty({ runner: 'claude', api_key_env: 'KEY' })).toEqual(['DW846']);
    expect(faulty({ runner: 'openai' })).toEqual(['DW334']);
    for (const base_url of [
      'models.test',
      'file:///etc/passwd',
      'http://me:pw@models.test',
      '{{env.URL}}',
      'http://{{env.HOST}}/v1',
    ])
      expect(faulty({ ...service, base_url }), base_url).toEqual(['DW311']);
  });
});

describe('what a policy says about who answers', () => {
  const policy = (models: object, ...steps: readonly object[]): WrittenLayer => ({
    layer: 'policy',
    hooks: {
      models,
      injections: { pre_task: steps.map((step, index) => ({ id: `p${index}`, prompt: 'Is it safe?', ...step })) },
    },
  });

  test('holds for the steps of all layers', () => {
    const layers = [policy(service, { type: 'prompt' }), project(undefined, { type: 'prompt' })];
    expect(modelsOf(layers)).toEqual([service, service]);
  });

  test.each([
    ['another address', { base_url: 'http://elsewhere.test' }],
    ['another model', { model: 'tiny' }],
    ['another key', { api_key_env: 'OTHER' }],
    ['another runner', { runner: 'claude' }],
  ])('is not for a step to change: %s', (_, step) => {
    const result = readLayers([policy(service, { type: 'prompt' }), project(undefined, { type: 'prompt', ...step })]);
    expect(codesOf(result)).toEqual(['DW845']);
    expect(result.diagnostics[0]).toMatchObject({
      span: { file: 'project.json' },
      related: { span: { file: 'policy.json' } },
    });
  });

  test('is not for another layer to change, whether that is enabled or not', () => {
    for (const enabled of [true, false]) {
      const below = { layer: 'project', hooks: { enabled, models: { base_url: 'http://elsewhere.test' } } } as const;
      expect(codesOf(readLayers([policy(service, { type: 'prompt' }), below]))).toContain('DW356');
    }
    const line = { layer: 'command-line', hooks: { models: { model: 'tiny' } } } as const;
    expect(codesOf(readLayers([policy(service, { type: 'prompt' }), line]))).toContain('DW356');
  });

  test('leaves open what it does not say', () => {
    const { model: _, ...open } = service;
    const below = project({ model: 'large' }, { type: 'prompt' }, { type: 'prompt', model: 'tiny' });
    expect(modelsOf([policy(open), below]).map(({ model }) => model)).toEqual(['large', 'tiny']);
  });

  test('is all that its own steps get: a weaker layer does not choose who judges for the policy', () => {
    const layers = [policy({ model: 'opus' }, { type: 'prompt' }), project(service)];
    expect(modelsOf([policy({}, { type: 'prompt' }), project(service, { type: 'prompt' })])).toEqual([service, {}]);
    expect(readLayers(layers).rules.rules[0]!.step.config).toMatchObject({ model: 'opus' });
    expect(readLayers(layers).rules.rules[0]!.step.config).not.toHaveProperty('base_url');
  });

  test('says its runner beside an address, or says nothing', () => {
    const layers = [
      policy({ base_url: 'http://models.test' }, { type: 'prompt' }),
      project({ runner: 'openai', model: 'm' }),
    ];
    expect(codesOf(readLayers(layers))).toEqual(['DW846']);
  });
});
