import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { createCollector } from '../src/diagnostics/diagnostics.js';
import { createManifest, originsByManifest, reportLostTasks, stripByManifest } from '../src/manifest/manifest.js';
import type { SourceFile } from '../src/model/source.js';
import { strip } from '../src/strip.js';
import { verify } from '../src/verify.js';
import { compileFixture, type Fixture, inputOfFixture, readFixture } from './compile/fixture.js';
import { corpusFiles, corpusMissing, folders } from './corpus/files.js';
import { corpusConfigFor } from './corpus/rules.js';
import { applied, inputOf } from './trust/laws.js';
import { meaningOf } from './trust/meaning.js';
import { isCaught, mutantsOf } from './trust/mutations.js';
import { rewriters } from './trust/rewrite.js';
import { surveyTrust } from './trust/survey.js';

const workflow = `type: graph
steps:
  - name: build
    command: make
  # the tests
  - name: test
    command: make test   # slow
    depends: [build]
  - name: lint
    command: make lint
  - name: deploy
    command: ./deploy.sh
    depends:
      - test
      - lint
`;

const rules = {
  hooks: {
    enabled: true,
    setup: ['build'],
    step_definitions: {
      gate: { type: 'shell', command: './gate.sh {{task_id}}' },
      ready: { type: 'shell', command: './ready.sh' },
    },
    injections: {
      post_roots: [{ step: 'ready' }],
      post_task: [{ step: 'gate', tasks: ['test'] }],
      final: [{ type: 'shell', command: './end.sh', run: 'always' }],
    },
  },
};

const subject = { text: workflow, config: rules, targetVersion: '1.30' };
const augmented = compile(inputOf(subject)).outputs[0]!.text;
const again = (text: string, more: object = {}) => {
  const input = inputOf({ ...subject, text });
  return compile({ ...input, options: { ...input.options, ...more } });
};
const codes = (result: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  result.diagnostics.map((one) => one.code);

describe('marks', () => {
  test('tell what a task waited for where the hook cannot, where tools that drop comments leave it', () => {
    expect(augmented).toMatch(
      /description: \|-\n {6}dagweave: post_roots\/ready [0-9a-f]{12}\n {6}dagweave: "lint" waited for \[\]\n/,
    );
  });

  test('tell it where a hook misleads, not where its own needs tell the same', () => {
    const withRules = (injections: object) => ({ ...subject, config: { hooks: { ...rules.hooks, injections } } });
    const first = { pre_root: [{ id: 'first', type: 'shell', command: './first.sh' }] };
    const block = /# dagweave: first .*\n {2}- name: hook-first\n {4}command: .*\n/;
    const alone = block.exec(applied(withRules(first))!)![0];
    const both = applied(withRules({ ...first, post_roots: [{ step: 'ready' }] }))!;
    expect(both).toContain('depends: [hook-first, hook-ready]');
    expect(both).toContain('dagweave: "lint" waited for []');
    expect(block.exec(both)?.[0]).toBe(alone);
    expect(strip(inputOf({ ...withRules(first), text: both })).outputs[0]!.text).toBe(
      applied({ ...subject, config: { hooks: { enabled: false } } }),
    );
  });

  test('a block that was edited by hand is an error that names it, and --force writes it anew', () => {
    const edited = augmented.replace('./gate.sh test', './gate.sh --skip');
    const result = again(edited);
    expect(codes(result)).toEqual(['DW701']);
    expect(result.diagnostics[0]!.message).toContain('`hook-gate-test`');
    expect(result.outputs).toEqual([]);
    expect(again(edited, { force: true }).outputs[0]!.text).toBe(augmented);
  });

  test('a hook in a handler that was edited by hand is an error too', () => {
    const edited = augmented.replace('./end.sh', './other.sh');
    expect(codes(again(edited))).toEqual(['DW701']);
    expect(again(edited, { force: true }).outputs[0]!.text).toBe(augmented);
  });

  test('a mark whose block is gone is taken out, with a note, and the step below it stays', () => {
    const [before, after] = augmented.split(
      /(?<=# dagweave: post_task\/gate [0-9a-f]{12}\n)[\s\S]*?(?= {2}- name: lint)/,
    ) as [string, string];
    const result = again((before + after).replace('[hook-gate-test]', '[test]').replace('- hook-gate-test', '- test'));
    expect(codes(result)).toContain('DW702');
    expect(result.outputs[0]!.text).toBe(augmented);
  });

  test.each([
    ['above the mark of a hook', (text: string) => text.replace(/.*# dagweave: .*\n/, '$&$&$&')],
    ['below the last step', (text: string) => text.replace('handlerOn:', '  # dagweave: gone 0123456789ab\n$&')],
  ])('marks %s belong to no hook and are taken out, with a note', (_, edit) => {
    for (const end of ['\n', '\r\n']) {
      const asWritten = applied({ ...subject, text: workflow.replaceAll('\n', end) })!;
      const result = again(edit(asWritten.replaceAll('\r', '')).replaceAll('\n', end));
      expect(codes(result)).toContain('DW702');
      expect(result.outputs[0]!.text).toBe(asWritten);
    }
  });

  test('a mark inside of a command is text', () => {
    const text = `steps:\n  - name: a\n    command: |\n      echo\n      # dagweave: post_task/x 0123456789ab\n  - name: hook-x\n    command: echo\n`;
    expect(strip(inputOf({ ...subject, text })).outputs[0]!.text).toBe(text);
  });

  test('without marks, hooks are known by what they say, and a step of that name that says something else stays', () => {
    const config = { hooks: { ...rules.hooks, marks: false } };
    const own = `${workflow}  - name: hook-gate-9\n    command: my own\n`;
    const once = compile(inputOf({ ...subject, config, text: own })).outputs[0]!.text;
    expect(once).not.toContain('# dagweave:');
    // Only the hook in the middle says something: what it holds back did not wait for anything before.
    expect(once.match(/^ +dagweave: .*/gm)).toHaveLength(3);
    expect(once).toContain('my own');
    expect(compile(inputOf({ ...subject, config, text: once })).outputs[0]!.text).toBe(once);
    expect(meaningOf(strip(inputOf({ ...subject, config, text: once })).outputs[0]!.text)).toEqual(meaningOf(own));
  });

  test('a step that somebody put behind a hook waits for what the hook waited for once that is gone', () => {
    const more = augmented.replace(
      'handlerOn:',
      '  - name: notify\n    command: ./notify.sh\n    depends: [hook-gate-test]\nhandlerOn:',
    );
    const result = strip(inputOf({ ...subject, text: more }));
    expect(result.outputs[0]!.text).toBe(
      `${workflow}  - name: notify\n    command: ./notify.sh\n    depends: [test]\n`,
    );
  });

  test('an empty list that cuts a step off in a chain comes back where it stood', () => {
    const text =
      'type: chain\nsteps:\n  - name: build\n    depends: []   # alone\n    command: make\n  - name: test\n    command: make test\n';
    const config = {
      hooks: { enabled: true, injections: { pre_task: [{ type: 'shell', command: './go.sh', tasks: ['build'] }] } },
    };
    const of = { ...subject, text, config };
    const once = compile(inputOf(of)).outputs[0]!.text;
    expect(once).toContain('depends: [hook-shell-build]   # alone\n');
    expect(once).toContain('dagweave: "build" waited for nothing\n');
    expect(strip(inputOf({ ...of, text: once })).outputs[0]!.text).toBe(text);
    // Somebody took the list away since: what is left of it is cut off no more.
    const without = once.replace('    depends: [hook-shell-build]   # alone\n', '');
    expect(strip(inputOf({ ...of, text: without })).outputs[0]!.text).toBe(
      text.replace('    depends: []   # alone\n', ''),
    );
  });

  test.each([
    [
      'command: make lint\n      depends:\n        - hook-go-lint\n      name: lint',
      'command: make lint\n      name: lint',
    ],
    ['depends: [hook-go-lint]\n      name: lint\n      command: make lint', 'name: lint\n      command: make lint'],
    [
      'name: lint\n      depends: [hook-go-lint] # why?\n      command: make lint',
      'name: lint\n      # why?\n      command: make lint',
    ],
  ])('needs that a mark says were not there go again wherever another tool has put them: %j', (rewritten, left) => {
    const group = '  - name: fetch\n    command: git pull\n  -\n    - name: unit\n      command: make unit\n';
    const text = `steps:\n${group}    - name: lint\n      command: make lint\n`;
    const injections = { pre_task: [{ id: 'go', type: 'shell', command: './go.sh', tasks: ['lint'] }] };
    const of = { text, targetVersion: '1.30', config: { hooks: { enabled: true, injections } } };
    const once = applied(of)!;
    expect(once).toContain('dagweave: "lint" waited for []\n');
    const written = 'name: lint\n      command: make lint\n      depends: [hook-go-lint]';
    expect(once).toContain(written);
    const stripped = strip(inputOf({ ...of, text: once.replace(written, rewritten) })).outputs[0]!.text;
    expect(stripped).toBe(text.replace('name: lint\n      command: make lint', left));
  });

  test('hooks that wait for each other in a cycle are taken out', () => {
    const text =
      'type: graph\nsteps:\n  - {name: a, command: x, depends: [hook-gate]}\n  - {name: hook-gate, command: y, depends: [hook-ready]}\n  - {name: hook-ready, command: z, depends: [hook-gate]}\n';
    expect(codes(again(text)).filter((code) => code === 'DW208')).toEqual(['DW208']);
  });

  test('messages point into the text as it came', () => {
    const broken = augmented.replace('- test\n', '- tset\n').replace('- hook-gate-test\n', '- tset\n');
    const [found] = again(broken).diagnostics.filter((one) => one.code === 'DW207');
    expect(broken.slice(found!.span!.start, found!.span!.end)).toBe('tset');
    expect(found!.fix?.map((edit) => broken.slice(edit.start, edit.end))).toEqual(['tset']);
  });
});

describe('verify', () => {
  test('is content with what apply wrote', () => {
    expect(verify(inputOf({ ...subject, text: augmented }))).toMatchObject({ ok: true, demanded: 3, diagnostics: [] });
  });

  test('prints a path round a gate that leaks', () => {
    const leaking = augmented.replace('- hook-gate-test', '- test');
    const result = verify(inputOf({ ...subject, text: leaking }));
    expect(result.diagnostics.map((one) => one.message).join('\n')).toContain(
      'the gate is bypassed by `test` → `deploy`',
    );
  });

  test('calls no gate what lets the workflow go on', () => {
    const text = 'type: graph\nsteps:\n  - {name: a, command: x}\n  - {name: b, command: y, depends: [a]}\n';
    const scan = { id: 'scan', type: 'shell', command: './scan.sh', tasks: ['a'], on_failure: 'continue' };
    const of = { text, targetVersion: '1.30', config: { hooks: { enabled: true, injections: { post_task: [scan] } } } };
    const once = compile(inputOf(of)).outputs[0]!.text;
    const result = verify(inputOf({ ...of, text: once.replace('[hook-scan-a]', '[a]') }));
    expect(result.diagnostics.map((one) => one.message)).toEqual([
      '`b` in `it` waits for `a` instead of `hook-scan-a` (Dagu 1.30), against rule scan for task `a`; it may start before the hook has ended, by `a` → `b`',
    ]);
  });

  test('catches each step that is rewired past a gate, in all ways but those in which it waits for nothing behind it', () => {
    const text = 'type: graph\nsteps:\n  - name: a\n    command: x\n  - name: b\n    command: y\n    depends: [a]\n';
    const injections = { post_task: [{ id: 'gate', type: 'shell', command: './gate.sh', tasks: ['a'] }] };
    const of = { text, targetVersion: '1.30', config: { hooks: { enabled: true, injections } } };
    const input = inputOf(of);
    const result = compile(input);
    const once = result.outputs[0]!.text;
    const manifest = createManifest(result, input.workflow, input.configuration);
    const rewired = (needs: string, more: object = {}) =>
      codes(verify({ ...inputOf({ ...of, text: once.replace('[hook-gate-a]', needs) }), ...more }));
    expect(rewired('[hook-gate-a]', { manifest })).toEqual([]);
    expect(rewired('[a]')).toEqual(['DW706']);
    expect(rewired('[a, hook-gate-a]')).toEqual(['DW706']);
    // This may be a step that never waited; the manifest knows better.
    expect(rewired('[]')).toEqual([]);
    expect(rewired('[]', { manifest })).toEqual(['DW713']);
  });

  test('catches each lost need of a hook, and of a step whose gate the rules ask for before it, by the rules alone', () => {
    const text = 'type: graph\nsteps:\n  - name: a\n    command: x\n  - name: b\n    command: y\n    depends: [a]\n';
    const gateAt = (injections: object, needs: string) => {
      const setup = 'post_roots' in injections ? ['a'] : [];
      const of = { text, targetVersion: '1.30', config: { hooks: { enabled: true, setup, injections } } };
      const once = applied(of)!;
      expect(once).toContain(needs);
      return codes(verify(inputOf({ ...of, text: once.replace(needs, '[]') })));
    };
    const gate = { id: 'gate', type: 'shell', command: './gate.sh' };
    expect(gateAt({ pre_task: [{ ...gate, tasks: ['b'] }] }, '[hook-gate-b]')).toEqual(['DW706', 'DW706']);
    expect(gateAt({ post_roots: [gate] }, '[hook-gate]')).toEqual(['DW706']);
    expect(gateAt({ pre_root: [gate] }, '[hook-gate]')).toEqual(['DW706']);
    expect(gateAt({ final: [gate] }, '[b]')).toEqual(['DW706']);
    expect(gateAt({ post_task: [{ ...gate, tasks: ['a'] }] }, '[a]')).toEqual(['DW706', 'DW706']);
  });

  test('names hooks that are missing', () => {
    const { diagnostics } = verify(inputOf(subject));
    const found = diagnostics.map(({ code, span }) => `${code} ${workflow.slice(span!.start, span!.end)}`);
    expect(found).toEqual(['DW703 type', 'DW707 type', 'DW703 test', 'DW706 test', 'DW706 lint', 'DW706 deploy']);
  });

  test('names marked hooks that no rule demands', () => {
    const { final: _, ...injections } = rules.hooks.injections;
    const config = { hooks: { ...rules.hooks, injections: { ...injections, post_task: [] } } };
    expect(codes(verify(inputOf({ ...subject, config, text: augmented })))).toEqual(
      expect.arrayContaining(['DW705', 'DW707']),
    );
  });

  test.skipIf(corpusMissing)(
    'finds every mutation of what Arborist wrote',
    () => {
      const [file] = corpusFiles(folders.find(({ name }) => name === 'arborist')!);
      const of = { text: file!.text, targetVersion: '1.30', config: corpusConfigFor('1.30') };
      const mutants = [...mutantsOf(of, { ...of, config: corpusConfigFor(undefined) })];
      expect(mutants.length).toBeGreaterThan(100);
      expect(mutants.filter((mutant) => !isCaught(mutant)).map(({ what }) => what)).toEqual([]);
    },
    120_000,
  );
});

describe('a manifest', () => {
  const input = inputOf(subject);
  const result = compile(input);
  const manifest = createManifest(result, input.workflow, input.configuration);

  test('tells where each hook is and what was rewired for it', () => {
    const gate = manifest.injections.find(({ node }) => node === 'hook-gate-test')!;
    expect(gate).toMatchObject({
      rule: 'post_task/gate',
      written: { file: 'hooks.json', line: 1 },
      task: 'test',
      edges: {
        added: expect.arrayContaining([
          { from: 'test', to: 'hook-gate-test' },
          { from: 'hook-gate-test', to: 'deploy' },
        ]),
        removed: [{ from: 'test', to: 'deploy' }],
      },
    });
    expect(augmented.slice(gate.range!.start, gate.range!.end)).toMatch(
      /^\s*# dagweave: post_task\/gate[\s\S]*depends: \[test\]$/,
    );
  });

  test('gives back the text before, and refuses one that changed since', () => {
    const { report, all } = createCollector();
    expect(stripByManifest([{ path: 'elsewhere.yaml', text: augmented }], manifest, report)[0]!.text).toBe(workflow);
    expect(all()).toEqual([]);
    stripByManifest([{ path: 'it.yaml', text: `${augmented} ` }], manifest, report);
    expect(all().map((one) => one.code)).toEqual(['DW710']);
  });

  test('that was changed itself is refused', () => {
    const { report, all } = createCollector();
    const [file] = manifest.files;
    for (const inverse of [[], [{ start: 5, end: 2, text: '' }], [{ start: 0, end: 1e9, text: '' }]])
      stripByManifest([{ path: 'it.yaml', text: augmented }], { ...manifest, files: [{ ...file!, inverse }] }, report);
    expect(new Set(all().map((one) => one.code))).toEqual(new Set(['DW711']));
  });

  test('leaves what it does not know as it is', () => {
    const files = [
      { path: 'a', text: 'steps: []' },
      { path: 'it.yaml', text: augmented },
    ];
    expect(originsByManifest(files, manifest).map(({ text }) => text)).toEqual(['steps: []', workflow]);
  });

  test('tells of tasks that are gone, with what may have taken their place', () => {
    const { report, all } = createCollector();
    reportLostTasks(manifest, again(workflow.replaceAll('test', 'tests')), report);
    expect(all().map((one) => one.message)).toEqual([
      'the task `test` of the last run no longer exists; was it renamed to `tests`?',
    ]);
  });
});

describe('handlers of ours that a tool wrote without comments are found again', () => {
  const sweep = { id: 'sweep', type: 'shell', command: './sweep.sh', run: 'always' };
  const lock = { id: 'lock', type: 'shell', command: './lock.sh', run: 'always' };
  const alarm = { id: 'alarm', type: 'shell', command: './alarm.sh', run: 'failure' };
  const own = 'handlerOn:\n  exit: {command: ./own.sh, timeoutSec: 3}\n';
  test.each([
    ['one hook', [sweep], ''],
    ['two, whose script leaves no room', [sweep, lock], ''],
    ['of several events', [sweep, lock, alarm], ''],
    ['beside one that is not ours and leaves no room', [sweep, lock, alarm], own],
  ])('%s', (_, final, handlers) => {
    for (const targetVersion of handlers === '' ? ['1.30', '2.15'] : ['1.30']) {
      const one = {
        text: `${workflow}${handlers}`,
        config: { hooks: { enabled: true, injections: { final } } },
        targetVersion,
      };
      const marked = applied(one)!;
      const unmarked = marked.replace(/^ *# dagweave: .*\n/gm, '');
      expect(unmarked).not.toBe(marked);
      expect(applied({ ...one, text: unmarked })).toBe(marked);
    }
  });
});

describe('every fixture', () => {
  const home = resolve('test/fixtures/formats/dagu');
  for (const name of readdirSync(home).sort()) {
    const fixture = readFixture(join(home, name));
    const once = compileFixture(fixture, fixture.input, fixture.hooks);
    if (!once.ok) continue;

    test(`${name}: a second apply changes nothing, verify is content, and strip goes back`, () => {
      const twice = compileFixture(fixture, once.outputs, fixture.hooks);
      expect(twice.outputs).toEqual(once.outputs);
      expect(twice.edits).toEqual([]);
      const input = inputOfFixture(fixture, once.outputs, fixture.hooks);
      expect(verify(input).diagnostics.filter((one) => one.code.startsWith('DW7'))).toEqual([]);
      expect(strip(input).outputs.map(({ text }) => meaningOf(text))).toEqual(
        once.inputs.map(({ text }) => meaningOf(text)),
      );
    });
  }
});

describe('what another tool has written anew is compiled like a workflow that it wrote anew without hooks', () => {
  const home = resolve('test/fixtures/formats/dagu');
  const { PyYAML: _, ...tools } = rewriters;
  for (const [tool, rewrite] of Object.entries(tools)) {
    const compiled = (fixture: Fixture, files: readonly SourceFile[]) => {
      const rewritten = files.flatMap(({ path, text }) => {
        const written = rewrite!(text);
        return written === undefined ? [] : [{ path, text: written }];
      });
      if (rewritten.length < files.length) return undefined;
      const { ok, outputs } = compileFixture(fixture, rewritten, fixture.hooks);
      return ok ? outputs.map(({ text }) => meaningOf(text)) : undefined;
    };
    test.each(readdirSync(home).sort())(`${tool}: %s`, (name) => {
      const fixture = readFixture(join(home, name));
      const { ok, outputs } = compileFixture(fixture, fixture.input, fixture.hooks);
      const expected = ok ? compiled(fixture, fixture.input) : undefined;
      if (expected) expect(compiled(fixture, outputs)).toEqual(expected);
    });
  }
});

describe.skipIf(corpusMissing)('real Dagu files', () => {
  test('stay as they are under a second apply, and come back from strip', () => {
    const asked = {
      file: () => true,
      law: (name: string) => /second apply|strip/.test(name),
      variant: (name: string) => name === 'as written',
    };
    const findings = [...surveyTrust(asked)];
    expect(findings.length).toBeGreaterThan(900);
    expect(findings.filter(({ end }) => typeof end === 'object')).toEqual([]);
  }, 240_000);
});

test('the manifest calls a step without a name what the engine calls it behind the hooks', () => {
  const workflow = [{ path: 'it.yaml', text: '{"steps": [{env: []}, {env: []}]}\n' }];
  const rules = '{"hooks": {"enabled": true, "injections": {"pre_task": [{"type": "shell", "command": "true"}]}}}';
  const configuration = [{ layer: 'project' as const, path: 'hooks.json', text: rules }];
  const prompts = { read: () => ({ kind: 'missing' as const, path: '', known: [] }) };
  for (const targetVersion of [undefined, '1.30', '2.14']) {
    const input = { workflow, configuration, prompts, options: { targetVersion } };
    const result = compile(input);
    const manifest = createManifest(result, workflow, configuration);
    expect(verify({ ...input, workflow: result.outputs, manifest })).toMatchObject({ ok: true, demanded: 2 });
  }
});

test.each([
  'type: graph\nsteps:\n  - name: a\n    command: make\n  - name: b\n    command: ./deploy\n    depends: [a]\n',
  'type: graph\nsteps:\n  - id: a\n    run: make\n  - id: b\n    run: ./deploy\n    depends: [a]\n',
])('a step that was copied within a file that has hooks is an error that names it: %s', (text) => {
  const hooks = { enabled: true, injections: { pre_task: [{ id: 'scan', type: 'shell', command: './scan' }] } };
  const inputFor = (content: string) => ({
    workflow: [{ path: 'flow.yaml', text: content }],
    configuration: [{ path: 'hooks.json', text: JSON.stringify({ hooks }), layer: 'project' as const }],
    prompts: { read: (_: string, path: string) => ({ kind: 'missing' as const, path, known: [] }) },
  });
  const augmented = compile(inputFor(text)).outputs[0]!.text;
  const copied = `${augmented}${/ +- (?:name|id): a\n.*\n/.exec(augmented)![0]}`;
  expect(codes(compile(inputFor(copied)))).toEqual(['DW206']);
});

test('of steps that wait by made-up names, those are errors that would wait for another one without the hooks', () => {
  const hooks = { enabled: true, injections: { post_task: [{ type: 'shell', command: './gate', tasks: ['b'] }] } };
  const text =
    'type: graph\nsteps:\n  - make\n  - name: a\n    command: make\n    depends: cmd_1\n  - name: b\n    command: make\n';
  const result = (content: string) =>
    compile({
      workflow: [{ path: 'flow.yaml', text: content }],
      configuration: [{ path: 'hooks.json', text: JSON.stringify({ hooks }), layer: 'project' as const }],
      prompts: { read: (_: string, path: string) => ({ kind: 'missing' as const, path, known: [] }) },
      options: { targetVersion: '1.30' },
    });
  const augmented = result(text).outputs[0]!.text;
  expect(result(augmented).outputs[0]!.text).toBe(augmented);
  const { diagnostics } = result(`${augmented}  - x\n  - command: y\n    depends: cmd_5\n`);
  expect(diagnostics.map(({ code, message }) => [code, message.split(',')[0]])).toEqual([
    ['DW716', '`cmd_6` in `flow` waits for `cmd_5`'],
  ]);
});
