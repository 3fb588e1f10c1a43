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

describe('options cannot change what a policy states', () => {
  const stating = `hooks:
  target_version: "1.30"
  assume_version: "1.30"
  format: dagu
  dagu: {base_config: none}
  injections: {final: [{id: last, type: shell, command: x}]}
`;
  const compiled = (options: CompileOptions) =>
    compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [{ path: 'policy.yaml', text: stating, layer: 'policy' }],
      prompts,
      options,
    });
  test.each<[string, string, CompileOptions, CompileOptions]>([
    ['--target-version', 'target_version', { targetVersion: '2.15' }, { targetVersion: '1.30' }],
    ['--assume-version', 'assume_version', { assumeVersion: '2.15' }, { assumeVersion: '1.30' }],
    ['--format', 'format', { format: 'auto' }, { format: 'dagu' }],
    ['--base-config', 'base_config', { baseConfig: 'mine.yaml' }, { baseConfig: 'none' }],
  ])('%s', (option, key, other, same) => {
    const { ok, diagnostics } = compiled(other);
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      {
        code: 'DW379',
        cure: 'rules',
        message: expect.stringContaining(`${option} cannot change \`${key}\``),
        span: { file: 'policy.yaml' },
      },
    ]);
    expect(compiled(same).diagnostics.map(({ code }) => code)).not.toContain('DW379');
  });
});

describe('files of the registry and lifecycle files below', () => {
  const lifecycle = (more: string, hooks = '') =>
    `${more}hooks:\n${hooks}  on_session_start: [{type: shell, command: x}]\n`;
  const hook = (id: string) => `id: ${id}\nevent_type: PreAbilityCall\nhandler: {kind: script, command: ./x.sh}\n`;

  test.each<[string, string, string, string]>([
    ['a hook of the registry with the id of a rule there', '.system/hooks/a.yaml', hook('scan-first'), 'DW355'],
    ['stages of a pipeline', 'pipeline.yaml', lifecycle('stages: [deploy]\n'), 'DW356'],
    ['a variable in a lifecycle file', 'hooks.yaml', lifecycle('', '  vars: {level: NONE}\n'), 'DW356'],
    ['a value of the context there', 'hooks.yaml', lifecycle('', '  context: {branch_name: none}\n'), 'DW356'],
    ['another runtime there', 'hooks.yaml', lifecycle('', '  runtime: "true #"\n'), 'DW356'],
    ['task_ids there', 'hooks.yaml', lifecycle('', '  task_ids: [nothing]\n'), 'DW356'],
    ['no marks there', 'hooks.yaml', lifecycle('', '  marks: false\n'), 'DW356'],
    ['a higher limit there', 'hooks.yaml', lifecycle('', '  limits: {max_llm_calls: 6}\n'), 'DW357'],
  ])('fail with %s, and both places', (_, path, text, code) => {
    for (const layer of ['global', 'project'] as const) {
      const { ok, diagnostics } = below(path, text, layer);
      expect(ok).toBe(false);
      expect(diagnostics.filter((one) => one.code === code)).toMatchObject([
        { cure: 'rules', span: { file: path }, related: { span: { file: '/etc/dagweave/policy.yaml' } } },
      ]);
    }
  });

  test.each<[string, string, string]>([
    ['a hook of the registry', '.system/hooks/a.yaml', hook('scan')],
    ['a hook of the registry that is switched off', '.system/hooks/a.yaml', `enabled: false\n${hook('mine')}`],
    ['a lifecycle file', 'hooks.yaml', lifecycle('')],
    ['a lifecycle file that disables hooks', 'hooks.yaml', lifecycle('', '  enabled: false\n')],
    ['the file of a stage', 'hooks.yaml', lifecycle('name: build\n')],
    ['a file that disables the global hooks', 'hooks.yaml', 'disable_global_hooks: true\n'],
    [
      'actions around each task',
      'hooks.yaml',
      'hooks:\n  on_iteration_start: [{type: shell, command: x, await: true, on_failure: continue}]\n',
    ],
  ])('leave its hooks as they are: %s', (_, path, text) => {
    for (const layer of ['global', 'project'] as const) {
      const result = below(path, text, layer);
      expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(blocksOf(result)).toEqual(alone);
    }
  });

  function below(path: string, text: string, layer: LayerName) {
    return compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [
        { path, text, layer },
        { path: '/etc/dagweave/policy.yaml', text: policy, layer: 'policy' },
      ],
      prompts,
      options: { targetVersion: '1.30' },
    });
  }
});

describe('every way of writing rules can be a policy', () => {
  test.each([
    ['a lifecycle file', 'hooks: {on_session_start: [{type: shell, command: ./open.sh, await: true}]}\n', './open.sh'],
    [
      'a hook of the registry',
      'id: guard\nevent_type: PreAbilityCall\nhandler: {kind: script, command: ./guard.sh}\n',
      './guard.sh',
    ],
    [
      'settings of an agent',
      '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./tool.sh"}]}]}}',
      './tool.sh',
    ],
  ])('%s', (_, text, command) => {
    for (const project of [
      'hooks: {}\n',
      'hooks: {enabled: false}\n',
      'hooks: {enabled: true, disable_global_hooks: true}\n',
    ]) {
      const { ok, outputs, rules } = compile({
        workflow: [{ path: 'flow.yaml', text: workflow }],
        configuration: [
          { path: 'project.yaml', text: project, layer: 'project' },
          { path: 'policy.yaml', text, layer: 'policy' },
        ],
        prompts,
        options: { targetVersion: '1.30' },
      });
      expect(ok).toBe(true);
      expect(outputs[0]!.text).toContain(command);
      expect(rules!.rules.map(({ layer }) => layerNames[layer])).toEqual(['policy']);
    }
  });
});

describe('a line of a policy that has no effect is a warning', () => {
  test.each([
    ['enabled: false', 'hooks:\n  enabled: false\n  injections: {final: [{type: shell, command: x}]}\n'],
    [
      'disable_global_hooks',
      'hooks:\n  disable_global_hooks: true\n  injections: {final: [{type: shell, command: x}]}\n',
    ],
    ['disable_global_hooks', 'disable_global_hooks: true\nhooks: {on_session_start: [{type: shell, command: x}]}\n'],
  ])('%s', (field, text) => {
    const { ok, diagnostics, outputs } = compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [
        {
          path: 'global.yaml',
          text: 'hooks: {enabled: true, injections: {final: [{type: shell, command: all}]}}\n',
          layer: 'global',
        },
        { path: 'policy.yaml', text, layer: 'policy' },
      ],
      prompts,
      options: { targetVersion: '1.30' },
    });
    expect(ok).toBe(true);
    expect(outputs[0]!.text).toContain('command: all');
    expect(diagnostics.filter(({ code }) => code === 'DW326')).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringContaining(`\`${field}\` has no effect`),
        span: { file: 'policy.yaml' },
      },
    ]);
  });

  test('and a policy of that line alone says nothing', () => {
    for (const text of [
      'hooks: {enabled: false}\n',
      'hooks: {disable_global_hooks: true}\n',
      'disable_global_hooks: true\n',
    ]) {
      const { diagnostics } = compile({
        workflow: [{ path: 'flow.yaml', text: workflow }],
        configuration: [{ path: 'policy.yaml', text, layer: 'policy' }],
        prompts,
      });
      expect(diagnostics.map(({ code }) => code)).toContain('DW358');
    }
  });
});

describe('where a rule of a policy goes is not for hooks of other layers to say', () => {
  const anchored = (anchor: string) =>
    `hooks: {injections: {pre_task: [{id: scan, type: shell, command: ./scan.sh, tasks: [deploy], ${anchor}}]}}\n`;
  const project =
    'hooks: {enabled: true, injections: {pre_task: [{id: x, type: shell, command: ./early.sh}], post_task: [{id: y, type: shell, command: ./late.sh, order: -1}]}}\n';
  const needs = (anchor: string, own = '') => {
    const { ok, workflows, diagnostics } = compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [
        { path: 'project.yaml', text: project, layer: 'project' },
        { path: 'policy.yaml', text: anchored(anchor).replace('pre_task: [', `pre_task: [${own}`), layer: 'policy' },
      ],
      prompts,
      options: { targetVersion: '1.30' },
    });
    expect(ok).toBe(true);
    const nodes = workflows[0]!.after!.dags[0]!.nodes;
    const reached = new Set<string>();
    const reach = (name: string) => {
      reached.add(name);
      for (const need of nodes.find((node) => node.name === name)!.needs ?? []) reach(need.name);
    };
    reach('deploy');
    const missing = diagnostics.filter(({ code }) => code === 'DW403').map(({ message }) => message);
    return { isBefore: reached.has('hook-scan-deploy'), missing };
  };

  test.each([
    'after: hook-y',
    'after: y',
    'after: hook-y-deploy',
    'before: hook-y',
    'after: "hook-*"',
  ])('%s', (anchor) => {
    const missing = [expect.stringMatching(/; a hook of another configuration has that name, but a policy does not/)];
    expect(needs(anchor)).toEqual({ isBefore: true, missing });
  });

  test('but for hooks of the policy', () => {
    const own = '{id: own, type: shell, command: ./own.sh}, ';
    expect(needs('after: hook-own', own)).toEqual({ isBefore: true, missing: [] });
    expect(needs('after: hook-none', own).missing).toEqual([expect.not.stringContaining('another configuration')]);
  });
});

describe('a workflow that hooks of other layers run as a child', () => {
  const child = 'type: graph\nsteps:\n  - {name: ship, command: ./deploy.sh}\n';
  const scan = 'hooks: {injections: {pre_task: [{id: scan, type: shell, command: ./scan.sh}]}}\n';
  const spawn = '{id: again, type: spawn, pipeline: deploy}';
  const compiled = (project: string, policyText = scan) =>
    compile({
      workflow: [
        { path: 'main.yaml', text: workflow },
        { path: 'deploy.yaml', text: child },
      ],
      configuration: [
        { path: 'project.yaml', text: project, layer: 'project' },
        { path: 'policy.yaml', text: policyText, layer: 'policy' },
      ],
      prompts,
      options: { targetVersion: '1.30' },
    });
  const textOf = ({ outputs }: CompileResult) => outputs.find(({ path }) => path === 'deploy.yaml')!.text;
  const whole = textOf(compiled('hooks: {}\n'));

  test.each([
    ['a rule', `hooks: {enabled: true, injections: {final: [${spawn}]}}\n`],
    ['an action', 'hooks: {on_session_complete: [{type: spawn, pipeline: deploy}]}\n'],
  ])('gets the hooks of the policy and no others: %s', (_, project) => {
    expect(whole).toContain('./scan.sh');
    const result = compiled(project);
    expect(result.ok).toBe(true);
    expect(textOf(result)).toBe(whole);
    expect(result.diagnostics.filter(({ code }) => code === 'DW431')).toMatchObject([
      { message: expect.stringContaining('gets no hooks but those of the policy') },
    ]);
  });

  test('gets none where the policy itself runs it', () => {
    const result = compiled('hooks: {}\n', scan.replace('injections: {', `injections: {final: [${spawn}], `));
    expect(textOf(result)).toBe(child);
  });

  test('is a task for the policy also as a document that nothing else calls', () => {
    const bundle = `${workflow}---\nname: extra\ntype: graph\nsteps:\n  - {name: ship, command: ./deploy.sh}\n`;
    const result = (project: string) =>
      compile({
        workflow: [{ path: 'main.yaml', text: bundle }],
        configuration: [
          { path: 'project.yaml', text: project, layer: 'project' },
          { path: 'policy.yaml', text: scan, layer: 'policy' },
        ],
        prompts,
        options: { targetVersion: '1.30' },
      });
    const scans = ({ outputs }: CompileResult) => outputs[0]!.text.match(/^.*dagweave: scan .*$/gm);
    expect(scans(result('hooks: {}\n'))).toHaveLength(1);
    expect(scans(result('hooks: {on_session_complete: [{type: spawn, pipeline: extra}]}\n'))).toEqual(
      scans(result('hooks: {}\n')),
    );
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

describe('of two policies, the weaker one', () => {
  const strong = 'hooks: {injections: {pre_task: [{id: scan, type: shell, command: ./scan.sh}]}}\n';
  const both = (weak: string, strongText = strong) =>
    compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [
        { path: 'weak.yaml', text: weak, layer: 'policy' },
        { path: 'strong.yaml', text: strongText, layer: 'policy' },
      ],
      prompts,
      options: { targetVersion: '1.30' },
    });

  test.each([
    'setup: [build]',
    'teardown: [deploy]',
    'task_ids: [build]',
    'tasks_are: bodies',
    'marks: false',
  ])('cannot state %s, where the stronger one leaves it open: that would change what its rules match', (setting) => {
    const { ok, diagnostics } = both(`hooks: {${setting}}\n`);
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      {
        code: 'DW356',
        message: expect.stringMatching(/^`\w+` cannot be set below a policy/),
        help: expect.stringContaining('let the policy state it'),
        span: { file: 'weak.yaml' },
        related: { span: { file: 'strong.yaml' } },
      },
    ]);
  });

  test('may say the same, and the stronger one may say what it likes', () => {
    const stating = strong.replace('hooks: {', 'hooks: {setup: [build], ');
    expect(both('hooks: {setup: [build], vars: {a: b}}\n', stating).ok).toBe(true);
    expect(both(strong, 'hooks: {setup: [build]}\n').ok).toBe(true);
  });
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

  test.each([1, 2, 3])('is policy with all that it extends itself, through %i packs', (count) => {
    const path = (index: number) => (index < 0 ? 'gates.yaml' : `p${index}.yaml`);
    const between = Array.from({ length: count }, (_, index) => ({
      path: path(index),
      text: `hooks: {extends: [./${path(index - 1)}]}\n`,
      layer: 'project' as const,
      isPack: true,
    }));
    const { ok, rules } = compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [
        { path: 'project.yaml', text: 'hooks: {enabled: false}\n', layer: 'project' },
        { path: 'policy.yaml', text: `hooks: {extends: [./${path(count - 1)}]}\n`, layer: 'policy' },
        { path: 'gates.yaml', text: gates, layer: 'project', isPack: true },
        ...between,
      ],
      prompts,
    });
    expect(ok).toBe(true);
    expect(rules?.rules.map(({ id, layer }) => [id, layerNames[layer]])).toEqual([['gates/pre_task/audit', 'policy']]);
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
