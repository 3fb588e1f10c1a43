import { describe, expect, test } from 'vitest';
import { type CompileOptions, type CompileResult, compile } from '../src/compile.js';
import { type LayerName, layerNames } from '../src/model/layer.js';
import type { PromptLibrary } from '../src/model/libraries.js';

const policy = `hooks:
  limits: {max_llm_calls: 5, max_added_steps: 20}
  vars: {level: HIGH}
  context: {branch_name: main}
  runtime: /opt/dagweave
  step_definitions:
    scan: {type: shell, command: "trivy --severity {{vars.level}} {{branch_name}}"}
    review: {type: llm_eval, prompt_file: review.md, min_score: 80}
  injections:
    pre_task:
      - {id: scan-first, step: scan, tasks: [deploy]}
      - {step: review}
  deny:
    - {match: {runs: "terraform destroy*"}, message: nothing may be destroyed}
`;
const workflow =
  'type: graph\nsteps:\n  - {name: build, command: make}\n  - {name: deploy, command: ./deploy.sh, depends: [build]}\n';

const prompts: PromptLibrary = {
  read: (directory, name) => ({ kind: 'text', path: `${directory}/${name}`, text: `Prompt of ${directory}` }),
};

function under(
  below: string | undefined,
  { layer = 'project', options, text = workflow }: { layer?: LayerName; options?: CompileOptions; text?: string } = {},
): CompileResult {
  const project = below === undefined ? [] : [{ path: 'project.yaml', text: below, layer }];
  return compile({
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [...project, { path: '/etc/dagweave/policy.yaml', text: policy, layer: 'policy' }],
    prompts,
    options: { targetVersion: '1.30', ...options },
  });
}

/** The blocks of the policy's hooks, without what they wait for. */
function blocksOf({ outputs }: CompileResult): readonly string[] {
  const blocks = outputs[0]!.text.split(/^ {2}(?=- |# dagweave)/m);
  return blocks.flatMap((block, index) =>
    /^# dagweave: (scan-first|pre_task\/review) /.test(block)
      ? [block.replace(/ \S+\n$/, '\n') + blocks[index + 1]!.replace(/^ *depends:.*\n/gm, '')]
      : [],
  );
}

const alone = blocksOf(under(undefined));

test('a policy is in force without `enabled`', () => {
  expect(alone).toHaveLength(3);
  expect(alone.join('')).toContain('/opt/dagweave step llm_eval');
  expect(alone.join('')).toContain('Prompt of /etc/dagweave/prompts');
});

describe('does not change what a policy does', () => {
  const section = (text: string) => `hooks:\n  enabled: true\n  ${text}\n`;
  test.each<[string, string, LayerName?]>([
    ['hooks that are switched off', 'hooks: {enabled: false}\n'],
    ['hooks that are switched off by the environment', 'hooks: {enabled: false}\n', 'environment'],
    ['hooks that are switched off by --set', 'hooks: {enabled: false}\n', 'command-line'],
    ['rules that nobody enabled', 'hooks:\n  injections:\n    pre_task:\n      - {type: shell, command: x}\n'],
    ['disable_global_hooks', section('disable_global_hooks: true')],
    [
      'disable_global_hooks in a lifecycle file',
      'hooks: {on_session_start: [{type: shell, command: x}]}\ndisable_global_hooks: true\n',
    ],
    ['another folder of prompts', section('prompts_dir: elsewhere')],
    ['another folder of prompts by the environment', section('prompts_dir: /tmp/evil'), 'environment'],
    ['another runtime, which its own rules use', section('vars: {other: x}')],
    ['variables of its own', section('vars: {mine: x}')],
    ['a variable of the context that the policy leaves open', section('context: {parent_branch: x}')],
    ['lower limits', section('limits: {max_llm_calls: 4}')],
    ['defaults written out', section('setup: [branches-setup]\n  task_ends: [post-merge]\n  prompts: inline')],
    [
      'a rule with the same step',
      section('injections: {pre_task: [{step: scan, order: -5}, {step: review, order: -5}]}'),
    ],
    [
      'a rule in the same place',
      section(
        'injections: {pre_task: [{type: shell, command: x, after: hook-scan}, {type: shell, command: y, before: hook-scan}]}',
      ),
    ],
    [
      'many results',
      section(
        `injections: {pre_root: [${Array.from({ length: 15 }, (_, at) => `{type: quality_check, id: c${at}, command: x}`).join(', ')}]}`,
      ),
    ],
    ['a denial', section('deny: [{match: {runs: curl}, message: no}]')],
  ])('%s', (_, below, layer = 'project') => {
    const result = under(below, { layer });
    expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(blocksOf(result)).toEqual(alone);
  });
});

describe('is an error that names both places', () => {
  const section = (text: string) => `hooks:\n  ${text}\n`;
  test.each<[string, string, string]>([
    [
      'a step of the policy defined again',
      section('step_definitions: {scan: {type: shell, command: "true"}}'),
      'DW354',
    ],
    [
      'the same, and meant',
      section('step_definitions: {scan: {type: shell, command: "true", override: true}}'),
      'DW354',
    ],
    [
      'a rule with the id of a rule there',
      section('injections: {final: [{id: scan-first, type: shell, command: x}]}'),
      'DW355',
    ],
    ['another value of a variable', section('vars: {level: NONE}'), 'DW356'],
    ['another value of the context', section('context: {branch_name: none}'), 'DW356'],
    ['another runtime', section('runtime: "true #"'), 'DW356'],
    ['task_ids', section('task_ids: [nothing]'), 'DW356'],
    ['tasks_are', section('tasks_are: bodies'), 'DW356'],
    ['setup', section('setup: [deploy]'), 'DW356'],
    ['task_ends', section('task_ends: [deploy]'), 'DW356'],
    ['no marks', section('marks: false'), 'DW356'],
    ['another version', section('target_version: "2.15"'), 'DW356'],
    ['a language', section('format: dagu'), 'DW356'],
    ['long prompts in files of their own', section('prompts: file'), 'DW356'],
    ['an assumed version', section('assume_version: "2.15"'), 'DW356'],
    ['another base configuration', section('dagu: {base_config: mine.yaml}'), 'DW356'],
    ['a higher limit', section('limits: {max_llm_calls: 6}'), 'DW357'],
  ])('%s', (_, below, code) => {
    for (const enabled of ['', '  enabled: true\n', '  enabled: false\n']) {
      for (const layer of ['global', 'project', 'environment', 'command-line'] as const) {
        const { ok, diagnostics } = under(below.replace('\n', `\n${enabled}`), { layer });
        const found = diagnostics.filter((one) => one.code === code);
        expect(ok).toBe(false);
        expect(found).toMatchObject([
          { cure: 'rules', span: { file: 'project.yaml' }, related: { span: { file: '/etc/dagweave/policy.yaml' } } },
        ]);
      }
    }
  });

  test.each([
    ['level', 'vars.level'],
    ['vars.level', 'vars.level'],
    ['branch_name', 'context.branch_name'],
  ])('--var %s', (name, key) => {
    const { diagnostics } = under(undefined, { options: { variables: new Map([[name, 'other']]) } });
    expect(diagnostics).toMatchObject([
      { code: 'DW379', message: expect.stringContaining(key), span: { file: '/etc/dagweave/policy.yaml' } },
    ]);
  });
});

test('an id that a rule of the policy derives is taken as well', () => {
  const below = 'hooks: {enabled: true, injections: {final: [{id: pre_task/review, type: shell, command: x}]}}\n';
  const { diagnostics } = under(below);
  expect(diagnostics).toMatchObject([{ code: 'DW355', related: { span: { file: '/etc/dagweave/policy.yaml' } } }]);
});

test('a step that the policy does not define is not taken from elsewhere', () => {
  const text = 'hooks: {injections: {final: [{step: tidy}]}}\n';
  const tidy = 'hooks: {enabled: true, step_definitions: {tidy: {type: shell, command: "true"}}}\n';
  const result = compile({
    workflow: [{ path: 'flow.yaml', text: workflow }],
    configuration: [
      { path: 'project.yaml', text: tidy, layer: 'project' },
      { path: 'policy.yaml', text, layer: 'policy' },
    ],
    prompts,
  });
  expect(result.ok).toBe(false);
  expect(result.diagnostics.map(({ code }) => code)).toContain('DW330');
});

test('what a policy denies is denied, whatever is enabled', () => {
  const text = 'type: graph\nsteps:\n  - {name: deploy, command: terraform destroy -auto-approve}\n';
  const { diagnostics } = under('hooks: {enabled: false}\n', { text });
  expect(diagnostics.map(({ code }) => code)).toContain('DW450');
});

test('a weaker policy cannot change a stronger one', () => {
  const result = compile({
    workflow: [{ path: 'flow.yaml', text: workflow }],
    configuration: [
      { path: 'mine.yaml', text: 'hooks: {task_ids: [none], vars: {level: NONE}}\n', layer: 'policy' },
      { path: '/etc/dagweave/policy.yaml', text: policy, layer: 'policy' },
    ],
    prompts,
  });
  expect(result.diagnostics.map(({ code, span }) => [code, span?.file])).toEqual([
    ['DW356', 'mine.yaml'],
    ['DW356', 'mine.yaml'],
  ]);
});

describe('a pack that a policy extends', () => {
  const gates =
    'hooks: {step_definitions: {audit: {type: shell, command: audit}}, injections: {pre_task: [{step: audit}]}}\n';
  const compiled = (project: string, text: string) =>
    compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [
        { path: 'project.yaml', text: project, layer: 'project' },
        { path: 'policy.yaml', text, layer: 'policy' },
        { path: 'gates.yaml', text: gates, layer: 'project', isPack: true },
      ],
      prompts,
    });
  const extending = 'hooks: {extends: [./gates.yaml]}\n';

  test.each([
    ['nothing below', 'hooks: {}\n'],
    ['a project that extends it too, switched off', 'hooks: {enabled: false, extends: [./gates.yaml]}\n'],
    ['a project that extends it too', 'hooks: {enabled: true, extends: [./gates.yaml]}\n'],
  ])('is policy: %s', (_, project) => {
    const { ok, outputs, rules } = compiled(project, extending);
    expect(ok).toBe(true);
    expect(rules?.rules.map(({ id, layer }) => [id, layerNames[layer]])).toEqual([['gates/pre_task/audit', 'policy']]);
    expect(outputs[0]!.text).toContain('command: audit');
  });

  test('may be used by the rules of the policy', () => {
    const { ok } = compiled('hooks: {}\n', `${extending.slice(0, -2)}, injections: {final: [{step: audit}]}}\n`);
    expect(ok).toBe(true);
  });

  test('is not redefined below', () => {
    const project = 'hooks: {step_definitions: {gates/audit: {type: shell, command: "true", override: true}}}\n';
    expect(compiled(project, extending).diagnostics.map(({ code }) => code)).toContain('DW354');
  });
});

test('the results of a policy are captured, however many results other rules have', () => {
  const checks = Array.from({ length: 60 }, (_, at) => `{type: quality_check, id: c${at}, command: x}`).join(', ');
  const configuration = [
    {
      path: 'project.yaml',
      text: `hooks: {enabled: true, injections: {pre_root: [${checks}]}}\n`,
      layer: 'project' as const,
    },
    {
      path: '/etc/dagweave/policy.yaml',
      text: policy.replace(/^ *limits:.*\n/m, ''),
      layer: 'policy' as const,
    },
  ];
  const workflows = [{ path: 'flow.yaml', text: workflow }];
  const result = compile({ workflow: workflows, configuration, prompts, options: { targetVersion: '1.30' } });
  expect(result.diagnostics.map(({ code }) => code)).toContain('DW419');
  expect(alone.filter((block) => block.includes('    output: '))).toHaveLength(2);
  expect(blocksOf(result)).toEqual(alone);
});
