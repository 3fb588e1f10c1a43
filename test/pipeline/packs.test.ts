import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../src/compile.js';
import { type ConfigurationFile, layerNames } from '../../src/model/layer.js';

const flow = `type: graph
steps:
  - {name: build, command: make}
`;

type Packs = Readonly<Record<string, string>>;

function compiled(
  hooks: string,
  packs: Packs,
  { named, text = flow }: { readonly named?: ReadonlyMap<string, string>; readonly text?: string } = {},
) {
  const files = Object.entries(packs).map(
    ([path, text]): ConfigurationFile => ({ path, text, layer: 'project', isPack: true }),
  );
  const read: string[] = [];
  const result = compile({
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ path: 'rules/hooks.yaml', text: hooks, layer: 'project', packs: named }, ...files],
    prompts: {
      read(directory, name) {
        read.push(`${directory}/${name}`);
        return { kind: 'text', path: `${directory}/${name}`, text: 'Is {{params.what}} fine?' };
      },
    },
    options: { sourceDateEpoch: 0 },
  });
  const codes = result.diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
  return { ...result, read, codes, text: result.outputs[0]?.text ?? '', ids: result.rules?.rules.map(({ id }) => id) };
}

const using = (...entries: string[]) => `hooks: {enabled: true, extends: [${entries.join(', ')}]}\n`;

describe('a pack', () => {
  const scan = `hooks:
  parameters:
    level: {type: string, enum: [low, high], default: low}
    extra: {type: list, default: []}
    limit: {type: number, default: 0}
    note: {type: string, default: none}
    on: {type: boolean, default: true}
  injections:
    post_task:
      - {id: scan, type: shell, enabled: "{{params.on}}", retries: "{{params.limit}}", command: "scan --level {{params.level}} {{params.note}}"}
`;

  test('gives its rules under its own name, with the values of its parameters', () => {
    const { codes, ids, text } = compiled(using('{pack: ./scan.yaml, with: {level: high}}'), {
      'rules/scan.yaml': scan,
    });
    expect(codes).toEqual([]);
    expect(ids).toEqual(['scan/scan']);
    expect(text).toContain('command: scan --level high none');
  });

  test('is in force only where a file extends it', () => {
    const { ids } = compiled('hooks: {enabled: true}\n', { 'rules/scan.yaml': scan });
    expect(ids).toEqual([]);
  });

  test.each([
    '{{task_id}}',
    '{{params.level}}',
    '$(touch /tmp/x)',
    "'; rm -rf /; '",
    '{{{raw}}}',
    '${HOME}',
  ])('hands %s on as it is, as one word of a command', (value) => {
    const { text, codes } = compiled(using(`{pack: ./scan.yaml, with: {note: ${JSON.stringify(value)}}}`), {
      'rules/scan.yaml': scan,
    });
    expect(codes).toEqual([]);
    const { command } = (parse(text) as { steps: { command: string }[] }).steps[1]!;
    expect(execFileSync('sh', ['-c', `scan() { printf %s "$3"; }\n${command}`], { encoding: 'utf8' })).toBe(value);
  });

  test('keeps the type of a value that is all of a text', () => {
    const { ids, text } = compiled(using('{pack: ./scan.yaml, with: {limit: 7}}'), { 'rules/scan.yaml': scan });
    expect(text).toContain('for retry in 1 2 3 4 5 6 7; do');
    expect(ids).toHaveLength(1);
    expect(compiled(using('{pack: ./scan.yaml, with: {on: false}}'), { 'rules/scan.yaml': scan }).ids).toEqual([]);
  });

  test('speaks of its parameters in its prompt files, which lie beside it', () => {
    const review = `hooks:
  parameters: {what: {type: string}}
  injections:
    post_task: [{id: review, type: llm_eval, prompt_file: review.md}]
`;
    const { text, read } = compiled(using('{pack: ./acme/review.yaml, with: {what: "{{task_id}}"}}'), {
      'rules/acme/review.yaml': review,
    });
    expect(read).toEqual(['rules/acme/prompts/review.md']);
    expect(text).toContain('Is {{task_id}} fine?');
  });

  test('takes a value as text of a condition, never as a part of it', () => {
    const only = `hooks:
  parameters: {task: {type: string}}
  injections:
    post_task: [{id: one, type: shell, command: "true", when: "task_id == {{params.task}}"}]
`;
    const result = compiled(using('{pack: ./only.yaml, with: {task: \'x" || task_id != "x\'}}'), {
      'rules/only.yaml': only,
    });
    expect(result.text).toBe(flow);
  });

  test.each([
    ' || task_id == ',
    `x" || task_id == "`,
    `x' || task_id == '`,
    `x\\" || task_id == "`,
  ])('takes a value in quotes as text of a condition, too: %s', (task) => {
    for (const quote of ['"', "'"]) {
      const rule = { id: 'one', type: 'shell', command: 'true', when: `task_id == ${quote}{{params.task}}${quote}` };
      const only = { parameters: { task: { type: 'string' } }, injections: { post_task: [rule] } };
      const packs = { 'rules/only.yaml': JSON.stringify({ hooks: only }) };
      const use = (value: string) =>
        compiled(using(JSON.stringify({ pack: './only.yaml', with: { task: value } })), packs);
      expect(use(task)).toMatchObject({ codes: [], text: flow });
      expect(use('build').text).toContain('hook-only-one-build');
    }
  });

  test.each([
    ['"', 'plain'],
    ["'", 'plain'],
    ['"', 'raw'],
    ["'", 'raw'],
    ['"""', 'raw'],
    ["'''", 'raw'],
  ])('takes a value as it is into a text of CEL in %s that is %s', (quote, kind) => {
    const [prefix, before, after] = kind === 'raw' ? ['r', 'a\\d', '\\z'] : ['', 'a\\\\d', '\\\\z'];
    const rule = { id: 'one', type: 'shell', command: 'true', optional: true };
    const match = { cel: `step.env["X"] == ${prefix}${quote}${before}{{params.value}}${after}${quote}` };
    const only = { parameters: { value: { type: 'string' } }, injections: { post_task: [{ ...rule, match }] } };
    const packs = { 'rules/only.yaml': JSON.stringify({ hooks: only }) };
    const hooks = (value: string) => using(JSON.stringify({ pack: './only.yaml', with: { value } }));
    for (const value of ['\\d+', '"x" y', "'x' y", '"""', "'''", '{{y}}', 'a\nb']) {
      const step = { name: 'build', command: 'make', env: [{ X: `a\\d${value}\\z` }] };
      const text = JSON.stringify({ type: 'graph', steps: [step] });
      const result = compiled(hooks(value), packs, { text });
      expect(result, value).toMatchObject({ codes: [], ids: ['only/one'] });
      expect(result.text, value).toContain('hook-only-one-build');
      expect(compiled(hooks(`${value}x`), packs, { text }).text, value).toBe(text);
    }
  });

  test('may be used twice under two names', () => {
    const { ids, text, codes } = compiled(
      using('{pack: ./scan.yaml, as: first}', '{pack: ./scan.yaml, as: second, with: {level: high}}'),
      { 'rules/scan.yaml': scan },
    );
    expect(codes).toEqual([]);
    expect(ids).toEqual(['first/scan', 'second/scan']);
    expect(text).toMatch(/--level low none[\s\S]*--level high none/);
  });

  test('that two packs extend in the same way counts once', () => {
    const one = 'hooks: {extends: [./scan.yaml]}\n';
    const { ids, codes } = compiled(using('./a.yaml', './b.yaml'), {
      'rules/scan.yaml': scan,
      'rules/a.yaml': one,
      'rules/b.yaml': one,
    });
    expect({ ids, codes }).toEqual({ ids: ['scan/scan'], codes: [] });
  });

  test('that extends itself is a circle', () => {
    const { codes, diagnostics } = compiled(using('./a.yaml'), { 'rules/a.yaml': 'hooks: {extends: [./a.yaml]}\n' });
    expect(codes).toEqual(['DW390']);
    expect(diagnostics[0]!.message).toContain('rules/a.yaml → rules/a.yaml');
  });

  test('that doubles at every step ends', () => {
    const packs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `rules/p${index}.yaml`,
        `hooks: {parameters: {n: {type: string, default: x}}, extends: [{pack: ./p${index + 1}.yaml, as: "a${index}", with: {n: "{{params.n}}0"}}, {pack: ./p${index + 1}.yaml, as: "b${index}", with: {n: "{{params.n}}1"}}]}\n`,
      ]),
    );
    const start = performance.now();
    expect(compiled(using('./p0.yaml'), packs).ok).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('keeps its own step where the extending file has one of that name', () => {
    const pack = `hooks:
  step_definitions: {check: {command: from-pack}}
  injections: {post_task: [{step: check}]}
`;
    const { text, ids } = compiled(
      `hooks:
  enabled: true
  extends: [./gates.yaml]
  step_definitions: {check: {command: from-file}}
  injections: {pre_task: [{step: check}]}
`,
      { 'rules/gates.yaml': pack },
    );
    expect(ids).toEqual(['gates/post_task/check', 'pre_task/check']);
    expect(text).toMatch(/from-file[\s\S]*make[\s\S]*from-pack/);
  });

  test('lends its steps to the file that extends it', () => {
    const pack = 'hooks: {step_definitions: {check: {command: from-pack}}}\n';
    const rule = (step: string) =>
      `hooks: {enabled: true, extends: [./gates.yaml], injections: {post_task: [{step: ${step}}]}}\n`;
    for (const step of ['check', 'gates/check']) {
      expect(compiled(rule(step), { 'rules/gates.yaml': pack }).text).toContain('command: from-pack');
    }
  });

  test('is found under the path that its name is given for', () => {
    const { ids } = compiled(
      using('"@acme/gates"'),
      { 'x/hooks.yaml': scan },
      { named: new Map([['@acme/gates', 'x/hooks.yaml']]) },
    );
    expect(ids).toEqual(['acme-gates/scan']);
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])('has no parameter %s unless it declares one', (name) => {
    const { codes } = compiled(using(`{pack: ./scan.yaml, with: {${name}: x}}`), { 'rules/scan.yaml': scan });
    expect(codes).toEqual(['DW392']);
    const own = `hooks:
  parameters: {${name}: {type: string}}
  injections: {post_task: [{id: a, type: shell, command: "say {{params.${name}}}"}]}
`;
    const { text } = compiled(using(`{pack: ./own.yaml, with: {${name}: hello}}`), { 'rules/own.yaml': own });
    expect(text).toContain('command: say hello');
    expect(({} as Record<string, unknown>).hello).toBeUndefined();
  });
});

describe('a pack that the global configuration and the project extend', () => {
  const pack =
    'hooks: {parameters: {what: {type: string, default: all}}, injections: {final: [{id: audit, type: shell, command: "audit {{params.what}}"}]}}\n';
  const both = (global: string, project: string) => {
    const { ok, rules, diagnostics, outputs } = compile({
      workflow: [{ path: 'flow.yaml', text: flow }],
      configuration: [
        { path: 'home/config.yaml', text: global, layer: 'global', packs: new Map([['./gates.yaml', 'gates.yaml']]) },
        { path: 'config.yaml', text: project, layer: 'project' },
        { path: 'gates.yaml', text: pack, layer: 'global', isPack: true },
      ],
      prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    });
    const ids = rules?.rules.map(({ id, layer }) => `${layerNames[layer]} ${id}`);
    return { ok, ids, codes: diagnostics.map(({ code }) => code), text: outputs[0]?.text };
  };
  const extending = 'hooks: {enabled: true, extends: [./gates.yaml]}\n';

  test("is there once, as the project's", () => {
    expect(both(extending, extending)).toMatchObject({ ok: true, ids: ['project gates/audit'], codes: [] });
  });

  test('stays where the project drops the global configuration, because the project asks for it itself', () => {
    const dropping = extending.replace('enabled: true', 'enabled: true, disable_global_hooks: true');
    expect(both(extending, dropping)).toMatchObject({ ok: true, ids: ['project gates/audit'] });
  });

  test("is the global one's where the project does not extend it", () => {
    expect(both(extending, 'hooks: {enabled: true}\n').ids).toEqual(['global gates/audit']);
    expect(both(extending, 'hooks: {enabled: true, disable_global_hooks: true}\n').ids).toEqual([]);
  });

  test('has the values of the project, where those of a dropped configuration are others', () => {
    const other = 'hooks: {enabled: true, extends: [{pack: ./gates.yaml, with: {what: home}}]}\n';
    expect(both(other, extending).codes).toEqual(['DW396']);
    const dropping = extending.replace('enabled: true', 'enabled: true, disable_global_hooks: true');
    expect(both(other, dropping)).toMatchObject({ ok: true, codes: [], text: expect.stringContaining('audit all') });
  });
});
