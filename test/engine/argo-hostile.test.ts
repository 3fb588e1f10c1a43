import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { argoSimulator } from './argo.js';
import { together } from './together.js';

const hostile = [
  '{{workflow.name}}',
  '{{=1+1}} {{= workflow.name }}',
  '{{{workflow.name}}} {{{{workflow.name}}}}',
  '{{inputs.parameters.x}} {{tasks.build.status}} {{item}}',
  '{{ never closed',
  '}} before {{ and {',
  '{',
  '$(HOME) $$(HOME) $$$ $',
  '$(touch x)"\';\n${{ y }} ${HOME} `id`',
  '\\ \\n %s \u0001 é 漢 🙂 \u2028',
  '- a: [b] # c',
];

const workflow = (depends: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: main}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - {name: build, template: work}
          - {name: deploy, template: work, ${depends}}
    - name: work
      container: {image: busybox}
`;

const command = hostile.map((_, index) => `printf '%s\\0' {{vars.v${index}}}`).join('\n');
const hooks = {
  enabled: true,
  vars: Object.fromEntries(hostile.map((value, index) => [`v${index}`, value])),
  injections: {
    pre_task: [{ id: 'ask', type: 'shell', command, tasks: ['deploy'], env: { ALL: '{{vars.v0}}{{vars.v8}}' } }],
    post_task: [{ id: 'soft', type: 'shell', command, tasks: ['build'], on_failure: 'continue' }],
    // What the rule itself says is the engine's.
    pre_root: [{ id: 'own', type: 'shell', command: 'true', env: { NAME: 'of {{workflow.name}}, {{=1+1}}' } }],
  },
};

function compiled(depends: string): string {
  const { outputs, diagnostics } = compile(inputOf(workflow(depends), hooks));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return outputs[0]!.text;
}

interface Script {
  readonly source: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}
type Template = { readonly script?: Script; readonly steps?: Step[][] };
type Step = { name: string; readonly inline: Template };
type Task = Step & { depends?: string; dependencies?: readonly string[] };

/** The template of a hook that has its script, which may be inside of a step. */
function scripted(template: Template): Template {
  return template.script ? template : scripted(template.steps![0]![0]!.inline);
}

function hooksIn(text: string): readonly Task[] {
  const { spec } = parse(text) as { spec: { templates: readonly { dag?: { tasks: readonly Task[] } }[] } };
  return spec.templates[0]!.dag!.tasks.filter(({ name }) => name.startsWith('hook-'));
}

const wanted = hostile.map((value) => `${value}\0`).join('');

describe.each([
  'dependencies: [build]',
  'depends: "build.Succeeded"',
])('values of any kind in a workflow with %s', (depends) => {
  /**
   * No cluster is here that shows what a container gets. But a template with a `timeout` that is no time is refused with the text
   * that the engine made of it: so each value is put there, too, in the template in which it is.
   */
  test.skipIf(argoSimulator.missing)(`are the same after the substitution of ${argoSimulator.title}`, async () => {
    const tasks = hooksIn(compiled(depends)).flatMap((hook) => {
      const { script, ...template } = scripted(hook.inline);
      return (script!.env ?? []).map((variable, index) => ({
        value: variable.value,
        task: {
          name: `${hook.name}-${index}`,
          inline: { ...template, timeout: variable.value, script: { ...script, source: '', env: [variable] } },
        },
      }));
    });
    // With more than some thirty tasks that are refused, the simulator comes to no end.
    const runs = Array.from({ length: Math.ceil(tasks.length / 12) }, (_, part) => {
      const probe = parse(workflow(depends));
      const some = tasks.slice(part * 12, part * 12 + 12).map(({ task }) => task);
      probe.spec.templates[0].dag = { failFast: false, tasks: some };
      const text = JSON.stringify(probe).replaceAll('\u2028', '\\u2028');
      return () => argoSimulator.run({ path: 'workflow.yaml', text }, {});
    });
    const seen = (await together(4, runs)).flatMap((run) =>
      run!.messages.flatMap(([, message]) => refused.exec(message)?.[1] ?? []),
    );
    const own = 'of {{workflow.name}}, {{=1+1}}';
    const expected = tasks.map(({ value }) => (value === own ? 'of main, 2' : value));
    expect(expected).toContain('of main, 2');
    expect(tasks.length).toBeGreaterThan(2 * hostile.length);
    expect(seen.map(unquoted).sort()).toEqual(expected.sort());
  });

  test('reach the command where Kubernetes expands variables as its rules say (modelled)', () => {
    const scripts = hooksIn(compiled(depends)).map(({ inline }) => scripted(inline).script!);
    const values = scripts.flatMap(({ env = [] }) => env.map(({ value }) => value));
    expect(values.filter((value) => value.includes('{{'))).toEqual(['of {{workflow.name}}, {{=1+1}}']);
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-argo-'));
    const said = scripts.map(({ source, env = [] }) => {
      const path = join(folder, 'source');
      writeFileSync(path, source);
      const variables = expandedEnvironment(env);
      return spawnSync('sh', ['-e', path], { env: { PATH: process.env.PATH, ...variables }, encoding: 'utf8' });
    });
    rmSync(folder, { recursive: true, force: true });
    expect(said.map(({ status, stderr }) => [status, stderr])).toEqual(scripts.map(() => [0, '']));
    expect(said.map(({ stdout }) => stdout).filter((out) => out !== '')).toEqual([wanted, wanted]);
  });
});

const refused = /^(?:task '[^']*' errored: )?invalid timeout format\. time: invalid duration "(.*)"$/s;

/** As Go writes a text between quotes in this message. */
function unquoted(text: string): string {
  const bytes = [...text.matchAll(/\\x([0-9a-f]{2})|\\(.)|(.)/gs)].map(([, hex, escaped, plain]) =>
    hex === undefined ? (escaped ?? plain)!.charCodeAt(0) : Number.parseInt(hex, 16),
  );
  return Buffer.from(bytes).toString('utf8');
}

/** `$(NAME)` is what a variable before it holds, if there is one, and `$$` is one dollar sign. */
function expandedEnvironment(env: NonNullable<Script['env']>): Readonly<Record<string, string>> {
  const values = new Map([['HOME', '/root']]);
  for (const { name, value } of env)
    values.set(
      name,
      value.replace(/\$(?:\$|\(([^)]*)\))/g, (found, variable: string | undefined) =>
        variable === undefined ? '$' : (values.get(variable) ?? found),
      ),
    );
  return Object.fromEntries(values);
}
