import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { inputOf } from '../../there-and-back.js';

const shell = (id: string, command: string) => ({ id, type: 'shell', command, optional: true });
const hooks = (injections: object, more: object = {}) => ({ hooks: { enabled: true, injections, ...more } });
const codes = (found: { readonly diagnostics: readonly { readonly code: string; readonly severity: string }[] }) =>
  found.diagnostics.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));

describe('without marks, a step of the workflow that is called like a hook', () => {
  const rules = hooks(
    { pre_root: [shell('lint', './lint')], pre_task: [shell('gate', './gate {{task.id}}')] },
    { marks: false },
  );

  test.each([
    ['alone', 'type: graph\nsteps:\n  - name: hook-lint\n    command: ./own\n'],
    [
      'beside another one',
      'type: graph\nsteps:\n  - name: A\n    command: a\n  - name: hook-lint\n    command: ./own\n',
    ],
  ])('gets hooks once, %s', (_, text) => {
    const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
    expect(once).toContain('./gate hook-lint');
    expect(compile(inputOf(once, rules, '1.30')).outputs[0]!.text).toBe(once);
    expect(strip(inputOf(once, rules, '1.30')).outputs[0]!.text).toBe(text);
  });
});

test.each([
  ['hooks without marks', { marks: false }, ''],
  ['a hook with a mark and one without', {}, / *# dagweave: b .*\n/],
])('a document with nothing left but %s is left with no step', (_, more, mark) => {
  const rules = hooks({ pre_root: [shell('a', './a'), shell('b', './b')] }, more);
  const text = 'type: graph\nsteps:\n  - name: own\n    command: own\n';
  const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
  const edited = once.replace(/ {2}- name: own\n.*\n.*\n/, '').replace(mark, '');
  expect(compile(inputOf(edited, rules, '1.30')).outputs[0]!.text).toBe('type: graph\nsteps:\n');
});

describe('a name that was written down for a hook', () => {
  const rules = hooks({ pre_root: [shell('first', './first')] });
  const text = 'type: chain\nsteps:\n  - command: one\n  - name: three\n    command: three\n    depends: [cmd_1]\n';
  const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;

  test('stays where nothing else is left of its step', () => {
    expect(once).toContain('  - name: cmd_1\n    command: one\n');
    const edited = inputOf(once.replace('    command: one\n', ''), rules, '1.30');
    expect(strip(edited).outputs[0]!.text).toBe(text.replace('- command: one', '- name: cmd_1'));
  });

  test('goes where the step waits for a hook and for nothing else, and says nothing else', () => {
    const given = `type: graph
steps:
  # dagweave: first 000000000000
  # dagweave: "cmd_1" had no name
  - name: hook-first
    command: ./first
  - name: cmd_1
    depends: [hook-first]
`;
    const left = strip({ ...inputOf(given, rules, '1.30'), options: { targetVersion: '1.30', force: true } });
    expect(left.outputs[0]!.text).toBe('type: graph\nsteps:\n  - depends: []\n');
  });

  test('means the step that has it, where the engine made it up for another one as well', () => {
    const injections = { pre_root: [shell('first', './first'), shell('second', './second')] };
    const both = hooks(injections, { marks: false });
    const given = `type: chain
steps:
  - name: hook-first
    command: ./first
  - echo one
  - name: cmd_2
    command: echo two
  - name: last
    command: echo last
    depends: [cmd_2]
`;
    const found = compile(inputOf(given, both, '1.30')).outputs[0]!.text;
    expect(found).toBe(given.replace('  - echo one', '  - name: hook-second\n    command: ./second\n  - echo one'));
  });
});

test('a step that lost its command is an error where the text without hooks ends with it', () => {
  const rules = hooks({ pre_root: [shell('scan', './scan')] });
  const once = compile(inputOf('type: graph\nsteps:\n  - run: make', rules, '2.15')).outputs[0]!.text;
  const edited = inputOf(once.replace('run: make', 'run:'), rules, '2.15');
  for (const found of [compile(edited), strip(edited)]) expect(codes(found)).toEqual(['DW112']);
});

test('a key that is there in two spellings keeps the one that counts once hooks are gone', () => {
  const rules = hooks({ pre_root: [shell('scan', './scan')] });
  const text = 'x: &none []\ntype: graph\nsteps:\n  - name: a\n    Depends: nobody\n    depends: *none\n';
  const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
  expect(compile(inputOf(once, rules, '1.30')).outputs[0]!.text).toBe(once);
  expect(strip(inputOf(once, rules, '1.30')).outputs[0]!.text).toBe(text.replace('*none', '[]'));
});

describe('between a mark and its hook', () => {
  const rules = hooks({ pre_root: [shell('first', './first')], post_task: [shell('gate', './gate')] });
  const text = 'type: graph\nsteps:\n  - command: one\n  - name: two\n    command: two\n    depends: [cmd_1]\n';
  const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;

  test('blank lines are taken out with the hook', () => {
    const edited = inputOf(once.replaceAll('  - name: hook-', '\n  - name: hook-'), rules, '1.30');
    expect(compile(edited).outputs[0]!.text).toBe(once);
    expect(strip(edited).outputs[0]!.text).toBe(text);
  });

  test.each([
    ['a comment', '  # ours\n'],
    ['a comment at another indentation', '    # ours\n'],
    ['comments and blank lines', '\n# ours\n\n'],
  ])('%s of somebody else stays', (_, comment) => {
    const edited = inputOf(once.replaceAll('  - name: hook-', `${comment}  - name: hook-`), rules, '1.30');
    const left = strip(edited).outputs[0]!.text;
    expect(left.match(/# ours/g)).toHaveLength(3);
    expect(left.replace(/^\s*(?:# ours)?\n/gm, '')).toBe(text);
    const again = compile(edited).outputs[0]!.text;
    expect(again.replace(/^\s*(?:# ours)?\n/gm, '')).toBe(once);
    expect(compile(inputOf(again, rules, '1.30')).outputs[0]!.text).toBe(again);
  });

  test('a line of the mark that was edited goes, and tells nothing', () => {
    const chain = text.replace('graph', 'chain');
    const named = compile(inputOf(chain, rules, '1.30')).outputs[0]!.text;
    expect(named).toContain('# dagweave: "cmd_1" had no name');
    const edited = inputOf(named.replace('"cmd_1" had no name', '"cmd_1" had no'), rules, '1.30');
    expect(strip(edited).outputs[0]!.text).toBe(chain.replace('- command: one', '- name: cmd_1\n    command: one'));
  });
});

test('a mark of nothing below the last step is taken out by the first run, however deep it is', () => {
  const rules = hooks({ post_task: [shell('check', './check')] });
  const text = 'type: graph\nsteps:\n  - name: own\n    command: own\n';
  const marked = `${text}      # dagweave: old 0123456789ab\n`;
  expect(compile(inputOf(marked, rules, '1.30')).outputs).toEqual(compile(inputOf(text, rules, '1.30')).outputs);
});

test('so is one in a last line without a line break', () => {
  const rules = hooks({ post_task: [shell('check', './check')] });
  const text = 'type: graph\nsteps:\n  - name: own\n    command: own';
  for (const marks of [
    '\n  # dagweave: a 0123456789ab',
    '\n  # dagweave: a 0123456789ab\n    # dagweave: b 0123456789ab',
  ])
    expect(compile(inputOf(text + marks, rules, '1.30')).outputs).toEqual(
      compile(inputOf(text, rules, '1.30')).outputs,
    );
});

test('a mark that was moved below the last handler is taken out', () => {
  const rules = hooks({ pre_root: [shell('a', './a')], final: [{ ...shell('end', './end'), run: 'always' }] });
  const text = 'type: graph\nsteps:\n  - name: own\n    command: own\n';
  const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
  const [mark] = / *# dagweave: a .*\n/.exec(once)!;
  const edited = inputOf(`${once.replace(mark, '')}${mark}`, rules, '1.30');
  expect(compile(edited).outputs[0]!.text).toBe(once);
  expect(strip(edited).outputs[0]!.text).toBe(text);
});

test('of two marks above a handler the upper one goes with the lower one', () => {
  const text = 'type: graph\nsteps:\n  - name: own\n    command: own\n';
  const handlers = (marks: string) =>
    `handlerOn:\n${marks}  exit:\n    command: ./end\n  failure:\n    command: ./own\n`;
  const marked = handlers('  # dagweave: old 0123456789ab\n  # dagweave: final 0123456789ab\n');
  const options = { targetVersion: '1.30', force: true } as const;
  const stripped = strip({ ...inputOf(`${marked}${text}`, hooks({}), '1.30'), options }).outputs[0]!.text;
  expect(stripped).toBe(`handlerOn:\n  failure:\n    command: ./own\n${text}`);
});

test('of two marks above a command of a handler the upper one goes with the lower one', () => {
  const text = 'type: graph\nsteps:\n  - name: own\n    command: own\n';
  const commands = (hook: string) => `handlerOn:\n  exit:\n    command:\n${hook}      - ./own\n`;
  const hook =
    '      # dagweave: db 0123456789ab\n      # dagweave: final 0123456789ab\n      - ( ./stop-db.sh ) || true\n';
  const given = {
    ...inputOf(commands(hook) + text, hooks({}), '1.30'),
    options: { targetVersion: '1.30', force: true },
  };
  expect(strip(given).outputs[0]!.text).toBe(commands('') + text);
});

test('what is left of the commands of a handler, once a hook is gone, stays so', () => {
  const text =
    'handlerOn:\n  exit:\n    command:\n      - ./own\ntype: graph\nsteps:\n  - name: own\n    command: own\n';
  const final = { post_roots: [shell('first', './first')], final: [{ ...shell('end', './end'), run: 'always' }] };
  for (const marks of [true, false]) {
    const rules = hooks(final, { marks });
    const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
    expect(once).toMatch(/ {6}- .*\.\/end.*\n {6}- \.\/own\n/);
    const options = { targetVersion: '1.30', force: true } as const;
    const left = (edited: string) => strip({ ...inputOf(edited, rules, '1.30'), options }).outputs[0]!.text;
    const without = left(once.replace('      - ./own\n', ''));
    expect(left(without)).toBe(without);
    expect(without.includes('./end')).toBe(!marks);
  }
});

describe.each([true, false])('hooks that are in a handler more than once, with marks: %s,', (marks) => {
  const rules = hooks({ final: [{ ...shell('end', './end'), run: 'always' }] }, { marks });
  const withCommand = (command: string) =>
    `type: graph\nsteps:\n  - name: own\n    command: own\nhandlerOn:\n  exit:\n    ${command}\n`;
  const commands: readonly (readonly [string, string, RegExp])[] = [
    ['in a list', 'command:\n      # mine\n      - ./own', /(?: {6}# dagweave.*\n)? {6}- .*\.\/end.*\n/],
    ['between brackets', 'command: [./own]', /(?<=\[).*\.\/end.*, (?=\.)/],
    ['in a block', 'command: |\n      ./own', /(?: {6}# dagweave.*\n)? {6}.*\.\/end.*\n(?: {6}# dagweave.*\n)?/],
    ['in quotes', 'command: "./own\\n./more"', /(?<=").*\.\/end.*\\n(?=\.\/own)/],
  ];

  test.each(commands)('%s, are taken out at once, and reported', (_, command, added) => {
    const text = withCommand(command);
    const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
    const withoutMark = (hook: string) => hook.replace(/ *# dagweave[^\\\n"]*(?:\\n|\n)?/g, '');
    const copies = [(hook: string) => hook.repeat(6), (hook: string) => hook + withoutMark(hook)];
    for (const copy of copies) {
      const doubled = once.replace(added, copy);
      const left = strip(inputOf(doubled, rules, '1.30'));
      expect(left.outputs[0]!.text, doubled).toBe(text);
      expect(left.diagnostics.map(({ code }) => code)).toEqual(['DW718']);
      const again = compile(inputOf(doubled, rules, '1.30'));
      expect(again.outputs[0]!.text).toBe(once);
      expect(again.diagnostics.map(({ code }) => code)).toContain('DW718');
      expect(codes(verify(inputOf(doubled, rules, '1.30')))).toEqual(['DW707']);
    }
  });

  test('and of which the last one is all that the handler runs, leave nothing to be taken out', () => {
    for (const command of ['command: |\n      ( ./end ) || true', 'command:\n      - ( ./end ) || true']) {
      const text = withCommand(command);
      expect(strip(inputOf(text, rules, '1.30')).outputs[0]!.text).toBe(text);
      const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
      expect(compile(inputOf(once, rules, '1.30')).outputs[0]!.text).toBe(once);
      expect(strip(inputOf(once, rules, '1.30')).outputs[0]!.text).toBe(text);
    }
    const all = withCommand('command: "( ./end ) || true\\n./end"');
    expect(strip(inputOf(all, rules, '1.30')).outputs[0]!.text).not.toContain('end');
  });
});

describe('what a merge key brings in', () => {
  const rules = hooks({ pre_root: [shell('first', './first')], post_task: [shell('gate', './gate')] });

  test('does not come to count once the need of a hook is gone', () => {
    const text = `type: graph
steps:
  - name: z
    command: z
  - &test
    name: a
    command: make
  - <<: *test
    name: b
`;
    const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
    const edited = once.replace('command: make\n    depends: [hook-first]', 'command: make\n    depends: [z]');
    expect(edited).not.toBe(once);
    const left = strip(inputOf(edited, rules, '1.30')).outputs[0]!.text;
    expect(left).toBe(text.replace('command: make', '$&\n    depends: [z]').replace('name: b', '$&\n    depends: []'));
    const again = compile(inputOf(edited, rules, '1.30')).outputs[0]!.text;
    expect(compile(inputOf(again, rules, '1.30')).outputs[0]!.text).toBe(again);
  });

  test('does not come to count where a mere alias was a step', () => {
    const text = 'steps:\n  - &test\n    command: make\n  - *test\n';
    const once = compile(inputOf(text, rules, undefined)).outputs[0]!.text;
    const edited = inputOf(once.replace(/ *# dagweave: "cmd_1" had no name\n/, ''), rules, undefined);
    expect(edited.workflow[0]!.text).not.toBe(once);
    expect(strip(edited).outputs[0]!.text).toMatch(/name: cmd_1\n.*\n {2}- <<: \*test\n {4}name:\n/);
    const again = compile(edited).outputs[0]!.text;
    expect(compile(inputOf(again, rules, undefined)).outputs[0]!.text).toBe(again);
  });
});

test('a document with nothing left but handlers of hooks is an error', () => {
  const rules = hooks({ final: [{ ...shell('end', './end'), run: 'failure' }] });
  const text = 'steps:\n  - name: own\n    call: sub\n---\nname: sub\nsteps:\n  - name: work\n    command: work\n';
  const once = compile(inputOf(text, rules, '1.30')).outputs[0]!.text;
  const edited = inputOf(once.replace('steps:\n  - name: own\n    call: sub\n', ''), rules, '1.30');
  for (const found of [compile(edited), strip(edited), verify(edited)]) expect(codes(found)).toEqual(['DW714']);
});
