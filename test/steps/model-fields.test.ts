import { describe, expect, test } from 'vitest';
import { stepTypes } from '../../src/steps/index.js';

describe.each([
  'llm_eval',
  'prompt',
  'agent',
])('%s says at compile time what could not be asked at run time', (type) => {
  const wrong: readonly (readonly [object, string, string])[] = [
    [{ runner: 'openai' }, 'runner', 'add `model`'],
    [
      { runner: 'claude', base_url: 'http://localhost:8080/v1' },
      'base_url',
      'add `runner: openai` or `runner: anthropic`',
    ],
    [{ base_url: 'http://localhost:8080/v1' }, 'base_url', 'add `runner: openai` or `runner: anthropic`'],
    [{ runner: 'codex', api_key_env: 'MY_KEY' }, 'api_key_env', 'add `runner: openai` or `runner: anthropic`'],
  ];
  test.each(wrong)('%o', (config, field, help) => {
    const checked = stepTypes.get(type)!.check({ prompt: 'Ready?', ...config });
    expect(checked).toEqual({
      ok: false,
      issues: [{ path: [field], message: expect.any(String), help: expect.stringContaining(help) }],
    });
  });

  test('a service with its model is fine', () => {
    const config = {
      prompt: 'Ready?',
      runner: 'anthropic',
      model: 'm',
      base_url: 'http://localhost:1',
      api_key_env: 'K',
    };
    expect(stepTypes.get(type)!.check(config).ok).toBe(true);
  });
});

test('an agent without any tool is refused, since an empty list would read as all of them', () => {
  const checked = stepTypes.get('agent')!.check({ prompt: 'Ready?', allowed_tools: [] });
  expect(checked).toEqual({ ok: false, issues: [{ path: ['allowed_tools'], message: 'must not be empty' }] });
});
