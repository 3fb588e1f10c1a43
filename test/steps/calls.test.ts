import { describe, expect, test } from 'vitest';
import type { Policy, StepCall, Word } from '../../src/model/step.js';
import { reportFields } from '../../src/steps/common-fields.js';
import { optionName, readPlainFlags } from '../../src/steps/flags.js';
import { stepTypes } from '../../src/steps/index.js';
import { loadRun } from '../../src/steps/runs.js';
import type { Binder, CallContext, TextPiece } from '../../src/steps/step-type.js';

describe('the line that a step becomes', () => {
  test.each(Object.entries(steps()))('%s', (_, { type, config, line }) => {
    expect(shown(callOf(type, config))).toBe(line);
  });

  test('a policy is among the options', () => {
    const policy = { onFailure: 'retry', retries: 2, retryDelay: 5, timeout: 60 } as const;
    expect(shown(callOf('prompt', { prompt: 'Ready?' }, policy))).toBe(
      'dagweave step prompt --task T001 --spec calc --timeout 60 --retries 2 --retry-delay 5 --branch calc_T001 --prompt Ready?',
    );
  });

  test('values that are known at run time only are in a prompt, and beside a configuration', () => {
    expect(shown(callOf('prompt', { prompt: 'At {{timestamp}}' }))).toContain('--prompt At «$(date)»');
    expect(shown(callOf('python', { class: 'a.B', config: { 'x/y=': ['{{timestamp}}'], n: 1 } }))).toContain(
      '--config {"x/y=":[""],"n":1} --config-value /x~1y~2/0=«$(date)»',
    );
  });
});

test('the runtime reads every line that a step becomes, without a library', async () => {
  for (const { type, config } of Object.values(steps())) {
    const call = callOf(type, config);
    const command = call.kind === 'spawn' ? call.command : call;
    if (command.kind !== 'command') continue;
    const [verb, name, ...options] = command.words.map(text);
    const runnable = await loadRun(name!);
    expect([verb, name, runnable && readPlainFlags(runnable.flags, options)?.ok]).toEqual(['step', type, true]);
  }
});

test('every type that a configuration may name can be run, by the options that it is written with', async () => {
  for (const [name, type] of stepTypes) {
    const runnable = await loadRun(name);
    // Asking a person is the engine's own affair.
    expect([name, runnable?.flags ?? {}]).toEqual([name, type.flags]);
  }
  for (const name of ['frobnicate', '../shell', 'toString', 'quality-check', ''])
    expect(await loadRun(name)).toBe(undefined);
});

describe('no option that nobody writes', () => {
  const written = new Map<string, Set<string>>();
  const policy = { onFailure: 'retry', retries: 2, retryDelay: 5, timeout: 60 } as const;
  for (const { type, config } of [...Object.values(steps()), ...wholeConfigs]) {
    for (const bindings of [binder, withPromptFile]) {
      const call = callOf(type, config, policy, bindings);
      const command = call.kind === 'spawn' ? call.command : call;
      const words = command.kind === 'command' ? command.words.map(text) : [];
      written.set(type, new Set([...(written.get(type) ?? []), ...words]));
    }
  }
  // A command in a DAG needs nothing of ours, so `dagweave step shell` is for people and other programs.
  const types = [...stepTypes].filter(([name, { flags }]) => name !== 'shell' && Object.keys(flags).length > 0);

  test.each(types)('%s', (name, { flags }) => {
    const unwritten = Object.keys(flags).filter((field) => {
      const option = optionName(field);
      return !(field in reportFields || field in ofPlace) && !written.get(name)?.has(option);
    });
    expect(unwritten.filter((field) => !written.get(name)?.has(`--no-${field.replaceAll('_', '-')}`))).toEqual([]);
  });

  /** Written only where the variables of the place have such values. */
  const ofPlace = { worktree: true, parent_branch: true, arborist_home: true, timestamp: true };
});

const whichModel = { runner: 'openai', model: 'm', base_url: 'https://x', api_key_env: 'K', max_tokens: 9 };
const code = { working_dir: 'w', env: { A: 1 }, config: { a: '{{timestamp}}' } };
const wholeConfigs: readonly { readonly type: string; readonly config: object }[] = [
  ...['llm_eval', 'prompt', 'agent'].map((type) => ({
    type,
    config: { prompt: 'p', ...whichModel, working_dir: 'w' },
  })),
  { type: 'prompt', config: { prompt: 'p', cache: true, cache_dir: 'c', cache_files: ['f'] } },
  { type: 'python', config: { class: 'a.B', ...code } },
  { type: 'module', config: { module: 'm', export: 'e', ...code } },
  {
    type: 'handler',
    config: {
      event: 'E',
      command: 'c',
      args: ['a'],
      shell: 'bash',
      contract: 'registry',
      blocking: true,
      hook: 'h',
      min_duration_ms: 1,
      only_if_changed_paths: ['*'],
      context: { a: '{{timestamp}}' },
      working_dir: 'w',
      env: { A: 1 },
    },
  },
  {
    type: 'handler',
    config: {
      event: 'E',
      agent: 'a',
      runner: 'codex',
      model: 'm',
      base_url: 'b',
      api_key_env: 'k',
      cache: true,
      allowed_tools: ['read'],
      max_turns: 2,
      headers: { a: 'b' },
      allowed_variables: ['A'],
    },
  },
];

/** Each field of each type. */
function steps(): Record<string, { readonly type: string; readonly config: object; readonly line: string }> {
  const context = '--branch calc_T001';
  const subject = '--task T001 --spec calc';
  return {
    'a shell step is a script': {
      type: 'shell',
      config: {
        command: 'bandit -r {{worktree_path}}',
        working_dir: '{{worktree_path}}',
        env: { PYTHONPATH: 'src', N: 1 },
      },
      line: 'script <bandit -r {{worktree_path}}> in . with PYTHONPATH=src N=1',
    },
    'a quality check by score_path': {
      type: 'quality_check',
      config: { command: 'pytest --cov', min_score: 80.0, score_path: '$.totals.percent_covered' },
      line: `dagweave step quality_check ${subject} --min-score 80 --score-path $.totals.percent_covered ${context} --command <pytest --cov>`,
    },
    'a quality check by json_path': {
      type: 'quality_check',
      config: {
        command: 'c',
        fail_on_threshold: true,
        score_extraction: { type: 'json_path', path: '$.a' },
        score_file: 'f',
      },
      line: `dagweave step quality_check ${subject} --score-path $.a --score-file f ${context} --command <c>`,
    },
    'a quality check by regex': {
      type: 'quality_check',
      config: {
        command: 'c',
        fail_on_threshold: false,
        score_extraction: { type: 'regex', pattern: 'Coverage: (\\d+)%' },
        working_dir: 'w',
        env: { A: true },
      },
      line: `dagweave step quality_check ${subject} --no-fail-on-threshold --score-regex Coverage: (\\d+)% --working-dir w --env A=true ${context} --command <c>`,
    },
    'a quality check by exit code': {
      type: 'quality_check',
      config: { command: 'c', score_extraction: { type: 'exit_code', success_score: 100, failure_score: 0 } },
      line: `dagweave step quality_check ${subject} --success-score 100 --failure-score 0 ${context} --command <c>`,
    },
    'an evaluation': {
      type: 'llm_eval',
      config: {
        prompt: ['Line 1', 'Line 2'],
        runner: 'claude',
        model: 'sonnet',
        output_format: 'score_and_summary',
        min_score: 70,
        fail_on_threshold: false,
        cache: true,
        cache_dir: 'c',
        cache_files: ['a', 'b'],
      },
      line: `dagweave step llm_eval ${subject} --runner claude --model sonnet --min-score 70 --no-fail-on-threshold --cache --cache-dir c --cache-file a --cache-file b ${context} --prompt Line 1\nLine 2`,
    },
    'a question over HTTP': {
      type: 'prompt',
      config: {
        prompt_file: 'q.md',
        runner: 'openai',
        model: 'm',
        base_url: 'http://h/v1',
        api_key_env: 'K',
        max_tokens: 9,
        working_dir: 'w',
      },
      line: `dagweave step prompt ${subject} --runner openai --model m --base-url http://h/v1 --api-key-env K --max-tokens 9 --working-dir w ${context} --prompt text of q.md`,
    },
    'an agent': {
      type: 'agent',
      config: { prompt: 'p', allowed_tools: ['read', 'grep'], max_turns: 3 },
      line: `dagweave step agent ${subject} --allowed-tool read --allowed-tool grep --max-turns 3 ${context} --prompt p`,
    },
    'a Python class': {
      type: 'python',
      config: { class: 'my_hooks.CustomValidatorStep', config: { strict_mode: true }, env: { A: 'b' } },
      line: `dagweave step python ${subject} --class my_hooks.CustomValidatorStep --env A=b ${context} --config {"strict_mode":true}`,
    },
    'a handler of an event': {
      type: 'handler',
      config: {
        event: 'PreToolUse',
        command: 'check "{{tool_name}}"',
        blocking: true,
        context: { tool_name: '{{task_id}}', tool_args: { at: '{{timestamp}}' } },
        env: { MODE: 'strict' },
      },
      line: `dagweave step handler ${subject} --event PreToolUse --gate --context {"tool_name":"{{task_id}}","tool_args":{"at":""}} --context-value /tool_args/at=«$(date)» --env MODE=strict ${context} --command check "{{tool_name}}"`,
    },
    'a handler that asks a model': {
      type: 'handler',
      config: { event: 'Stop', prompt: 'Done?', runner: 'anthropic', model: 'small', cache: true, contract: 'claude' },
      line: `dagweave step handler ${subject} --event Stop --contract claude ${context} --runner anthropic --model small --cache --prompt Done?`,
    },
    'a handler that is a service': {
      type: 'handler',
      config: { event: 'Stop', url: 'http://127.0.0.1:1/', headers: { A: 'b $TOKEN' }, allowed_variables: ['TOKEN'] },
      line: `dagweave step handler ${subject} --event Stop ${context} --header A=b $TOKEN --allow-variable TOKEN --url http://127.0.0.1:1/`,
    },
    'a module': {
      type: 'module',
      config: { module: './check.mjs', export: 'check', config: { deep: [{ a: null }] } },
      line: `dagweave step module ${subject} --module ./check.mjs --export check ${context} --config {"deep":[{"a":null}]}`,
    },
    'a webhook': {
      type: 'webhook',
      config: {
        url: 'https://example.org/{{task_id}}',
        method: 'PUT',
        headers: { Authorization: 'Bearer ${TOKEN}', 'X-Task': '{{task_id}}' },
        body: { text: 'At {{timestamp}}', n: 1, '{{task_id}}': [true, null, '{{ theirs }}'] },
        env: { SESSION: 's' },
      },
      line: `dagweave step webhook ${subject} --method PUT --url https://example.org/{{task_id}} --header Authorization=Bearer \${TOKEN} --header X-Task={{task_id}} --env SESSION=s ${context} --var task_id=T001 --var timestamp=«$(date)» --body {"text":"At {{timestamp}}","n":1,"{{task_id}}":[true,null,"{{ theirs }}"]}`,
    },
    'a webhook that waits to be called back': {
      type: 'webhook',
      config: {
        url: '${SLACK_WEBHOOK}',
        body: 'Ready? ${CALLBACK_URL}?action=approve',
        callback: true,
        callback_port: 9000,
        callback_url: 'https://hooks.example.org',
        on_timeout: 'continue',
      },
      line: `dagweave step webhook ${subject} --url \${SLACK_WEBHOOK} --callback --callback-port 9000 --callback-url https://hooks.example.org --on-timeout continue --print response ${context} --body-text Ready? \${CALLBACK_URL}?action=approve`,
    },
    'a child workflow': {
      type: 'spawn',
      config: { pipeline: 'code-review', inputs: { task: '{{task_id}}', files: '${CHANGED_FILES}', depth: 2 } },
      line: `spawn code-review with task={{task_id}} files=\${CHANGED_FILES} depth=2, or dagweave step spawn ${subject} --pipeline code-review --input task={{task_id}} --input files=\${CHANGED_FILES} --input depth=2 --print output --timeout 3600 ${context} --var task_id=T001`,
    },
    'a person': {
      type: 'approval',
      config: { prompt: 'Deploy?', inputs: ['TICKET', 'NOTE'], required: ['TICKET'] },
      line: 'ask Deploy? for TICKET, NOTE, of which TICKET must be given',
    },
  };
}

describe('a configuration with a mistake', () => {
  test.each([
    ['shell', {}, ['command'], 'must be a text'],
    ['shell', { command: '' }, ['command'], 'must not be empty'],
    ['shell', { command: 'c', env: { 'A-B': 'x' } }, ['env', 'A-B'], expect.stringContaining('not a name')],
    ['quality_check', { command: 'c', min_score: '80' }, ['min_score'], 'must be a number'],
    [
      'quality_check',
      { command: 'c', score_extraction: { type: 'xml' } },
      ['score_extraction', 'type'],
      expect.any(String),
    ],
    [
      'quality_check',
      { command: 'c', score_path: '$', score_extraction: { type: 'exit_code' } },
      ['score_extraction'],
      expect.stringContaining('cannot be used with'),
    ],
    ['quality_check', { command: 'c', score_path: '$.totals.' }, ['score_path'], 'is no JSONPath'],
    ['quality_check', { command: 'c', score_path: 'totals' }, ['score_path'], 'is no JSONPath'],
    [
      'quality_check',
      { command: 'c', score_extraction: { type: 'regex', pattern: '(\\d+' } },
      ['score_extraction', 'pattern'],
      'cannot be used: missing closing )',
    ],
    ['llm_eval', { prompt: 'p', runner: 'cladue' }, ['runner'], expect.stringContaining('"claude" or "codex"')],
    ['llm_eval', {}, [], 'needs either `prompt` or `prompt_file`'],
    ['llm_eval', { prompt: 'p', prompt_file: 'f' }, [], 'needs either `prompt` or `prompt_file`'],
    ['agent', { prompt: 'p', allowed_tools: ['write'] }, ['allowed_tools', 0], '"read" or "glob" or "grep"'],
    ['agent', { prompt: 'p', max_turns: 0 }, ['max_turns'], 'must be at least 1'],
    ['python', { class: 'NoModule' }, ['class'], 'must be `module.Class`'],
    ['python', { class: 'a.B; import os' }, ['class'], 'must be `module.Class`'],
    ['module', { module: 'm', config: [] }, ['config'], 'must be a map'],
    ['webhook', {}, ['url'], ''],
    ['webhook', { url: 'http://example.org' }, ['url'], 'would be sent without encryption: use https'],
    ['webhook', { url: 'http://localhost.example.org/' }, ['url'], 'would be sent without encryption'],
    ['webhook', { url: 'http://127.0.0.1@example.org/' }, ['url'], 'would be sent without encryption'],
    ['webhook', { url: 'file:///etc/passwd' }, ['url'], 'cannot be sent to by file'],
    ['webhook', { url: 'example.org/hook' }, ['url'], 'has to start with https://'],
    ['webhook', { url: 'https://x', method: 'post' }, ['method'], '"POST" or "PUT"'],
    ['webhook', { url: 'https://x', method: 'GET', body: {} }, ['body'], 'cannot be sent with `method: GET`'],
    ['webhook', { url: 'https://x', headers: { 'a b': 'c' } }, ['headers', 'a b'], 'not a name that a header can have'],
    ['webhook', { url: 'https://x', callback_port: 1 }, ['callback_port'], 'is for a step with `callback: true`'],
    ['webhook', { url: 'https://x', callback: true, callback_port: 65536 }, ['callback_port'], 'at most 65535'],
    ['webhook', { url: 'https://x', callback: true, on_timeout: 'retry' }, ['on_timeout'], '"abort" or "continue"'],
    ['spawn', {}, ['pipeline'], ''],
    ['spawn', { pipeline: 'p', inputs: { 'a b': 1 } }, ['inputs', 'a b'], 'not a name that a parameter can have'],
    ['spawn', { pipeline: 'p', inputs: { a: [1] } }, ['inputs', 'a'], 'must be'],
    ['approval', { prompt: 'p', required: ['A'] }, ['required'], 'not among `inputs`'],
    ['approval', { prompt: 'p', inputs: ['A-B'] }, ['inputs', 0], 'not a name'],
    ['approval', { prompt: 'p', inputs: ['A', 'B', 'A'] }, ['inputs'], 'names an input twice'],
  ])('%s %j', (type, config, path, message) => {
    const checked = stepTypes.get(type)!.check(config);
    const text = typeof message === 'string' ? expect.stringContaining(message) : message;
    expect(checked).toMatchObject({ ok: false, issues: [{ path, message: text }] });
  });

  test.each([...stepTypes.keys()])('%s refuses fields that it does not know', (type) => {
    const checked = stepTypes
      .get(type)!
      .check({ frobnicate: 1, command: 'c', prompt: 'p', class: 'a.B', module: 'm', url: 'https://x', pipeline: 'p' });
    expect(checked.ok).toBe(false);
    const unknown = checked.ok ? undefined : checked.issues.find((issue) => issue.keys);
    expect(unknown).toMatchObject({ path: [], keys: expect.arrayContaining(['frobnicate']) });
  });
});

function callOf(type: string, config: object, policy: Policy = plainPolicy, bindings: Binder = binder): StepCall {
  const step = stepTypes.get(type)!;
  const checked = step.check(config);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return step.call(checked.config, {
    runtime: 'dagweave',
    policy,
    binder: bindings,
    dagsOfFile: new Set(),
  } satisfies CallContext);
}

const plainPolicy: Policy = { onFailure: 'abort', retries: 0, retryDelay: 5, timeout: undefined };

/** Knows a few values; shell text is put in angle brackets, unrendered. */
const binder: Binder = {
  text: (template) => bound(template),
  pieces: (template) =>
    template.split(/(\{\{task_id\}\}|\{\{timestamp\}\})/).flatMap((piece): TextPiece[] => {
      if (piece === '{{task_id}}') return [{ kind: 'value', name: 'task_id', value: literal('T001') }];
      if (piece === '{{timestamp}}') return [{ kind: 'value', name: 'timestamp', value: clock }];
      return piece === '' ? [] : [{ kind: 'text', text: piece }];
    }),
  shell: (template) => `<${template}>`,
  script: (template) => ({ script: `<${template}>`, env: [] }),
  prompt({ prompt, prompt_file }) {
    const whole = prompt_file ? `text of ${prompt_file}` : [prompt ?? []].flat().join('\n');
    const [before, ...others] = whole.split('{{timestamp}}');
    return [...literal(before!), ...others.flatMap((other) => [...clock, ...(other === '' ? [] : literal(other))])];
  },
  promptFile: () => undefined,
  variable(name) {
    const known = { task_id: literal('T001'), spec_id: literal('calc'), branch_name: literal('calc_T001') };
    return name === 'timestamp' ? clock : known[name as keyof typeof known];
  },
  environment: () => [],
};

const withPromptFile: Binder = {
  ...binder,
  promptFile: () => ({ path: 'prompt.md', values: [{ name: 'task_id', value: literal('T001') }] }),
};

const clock: Word = [{ kind: 'expression', expression: '$(date)' }];

function bound(template: string): Word {
  return template === '{{timestamp}}' ? clock : literal(template.replaceAll('{{worktree_path}}', '.'));
}

function literal(value: string): Word {
  return [{ kind: 'text', text: value }];
}

function shown(call: StepCall): string {
  if (call.kind === 'command') return [call.program, ...call.words.map(text)].join(' ');
  if (call.kind === 'approval') {
    const required = call.required.join(', ');
    return `ask ${text(call.prompt)} for ${call.inputs.join(', ')}, of which ${required} must be given`;
  }
  if (call.kind === 'spawn') {
    const inputs = call.inputs.map(({ name, value }) => `${name}=${text(value)}`).join(' ');
    return `spawn ${call.workflow} with ${inputs}, or ${shown(call.command)}`;
  }
  const env = call.env.map(({ name, value }) => `${name}=${text(value)}`).join(' ');
  return `script ${call.script} in ${text(call.workingDir ?? [])} with ${env}`;
}

function text(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : `«${part.expression}»`)).join('');
}
