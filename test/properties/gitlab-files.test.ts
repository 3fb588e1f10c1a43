import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';

const paths = ['.gitlab-ci.yml', 'ci/a.yml', 'ci/b.yml', '.gitlab/c.yml'];
const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const stages = ['build', 'test', 'deploy'];

const job = fc.record({
  name: fc.constantFrom(...names),
  stage: fc.constantFrom(...stages),
  needs: fc.option(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }), { nil: undefined }),
  parent: fc.boolean(),
  script: fc.constantFrom('make', ['make', 'make test']),
});
const include = fc.record({ path: fc.constantFrom(...paths), isConditional: fc.oneof(...weighted(1, 6)) });
const file = fc.record({
  includes: fc.array(include, { maxLength: 3 }),
  jobs: fc.uniqueArray(job, { selector: ({ name }) => name, maxLength: 3 }),
  keys: fc.subarray(['stages: [build, test, deploy]\n', 'default: {tags: [linux]}\n', '.base:\n  retry: 1\n']),
  begins: fc.constantFrom('', '---\n', '# What it is for.\n', '# What it is for.\n\n'),
  isSpaced: fc.boolean(),
  ends: fc.constantFrom('\n', ''),
});
const rule = fc.constantFrom<[string, object]>(
  ['pre_root', { id: 'freeze' }],
  ['post_roots', { id: 'ready' }],
  ['pre_task', { id: 'lint', tasks: ['one', 'three', 'five'] }],
  ['post_task', { id: 'gate' }],
  ['post_task', { id: 'ask', type: 'approval', prompt: 'Go on?', tasks: ['two', 'four'] }],
  ['final', { id: 'bye' }],
);
const rules = fc.uniqueArray(rule, { selector: ([, { id }]: [string, { id?: string }]) => id, minLength: 1 });
const project = fc.record({
  files: fc.array(file, { minLength: 2, maxLength: paths.length }),
  /** What an earlier run put hooks into: each file by itself, all at once, or nothing. */
  earlier: fc.constantFrom('each', 'all', 'none'),
  before: rules,
  /** How the includes of the first file changed since. */
  later: fc.option(fc.array(include, { maxLength: 3 }), { nil: undefined }),
  after: rules,
});

test('files that include each other keep the laws, whatever an earlier run and a person did to them', () => {
  let compiled = 0;
  fc.assert(
    fc.property(project, ({ files, earlier, before, later, after }) => {
      const written = files.map((one, at): SourceFile => ({ path: paths[at]!, text: textOf(one) }));
      const hooked = earlier === 'none' ? written : withHooks(written, before, earlier === 'each');
      const came = hooked.map((one, at) =>
        at === 0 && later ? { ...one, text: one.text.replace(/^include: .*\n/m, `include: ${listOf(later)}\n`) } : one,
      );
      const input = inputOf(came, after);
      const first = compile(input);
      // Once nothing that each has by itself keeps them apart, they are read as one pipeline.
      const result = first.ok && earlier !== 'none' ? compile({ ...input, workflow: first.outputs }) : first;
      const stripped = strip(input);
      if (earlier === 'none' && stripped.ok) expect(stripped.outputs).toEqual(came);
      if (!result.ok) return;
      compiled += 1;
      const again = inputOf(result.outputs, after);
      expect(compile(again).outputs).toEqual(result.outputs);
      expect(verify(again).ok).toBe(true);
      const bare = strip(again);
      expect(bare.ok).toBe(true);
      expect(bare.outputs.map(({ text }) => text).join('')).not.toContain('# hook-');
      if (earlier === 'none') expect(bare.outputs).toEqual(came);
    }),
    { numRuns: 200 },
  );
  expect(compiled).toBeGreaterThan(30);
});

function withHooks(files: readonly SourceFile[], list: readonly (readonly [string, object])[], isEach: boolean) {
  const sets = isEach ? files.map((one) => [one]) : [files];
  return sets.flatMap((set) => {
    const { ok, outputs } = compile(inputOf(set, list));
    return ok ? outputs : set;
  });
}

function textOf({
  begins,
  includes,
  jobs,
  keys,
  isSpaced,
  ends,
}: typeof file extends fc.Arbitrary<infer One> ? One : never): string {
  const parts = jobs.map(({ name, stage, needs, parent, script }) =>
    [
      `${name}:`,
      `  stage: ${stage}`,
      ...(needs ? [`  needs: [${needs.filter((one) => one !== name).join(', ')}]`] : []),
      ...(parent ? ['  extends: .base'] : []),
      ...(typeof script === 'string'
        ? [`  script: ${script}`]
        : ['  script:', ...script.map((line) => `    - ${line}`)]),
    ].join('\n'),
  );
  const start = includes.length > 0 ? `include: ${listOf(includes)}\n` : '';
  return begins + start + keys.join('') + parts.join(isSpaced ? '\n\n' : '\n') + (parts.length > 0 ? ends : '');
}

function listOf(includes: readonly { readonly path: string; readonly isConditional: boolean }[]): string {
  const entries = includes.map(({ path, isConditional }) =>
    isConditional ? `{local: ${path}, rules: [{if: $A}]}` : path,
  );
  return `[${entries.join(', ')}]`;
}

/** True so many times, and false so many times. */
function weighted(yes: number, no: number): [fc.WeightedArbitrary<boolean>, fc.WeightedArbitrary<boolean>] {
  return [
    { arbitrary: fc.constant(true), weight: yes },
    { arbitrary: fc.constant(false), weight: no },
  ];
}

function inputOf(workflow: readonly SourceFile[], list: readonly (readonly [string, object])[]): CompileInput {
  const injections: Record<string, object[]> = {};
  for (const [point, one] of list) {
    injections[point] ??= [];
    injections[point].push({ type: 'shell', optional: true, ...('type' in one ? {} : { command: './hook' }), ...one });
  }
  const text = JSON.stringify({ hooks: { enabled: true, injections } });
  return {
    workflow,
    configuration: [{ layer: 'project', path: 'hooks.json', text }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}
