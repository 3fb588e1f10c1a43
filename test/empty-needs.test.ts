import { describe, test } from 'vitest';
import { expectThereAndBack } from './there-and-back.js';

const spellings = [
  'depends:',
  'depends: ~',
  'depends:   NULL',
  'depends: null',
  'depends: null # comment',
  'depends: # comment',
  'depends: &a null',
];

/** Where the field without a value is in its step. */
const steps: Readonly<Record<string, (field: string) => string>> = {
  first: (field) => `  - ${field}\n    name: build\n    command: make\n`,
  between: (field) => `  - name: build\n    ${field}\n    command: make\n`,
  last: (field) => `  - name: build\n    command: make\n    ${field}\n`,
  'in a step without a name': (field) => `  - ${field}\n    command: make\n`,
};

const before = '  - name: fetch\n    command: git pull\n';
const behind = '  - name: test\n    command: make test\n';

function textsOf(type: string, field: string): readonly string[] {
  const value = field.slice('depends:'.length).trim();
  const inFlow = value.includes('#')
    ? []
    : [
        `  - {name: build, depends: ${value}, command: make}\n`,
        `  - {name: build, command: make, depends: ${value}}\n`,
        `  - {depends: ${value}, command: make}\n`,
      ];
  const written = [...Object.values(steps).map((step) => step(field)), ...inFlow];
  const texts = written.flatMap((step) => [before + step + behind, step].map((list) => `${type}steps:\n${list}`));
  const isMain = field === 'depends: null';
  return texts.flatMap((text) => (isMain ? [text, text.replaceAll('\n', '\r\n'), text.trimEnd()] : [text]));
}

const json = [0, 2].map((space) =>
  JSON.stringify(
    {
      type: 'graph',
      steps: [
        { name: 'build', depends: null, command: 'make' },
        { command: 'make', depends: null },
      ],
    },
    null,
    space,
  ),
);

const rules = {
  'before and behind each': {
    pre_task: [{ type: 'shell', command: './go.sh {{task_id}}', tasks: ['build'], optional: true }],
    post_task: [{ type: 'shell', command: './score.sh {{task_id}}', tasks: ['build'], optional: true }],
  },
  'at the roots': { pre_root: [{ type: 'shell', command: './first.sh' }] },
};

const lists = ['[]', '[ ]', '   []', '[  ]   ', '[] # comment', '[\n    ]', '&a []'];

/** A list of needs that has not even a colon. */
const withoutColon = [
  '  - name: build\n    ? depends\n    command: make\n',
  '  - name: build\n    command: make\n    ? depends\n',
  '  - name: build\n    command: make\n    ? depends # comment\n',
  '  - {name: build, command: make, depends}\n',
  '  - {name: build, depends, command: make}\n',
  '  - {"name": "build", "command": "make", "depends"}\n',
];

const behindQuestionMark = ['', ' null', ' ~', ' # comment'].map(
  (value) => `  - name: build\n    ? depends\n    :${value}\n    command: make\n`,
);

const types = ['', 'type: chain\n', 'type: graph\n'];
const versions = [undefined, '1.30.2', '2.14.0'];

describe.each(spellings)('`%s`', (field) => {
  // The usual spelling with each type for each version, and each other one with each type and for each version.
  const isMain = field === 'depends: null';
  const pairs = types.flatMap((type, at) =>
    (isMain ? versions : [versions[(at + spellings.indexOf(field)) % 3]]).map((version) => ({ type, version })),
  );

  test.each(pairs)('comes through a second run and goes back, with $type for $version', ({ type, version }) => {
    expectThereAndBack(textsOf(type, field), rules, version);
  });
});

test.each([
  undefined,
  '1.30.2',
  '2.14.0',
])('null in JSON comes through a second run and goes back, for %s', (version) => {
  expectThereAndBack(json, rules, version);
});

test.each([
  undefined,
  '1.30.2',
  '2.14.0',
])('needs behind a question mark or without a colon come through a second run and go back, for %s', (version) => {
  const steps = [...withoutColon, ...behindQuestionMark];
  const texts = steps.flatMap((step) => [step, before + step + behind]);
  expectThereAndBack(
    ['', 'type: graph\n'].flatMap((type) => texts.map((list) => `${type}steps:\n${list}`)),
    rules,
    version,
  );
});

describe.each(lists)('`depends: %s`', (list) => {
  test.each(
    types.flatMap((type) => versions.map((version) => ({ type, version }))),
  )('comes through a second run and goes back, with $type for $version', ({ type, version }) => {
    expectThereAndBack(textsOf(type, `depends: ${list}`), rules, version);
  });
});

test.each(['[]', '[ ]'])('an empty list in JSON comes through a second run and goes back: %s', (list) => {
  const texts = json.map((text) =>
    text.replaceAll('"depends":null', '"depends":[]').replaceAll('"depends": null', `"depends": ${list}`),
  );
  for (const version of versions) expectThereAndBack(texts, rules, version);
});
