import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import type { ConfigurationFile } from '../../src/model/layer.js';
import type { SourceFile } from '../../src/model/source.js';
import { languages } from './languages.js';
import { type EngineName, engineNames } from './rows.js';

const home = join(import.meta.dirname, '../fixtures/frontends');

/** What other hook systems call hooks, from their own documents. */
const examples: readonly { readonly name: string; readonly files: readonly ConfigurationFile[] }[] = [
  ...examplesIn('lifecycle', /^seed-/),
  ...examplesIn('settings', /^example-/),
  ...readdirSync(join(home, 'event-registry/examples/hooks')).map((name) => ({
    name: `event-registry/${name}`,
    files: [fileAt(join(home, 'event-registry/examples/hooks'), name)],
  })),
];

test('hooks of other systems go into every engine, or compiling says why not', async () => {
  const lines = examples.flatMap(({ name, files }) => [
    name,
    ...engineNames.map((engine) => `  ${engine}: ${outcome(engine, files)}`),
    '',
  ]);
  await expect(lines.join('\n')).toMatchFileSnapshot('../fixtures/semantics/front-ends.txt');
});

function outcome(engine: EngineName, configuration: readonly ConfigurationFile[]): string {
  const version = /^Dagu (\S+)$/.exec(engine)?.[1];
  const { ok, workflows, diagnostics } = compile({
    workflow: [{ path: 'workflow.yaml', text: languages[engine]((name) => `./${name}`) }, ...childrenFor(engine)],
    configuration,
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: version === undefined ? {} : { targetVersion: version },
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (!ok) return [...new Set(errors.map(({ code, message }) => `${code} ${message}`))].join('; ');
  const hooks = workflows.flatMap(({ workflow, plan }) => [
    ...plan.dags
      .filter(({ dag }) => workflow.dags[dag]!.file === 'workflow.yaml')
      .flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === 'injected')),
    ...plan.handlers.filter(({ dag }) => workflow.dags[dag]!.file === 'workflow.yaml'),
  ]);
  return `${hooks.length} added`;
}

/** What the examples start. */
function childrenFor(engine: EngineName): readonly SourceFile[] {
  const text = childIn[engine];
  const names = ['code-review', 'comprehensive-review', 'collect-metrics'];
  return text ? names.map((name) => ({ path: `${name}.yaml`, text: text.replaceAll('NAME', name) })) : [];
}

const daguChild = 'name: NAME\nsteps:\n  - name: only\n    command: "true"\n';
const childIn: Readonly<Partial<Record<EngineName, string>>> = {
  'Dagu 1.30': daguChild,
  'Dagu 2.14': daguChild,
  'Argo Workflows':
    'apiVersion: argoproj.io/v1alpha1\nkind: WorkflowTemplate\nmetadata: {name: NAME}\nspec:\n  entrypoint: all\n  templates:\n    - {name: all, dag: {tasks: [{name: one, template: only}]}}\n    - {name: only, container: {image: alpine}}\n',
};

function examplesIn(folder: string, wanted: RegExp) {
  return readdirSync(join(home, folder))
    .filter((name) => wanted.test(name))
    .map((name) => ({ name: `${folder}/${name}`, files: filesOf(join(home, folder, name)) }));
}

function filesOf(folder: string): readonly ConfigurationFile[] {
  return readdirSync(folder)
    .filter((name) => /hooks|settings|config|global|project/.test(name) && /\.(?:ya?ml|json)$/.test(name))
    .map((name) => fileAt(folder, name));
}

function fileAt(folder: string, name: string): ConfigurationFile {
  return { path: name, text: readFileSync(join(folder, name), 'utf8'), layer: 'project' };
}
