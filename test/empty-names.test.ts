import { describe, expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { strip } from '../src/strip.js';
import { expectThereAndBack, inputOf } from './there-and-back.js';

const spellings = [
  '',
  ' null',
  '   NULL',
  ' Null',
  ' ~',
  ' ""',
  " ''",
  ' "  "',
  " '\t '",
  ' &a',
  ' &a ~',
  ' # comment',
  ' ~ # comment',
];

/** Where the field without a value is in its step. */
const blocks: Readonly<Record<string, (name: string) => string>> = {
  first: (name) => `  - name:${name}\n    command: make\n`,
  last: (name) => `  - command: make\n    name:${name}\n`,
  'behind a question mark': (name) => `  - command: make\n    ? name\n    :${name}\n`,
};

const flows: Readonly<Record<string, (name: string) => string>> = {
  first: (name) => `  - {name:${name}, command: make}\n`,
  last: (name) => `  - {command: make, name:${name} }\n`,
  quoted: (name) => `  - {"name":${name}, "command": "make"}\n`,
};

const withoutColon = [
  '  - {name, command: make}\n',
  '  - {command: make, name}\n',
  '  - {"name", "":""}\n',
  '  - command: make\n    ? name\n',
  '  - ? name\n    command: make\n',
  '  - ? name # comment\n    command: make\n',
];

/** In block style with nothing, in braces with `null`. */
const withoutValue = {
  '  - name: |\n    command: make\n': '  - name:\n    command: make\n',
  '  - name: "\n      "\n    command: make\n': '  - name:\n    command: make\n',
  '  - {name: "\n      ", command: make}\n': '  - {name: null, command: make}\n',
};

const versions = [undefined, '1.30.2', '2.14.0'];
const before = '  - name: fetch\n    command: git pull\n';
const behind = '  - name: test\n    command: make test\n';
const rules = {
  'behind each': { post_task: [{ type: 'shell', command: './score.sh {{task_id}}', optional: true }] },
  'before and behind each': {
    pre_task: [{ type: 'shell', command: './go.sh {{task_id}}', optional: true }],
    post_task: [{ type: 'shell', command: './score.sh {{task_id}}', optional: true }],
  },
  'at the end': { final: [{ type: 'shell', command: './last.sh' }] },
};

function inLists(step: string): readonly string[] {
  const twice = before + step + step.replace(/&a/, '&b') + behind;
  return [`steps:\n${step}`, `type: graph\nsteps:\n${twice}`];
}

/** Only where no version is known, or in such a list, are made-up names written down. */
function inNestedList(step: string): string {
  return `steps:\n${before}  -\n${`${step}${behind}`.replace(/^(?=.)/gm, '  ')}`;
}

describe.each(spellings)('`name:%s`', (name) => {
  const inFlow = name.includes('#') ? [] : Object.values(flows);
  const steps = [...Object.values(blocks), ...inFlow];
  const texts = steps.flatMap((step) => inLists(step(name)));

  test('comes through a second run and goes back', () => {
    const windows = name === ' ~' ? texts.map((text) => text.replaceAll('\n', '\r\n')) : [];
    expectThereAndBack([...texts, ...windows], rules, undefined);
  });

  test('in a nested list, too', () => {
    expectThereAndBack(
      steps.map((step) => inNestedList(step(name))),
      rules,
      '1.30.2',
    );
  });
});

test.each(versions)('a name without a colon comes through a second run and goes back, for %s', (version) => {
  expectThereAndBack(withoutColon.flatMap(inLists), rules, version);
});

test.each(versions)('an empty name in JSON comes through a second run and goes back, for %s', (version) => {
  const steps = [
    { name: '', command: 'make' },
    { command: 'make', name: null },
    { name: ' ', command: 'make test' },
  ];
  const texts = [0, 2].map((space) => JSON.stringify({ type: 'graph', steps }, null, space));
  expectThereAndBack(texts, rules, version);
});

test.each(versions)('taking a name out does not make a text JSON that was none, for %s', (version) => {
  expect(thereAndBack('{"steps":[{"":""},[{"":""},{"name","":""}],{"":""}]}', version)).toBe(
    '{"steps":[{"":""},[{"":""},{"name","":""}],{"":""}]}',
  );
});

test('what does not fit on the line of a mark comes back without a value', () => {
  for (const [value, left] of Object.entries(withoutValue)) {
    expect(thereAndBack(`steps:\n${before}${value}${behind}`, undefined)).toBe(`steps:\n${before}${left}${behind}`);
  }
});

test('a mark that does not tell how an empty name was spelled takes the name out', () => {
  const step = '  - name:\n    command: make\n  - {name: null, command: make test}\n';
  const text = `steps:\n${before}${step}${behind}`;
  const once = compile(inputOf(text, config, undefined)).outputs[0]!.text;
  const untold = once.replace(/(had an empty name): (?:no value|null)/g, '$1');
  expect(untold.match(/had an empty name$/gm)).toHaveLength(2);
  expect(strip(inputOf(untold, config, undefined)).outputs[0]!.text).toBe(text);
});

const config = { hooks: { enabled: true, tasks_are: 'nodes', injections: rules['before and behind each'] } };

function thereAndBack(text: string, version: string | undefined): string | undefined {
  const { ok, outputs } = compile(inputOf(text, config, version));
  // No version of 2.x reads nested lists.
  if (!ok) return text;
  const once = outputs[0]!.text;
  expect(compile(inputOf(once, config, version)).outputs[0]!.text).toBe(once);
  return strip(inputOf(once, config, version)).outputs[0]!.text;
}
