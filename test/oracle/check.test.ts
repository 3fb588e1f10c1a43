import { describe, expect, test } from 'vitest';
import { checkAugmentation } from './check.js';
import type { OracleConfig } from './rules.js';

const input = `type: graph
# what we build
steps:
  - name: build
    command: make
  - name: unit   # fast
    command: make unit
    depends: [build]
  - name: ship
    command: make ship
    depends: [unit]
handlerOn:
  exit:
    command: echo old
`;

const config: OracleConfig = {
  hooks: {
    enabled: true,
    tasks_are: 'nodes',
    step_definitions: {
      start: { type: 'shell', command: 'echo mark-start' },
      gate: { type: 'shell', command: 'echo mark-gate {{task_id}}' },
      second: { type: 'shell', command: 'echo mark-second {{task_id}}' },
      aside: { type: 'shell', command: 'echo mark-aside' },
      bye: { type: 'shell', command: 'echo mark-bye' },
    },
    injections: {
      pre_root: [{ step: 'start', retries: 2, retry_delay: 3, timeout: 60 }],
      post_task: [
        { step: 'gate', tasks: ['unit'] },
        { step: 'second', tasks: ['unit'] },
      ],
      final: [
        { step: 'aside', await: false },
        { step: 'bye', run: 'always' },
      ],
    },
  },
};

const right = `type: graph
# what we build
steps:
  - name: hook-start
    command: echo mark-start
    timeoutSec: 60
    retryPolicy: {limit: 2, intervalSec: 3}
  - name: build
    command: make
    depends: [hook-start]
  - name: unit   # fast
    command: make unit
    depends: [build]
  - name: hook-gate
    command: echo mark-gate unit
    depends: [unit]
  - name: hook-second
    command: echo mark-second 'unit'
    depends: [hook-gate]
  - name: ship
    command: make ship
    depends: [hook-second]
  - name: hook-aside
    command: echo mark-aside
    depends: [ship]
    continueOn: {failure: true, markSuccess: true}
handlerOn:
  exit:
    command: |
      echo old
      ( echo mark-bye ) || true
`;

const check = (output: string) => checkAugmentation({ input, output, config, versions: ['1.30'] });

const wrong: readonly (readonly [what: string, from: string | RegExp, to: string, problem: RegExp])[] = [
  [
    'a gate that can be walked round',
    'depends: [hook-second]',
    'depends: [unit]',
    /V5: "ship" does not wait for hook-gate/,
  ],
  ['an order that is lost', 'command: make unit\n    depends: [build]', 'command: make unit', /V3: "build" no longer/],
  ['a hook that is missing', / {2}- name: hook-second[\s\S]*?\[hook-gate\]\n/, '', /missing: post_task second/],
  ['a hook for the wrong task', 'mark-gate unit', 'mark-gate ship', /missing: post_task gate .* for unit/],
  [
    'a hook too many',
    '  - name: ship',
    '  - name: hook-x\n    command: echo mark-gate unit\n  - name: ship',
    /extra: hook-x/,
  ],
  [
    'hooks in the wrong order',
    /hook-gate\]([\s\S]*)\[hook-second\]/,
    'unit]$1[hook-gate, hook-second]',
    /order: hook-gate/,
  ],
  [
    'a hook that does not come after its place',
    'mark-gate unit\n    depends: [unit]',
    'mark-gate unit\n    depends: [build]',
    /place: hook-gate \(post_task\) does not come after "unit"/,
  ],
  ['a command that changed', 'command: make ship', 'command: make  ship', /V2: step "ship" changed/],
  ['a field that was added', 'command: make ship', 'command: make ship\n    timeoutSec: 4', /V2: step "ship" changed/],
  ['a root field that changed', 'type: graph', 'type: graph\nmaxActiveSteps: 1', /V2: document 1 changed/],
  ['a comment that is gone', '   # fast', '', /comment "# fast" is gone/],
  [
    'steps that changed places',
    /( {2}- name: unit[\s\S]*?\[build\]\n)([\s\S]*?)(handlerOn)/,
    '$2$1$3',
    /V2: step "unit" changed/,
  ],
  ['a cycle', 'depends: [hook-start]', 'depends: [hook-start, ship]', /V1: a cycle/],
  [
    'a need that resolves to nothing',
    'depends: [hook-gate]',
    'depends: [hook-gat]',
    /V1: nothing is called "hook-gat"/,
  ],
  ['two steps of one name', 'name: hook-second', 'name: hook-gate', /V1: two steps are called "hook-gate"/],
  ['a name beyond the limit', 'name: hook-aside', `name: hook-${'a'.repeat(36)}`, /longer than 40 bytes/],
  [
    'something that waits for an unawaited hook',
    'depends: [hook-second]',
    'depends: [hook-second, hook-aside]',
    /V6|cycle/,
  ],
  ['an unawaited hook that can fail the run', ', markSuccess: true', '', /hook-aside may not fail the run/],
  ['a gate that lets failures pass', 'echo mark-gate unit', '( echo mark-gate unit ) || true', /hook-gate is a gate/],
  ['retries that are lost', /\n {4}retryPolicy.*/, '', /not tried again 2 times/],
  ['retries behind a swallowed failure', 'echo mark-start', '( echo mark-start ) || true', /never tried again/],
  ['another delay', 'intervalSec: 3', 'intervalSec: 9', /waits 9 s/],
  ['a time limit that is lost', /\n {4}timeoutSec: 60/, '', /no time limit of 60 s/],
  ['a handler that lost its own command', '      echo old\n', '', /what handler exit ran is gone/],
  ['a handler without its hook', '      ( echo mark-bye ) || true\n', '', /missing: bye in handler exit/],
  ['a handler that nobody asked for', 'handlerOn:', 'handlerOn:\n  success: {command: x}', /handler success changed/],
];

describe('the oracle', () => {
  test('accepts a right output', () => {
    expect(check(right)).toEqual([]);
  });

  test.each(wrong)('catches %s', (_, from, to, problem) => {
    const output = right.replace(from, to);
    expect(output).not.toBe(right);
    expect(check(output).join('\n')).toMatch(problem);
  });

  test('catches an order that nobody asked for', () => {
    const parallel = 'type: graph\nsteps:\n  - name: a\n    command: x\n  - name: b\n    command: y\n';
    const rules = { hooks: { ...config.hooks, injections: {} } };
    const output = `${parallel}    depends: [a]\n`;
    expect(checkAugmentation({ input: parallel, output, config: rules, versions: ['1.30'] }).join()).toMatch(
      /V4: "a" comes before "b"/,
    );
  });

  describe('knows with which step a task is done', () => {
    const step = (name: string, need: string | undefined, command = 'make') =>
      `  - name: ${name}\n    command: ${command}\n${need ? `    depends: [${need}]\n` : ''}`;
    const body = (...steps: readonly string[]) =>
      `type: graph\nsteps:\n  - name: c\n    call: T1\n---\nname: T1\ntype: graph\nsteps:\n${steps.join('')}`;
    const plain = [step('post-merge', undefined), step('publish', 'post-merge'), step('tell', 'publish')];
    const hook = (need: string) => step('hook-gate', need, 'echo mark-gate T1');
    const afterMerge = body(plain[0]!, hook('post-merge'), step('publish', 'hook-gate'), plain[2]!);
    const afterPublish = body(...plain.slice(0, 2), hook('publish'), step('tell', 'hook-gate'));
    const atEnd = body(...plain, hook('tell'));
    const found = (task_ends: readonly string[] | undefined, output: string) => {
      const hooks = { ...config.hooks, tasks_are: 'auto', task_ends, injections: { post_task: [{ step: 'gate' }] } };
      return checkAugmentation({
        input: body(...plain),
        output,
        config: { hooks } as OracleConfig,
        versions: ['1.30'],
      });
    };

    test.each([
      ['post-merge where nothing is set', undefined, afterMerge],
      ['the step that is named', ['publish'], afterPublish],
      ['the first that a pattern matches', ['no-such-step', 'p*h'], afterPublish],
      ['the first in the list of steps, in whatever order they are named', ['tell', 'post-merge'], afterMerge],
      ['the last step where it is not there', ['no-such-step'], atEnd],
      ['the last step where the setting is empty', [], atEnd],
    ])('%s', (_, ends, right) => {
      expect(found(ends, right)).toEqual([]);
      for (const other of [afterMerge, afterPublish, atEnd]) {
        if (other !== right) expect(found(ends, other)).not.toEqual([]);
      }
    });
  });

  test('catches edits that do not lead back to the input', () => {
    const edits = [{ start: 0, end: 0, text: 'x' }];
    expect(checkAugmentation({ input, output: `x${right}`, edits, config, versions: ['1.30'] }).join()).toMatch(
      /does not give the input back/,
    );
  });

  test('catches a gate that takes its policy from defaults of the document', () => {
    const v2 = (text: string) =>
      `defaults: {continue_on: failure}\ntype: graph\nsteps:\n  - id: a\n    run: x\n${text}`;
    const rules = { hooks: { ...config.hooks, injections: { post_task: [{ step: 'gate' }] } } };
    const hook = '  - id: hook_gate\n    run: echo mark-gate a\n    depends: [a]\n';
    const found = (output: string) =>
      checkAugmentation({ input: v2(''), output: v2(output), config: rules, versions: ['2.15'] }).join();
    expect(found(hook)).toMatch(/hook_gate takes continue_on from the defaults/);
    expect(found(`${hook}    continue_on: {failure: false}\n`)).toBe('');
  });

  test('catches LF in a CRLF file', () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    const output = crlf(right).replace('mark-start\r\n', 'mark-start\n');
    expect(checkAugmentation({ input: crlf(input), output, config, versions: ['1.30'] }).join()).toMatch(/ends in LF/);
  });
});
