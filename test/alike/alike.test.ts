import { describe, expect, test } from 'vitest';
import { hooksConfig } from '../../bench/generate.mjs';
import { compile } from '../../src/compile.js';
import { createCompileMemory } from '../../src/pipeline/compile-memory.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { seedOfCase } from '../random.js';
import { seed } from '../seed.js';
import { generatedBundle } from '../text/documents.js';
import { disagreement, isOfShapes } from './agree.js';
import { randomCase } from './random-case.js';

// `npx tsx test/alike/survey.ts` does the same with thousands.
test('workflows compiled document by document come out as they do in full', { timeout: 300_000 }, () => {
  const found = Array.from({ length: 36 }, (_, number) => disagreement(randomCase(seedOfCase(seed, number))));
  expect(found.flatMap(({ difference }) => difference ?? [])).toEqual([]);
  expect(found.filter(({ isByShape }) => isByShape).length).toBeGreaterThan(3);
});

describe('a bundle of many tasks is compiled document by document', () => {
  for (const style of ['plain', 'mixed', 'hostile'] as const)
    for (const [targetVersion, eol] of [
      ['1.30', 'lf'],
      ['1.30', 'crlf'],
      ['2.14', 'lf'],
    ] as const)
      test(`${style}, ${eol}, for ${targetVersion}: the bytes, the answer of verify and the way back are those of a compile in full`, () => {
        const bundle = generatedBundle('--tasks', '60', '--style', style, '--eol', eol);
        const text = targetVersion === '2.14' ? in2x(bundle) : bundle;
        const inputOf = (workflow: string, byShape: boolean | undefined) => ({
          workflow: [{ path: 'bundle.yaml', text: workflow }],
          configuration: [{ layer: 'project' as const, path: 'hooks.json', text: JSON.stringify(hooksConfig()) }],
          prompts: { read: () => ({ kind: 'text' as const, path: 'summary.md', text: 'Sum up {{spec_id}}.\n' }) },
          options: { targetVersion, byShape },
        });
        const result = compile(inputOf(text, undefined));
        const inFull = compile(inputOf(text, false));
        expect(isOfShapes(result)).toBe(true);
        expect(result.diagnostics).toEqual(inFull.diagnostics);
        const output = result.outputs[0]!.text;
        expect(output).toBe(inFull.outputs[0]!.text);
        expect(result.workflows[0]!.plan.dags.length).toBe(result.summary.dags);
        const again = compile(inputOf(output, undefined));
        expect([isOfShapes(again), again.outputs[0]!.text === output, again.edits]).toEqual([true, true, []]);
        expect(verify(inputOf(output, undefined))).toEqual(verify(inputOf(output, false)));
        expect(strip(inputOf(output, undefined)).outputs[0]!.text).toBe(text);
      });
});

describe('a bundle whose file names the root is compiled document by document', () => {
  test.each(['1.30', '2.14'])('for %s', (targetVersion) => {
    const bundle = generatedBundle('--tasks', '60');
    const text = (targetVersion === '2.14' ? in2x(bundle) : bundle).replace(/^name: .*\n/m, '');
    const shell = (id: string, command: string, tasks?: readonly string[]) => ({ id, type: 'shell', command, tasks });
    const injections = {
      pre_root: [shell('before', './check {{dag.name}}')],
      post_task: [shell('gate', './gate {{task_id}}', ['*'])],
      post_roots: [shell('after', './clean {{spec_id}}')],
    };
    expectAsInFull(text, { targetVersion, injections, writes: 'DAG_NAME' });
  });
});

test('a file of which only `run` shows the version is compiled document by document', () => {
  const task = (name: string) => `---\nname: ${name}\nsteps:\n  - name: build\n    run: make ${name}\n`;
  const root = 'name: root\ntype: graph\nsteps:\n  - {name: a, call: T1}\n  - {name: b, call: T2}\n';
  const injections = { post_task: [{ id: 'gate', type: 'shell', command: './gate', tasks: ['*'] }] };
  expectAsInFull(root + task('T1') + task('T2'), { injections, writes: 'run: ./gate' });
});

test('a `run` that may be a call of 1.x is one in both ways', () => {
  const task = (name: string, run: string) => `---\nname: ${name}\nsteps:\n  - name: build\n    run: ${run}\n`;
  const root = 'name: root\nsteps:\n  - {name: a, call: T1}\n  - {name: b, call: T2}\n';
  const text = root + task('T1', 'T2') + task('T2', 'T1');
  const compiled = (byShape: boolean) =>
    compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: '{"hooks": {"enabled": true}}' }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { byShape },
    }).diagnostics;
  expect(compiled(true).length).toBeGreaterThan(0);
  expect(compiled(true)).toEqual(compiled(false));
});

test.each([3, 20])('of %i patterns that match no task, those that are names of steps are reported as such', (count) => {
  const task = (name: string) => `---\nname: ${name}\nsteps:\n  - name: build\n    command: make ${name}\n`;
  const flow = `name: root\nsteps:\n  - {name: a, call: T1}\n  - {name: b-1, call: T2}\n${task('T1')}${task('T2')}`;
  const patterns = Array.from({ length: count }, (_, at) => ['build', 'b-1', 'buil', 'a-2'][at % 4]!);
  const rules = patterns.map((one, at) => ({ id: `gate-${at}`, type: 'shell', command: './gate', tasks: ['T1', one] }));
  const hooks = { enabled: true, injections: { post_task: rules } };
  const compiled = (byShape: boolean) =>
    compile({
      workflow: [{ path: 'flow.yaml', text: flow }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape },
    });
  const byShape = compiled(true);
  expect(isOfShapes(byShape)).toBe(true);
  expect(byShape.diagnostics).toEqual(compiled(false).diagnostics);
  const steps = byShape.diagnostics.filter(({ code, help }) => code === 'DW402' && help?.includes('a step'));
  expect(steps.length).toBe(Math.ceil(count / 2));
});

test('a hook at the very end of the file goes with its rule', () => {
  const task = (name: string) => `---\nname: ${name}\nsteps:\n  - name: build\n    command: make ${name}\n`;
  const flow = `name: root\nsteps:\n  - name: a\n    call: T1\n  - name: b\n    call: T2\n${task('T1')}${task('T2')}`;
  const compiled = (text: string, tasks: readonly string[]) => {
    const rule = { id: 'gate', type: 'shell', command: './gate', tasks };
    const hooks = JSON.stringify({ hooks: { enabled: true, injections: { post_task: [rule] } } });
    return compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: hooks }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape: true },
    }).outputs[0]!.text;
  };
  expect(compiled(flow, ['*'])).toMatch(/command: \.\/gate\n$/);
  expect(compiled(compiled(flow, ['*']), ['T1'])).toBe(compiled(flow, ['T1']));
});

describe('what the handlers of the root are to run goes in and comes out document by document', () => {
  const bundle = generatedBundle('--tasks', '40');
  const ways = ['failure', 'abort', 'always'].flatMap((run) => [['1.30', run] as const, ['2.14', run] as const]);
  test.each(ways)('for %s: %s', (targetVersion, run) => {
    const text = targetVersion === '2.14' ? in2x(bundle) : bundle;
    const final = ['tell', 'clean'].map((id) => ({ id, type: 'shell', command: `./${id} {{spec_id}}`, run }));
    const injections = { post_task: [{ id: 'gate', type: 'shell', command: './gate', tasks: ['*'] }], final };
    expectAsInFull(text, { targetVersion, injections, writes: './tell' });
  });
});

interface Expected {
  readonly targetVersion?: string;
  readonly injections: object;
  /** What the hooks of the root say. */
  readonly writes: string;
}

/** Document by document, with the bytes, the answer of verify and the way back of a compile in full. */
function expectAsInFull(text: string, { targetVersion, injections, writes }: Expected): void {
  const rules = JSON.stringify({ hooks: { enabled: true, injections } });
  const inputOf = (workflow: string, byShape: boolean) => ({
    workflow: [{ path: 'dags/bundle.yaml', text: workflow }],
    configuration: [{ layer: 'project' as const, path: 'hooks.json', text: rules }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion, byShape },
  });
  const [result, inFull] = [compile(inputOf(text, true)), compile(inputOf(text, false))];
  expect(isOfShapes(result)).toBe(true);
  for (const part of ['outputs', 'diagnostics', 'summary', 'edits'] as const)
    expect(result[part], part).toEqual(inFull[part]);
  const output = result.outputs[0]!.text;
  expect(output).toContain(writes);
  const again = compile(inputOf(output, true));
  expect([isOfShapes(again), again.outputs[0]!.text === output]).toEqual([true, true]);
  expect(verify(inputOf(output, true))).toEqual(verify(inputOf(output, false)));
  expect(strip(inputOf(output, true)).outputs[0]!.text).toBe(text);
}

test('a handler without a mark that runs a hook of an earlier run does not get it once more', () => {
  const task = '---\nname: T1\nsteps:\n  - name: build\n    command: make\n';
  const flow = `name: root\nsteps:\n  - name: a\n    call: T1\n${task}`;
  const final = [{ type: 'shell', command: './tell', run: 'failure' }];
  const compiled = (text: string, byShape: boolean) =>
    compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [
        {
          layer: 'project',
          path: 'hooks.json',
          text: JSON.stringify({ hooks: { enabled: true, marks: false, injections: { final } } }),
        },
      ],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape },
    });
  const first = compiled(flow, true);
  expect(isOfShapes(first)).toBe(true);
  const output = first.outputs[0]!.text;
  expect(output).toContain('./tell');
  const again = compiled(output, true);
  expect(again.outputs[0]!.text).toBe(output);
  expect(again.diagnostics).toEqual(compiled(output, false).diagnostics);
});

/** A bundle with one rule in front of each task and one in the middle of it, compiled in both ways. */
function inBothWays(text: string, targetVersion: string, tasks = 40) {
  const rule = { type: 'shell', command: 'echo {{task_id}}', output: 'OUT', tasks: ['*'] };
  const injections = { pre_task: [rule], post_task: [{ ...rule, command: '{{task_id}} --done', after: 'commit' }] };
  const hooks = JSON.stringify({ hooks: { enabled: true, injections } });
  const compiled = (byShape: boolean) =>
    compile({
      workflow: [{ path: 'bundle.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: hooks }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion, byShape },
    });
  const [result, inFull] = [compiled(true), compiled(false)];
  expect(result.outputs).toEqual(inFull.outputs);
  expect(result.diagnostics).toEqual(inFull.diagnostics);
  expect(result.summary.dags).toBe(tasks);
  return result;
}

describe('tasks are planned together whatever they are called', () => {
  const bundle = generatedBundle('--tasks', '40', '--style', 'mixed');
  test.each([
    ['T.1', 'dots'],
    ['1-t', 'digits in front'],
    ['task 1', 'blanks, each by itself'],
  ])('%s: %s', (example) => {
    const text = bundle.replaceAll(/\bT(\d+)\b/g, (_, digits: string) => example.replace('1', digits));
    expect(isOfShapes(inBothWays(text, '1.30'))).toBe(true);
  });
});

describe('tasks are planned together whatever their documents say beside their steps', () => {
  const bundle = generatedBundle('--tasks', '40');
  test.each([
    ['1.30', 'handlerOn:\n  failure:\n    command: alarm\n'],
    ['1.30', 'workingDir: /srv\n'],
    ['2.14', 'handler_on:\n  failure:\n    run: alarm\n'],
    ['2.14', 'working_dir: /srv\n'],
    ['2.14', 'secrets:\n  - name: KEY\n    provider: env\n    key: KEY\n'],
  ])('for %s: %j', (version, key) => {
    const text = (version === '2.14' ? in2x(bundle) : bundle).replaceAll(/^name: .*\n/gm, (line) => line + key);
    expect(isOfShapes(inBothWays(text, version))).toBe(true);
  });

  test.each([
    ['1.30', 'continueOn:\n  failure: true\n'],
    ['1.30', 'executor:\n  type: http\n  config: {timeout: 5}\n'],
    ['1.30', 'repeatPolicy:\n  repeat: true\n  intervalSec: 1\n'],
    ['1.30', 'shell: bash\nstdout: /tmp/out.txt\n'],
    ['2.14', 'id: implement\n'],
    ['2.14', 'type: http\nconfig:\n  timeout: 5\n'],
    ['2.14', 'continue_on: failed\n'],
  ])('a step of each says, for %s: %j', (version, fields) => {
    const rare = fields.replaceAll(/^(?=.)/gm, '    ');
    const text = (version === '2.14' ? in2x(bundle) : bundle).replaceAll(/^ {2}- name: run\n/gm, (line) => line + rare);
    expect(text.split(rare).length).toBeGreaterThan(20);
    expect(isOfShapes(inBothWays(text, version))).toBe(true);
  });

  test('ids of steps, but not where another step waits for one', () => {
    const text = in2x(bundle).replaceAll(/^ {2}- name: commit\n/gm, (line) => `${line}    id: save\n`);
    expect(isOfShapes(inBothWays(text, '2.14'))).toBe(true);
    const byId = text.replaceAll(/\[commit\]/g, '[save]');
    expect(byId).not.toBe(text);
    expect(isOfShapes(inBothWays(byId, '2.14'))).toBe(false);
  });

  test('a variable with the name of the task', () => {
    const text = bundle.replaceAll(/^name: (T\d+)\n((?:description: .*\n)?env:\n)/gm, 'name: $1\n$2  - TASK=$1\n');
    expect(text).toContain('  - TASK=T007\n');
    expect(isOfShapes(inBothWays(text, '1.30'))).toBe(true);
  });

  test('documents of which hardly two are alike are planned all at once', () => {
    const own = (text: string) =>
      text.replaceAll(
        /^name: (T\d+)\n/gm,
        (line, name: string) => `${line}secrets: [{name: KEY, provider: env, key: ${name}}]\n`,
      );
    expect(isOfShapes(inBothWays(own(bundle), '1.30'))).toBe(true);
    expect(isOfShapes(inBothWays(own(generatedBundle('--tasks', '520')), '1.30', 520))).toBe(false);
  });

  test.each([
    ['of one document', 'shell: pwsh', /^name: T007\n/m, 'DW606', 1],
    ['of each document', 'container: {image: alpine}', /^name: T\d+\n/gm, 'DW602', 40],
    ['of a text that is a number', 'shell: 1', /^name: T007\n/m, 'DW279', 1],
  ] as const)('and whatever is reported %s', (_, key, names, code, times) => {
    const result = inBothWays(
      bundle.replace(names, (line) => `${line}${key}\n`),
      '1.30',
    );
    expect(isOfShapes(result)).toBe(true);
    expect(result.diagnostics.filter((one) => one.code === code)).toHaveLength(times);
  });

  test('and what is reported of their texts is known to who takes hooks out again', () => {
    const text = bundle.replace(/^name: T007\n/m, (line) => `${line}shell: 1\n`);
    const rule = { type: 'shell', command: './gate', tasks: ['*'] };
    const hooks = JSON.stringify({ hooks: { enabled: true, injections: { pre_task: [rule] } } });
    const inputOf = (workflow: string) => ({
      workflow: [{ path: 'bundle.yaml', text: workflow }],
      configuration: [{ layer: 'project' as const, path: 'hooks.json', text: hooks }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape: true },
    });
    const memory = createCompileMemory();
    const output = compile(inputOf(text), memory).outputs[0]!.text;
    const [remembering, forgetful] = [strip(inputOf(output), memory), strip(inputOf(output))];
    expect(remembering.diagnostics.map(({ code }) => code)).toContain('DW279');
    expect(remembering.diagnostics).toEqual(forgetful.diagnostics);
  });
});

describe('rules that match what tasks do', () => {
  const match = { runs: 'deploy *' };
  const ofTasks = { pre_task: [{ type: 'shell', command: './scan {{task_id}}', each: 'task', match }] };
  const compiled = (text: string, byShape: boolean, injections: object = ofTasks) => {
    const hooks = JSON.stringify({ hooks: { enabled: true, injections } });
    return compile({
      workflow: [{ path: 'bundle.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: hooks }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape },
    });
  };
  /** Tasks of one shape. */
  const bundleOf = (...commands: readonly string[]) => {
    const tasks = commands.map((command, at) => `name: T${at}\nsteps:\n  - name: go\n    command: ${command}\n`);
    const calls = commands.map((_, at) => `  - name: c-T${at}\n    call: T${at}\n`);
    return [`name: root\nsteps:\n${calls.join('')}`, ...tasks].join('---\n');
  };

  test('go to those tasks alone', () => {
    const text = bundleOf('make', 'sudo deploy now', 'deploy later', 'echo deploy now');
    const [result, inFull] = [compiled(text, true), compiled(text, false)];
    expect([isOfShapes(result), result.summary.steps]).toEqual([true, 2]);
    expect(result.outputs).toEqual(inFull.outputs);
    expect(result.diagnostics).toEqual(inFull.diagnostics);
  });

  test('go to those that may do it as well, and say so', () => {
    const text = bundleOf('deploy now', '$TOOL now', 'make');
    const [result, inFull] = [compiled(text, true), compiled(text, false)];
    expect([isOfShapes(result), ...result.diagnostics.map(({ code }) => code)]).toEqual([true, 'DW452']);
    expect([result.outputs, result.diagnostics]).toEqual([inFull.outputs, inFull.diagnostics]);
  });

  test('send it the other way where they go to the run', () => {
    const ofRun = { pre_root: [{ type: 'shell', command: './scan', match }] };
    const result = compiled(bundleOf('make', 'make all'), true, ofRun);
    expect([isOfShapes(result), ...result.diagnostics.map(({ code }) => code)]).toEqual([false, 'DW454']);
  });
});

describe('rules about single steps', () => {
  const compiled = (text: string, byShape: boolean, rule: object) => {
    const injections = { post_task: [{ id: 'gate', type: 'shell', command: './gate {{task_id}}', ...rule }] };
    return compile({
      workflow: [{ path: 'bundle.yaml', text }],
      configuration: [
        { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
      ],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape },
    });
  };
  const bundle = generatedBundle('--tasks', '40', '--style', 'mixed');

  test.each([
    ['what a step does', { match: { runs: 'arborist task commit *' } }],
    ['how a step is called', { tasks: ['run*'], each: 'step' }],
    ['both', { tasks: ['run*'], match: { not: { runs: 'make*' } } }],
    ['the steps that call tasks', { match: { calls: 'T*[13579]' } }],
  ])('are planned for all tasks of a shape: %s', (_, rule) => {
    const [result, inFull] = [compiled(bundle, true, rule), compiled(bundle, false, rule)];
    expect(isOfShapes(result)).toBe(true);
    expect(result.summary.steps).toBeGreaterThanOrEqual(20);
    for (const part of ['outputs', 'diagnostics', 'summary', 'edits'] as const)
      expect(result[part], part).toEqual(inFull[part]);
  });

  /** Tasks of one shape. */
  const bundleOf = (...steps: readonly string[]) => {
    const tasks = steps.map((step, at) => `name: T${at}\nsteps:\n${step}`);
    const calls = steps.map((_, at) => `  - name: c-T${at}\n    call: T${at}\n`);
    return [`name: root\nsteps:\n${calls.join('')}`, ...tasks].join('---\n');
  };
  const running = (...commands: readonly string[]) =>
    bundleOf(...commands.map((command) => `  - name: go\n    command: ${command}\n`));

  test('match some of the tasks of a shape and not the others', () => {
    const rule = { match: { runs: 'deploy *' } };
    const text = running('make', 'sudo deploy now', 'deploy later', 'echo deploy now');
    const [result, inFull] = [compiled(text, true, rule), compiled(text, false, rule)];
    expect([isOfShapes(result), result.summary.steps]).toEqual([true, 2]);
    expect(result.outputs).toEqual(inFull.outputs);
  });

  test('match those that may do it as well, and say so', () => {
    const rule = { match: { runs: 'deploy *' } };
    const text = running('deploy now', '$TOOL now');
    const [result, inFull] = [compiled(text, true, rule), compiled(text, false, rule)];
    expect([isOfShapes(result), ...result.diagnostics.map(({ code }) => code)]).toEqual([true, 'DW452']);
    expect([result.outputs, result.diagnostics]).toEqual([inFull.outputs, inFull.diagnostics]);
  });

  test('give hooks of equal names to steps whose names only look alike', () => {
    const text = bundleOf('  - name: Build image\n    command: make\n', '  - name: Build-image\n    command: make\n');
    const result = compiled(text, true, { tasks: ['Build*'], each: 'step' });
    expect(isOfShapes(result)).toBe(true);
    expect(result.outputs[0]!.text).toContain("./gate 'Build image'");
    expect(result.outputs[0]!.text).toContain('./gate Build-image');
    expect(result.outputs).toEqual(compiled(text, false, { tasks: ['Build*'], each: 'step' }).outputs);
  });

  test.each([
    ['where hooks say what their step runs', running('deploy now', 'deploy'), { command: 'log {{task.command}}' }, []],
    [
      'where a handler runs what they are for',
      running('deploy now').replace('name: T0\n', 'name: T0\nhandlerOn:\n  exit:\n    command: deploy back\n'),
      {},
      ['DW469'],
    ],
  ])('send the file the other way %s', (_, text, rule, codes) => {
    const result = compiled(text, true, { match: { runs: 'deploy *' }, ...rule });
    expect([isOfShapes(result), ...result.diagnostics.map(({ code }) => code)]).toEqual([false, ...codes]);
  });
});

describe('conditions that are the same everywhere', () => {
  const compiled = (when: string, byShape: boolean) => {
    const gate = { id: 'gate', type: 'shell', command: './gate {{task_id}}', tasks: ['T*'], when };
    const tell = { id: 'tell', type: 'shell', command: './tell', run: 'failure', when };
    const hooks = { enabled: true, vars: { team: 'a' }, injections: { post_task: [gate], final: [tell] } };
    return compile({
      workflow: [{ path: 'bundle.yaml', text: generatedBundle('--tasks', '40') }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape },
    });
  };
  test.each([
    ["vars.team == 'a'", 41],
    ["vars.team == 'b'", 0],
  ])('are asked once for all documents: %s', (when, steps) => {
    const [result, inFull] = [compiled(when, true), compiled(when, false)];
    expect([isOfShapes(result), result.summary.steps]).toEqual([true, steps]);
    for (const part of ['outputs', 'diagnostics', 'summary', 'edits'] as const)
      expect(result[part], part).toEqual(inFull[part]);
  });

  test('others send the file the other way', () => {
    expect(isOfShapes(compiled("task.id == 'T001'", true))).toBe(false);
  });
});

test('what rules forbid is looked for in every document, and sends the file the other way where it is there', () => {
  const task = (name: string, command: string) =>
    `---\nname: ${name}\nsteps:\n  - name: build\n    command: ${command}\n`;
  const calls = 'name: root\nsteps:\n  - name: a\n    call: T1\n  - name: b\n    call: T2\n';
  const compiled = (second: string) => {
    const gate = { type: 'shell', command: './gate', tasks: ['*'] };
    const deny = [{ match: { runs: 'rm *' }, message: 'nothing is removed here' }];
    return compile({
      workflow: [{ path: 'flow.yaml', text: calls + task('T1', 'make') + task('T2', second) }],
      configuration: [
        {
          layer: 'project',
          path: 'hooks.json',
          text: JSON.stringify({ hooks: { enabled: true, deny, injections: { post_task: [gate] } } }),
        },
      ],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape: true },
    });
  };
  const allowed = compiled('make all');
  expect([isOfShapes(allowed), allowed.summary.steps, allowed.diagnostics]).toEqual([true, 2, []]);
  const denied = compiled('sudo rm -r /srv');
  expect([isOfShapes(denied), ...denied.diagnostics.map(({ code }) => code)]).toEqual([false, 'DW450']);
});

describe('what a policy demands is planned by shape as well', () => {
  const task = (name: string, env: string) =>
    `---\nname: ${name}\nenv:\n  - ${env}\nsteps:\n  - name: build\n    command: make\n`;
  const calls = 'name: root\nsteps:\n  - name: a\n    call: T1\n  - name: b\n    call: T2\n';
  const gate = { id: 'must', type: 'shell', command: './gate {{task_id}}', tasks: ['*'] };
  const compiled = (byShape: boolean, policy: object, env = 'A=1') => {
    const injections = {
      pre_task: [{ ...gate, id: 'own', command: './own && ./own-of {{task_id}}' }],
      final: [{ id: 'at-end', type: 'shell', command: './at-end', run: 'failure' }],
    };
    const own = { hooks: { enabled: true, injections } };
    return compile({
      workflow: [{ path: 'flow.yaml', text: calls + task('T1', env) + task('T2', env) }],
      configuration: [
        { layer: 'project', path: 'hooks.json', text: JSON.stringify(own) },
        { layer: 'policy', path: 'policy.json', text: JSON.stringify({ hooks: { enabled: true, ...policy } }) },
      ],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape },
    });
  };

  test('beside the hooks of a project', () => {
    const policy = { injections: { post_task: [gate] } };
    const [result, inFull] = [compiled(true, policy), compiled(false, policy)];
    expect([isOfShapes(result), result.summary.steps]).toEqual([true, 5]);
    expect(result.outputs).toEqual(inFull.outputs);
    expect(result.diagnostics).toEqual(inFull.diagnostics);
  });

  test.each([
    ['forbids', { deny: [{ match: { runs: 'rm *' }, message: 'not this' }] }],
    [
      'guards',
      {
        injections: {
          pre_task: [{ ...gate, tasks: undefined, each: 'step', match: { runs: 'rm *' }, optional: true }],
        },
      },
    ],
  ])('beside the hooks of a project, which do nothing that it %s', (_, policy) => {
    const [result, inFull] = [compiled(true, policy), compiled(false, policy)];
    expect([isOfShapes(result), result.summary.steps]).toEqual([true, 3]);
    expect(result.diagnostics).toEqual(inFull.diagnostics);
    expect(result.outputs).toEqual(inFull.outputs);
  });

  test.each([
    [
      'it forbids what a hook of the project may run',
      { deny: [{ match: { runs: './own' }, message: 'not this' }] },
      'A=1',
      'DW470',
    ],
    [
      'it forbids what a hook of the project runs in one task',
      { deny: [{ match: { runs: './own-of T2' }, message: 'not this' }] },
      'A=1',
      'DW470',
    ],
    [
      'it forbids what a handler of the project runs',
      { deny: [{ match: { runs: './at-end' }, message: 'not this' }] },
      'A=1',
      'DW470',
    ],
    [
      'it guards what a hook of the project may run',
      {
        injections: {
          pre_task: [{ ...gate, tasks: undefined, each: 'step', match: { runs: './own' }, optional: true }],
        },
      },
      'A=1',
      'DW470',
    ],
    [
      'it forbids what runs with a setting of the DAG, and a hook of the project runs',
      { deny: [{ match: { env: ['PLACE=production'], runs: './own' }, message: 'not this' }] },
      'PLACE=production',
      'DW470',
    ],
    [
      'the environment of a task decides what its hook runs',
      { injections: { post_task: [gate] } },
      'PATH=/srv',
      'DW471',
    ],
  ])('not where %s', (_, policy, env, code) => {
    const result = compiled(true, policy, env);
    expect(isOfShapes(result)).toBe(false);
    expect(result.diagnostics.map((one) => one.code)).toContain(code);
  });
});

/** The keys of 2.x; no document says its type. */
function in2x(text: string): string {
  return text
    .replaceAll('timeoutSec', 'timeout_sec')
    .replaceAll('retryPolicy', 'retry_policy')
    .replaceAll('intervalSec', 'interval_sec')
    .replaceAll(/(preconditions: )(\{.*?\})/g, '$1[$2]');
}
