import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createPromptLibrary } from '../../../src/cli/prompt-files.js';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import type { EngineShell } from '../../../src/model/engine.js';
import type { PromptLibrary } from '../../../src/model/libraries.js';
import type { Rule } from '../../../src/model/rule.js';
import type { StepCall } from '../../../src/model/step.js';
import { createBind } from '../../../src/passes/bind/bind.js';
import type { BindPlace } from '../../../src/passes/variables/bind-place.js';
import type { VariableOptions } from '../../../src/passes/variables/variable-table.js';
import { elsewhere, libraryOf, placeIn, ruleFor, rulesWith, spanAt } from '../a-place.js';

interface Given {
  readonly place?: BindPlace;
  readonly rules?: Parameters<typeof rulesWith>[0];
  readonly prompts?: PromptLibrary;
  readonly options?: VariableOptions;
}

function bind(rule: Rule, { place = placeIn('task'), rules = {}, prompts = libraryOf({}), options = {} }: Given = {}) {
  const { report, all } = createCollector();
  const call = createBind({ rules: rulesWith(rules), options, prompts }, report)(rule, place);
  return {
    call,
    found: all().map(({ code, severity, message, help, span }) => ({ code, severity, message, help, span })),
  };
}

const script = (command: string, given?: Given) => {
  const { call, found } = bind(ruleFor({ command }), given);
  return { text: call.kind === 'script' ? call.script : '', found };
};

/** A command call as one line, expressions in angle brackets. */
function line(call: StepCall): string {
  if (call.kind === 'script') return call.script;
  if (call.kind !== 'command') throw new Error(`not a line of ours: ${call.kind}`);
  const words = call.words.map((word) =>
    word.map((part) => (part.kind === 'text' ? part.text : `<${part.expression}>`)).join(''),
  );
  return [call.program, ...words].join(' ');
}

describe('shell text', () => {
  test('values are quoted for its place', () => {
    const place = placeIn('task', {}, `it's`);
    expect(script(`a {{task_id}} '{{task_id}}' "{{task_id}}"`, { place }).text).toBe(
      `a 'it'\\''s' '''it'\\''s''' ""'it'\\''s'""`,
    );
  });
  test('the example of a security scan', () => {
    expect(script('bandit -r {{worktree_path}} -f json').text).toBe('bandit -r . -f json');
  });
  test('what is known at run time stays an expression', () => {
    const place = placeIn('task', { own: { ARBORIST_WORKTREE: '$HOME/w' } });
    expect(script('cd {{worktree_path}}', { place }).text).toBe('cd "$(printenv ARBORIST_WORKTREE)"');
  });
  test('values come as variables where an engine may evaluate the text', () => {
    const shell: EngineShell = { ...placeIn('task').shell, values: 'variables', variable: (name) => `\${${name}}` };
    const place = { ...placeIn('task', { own: { ARBORIST_WORKTREE: '$HOME/w' } }, '${{ x }}'), shell };
    const command = `a {{task_id}} '{{task_id}}' "{{task_id}}b" {{vars.a-b}} {{vars.a_b}} {{worktree_path}}`;
    const rules = { vars: { 'a-b': '1', a_b: '2' } };
    const { call } = bind(ruleFor({ command, env: { HOOK_TASK_ID: 'mine' } }), { place, rules });
    expect(call).toEqual({
      kind: 'script',
      script:
        `a "\${HOOK_TASK_ID_2}" ''"\${HOOK_TASK_ID_2}"'' "\${HOOK_TASK_ID_2}b" ` +
        '"${HOOK_VARS_A_B}" "${HOOK_VARS_A_B_2}" "${ARBORIST_WORKTREE}"',
      env: [
        { name: 'HOOK_TASK_ID_2', value: [{ kind: 'text', text: '${{ x }}' }] },
        { name: 'HOOK_VARS_A_B', value: [{ kind: 'text', text: '1' }] },
        { name: 'HOOK_VARS_A_B_2', value: [{ kind: 'text', text: '2' }] },
        { name: 'HOOK_TASK_ID', value: [{ kind: 'text', text: 'mine' }] },
      ],
      workingDir: undefined,
    });
  });
  test('a value is never rendered again', () => {
    const place = placeIn('task', {}, '{{spec_id}}');
    expect(script('echo {{task_id}}', { place }).text).toBe("echo '{{spec_id}}'");
  });
  test('tags of the engine pass', () => {
    const text = 'docker ps --format {{.Names}} ${{ x }} {{workflow.name}}';
    expect(script(text)).toEqual({ text, found: [] });
  });
  test('environment and folder of a step are templates too', () => {
    const { call } = bind(
      ruleFor({ command: 'x', env: { TASK: '{{task_id}}', N: 3 }, working_dir: '{{worktree_path}}/sub' }),
    );
    expect(call).toMatchObject({
      env: [
        { name: 'TASK', value: [{ kind: 'text', text: 'T001' }] },
        { name: 'N', value: [{ kind: 'text', text: '3' }] },
      ],
      workingDir: [{ kind: 'text', text: './sub' }],
    });
  });
});

describe('mistakes are reported at the field that holds them', () => {
  const codes = (command: string, given?: Given) => script(command, given).found;
  test('a variable without a value, with the ways to give it', () => {
    expect(codes('echo {{task_id}}', { place: placeIn('root') })).toEqual([
      {
        code: 'DW501',
        severity: 'error',
        message: '`{{task_id}}` has no value here, because this hook does not belong to one task',
        help: 'Use it in `pre_task` or `post_task`, or pass `--var task_id=…`.',
        span: spanAt(10),
      },
    ]);
    expect(codes('echo {{vars.tier}}')[0]).toMatchObject({
      help: 'Pass `--var tier=…`, or set it under `hooks.vars` in the configuration.',
    });
    expect(codes('echo {{env.CI_TOKEN}}')[0]).toMatchObject({
      help: 'Set the environment variable CI_TOKEN where dagweave runs.',
    });
    expect(codes('echo {{task.nam}}')[0]).toMatchObject({
      message: '`{{task.nam}}` is an unknown variable; did you mean `{{task.name}}`?',
    });
  });
  test.each([
    'API_TOKEN',
    'SIGNING_KEY',
    'OAUTH_SECRET',
    'db_password',
    'SLACK_WEBHOOK',
    'TEAMS_WEBHOOK_URL',
  ])('a secret of the environment, %s, is not written into the workflow', (name) => {
    const { report, all } = createCollector();
    const options = { environment: new Map([[name, 'tok-abcdef']]) };
    const rules = rulesWith({ context: { worktree_path: `/w/{{env.${name}}}` } });
    const bind = createBind({ rules, options, prompts: libraryOf({}) }, report);
    const steps = [
      ruleFor({ command: `curl -H {{env.${name}}}` }),
      ruleFor({ command: 'cd {{worktree_path}}' }),
      ruleFor({ command: 'x', env: { GIVEN: `{{env.${name}}}` } }),
    ];
    for (const rule of steps) {
      expect(JSON.stringify(bind(rule, placeIn('task')))).not.toContain('tok-abcdef');
      expect(all().at(-1)).toMatchObject({
        code: 'DW501',
        message: `\`{{env.${name}}}\` looks like a secret by its name, and everyone who reads the workflow would see it`,
        help: expect.stringMatching(`^Let the step read it when it runs: write \`\\$\\{${name}\\}\``),
      });
    }
    expect(new Set(all().map(({ severity }) => severity))).toEqual(new Set(['error']));
  });
  test('a template in context that has no value points there', () => {
    const { report, all } = createCollector();
    const rules = rulesWith({ context: { worktree_path: '{{env.W}}' } });
    createBind({ rules, options: {}, prompts: libraryOf({}) }, report)(
      ruleFor({ command: 'cd {{worktree_path}}' }),
      placeIn('task'),
    );
    expect(all()).toMatchObject([{ code: 'DW501', span: spanAt(10), related: { span: spanAt(100) } }]);
  });
  test.each([
    [
      'echo {{taskid}}',
      'DW502',
      '`{{taskid}}` is not a dagweave variable and is left to the engine; did you mean `{{task_id}}`?',
    ],
    ['echo ${{task_id}}', 'DW503', '`${{task_id}}` is left to the engine, although `task_id` is a dagweave variable'],
    [
      'echo {{{task_id}}}',
      'DW504',
      '`{{{task_id}}}` inserts its value into the shell text without quotes, so the shell runs what the value contains',
    ],
    ['cat <<E\n{{task_id}}\nE', 'DW506', '`{{task_id}}` cannot be quoted safely here: it is in a here-document'],
    [
      "echo '{{task_id}}",
      'DW506',
      '`{{task_id}}` cannot be quoted safely here: the text holds a single quote that is never closed',
    ],
  ])('%j is %s', (command, code, message) => {
    expect(codes(command)).toMatchObject([{ code, message, span: spanAt(10) }]);
  });
  test('a setting of the root that a called DAG cannot see', () => {
    const place = placeIn('task', { root: { ARBORIST_WORKTREE: '$HOME/w' } });
    expect(script('cd {{worktree_path}}', { place })).toMatchObject({
      text: 'cd .',
      found: [{ code: 'DW513', severity: 'warning' }],
    });
    expect(
      codes('cd {{worktree_path}}', { place: placeIn('root', { root: { ARBORIST_WORKTREE: '$HOME/w' } }) }),
    ).toEqual([]);
  });
  test('a value that no command can be given', () => {
    expect(codes('echo {{task_id}}', { place: placeIn('task', {}, 'a\0b') })).toMatchObject([{ code: 'DW505' }]);
    expect(codes('echo {{task_id}}', { place: placeIn('task', {}, 'a\uD800') })).toMatchObject([{ code: 'DW505' }]);
  });
  test('the name of a task that no command can be given, where only the flags of a step say it', () => {
    const rule = ruleFor({ command: 'pytest', min_score: 80 }, 'quality_check');
    const found = bind(rule, { place: placeIn('task', {}, 'a\0b') }).found;
    expect(found.map(({ code, span }) => [code, span])).toEqual([['DW505', spanAt(1)]]);
  });
  test('once for a template, however many places it goes to', () => {
    const { report, all } = createCollector();
    const bindAll = createBind({ rules: rulesWith(), options: {}, prompts: libraryOf({}) }, report);
    const rule = ruleFor({ command: 'echo {{taskid}} {{{spec_id}}}' });
    for (let i = 0; i < 100; i++) bindAll(rule, placeIn('task', {}, `T${i}`));
    expect(all().map((one) => one.code)).toEqual(['DW502', 'DW504']);
  });
});

test('a raw value is put in as it is, and has its say in the quoting of others', () => {
  const place = placeIn('task', {}, "x 'y");
  const open = script("echo {{{task_id}}} {{spec_id}}'", {
    place,
    options: { variables: new Map([['spec_id', 'a$b']]) },
  });
  expect(open.text).toBe(`echo x 'y ''a''$''b'''`);
  expect(script('echo {{{task_id}}} {{spec_id}}', { place }).found.map((one) => one.code)).toEqual(['DW504', 'DW506']);
});

describe('prompts', () => {
  const evaluate = (config: Record<string, unknown>, given?: Given) => {
    const { call, found } = bind(ruleFor({ ...config }, 'llm_eval'), given);
    return { line: line(call), prompt: promptOf(call), found };
  };
  const promptOf = (call: StepCall) => {
    if (call.kind !== 'command') return undefined;
    const at = call.words.findIndex((word) => word[0]?.kind === 'text' && word[0].text.startsWith('--prompt'));
    const show = (parts: (typeof call.words)[number]) =>
      parts.map((part) => (part.kind === 'text' ? part.text : `<${part.expression}>`)).join('');
    return show(call.words[at]!).replace(/^--prompt=?/, '') || show(call.words[at + 1]!);
  };

  test('inline, as lines, and from a file', () => {
    const prompts = libraryOf({ 'q.md': 'Review {{task_id}} & <b>.\n' });
    expect(evaluate({ prompt: 'Rate {{task_id}}' }).prompt).toBe('Rate T001');
    expect(evaluate({ prompt: ['Rate', '', '{{task_id}}'] }).prompt).toBe('Rate\n\nT001');
    expect(evaluate({ prompt_file: 'q.md' }, { prompts }).prompt).toBe('Review T001 & <b>.');
  });
  test('with partials in partials, indented where they are', () => {
    const prompts = libraryOf({
      'q.md': 'a\n  {{> base}}\nz\n',
      'base.md': '- b\n{{> sub/c.txt}}\n',
      'sub/c.txt': '- {{spec_id}}\n',
    });
    expect(evaluate({ prompt_file: 'q.md' }, { prompts }).prompt).toBe('a\n  - b\n  - calc\nz');
  });
  test('with values that are known at run time only', () => {
    const place = placeIn('task', { own: { ARBORIST_WORKTREE: '$W' } });
    expect(evaluate({ prompt: 'In {{worktree_path}}, {{task_id}}' }, { place }).prompt).toBe(
      'In <$(printenv ARBORIST_WORKTREE)>, T001',
    );
  });
  test('a value stays data, whatever it looks like', () => {
    const place = placeIn('task', {}, '{{spec_id}} {{> base}} ${x}');
    expect(evaluate({ prompt: '{{task_id}} {{workflow.name}}' }, { place }).prompt).toBe(
      '{{spec_id}} {{> base}} ${x} {{workflow.name}}',
    );
  });
  test.each([
    [{ prompt_file: 'qq.md' }, 'DW507', 'prompt file prompts/qq.md not found; did you mean q.md?'],
    [{ prompt_file: '../x.md' }, 'DW508', 'the prompt file prompts/../x.md is outside `prompts_dir`'],
    [{ prompt: '{{> nothing}}' }, 'DW507', 'prompt file prompts/nothing.md not found'],
    [{ prompt_file: 'lost.md' }, 'DW507', 'prompt file prompts/gone.md not found (in lost.md)'],
    [{ prompt: 'a {{#if task_id}}b{{/if}}' }, 'DW510', undefined],
    [{ prompt_file: 'x.md' }, 'DW511', 'these prompt files include each other in a cycle: y → x → y'],
    [{ prompt_file: 'bomb0.md' }, 'DW512', undefined],
    [{ prompt: 'x'.repeat(100_001) }, 'DW512', undefined],
    [{ prompt: ' ' }, 'DW467', 'the prompt is empty, so there is nothing to ask'],
    [{ prompt_file: 'q.md' }, 'DW467', 'the prompt is empty (in q.md), so there is nothing to ask'],
  ])('%j', (config, code, message) => {
    const bombs = Array.from({ length: 40 }, (_, i) => [`bomb${i}.md`, `{{> bomb${i + 1}}}{{> bomb${i + 1}}}`]);
    const files = {
      'q.md': '',
      'lost.md': '{{> gone}}',
      'x.md': '{{> y}}',
      'y.md': '{{> x}}',
      'bomb40.md': 'x',
      ...Object.fromEntries(bombs),
    };
    const { found } = evaluate(config, { prompts: libraryOf(files) });
    expect(found[0]).toMatchObject({ code, span: spanAt(10), ...(message && { message }) });
  });
  test('the library that comes along is usable as it is', () => {
    for (const file of ['code_quality.md', 'security_review.md', 'test_coverage.md']) {
      const { prompt, found } = evaluate({ prompt_file: file }, { prompts: createPromptLibrary() });
      expect(found).toEqual([]);
      expect(prompt).toContain('task **T001** in the calc project');
      expect(prompt).toMatch(/\{"score": <number>, "summary": "<your summary>"\}\n```$/);
      expect(prompt).not.toMatch(/\{\{/);
    }
  });
  test('the example of a quality prompt reads as its author wrote it', () => {
    const parts = ['code_quality.md', 'templates/evaluation_base.md'].map((file) =>
      readFileSync(`prompts/${file}`, 'utf8'),
    );
    const whole = parts[0]!.replace('{{> templates/evaluation_base}}\n', parts[1]!).replace(/\n$/, '');
    const { prompt } = evaluate({ prompt_file: 'code_quality.md' }, { prompts: createPromptLibrary() });
    expect(prompt).toBe(
      whole
        .replace('{{task_id}}', 'T001')
        .replace('{{spec_id}}', 'calc')
        .replace('{{worktree_path}}', '.')
        .replace('{{branch_name}}', 'calc_T001'),
    );
  });
});

test('a command of ours says what it is for', () => {
  const { call, found } = bind(
    ruleFor({ command: 'pytest {{worktree_path}}', min_score: 80, score_path: '$.totals' }, 'quality_check'),
  );
  expect(found).toEqual([]);
  expect(line(call)).toMatch(
    /^dagweave step quality_check --task T001 --spec calc .*--score-path \$\.totals .*pytest \.$/,
  );
});

test('a workspace that somebody gave is passed on even if it is the folder of the run', () => {
  const { call, found } = bind(ruleFor({ class: 'a.B' }, 'python'), { rules: { context: { worktree_path: '.' } } });
  expect(found).toEqual([]);
  expect(line(call)).toMatch(/ --worktree \.(?: |$)/);
});

test('defaults are passed on where the environment does not show Arborist to the step', () => {
  const lineAt = (place: BindPlace) => line(bind(ruleFor({ class: 'a.B' }, 'python'), { place }).call);
  const spec = { ARBORIST_SPEC_ID: 'calc' };
  const flags = ' --worktree . --branch calc_T001 --parent-branch calc';
  expect(lineAt(placeIn('task'))).toContain(flags);
  expect(lineAt(placeIn('task', { root: spec }))).toContain(flags);
  expect(lineAt(elsewhere(placeIn('task')))).not.toContain('--branch');
  expect(lineAt(placeIn('task', { own: spec }))).not.toMatch(/--worktree|branch/);
  const { workflow, ...place } = placeIn('task', { root: spec });
  expect(lineAt({ ...place, workflow: { ...workflow, inherits: true } })).not.toMatch(/--worktree|branch/);
});

test('10,000 places cost little more than their values', () => {
  const { report } = createCollector();
  const bindAll = createBind({ rules: rulesWith(), options: {}, prompts: libraryOf({}) }, report);
  const rule = ruleFor({ command: `set -e\n${'echo \'x\' {{worktree_path}} "{{task_id}}"\n'.repeat(50)}` });
  const places = Array.from({ length: 10_000 }, (_, i) => placeIn('task', {}, `T${i}`));
  const start = performance.now();
  for (const place of places) bindAll(rule, place);
  expect(performance.now() - start).toBeLessThan(5000);
});
