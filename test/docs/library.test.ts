import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as library from '../../src/index.js';
import { folderWith } from '../cli/run-dagweave.js';

const page = readFileSync('docs/library.md', 'utf8');
const block = (name: string) => new RegExp(`<!-- ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\``, 's').exec(page)![1]!;

test('the program of the page prints what the page says', () => {
  const folder = folderWith({ 'use.mjs': block('program') });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/dagweave'));
  writeFileSync(join(folder, 'package.json'), '{}');
  const printed = execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(block('prints')).toBe(printed);
});

test('the page names every function', () => {
  const functions = Object.keys(library);
  expect(functions.filter((name) => !page.includes(`\`${name}`) && !page.includes(`, \`${name}`))).toEqual([]);
});

const review =
  'hooks: {enabled: true, injections: {final: [{id: end, type: llm_eval, model: m, prompt_file: review.md}]}}';
const enabled = [{ path: 'hooks.yaml', text: review, layer: 'project' as const }];

describe('what has not its type is named in a message', () => {
  const workflow = [{ path: 'flow.yaml', text: 'steps:\n  - name: a\n    command: make\n' }];
  const use = library as unknown as Record<string, (...given: unknown[]) => unknown>;
  test.each([
    ['compile', [], 'compile(input) has to be an object with `workflow` and `configuration`; it is undefined'],
    ['compile', [{}], 'compile({ workflow }) has to be a list of files, each { path, text }; it is undefined'],
    [
      'compile',
      [{ workflow: 'steps: []' }],
      'compile({ workflow }) has to be a list of files, each { path, text }; it is the text "steps: []"',
    ],
    ['strip', [{ workflow: ['a'] }], 'strip({ workflow })[0] has to be a file: { path, text }; it is the text "a"'],
    [
      'verify',
      [{ workflow: [{ path: 'a' }] }],
      'verify({ workflow })[0].text has to be the text of the file; it is undefined',
    ],
    [
      'compile',
      [{ workflow, configuration: [{ path: 'a', text: '' }] }],
      'compile({ configuration[0].layer }) has to be one of global, project, environment, command-line, policy; it is undefined',
    ],
    [
      'compile',
      [{ workflow, prompts: {} }],
      'compile({ prompts.read }) has to be a function of a directory and a name, as `promptsFrom` gives; it is an object with no keys',
    ],
    [
      'compile',
      [{ workflow, options: { variables: { a: 'b' } } }],
      'compile({ options.variables }) has to be a Map of texts; it is an object with a',
    ],
    ['compile', [{ workflow, options: { formt: 'dagu' } }], 'compile({ options.formt }) is no option; use format'],
    [
      'strip',
      [{ workflow, options: { targetVersion: 1.3 } }],
      'strip({ options.targetVersion }) has to be a text; it is the number 1.3',
    ],
    [
      'verify',
      [{ workflow, manifest: {} }],
      'verify({ manifest }) needs what createManifest made, as JSON.parse reads it',
    ],
    [
      'createManifest',
      [undefined, workflow, []],
      'createManifest(result) has to be a result of `compile`; it is undefined',
    ],
    ['unifiedDiff', [workflow], 'unifiedDiff(result) has to be a result of `compile` or `strip`; it is a list'],
    ['showDiagnostics', [3, workflow], 'showDiagnostics(diagnostics) has to be the list of a result'],
    [
      'stripByManifest',
      [workflow, {}],
      'stripByManifest(files, manifest) needs what createManifest made, as JSON.parse reads it',
    ],
    [
      'stripByManifest',
      [workflow, { version: 1, files: [3], injections: [], tasks: [] }],
      'stripByManifest(files, manifest) needs what createManifest made, as JSON.parse reads it: `files.0` is missing or has a wrong value',
    ],
    [
      'compile',
      [{ workflow, config: [] }],
      'compile({ config }) is no part of the input; use one of workflow, configuration, prompts, defaults, options',
    ],
    ['strip', [{ workflow, manifest: {} }], 'strip({ manifest }) is no part of the input; use '],
    [
      'compile',
      [{ workflow: [...workflow, ...workflow] }],
      'compile({ workflow })[1].path has to be the path of no other file; it is the text "flow.yaml"',
    ],
    [
      'compile',
      [{ workflow: [{ path: 'flow.yaml', text: Buffer.from('steps: []') }] }],
      'compile({ workflow })[0].text has to be the text of the file; it is bytes; `toString()` of a Buffer makes a text of them',
    ],
    [
      'compile',
      [{ workflow, options: { environment: Object.fromEntries('abcdefghijklm'.split('').map((key) => [key, ''])) } }],
      'compile({ options.environment }) has to be a Map of texts; it is an object with a, b, c, d, e, f, g, h and 5 more',
    ],
    [
      'compile',
      [{ workflow, options: { environment: new Map([['STAGE', 3]]) } }],
      'compile({ options.environment }) has to be a Map of texts; it is a Map',
    ],
    [
      'compile',
      [{ workflow, options: { formats: ['dagu'] } }],
      'compile({ options.formats }) has to be a list of formats, which are objects (`format` takes a name); it is a list',
    ],
    [
      'compile',
      [{ workflow, options: { sourceDateEpoch: 1e20 } }],
      'compile({ options.sourceDateEpoch }) has to be a number of seconds; it is the number 100000000000000000000',
    ],
    [
      'compile',
      [{ workflow, defaults: 'base.yaml' }],
      'compile({ defaults }) has to be an object with a function `read`; it is the text "base.yaml"',
    ],
    [
      'promptsFrom',
      [{ 'prompts/a.md': Buffer.from('Is it good?') }],
      'promptsFrom(files)["prompts/a.md"] has to be the text of a prompt; it is bytes',
    ],
    ['promptsFrom', [new Map([['a', 'b']])], 'promptsFrom(files) has to be an object of texts by path; it is a Map'],
    [
      'createManifest',
      [library.compile({ workflow: [{ path: 'flow.yaml', text: '{' }], configuration: enabled }), workflow, []],
      'createManifest(result) needs a result that is `ok`; this one has errors',
    ],
    [
      'createManifest',
      [library.strip({ workflow }), workflow, []],
      'createManifest(result) has to be a result of `compile`; it is an object with',
    ],
    [
      'createManifest',
      [library.compile({ workflow }), [], []],
      'createManifest(result, files) has no flow.yaml, which `compile` was given',
    ],
    ['showDiagnostics', [[3], []], 'showDiagnostics(diagnostics)[0] has to be a diagnostic; it is the number 3'],
    [
      'showDiagnostics',
      [[], [], 'xml'],
      'showDiagnostics knows the views pretty, json, sarif, github, prompt, not xml',
    ],
  ])('%s(%j)', (name, given, message) => {
    expect(() => use[name]!(...given)).toThrow(`dagweave: ${message}`);
  });

  test.each([
    [undefined, '; it is undefined'],
    ['Is it good?', '; it is the text "Is it good?"'],
    [Promise.resolve(), ' with the kind text, missing, outside, unreadable; it is a promise; wait for it first'],
    [{ kind: 'text', path: 'a', text: Buffer.from('Is it good?') }, '.text has to be a text; it is bytes'],
    [{ kind: 'missing', path: 'a' }, '.known has to be a list; it is undefined'],
  ])('a prompt that is %j', (file, message) => {
    const prompts = { read: () => file as never };
    const call = () => library.compile({ workflow, configuration: enabled, prompts });
    expect(call).toThrow('dagweave: compile({ prompts }).read("prompts", "review.md")');
    expect(call).toThrow(message);
  });

  test('defaults that are a promise', () => {
    const defaults = { read: () => Promise.resolve() as never };
    expect(() =>
      library.compile({ workflow, configuration: enabled, defaults, options: { baseConfig: 'base.yaml' } }),
    ).toThrow('compile({ defaults }).read("base.yaml") has to be { text } or { problem }');
  });

  test('what is left out is not there', () => {
    expect(library.compile({ workflow })).toMatchObject({ ok: true, enabled: false, outputs: workflow });
  });
});

test('prompts of a program are below their directory, or do not exist', () => {
  const { read } = library.promptsFrom({ 'rules/prompts/review.md': 'Is it good?', 'rules/secret.md': 'no' });
  expect(read('rules/prompts', 'review.md')).toMatchObject({ kind: 'text', text: 'Is it good?' });
  expect(read('rules/prompts', '../secret.md')).toMatchObject({ kind: 'outside' });
  expect(read('rules/prompts', 'revew.md')).toMatchObject({ kind: 'missing', known: ['review.md'] });
  expect(read('.', '../x')).toMatchObject({ kind: 'outside' });
});

test('a manifest gives the bytes back, and names a file that it does not know', () => {
  const workflow = [{ path: 'flow.yaml', text: 'steps:\n  - name: a\n    command: make\n' }];
  const text = 'hooks: {enabled: true, injections: {final: [{id: end, type: shell, command: ./end.sh}]}}';
  const configuration = [{ path: 'hooks.yaml', text, layer: 'project' as const }];
  const done = library.compile({ workflow, configuration, options: { targetVersion: '1.30' } });
  const manifest = library.createManifest(done, workflow, configuration);
  expect(library.stripByManifest(done.outputs, manifest).outputs).toEqual(workflow);
  const foreign = library.stripByManifest([{ path: 'other.yaml', text: 'steps: []\n' }], manifest);
  expect(foreign).toMatchObject({ ok: false, outputs: [] });
  expect(library.showDiagnostics(foreign.diagnostics, [])).toContain('DW710');
});
