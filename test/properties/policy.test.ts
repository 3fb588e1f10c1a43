import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from '../../src/compile.js';
import type { ConfigurationFile } from '../../src/model/layer.js';
import type { PromptLibrary } from '../../src/model/libraries.js';
import { createRandom, type Random, seedOfCase } from '../random.js';

/** For random layers below a policy: its hooks are the same as without them, or the error names both places. */
const cases = 400;
const seed = 20_261_122;

describe('whatever other layers say, the hooks of a policy stay as they are', () => {
  test(`${cases} times`, () => {
    const found = { same: 0, refused: 0, other: 0 };
    for (let number = 0; number < cases; number++) {
      const random = createRandom(seedOfCase(seed, number));
      const policy = policyFile(random);
      const text = workflowText(random);
      const alone = run([policy], text);
      if (!alone.ok) continue;
      const below = layersBelow(random);
      const result = run([...below, policy], text);
      const said = `case ${number}:\n${below.map((file) => `${file.layer}: ${file.text}`).join('\n')}\n${policy.text}\n${text}`;
      if (result.ok) {
        expect(blocksOf(result), said).toEqual(blocksOf(alone));
        expect(lostOrder(alone, result), said).toEqual([]);
        found.same += 1;
        continue;
      }
      const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
      const weakening = errors.filter(({ related }) => related?.span.file === policy.path);
      expect(
        weakening.length > 0 || errors.every(({ code }) => ofThemselves.has(code)),
        `${said}\n${JSON.stringify(errors)}`,
      ).toBe(true);
      found[weakening.length > 0 ? 'refused' : 'other'] += 1;
    }
    expect(found.same).toBeGreaterThan(cases / 8);
    expect(found.refused).toBeGreaterThan(cases / 8);
    expect(found.other).toBeLessThan(cases / 4);
  });
});

/** Mistakes of the random layers themselves, which have nothing to do with a policy: a repeated id, a limit that is too low. */
const ofThemselves: ReadonlySet<string> = new Set(['DW327', 'DW401', 'DW415', 'DW417', 'DW422']);

const prompts: PromptLibrary = {
  read: (directory, name) => ({ kind: 'text', path: `${directory}/${name}`, text: `Prompt of ${directory}` }),
};

function run(configuration: readonly ConfigurationFile[], text: string): CompileResult {
  const options = { targetVersion: '1.30' };
  const workflow = [
    { path: 'flow.yaml', text },
    { path: 'other.yaml', text: other },
  ];
  return compile({ workflow, configuration, prompts, options });
}

/** Another workflow of the same run, which a hook may run as its child. */
const other = 'type: graph\nsteps:\n  - name: ship\n    command: make ship\n';

/** The blocks of the policy's hooks with their marks, but not what they wait for nor the hash that covers it. */
function blocksOf({ outputs, workflows }: CompileResult): readonly string[] {
  const rules = new Set(
    workflows.flatMap(({ plan }) =>
      plan.dags.flatMap(({ nodes }) =>
        nodes.flatMap((node) =>
          node.kind === 'injected' && node.injection.rule.span.file === path ? [node.injection.rule.id] : [],
        ),
      ),
    ),
  );
  const inHandlers = workflows.flatMap(({ plan, workflow }) =>
    plan.handlers.flatMap(({ dag, event, injections }) =>
      injections
        .filter(({ injection }) => injection.rule.span.file === path)
        .map(({ name, injection }) => `${workflow.dags[dag]!.name} ${event} ${name} ${JSON.stringify(injection.call)}`),
    ),
  );
  const inLists = outputs.flatMap(({ path: file, text }) => blocksIn(text, rules).map((block) => `${file} ${block}`));
  return [...inLists.sort(), ...inHandlers];
}

function blocksIn(text: string, rules: ReadonlySet<string>): readonly string[] {
  const pieces = text.split(/^ *(?=- name: |# dagweave: |handlerOn:)/m);
  return pieces.flatMap((piece, index) => {
    const id = /^# dagweave: (\S+) /.exec(piece)?.[1];
    return id !== undefined && rules.has(id) ? [`${id}\n${pieces[index + 1]!.replace(aboutNeeds, '')}`] : [];
  });
}

/** Steps that run before or after a hook of the policy where it is alone, and not in that order with other layers. */
function lostOrder(alone: CompileResult, result: CompileResult): readonly string[] {
  const now = new Set(orderIn(result));
  return orderIn(alone).filter((one) => !now.has(one));
}

/** `flow: build < hook-scan-deploy`, for each hook of the policy and each step of the workflow itself. */
function orderIn({ workflows }: CompileResult): readonly string[] {
  return workflows.flatMap(({ plan, workflow, after }) =>
    plan.dags.flatMap(({ dag, nodes }) => {
      const own = new Set(workflow.dags[dag]!.nodes.map(({ name }) => name));
      const list = after!.dags[dag]!.nodes;
      const needsOf = new Map(list.map(({ name, needs }) => [name, (needs ?? []).map((need) => need.name)]));
      const reached = (from: string) => {
        const names = new Set(needsOf.get(from));
        for (const name of names) for (const need of needsOf.get(name)!) names.add(need);
        return names;
      };
      const ofPolicy = nodes.flatMap((node) =>
        node.kind === 'injected' && node.injection.rule.span.file === path ? [node.name] : [],
      );
      return ofPolicy.flatMap((hook) => [
        ...[...reached(hook)].filter((name) => own.has(name)).map((name) => `${dag}: ${name} < ${hook}`),
        ...[...own].filter((name) => reached(name).has(hook)).map((name) => `${dag}: ${hook} < ${name}`),
      ]);
    }),
  );
}

/** Lines that say what a hook waits for, or has a hash of it. */
const aboutNeeds = /^ *(?:depends:|description:|dagweave: ).*\n(?: +- (?!name: ).*\n)*/gm;

const path = '/etc/dagweave/policy.yaml';

function policyFile(random: Random): ConfigurationFile {
  const hooks = {
    ...maybe(random, 'limits', { max_llm_calls: 20 }),
    ...maybe(random, 'vars', { level: 'HIGH' }),
    ...maybe(random, 'context', { branch_name: 'main' }),
    ...maybe(random, 'runtime', '/opt/dagweave'),
    ...maybe(random, 'setup', ['build']),
    step_definitions: {
      scan: { type: 'shell', command: 'trivy fs src' },
      review: { type: 'llm_eval', prompt_file: 'review.md', min_score: 80 },
    },
    injections: {
      pre_task: [
        {
          step: 'scan',
          ...maybe(random, 'id', 'gate'),
          ...maybe(random, 'tasks', ['deploy', 'T*']),
          ...maybe(random, 'after', 'hook-own'),
          ...maybe(random, 'parallel', 'group'),
          ...maybe(random, 'order', 1),
        },
        { type: 'shell', command: 'echo {{task_id}}', ...maybe(random, 'parallel', 'group') },
        ...(random.chance(0.3)
          ? [{ id: 'narrow', type: 'shell', command: './narrow', match: { runs: 'make deploy' }, optional: true }]
          : []),
        ...(random.chance(0.3) ? [{ id: 'first', type: 'shell', command: './first', once: true }] : []),
      ],
      post_roots: random.chance(0.5) ? [{ step: 'review' }] : [],
      post_task: [
        { step: 'review', ...maybe(random, 'after', 'hook-scan') },
        ...(random.chance(0.3)
          ? [{ id: 'count', type: 'shell', command: './count', each: 'step', expect: { min: 1, max: 40 } }]
          : []),
      ],
      final: [
        ...(random.chance(0.3) ? [{ id: 'page', type: 'shell', command: './page', run: 'failure' }] : []),
        ...(random.chance(0.3) ? [{ id: 'end', type: 'shell', command: './end', run: 'always' }] : []),
        ...(random.chance(0.3) ? [{ id: 'last', type: 'shell', command: './last' }] : []),
      ],
    },
    ...maybe(random, 'deny', [{ match: { runs: 'make evil' }, message: 'no evil' }]),
  };
  return { path, text: JSON.stringify({ hooks }), layer: 'policy' };
}

function layersBelow(random: Random): readonly ConfigurationFile[] {
  const layers = ['global', 'project', 'environment', 'command-line'] as const;
  const count = 1 + random.below(2);
  const files = Array.from({ length: count }, (_, index) => ({
    path: `below-${index}.json`,
    text: JSON.stringify({ hooks: hooksBelow(random) }),
    layer: random.pick(layers),
  }));
  const others = [registryFile(random), lifecycleFile(random)].filter(() => random.chance(0.25));
  return [...files, ...others.map((file) => ({ ...file, layer: random.pick(['global', 'project'] as const) }))];
}

function registryFile(random: Random) {
  const hook = {
    id: random.pick(['mine', 'gate', 'scan']),
    event_type: random.pick(['PreAbilityCall', 'PostAbilityCall', 'SessionStart', 'SessionEnd']),
    handler: { kind: 'script', command: random.pick(['./x.sh', 'make evil']) },
    ...(random.chance(0.3) && { enabled: false }),
    ...(random.chance(0.3) && { blocking: true }),
  };
  return { path: '.system/hooks/mine.yaml', text: JSON.stringify(hook) };
}

function lifecycleFile(random: Random) {
  const point = random.pick(['on_session_start', 'on_iteration_start', 'on_iteration_complete', 'on_error']);
  const action = { type: 'shell', command: random.pick(['./x.sh', 'make evil']), ...maybe(random, 'await', true) };
  const own = random.chance(0.2) ? { task_ids: ['none'] } : {};
  const around = {
    ...(random.chance(0.2) && { disable_global_hooks: true }),
    ...(random.chance(0.2) && { stages: ['build'] }),
  };
  return { path: 'hooks.yaml', text: JSON.stringify({ ...around, hooks: { ...own, [point]: [action] } }) };
}

const spawn = { type: 'spawn', pipeline: 'other' };

/** Few attempts at a time, so that many layers have none. */
function hooksBelow(random: Random): object {
  const attempt = (key: string, values: readonly unknown[]) =>
    random.chance(0.03) ? { [key]: random.pick(values) } : {};
  const rule = () => ({
    ...random.pick([
      { step: 'scan' },
      { step: 'own' },
      { step: 'review' },
      { type: 'shell', command: 'true', ...(random.chance(0.3) && { output: 'DEPLOY_HOOK_REVIEW_RESULT' }) },
      spawn,
    ]),
    ...(random.chance(0.15) && { id: random.pick(['gate', 'mine', 'pre_task/scan', 'post_task/review']) }),
    ...(random.chance(0.3) && { order: random.below(20) - 10 }),
    ...(random.chance(0.2) && {
      [random.pick(['after', 'before'])]: random.pick(['hook-scan', 'build', 'hook-review']),
    }),
    ...(random.chance(0.3) && { parallel: 'group' }),
    ...(random.chance(0.1) && { each: 'step' }),
    ...(random.chance(0.1) && { on_failure: 'continue' }),
    ...(random.chance(0.1) && { match: { runs: random.pick(['make *', 'make deploy']) } }),
    ...(random.chance(0.2) && { await: false }),
    ...(random.chance(0.1) && { once: true }),
    optional: true,
  });
  const rules = () => Array.from({ length: random.below(3) }, rule);
  const last = () =>
    rules().map((one) => ({ ...one, ...(random.chance(0.3) && { run: random.pick(['failure', 'always', 'abort']) }) }));
  const points = ['pre_root', 'post_roots', 'pre_task', 'post_task', 'final'];
  return {
    ...(random.chance(0.8) && { enabled: random.chance(0.7) }),
    ...(random.chance(0.2) && { disable_global_hooks: random.chance(0.5) }),
    ...attempt('runtime', ['true #', '/opt/dagweave']),
    ...attempt('vars', [{ level: 'NONE' }, { other: 'x' }, { level: 'HIGH' }]),
    ...attempt('context', [{ branch_name: 'none' }, { task_id: 'none' }, { worktree_path: '/tmp' }]),
    ...attempt('limits', [{ max_llm_calls: 500 }, { max_llm_calls: 20 }, { max_added_steps: 200 }]),
    ...attempt('task_ids', [['none'], [], ['deploy']]),
    ...attempt('tasks_are', ['bodies', 'nodes', 'both', 'auto']),
    ...attempt('setup', [['deploy'], ['build']]),
    ...attempt('task_ends', [['build'], ['test']]),
    ...attempt('marks', [true, false]),
    ...attempt('target_version', ['2.15', '1.30']),
    ...attempt('prompts_dir', ['/tmp/evil']),
    ...attempt('prompts', ['file', 'inline']),
    ...attempt('teardown', [['build'], ['deploy']]),
    ...attempt('assume_version', ['2.15']),
    ...attempt('format', ['dagu']),
    ...attempt('dagu', [{ base_config: 'none' }]),
    ...attempt('deny', [[{ match: { runs: 'curl' }, message: 'no' }]]),
    step_definitions: {
      own: { type: 'shell', command: 'true' },
      ...(random.chance(0.08) && { scan: { type: 'shell', command: 'true' } }),
      ...(random.chance(0.05) && { review: { type: 'shell', command: 'true', override: true } }),
    },
    injections: Object.fromEntries(points.map((point) => [point, point === 'final' ? last() : rules()])),
  };
}

function workflowText(random: Random): string {
  const names = ['build', 'test', 'deploy', 'T1', 'T2'].slice(0, 2 + random.below(4));
  const steps = names.map((name, index) => {
    const needs = names.slice(0, index).filter(() => random.chance(0.4));
    return `  - name: ${name}\n    command: make ${name}\n${needs.length > 0 ? `    depends: [${needs.join(', ')}]\n` : ''}`;
  });
  return `type: graph\nsteps:\n${steps.join('')}`;
}

function maybe(random: Random, key: string, value: unknown): object {
  return random.chance(0.5) ? { [key]: value } : {};
}
