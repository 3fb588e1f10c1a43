import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from '../../../src/compile.js';
import { createManifest, stripByManifest } from '../../../src/manifest/manifest.js';
import type { SourceFile } from '../../../src/model/source.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { pipelineInput } from './written-pipeline.js';

const gate = { id: 'gate', type: 'shell', command: './gate' };
const stages = 'stages: [build, test]\n';
const build = 'build:\n  stage: build\n  script: make\n';
const unitTests = 'unit:\n  stage: test\n  script: make test\n';
/** One hook, behind the first stage, shows what is one pipeline: then there is one, and the jobs of all files wait for it. */
const rules = { post_roots: [gate] };

describe('one pipeline are a file and what it includes', () => {
  test.each<[string, Record<string, string>]>([
    ['in a list', { '.gitlab-ci.yml': `${stages}include: [ci/build.yml, local: /ci/test.yml]\n` }],
    ['with a pattern', { '.gitlab-ci.yml': `${stages}include: ci/*.yml\n` }],
    [
      'each the next one',
      { '.gitlab-ci.yml': `${stages}include: {local: ci/build.yml}\n`, next: 'include: ci/test.yml\n' },
    ],
  ])('%s', (_, { '.gitlab-ci.yml': main, next = '' }) => {
    const { outputs } = compiled({ '.gitlab-ci.yml': main!, 'ci/build.yml': next + build, 'ci/test.yml': unitTests });
    expect(hooksIn(outputs)).toEqual(['ci/build.yml']);
  });

  test.each<[string, string, readonly string[]]>([
    ['ci/*.yml', 'ci/a.yml', ['ci/a.yml']],
    ['ci/*.yml', 'ci/deep/a.yml', ['.gitlab-ci.yml', 'ci/deep/a.yml']],
    ['**/a.yml', 'ci/deep/a.yml', ['ci/deep/a.yml']],
    ['ci/**.yml', 'ci/deep/a.yml', ['ci/deep/a.yml']],
    ['ci/[a].*', 'ci/a.yml', ['.gitlab-ci.yml', 'ci/a.yml']],
    ['ci/[a].*', 'ci/[a].yml', ['ci/[a].yml']],
    ['ci/*.*ml', `ci/${'a'.repeat(200)}.yml`, [`ci/${'a'.repeat(200)}.yml`]],
    [`ci/${'*a'.repeat(100)}b`, `ci/${'a'.repeat(200)}.yml`, ['.gitlab-ci.yml', `ci/${'a'.repeat(200)}.yml`]],
  ])('by the pattern %s, of %s', (pattern, path, hooks) => {
    const { outputs } = compiled({ '.gitlab-ci.yml': `${stages}include: '${pattern}'\n${unitTests}`, [path]: build });
    expect(hooksIn(outputs)).toEqual(hooks);
  });

  test.each(['repo/', 'C:\\repo\\', '../', '/srv/repo/'])('in the folder %s', (folder) => {
    const at = (path: string) => folder + path.replaceAll('/', folder.includes('\\') ? '\\' : '/');
    const { outputs } = compiled({
      [at('.gitlab-ci.yml')]: `${stages}include: [ci/build.yml]\n${unitTests}`,
      [at('ci/build.yml')]: build,
    });
    expect(hooksIn(outputs)).toEqual([at('ci/build.yml')]);
  });

  test('of a project, to which the paths in a pipeline of one of its folders belong', () => {
    const { outputs } = compiled({
      '.gitlab-ci.yml': `${unitTests.replaceAll('unit', 'other')}`,
      'child/.gitlab-ci.yml': `${stages}include: [ci/build.yml]\n${unitTests}`,
      'child/ci/build.yml': build.replaceAll('build:', 'not-this:'),
      'ci/build.yml': build,
    });
    expect(hooksIn(outputs)).toEqual(['.gitlab-ci.yml', 'child/ci/build.yml', 'ci/build.yml']);
  });

  test('with Windows line breaks, and without final ones', () => {
    const windows = (text: string) => text.trimEnd().replaceAll('\n', '\r\n');
    const { outputs } = compiled({
      '.gitlab-ci.yml': windows(`${stages}include: [ci/build.yml, ci/test.yml]\n`),
      'ci/build.yml': windows(build),
      'ci/test.yml': windows(unitTests),
    });
    expect(hooksIn(outputs)).toEqual(['ci/build.yml']);
    for (const { text } of outputs) expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const { text } of outputs) expect(text).not.toMatch(/\n$/);
  });
});

describe('a file is a pipeline by itself', () => {
  const alone = `${stages}include: [ci/build.yml]\n${unitTests}`;
  test.each<[string, Record<string, string>]>([
    [
      'where a condition decides whether it is included',
      { main: `${stages}include: [{local: ci/build.yml, rules: [{if: $A}]}]\n` },
    ],
    ['where it gets inputs', { main: `${stages}include: [{local: ci/build.yml, inputs: {a: b}}]\n` }],
    ['where another project has it', { main: `${stages}include: [{project: a/b, file: ci/build.yml}]\n` }],
    ['where it is on another machine', { main: `${stages}include: https://example.org/ci/build.yml\n` }],
    ['where nothing includes it', { main: stages }],
    ['where it says what inputs it takes', { main: alone, part: `spec:\n  inputs: {a: {}}\n---\n${build}` }],
    ['where it has a job of the same name', { main: alone, part: `${build}unit:\n  script: more\n` }],
    ['where it is in braces', { main: alone, part: '{build: {stage: build, script: make}}\n' }],
    ['where its lines end in another way', { main: alone, part: build.replaceAll('\n', '\r\n') }],
    ['where it begins with a byte order mark', { main: alone, part: `\ufeff${build}` }],
    ['where its lines are indented', { main: alone, part: build.replaceAll(/^/gm, ' ').trimEnd() }],
  ])('%s', (_, { main, part = build }) => {
    const files = { '.gitlab-ci.yml': main!.includes('unit') ? main! : main! + unitTests, 'ci/build.yml': part };
    const { outputs, diagnostics } = compiled(files, { post_roots: [{ ...gate, optional: true }] });
    // Each of them has jobs of a first stage.
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(hooksIn(outputs)).toEqual(['.gitlab-ci.yml', 'ci/build.yml']);
  });

  test('where two pipelines include it, in the second one', () => {
    const { outputs } = compiled({
      '.gitlab-ci.yml': `${stages}include: [a/ci/build.yml]\n${unitTests}`,
      'a/.gitlab-ci.yml': `${stages}include: [ci/build.yml]\n${unitTests.replaceAll('unit', 'other')}`,
      'a/ci/build.yml': build,
    });
    expect(hooksIn(outputs)).toEqual(['a/.gitlab-ci.yml', 'a/ci/build.yml']);
  });
});

test.each([
  'include: [ci/build.yml]\n',
  `${stages}include: [ci/build.yml]\n\n# What all have.\ndefault:\n  retry: 1\n`,
])('a hook before all jobs goes into the first file, with jobs in it or without', (main) => {
  const { outputs } = compiled(
    { '.gitlab-ci.yml': main, 'ci/build.yml': `.hidden: {tags: [a]}\n\n${build}\n${unitTests}` },
    { pre_root: [gate] },
  );
  expect(hooksIn(outputs)).toEqual(['.gitlab-ci.yml']);
});

test('a part may be without jobs, and look like nothing by itself', () => {
  const { outputs } = compiled({
    '.gitlab-ci.yml': 'include: [ci/stages.yml, ci/variables.yml, ci/build.yml]\n',
    'ci/build.yml': unitTests + build,
    'ci/stages.yml': stages,
    'ci/variables.yml': 'variables: {A: b}\n',
  });
  expect(outputs[1]!.text).toMatch(/hook-gate:\n {2}stage: build\n {2}needs: \[build\]/);
});

test('what nothing includes and looks like nothing is no workflow', () => {
  const { diagnostics } = compiled(
    { '.gitlab-ci.yml': unitTests, 'ci/variables.yml': 'variables: {A: b}\n' },
    {},
    false,
  );
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['DW109', 'ci/variables.yml is not a workflow: its keys are `variables`'],
  ]);
});

test('no file is lost where pipelines include each other', () => {
  const { outputs } = compiled({
    '-/.gitlab-ci.yml': `${stages}include: [-/build.yml]\n${unitTests}`,
    '-/build.yml': build,
    '.gitlab-ci.yml': `${stages}include: [-/.gitlab-ci.yml, -/build.yml]\n${unitTests.replaceAll('unit', 'other')}`,
  });
  expect(hooksIn(outputs)).toEqual(['-/build.yml']);
});

test('files that each got their hooks by themselves stay as they are until hooks are taken out of them', () => {
  const files = [
    { path: '.gitlab-ci.yml', text: `${stages}include: [ci/build.yml]\n${unitTests}` },
    { path: 'ci/build.yml', text: build },
  ];
  const input = pipelineInput('', { pre_root: [{ ...gate, id: 'freeze' }], ...rules });
  const apart = files.flatMap((file) => compile({ ...input, workflow: [file] }).outputs);
  const again = compile({ ...input, workflow: apart });
  expect(again.outputs).toEqual(apart);
  expect(again.diagnostics.map(({ code }) => code).filter((code) => code !== 'DW270')).toEqual(['DW224', 'DW222']);
  expect(verify({ ...input, workflow: apart }).ok).toBe(true);
  expect(strip({ ...input, workflow: apart }).outputs).toEqual(files);
});

test('a file that lost its own jobs is reported, and nothing is written', () => {
  const { outputs } = compiled({
    '.gitlab-ci.yml': `${stages}include: [ci/build.yml]\n${unitTests}`,
    'ci/build.yml': build,
  });
  const [main, part] = outputs as [SourceFile, SourceFile];
  const lost = { ...part, text: part.text.replace(build, '') };
  expect(lost.text).toMatch(/^# dagweave: gate/);
  const { ok, diagnostics } = compile({ ...pipelineInput('', rules), workflow: [main, lost] });
  expect(ok).toBe(false);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['DW714', '`ci/build.yml` has nothing to do but hooks'],
  ]);
});

test('of what is for all jobs, the first file has the last word', () => {
  const { outputs } = compiled(
    {
      '.gitlab-ci.yml': `${stages}include: [ci/build.yml]\ndefault: {tags: [linux]}\nvariables: {A: main}\n`,
      'ci/build.yml': `stages: [test, build]\ndefault: {tags: [any], image: $A/$B}\nvariables: {A: part, B: part}\n${build}${unitTests}`,
    },
    { pre_task: [{ ...gate, id: 'seen', match: { image: 'main/part' } }], post_roots: [gate] },
  );
  // Each is in the file of its job.
  expect(outputs.map(({ text }) => text.match(/# hook-seen/g)?.length ?? 0)).toEqual([0, 2]);
  // By the stages of the part, the hook would be behind `unit`.
  expect(outputs[1]!.text).toMatch(/hook-gate:\n {2}stage: build\n {2}needs: \[build\]/);
});

test('a mistake is reported where it is, and mended there', () => {
  const files = {
    '.gitlab-ci.yml': `${stages}include: [ci/build.yml, ci/test.yml]\n`,
    'ci/build.yml': build,
    'ci/test.yml': `${unitTests}  needs: [biuld]\n`,
  };
  const { diagnostics } = compiled(files, {}, false);
  const [{ code, span, fix }] = diagnostics as [CompileResult['diagnostics'][0]];
  expect([code, span!.file, files['ci/test.yml'].slice(span!.start, span!.end)]).toEqual([
    'DW207',
    'ci/test.yml',
    'biuld',
  ]);
  expect(fix).toEqual([{ file: 'ci/test.yml', start: span!.start, end: span!.end, text: 'build' }]);
});

test('every job is where its file has it', () => {
  const files = {
    '.gitlab-ci.yml': `${stages}include: [ci/build.yml, ci/test.yml]\nready:\n  script: ./ready\n`,
    'ci/build.yml': `# what builds\n${build}`,
    'ci/test.yml': `${unitTests}  needs: [build]\n`,
  };
  const { workflows } = compiled(files);
  const [{ workflow }] = workflows as [CompileResult['workflows'][0]];
  const found = workflow.dags[0]!.nodes.map(({ span: { file, start, end } }) => [
    file,
    files[file as keyof typeof files].slice(start, end),
  ]);
  expect(found).toEqual([
    ['.gitlab-ci.yml', 'ready'],
    ['ci/build.yml', 'build'],
    ['ci/test.yml', 'unit'],
  ]);
  expect(workflow.dags.map(({ file }) => file)).toEqual([
    '.gitlab-ci.yml',
    '.gitlab-ci.yml',
    'ci/build.yml',
    'ci/test.yml',
  ]);
});

test('a manifest says in which file each hook is, and gives each file back', () => {
  const files = {
    '.gitlab-ci.yml': `${stages}include: [ci/build.yml, ci/test.yml]\n`,
    'ci/build.yml': build,
    'ci/test.yml': unitTests,
  };
  const result = compiled(files, { ...rules, post_task: [{ ...gate, id: 'around', await: false, tasks: ['unit'] }] });
  const input = inputOf(files, rules);
  const manifest = createManifest(result, input.workflow, input.configuration);
  const written = manifest.injections.map(({ file, node, range }) => {
    const { text } = result.outputs.find(({ path }) => path === file)!;
    return [file, text.slice(range!.start, range!.end).includes(node)];
  });
  expect(written).toEqual([
    ['ci/build.yml', true],
    ['ci/test.yml', true],
  ]);
  expect(stripByManifest(result.outputs, manifest, () => {})).toEqual(input.workflow);
});

test('hooks in one of its files alone are neither taken out nor written anew', () => {
  const { outputs } = compiled({
    '.gitlab-ci.yml': `${stages}include: [ci/build.yml]\n${unitTests}  needs: [build]\n`,
    'ci/build.yml': build,
  });
  expect(outputs[0]!.text).toContain('needs: [build, hook-gate]');
  const input = { ...pipelineInput('', rules), workflow: [outputs[0]!] };
  for (const result of [compile(input), strip(input), verify(input)]) {
    expect(result.ok).toBe(false);
    expect(result.diagnostics.flatMap(({ code, severity }) => (severity === 'error' ? code : []))).toEqual(['DW223']);
  }
});

test('a chain of files that include each other is read once', () => {
  const count = 400;
  const path = (at: number) => `ci/${at}.yml`;
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      path(at),
      `include: [${path((at + 1) % count)}]\njob-${at}:\n  script: make\n`,
    ]),
  );
  const { ok } = compile(inputOf({ '.gitlab-ci.yml': `include: [${path(0)}]\n`, ...files }, { pre_task: [gate] }));
  expect(ok).toBe(true);
});

/** Compiles files that have to be right, and holds the laws. */
function compiled(files: Record<string, string>, injections: object = rules, isRight = true): CompileResult {
  const input = inputOf(files, injections);
  const result = compile(input);
  expect(result.ok, result.diagnostics.map(({ message }) => message).join('; ')).toBe(isRight);
  if (!isRight) return result;
  const again = { ...input, workflow: result.outputs };
  expect(compile(again).outputs).toEqual(result.outputs);
  expect(verify(again).ok).toBe(true);
  expect(strip(again).outputs).toEqual(result.inputs);
  return result;
}

function inputOf(files: Record<string, string>, injections: object) {
  const workflow = Object.entries(files).map(([path, text]) => ({ path, text }));
  return { ...pipelineInput('', injections), workflow };
}

/** The files that have a job of a hook. */
function hooksIn(outputs: readonly SourceFile[]): readonly string[] {
  return outputs.flatMap(({ path, text }) => (/^ ?"?hook-gate|\{.*hook-gate/m.test(text) ? path : []));
}
