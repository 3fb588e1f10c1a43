import { describe, expect, test } from 'vitest';
import { type CompileInput, type CompileResult, compile } from '../../src/compile.js';
import { dagu } from '../../src/formats/dagu/index.js';
import { type CompileMemory, createCompileMemory } from '../../src/pipeline/compile-memory.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';

describe('a compile that follows another one in the process', () => {
  test('plans nothing anew where one task got the steps of another', () => {
    const { memory, taken } = watchedMemory();
    compile(given(), memory);
    const changed = given({ text: bundle({ T3: stepsOf('T2') }) });
    const result = compile(changed, memory);
    expect(taken).toEqual([0, 2]);
    expect(result.outputs).toEqual(compile(changed).outputs);
  });

  test('writes and verifies only the task that changed, from the third compile on', () => {
    const { memory, written } = watchedMemory();
    const changed = given({ text: bundle({ T2: `description: longer\n${stepsOf('T2')}` }) });
    for (const input of [given(), given(), given(), changed, changed]) {
      expect(said(compile(input, memory))).toEqual(said(compile(input)));
      written.push('|');
    }
    const all = 'root T1 T2 T3 T4';
    expect(written.join(' ')).toBe([all, all, 'root', 'root T2', 'root', ''].join(' | ').trim());
  });

  test('gives the edits of what it did not write anew, where they are now', () => {
    const { memory } = watchedMemory();
    compile(given(), memory);
    compile(given(), memory);
    const moved = given({ text: bundle({ T1: `description: longer\n${stepsOf('T1')}` }) });
    expect(compile(moved, memory).edits).toEqual(compile(moved).edits);
  });

  test('finds the plans of it where hooks are looked for or taken out', () => {
    const { memory, taken } = watchedMemory();
    const [output] = compile(given(), memory).outputs;
    const hooked = given({ text: output!.text });
    expect(verify(hooked, memory)).toEqual(verify(hooked));
    expect(strip(hooked, memory).outputs[0]!.text).toBe(bundle());
    expect(taken).toEqual([0, 2, 2]);
  });

  for (const [what, second] of [
    ['the root', given({ text: bundle().replace('SPEC_ID=one', 'SPEC_ID=two') })],
    ['the name of a task', given({ text: bundle().replaceAll('T4', 'T5') })],
    ['the line breaks', given({ text: bundle().replaceAll('\n', '\r\n') })],
    ['a prompt', given({ prompt: 'Look at {{task_id}} twice.\n' })],
    ['an option', given({ variables: new Map([['team', 'blue']]) })],
    ['the environment', given({ environment: new Map([['STAGE', 'test']]) })],
    ['the version of the engine', given({ targetVersion: '2.14' })],
    ['the path', { ...given(), workflow: [{ path: 'other.yaml', text: bundle() }] }],
    ['a rule', given({ command: './gate --strict' })],
  ] as const)
    test(`sees that ${what} changed`, () => {
      const { memory, taken } = watchedMemory();
      compile(given(), memory);
      expect(said(compile(second, memory))).toEqual(said(compile(second)));
      expect(taken).toEqual([0, 0]);
    });

  test('sees what the caller changed in the same objects', () => {
    const memory = createCompileMemory();
    const variables = new Map([['team', 'red']]);
    const input = given({ variables });
    expect(compile(input, memory).outputs[0]!.text).toContain('./gate red');
    variables.set('team', 'blue');
    expect(compile(input, memory).outputs[0]!.text).toContain('./gate blue');
    Object.assign(input.configuration[0]!, { text: input.configuration[0]!.text.replace('./gate', './other') });
    expect(compile(input, memory).outputs[0]!.text).toContain('./other blue');
    const file = { kind: 'text' as const, path: 'review.md', text: 'Look once.\n' };
    const withFile = { ...input, prompts: { read: () => file } };
    expect(compile(withFile, memory).outputs[0]!.text).toContain('Look once.');
    file.text = 'Look twice.\n';
    expect(compile(withFile, memory).outputs[0]!.text).toContain('Look twice.');
  });

  test('plans all anew where a plan followed from what another task says', () => {
    const { memory, taken } = watchedMemory();
    const shown = bundle({ T3: `env:\n  - ARBORIST_HOME=/srv\n${stepsOf('T3')}` }).replace(/env:\n.*SPEC_ID=one\n/, '');
    const command = './gate {{branch_name}}';
    expect(compile(given({ text: shown, command }), memory).ok).toBe(true);
    const hidden = given({ text: shown.replace('ARBORIST_HOME', 'HOME'), command });
    expect(said(compile(hidden, memory))).toEqual(said(compile(hidden)));
    expect(compile(hidden, memory).ok).toBe(false);
    expect(taken.slice(1)).toEqual([0, 0]);
  });

  test('so it does where what runs at the end of the run was the first to ask that', () => {
    const { memory, taken } = watchedMemory();
    const shown = bundle({ T3: `env:\n  - ARBORIST_HOME=/srv\n${stepsOf('T3')}` }).replace(/env:\n.*SPEC_ID=one\n/, '');
    const command = './gate {{branch_name}}';
    const end = [{ id: 'end', type: 'shell', command: './end {{worktree_path}}', run: 'always' }];
    expect(compile(given({ text: shown, command, end }), memory).ok).toBe(true);
    const hidden = given({ text: shown.replace('ARBORIST_HOME', 'HOME'), command, end });
    expect(said(compile(hidden, memory))).toEqual(said(compile(hidden)));
    expect(taken).toEqual([0, 0]);
  });

  test('finds nothing of one that failed', () => {
    const { memory, taken } = watchedMemory();
    compile(given({ text: bundle({ T3: 'steps:\n  - name: a\n    command: b\n    depends: c\n' }) }), memory);
    compile(given(), memory);
    expect(taken.at(-1)).toBe(0);
  });

  test('finds no numbers of shapes where no plans were left, or very many', () => {
    const { rules, plans } = createCompileMemory();
    const damaged = (task: number) =>
      given({ text: `${bundle({ T3: `labels: [x${task}]\n${stepsOf('T3')}` })}---\nname: T9\n` });
    for (let task = 0; task < 20; task += 1) compile(damaged(task), { rules, plans });
    expect(plans.readerOf(dagu)!.numbers.settings.size).toBe(0);
    compile(given(), { rules, plans });
    for (let task = 0; task < 20; task += 1) compile(damaged(task), { rules, plans });
    expect(plans.readerOf(dagu)!.numbers.settings.size).toBeGreaterThan(20);
    for (let number = 0; number < 10_000; number += 1) plans.readerOf(dagu)!.numbers.settings.set(`${number}`, number);
    expect(plans.readerOf(dagu)!.numbers.settings.size).toBe(0);
  });

  test('finds no more than a model writes of shapes, so that a process does not grow', () => {
    const { memory, taken } = watchedMemory();
    const unlike = (from: number) => {
      const steps = (task: number) =>
        Array.from({ length: 10 }, (_, step) => {
          const isNeeded = step > 0 && ((task >> (step - 1)) & 1) === 1;
          return `  - name: s${step}\n    command: make\n${isNeeded ? '    depends: s0\n' : ''}`;
        });
      const tasks = Object.fromEntries(names.map((name, at) => [name, `steps:\n${steps(from + at).join('')}`]));
      return given({ text: bundle(tasks) });
    };
    for (let from = 0; from < 512; from += names.length) compile(unlike(from), memory);
    expect(Math.max(...taken)).toBeGreaterThan(400);
    expect(Math.max(...taken)).toBeLessThanOrEqual(500);
  });
});

function said({ ok, diagnostics, outputs, summary }: CompileResult) {
  return { ok, diagnostics, outputs, steps: summary.steps, costs: summary.costs };
}

const names = ['T1', 'T2', 'T3', 'T4'];

function stepsOf(name: string): string {
  return `steps:\n  - name: build\n    command: make ${name}\n${name === 'T3' ? '  - name: test\n    command: make test\n    depends: build\n' : ''}`;
}

function bundle(bodies: Readonly<Record<string, string>> = {}): string {
  const calls = names.map((name) => `  - name: c-${name}\n    call: ${name}\n`).join('');
  const root = `name: root\nenv:\n  - ARBORIST_SPEC_ID=one\nsteps:\n${calls}`;
  return [root, ...names.map((name) => `name: ${name}\n${bodies[name] ?? stepsOf(name)}`)].join('---\n');
}

interface Given {
  readonly text?: string;
  readonly prompt?: string;
  readonly command?: string;
  readonly end?: readonly object[];
  readonly variables?: ReadonlyMap<string, string>;
  readonly environment?: ReadonlyMap<string, string>;
  readonly targetVersion?: string;
}

function given({
  text = bundle(),
  prompt = 'Look at {{task_id}} of {{spec_id}}.\n',
  command = './gate {{vars.team}} {{env.STAGE}}',
  variables = new Map([['team', 'red']]),
  environment = new Map([['STAGE', 'production']]),
  targetVersion = '1.30',
  end = [],
}: Given = {}): CompileInput {
  const gate = { id: 'gate', type: 'shell', command, tasks: ['*'] };
  const review = { id: 'review', type: 'llm_eval', prompt_file: 'review.md', tasks: ['*'] };
  const hooks = { hooks: { enabled: true, injections: { pre_task: [gate], post_task: [review], final: end } } };
  return {
    workflow: [{ path: 'bundle.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(hooks) }],
    prompts: { read: (_, name) => ({ kind: 'text', path: name, text: prompt }) },
    options: { targetVersion, variables, environment, byShape: true },
  };
}

interface WatchedMemory {
  readonly memory: CompileMemory;
  /** By compile: how many plans it found. */
  readonly taken: readonly number[];
  /** The DAGs that were written. */
  readonly written: string[];
}

function watchedMemory(): WatchedMemory {
  const { rules, plans } = createCompileMemory();
  const taken: number[] = [];
  const take: typeof plans.take = (ground, prompts) => {
    const found = plans.take(ground, prompts);
    taken.push([...found.plans.values()].reduce((sum, ofRules) => sum + ofRules.size, 0));
    return found;
  };
  const written: string[] = [];
  const readerOf: typeof plans.readerOf = (format) => {
    const reader = plans.readerOf(format)!;
    return {
      ...reader,
      open(...given) {
        const plain = reader.open(...given);
        return (
          plain && {
            ...plain,
            write(dag, ...others) {
              written.push(plain.names[dag]!);
              return plain.write(dag, ...others);
            },
          }
        );
      },
    };
  };
  return { memory: { rules, plans: { ...plans, take, readerOf } }, taken, written };
}
