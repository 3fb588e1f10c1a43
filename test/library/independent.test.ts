import { expect, test } from 'vitest';
import { compile, strip, unifiedDiff, verify } from '../../src/index.js';

const flow = `type: graph
steps:
  - name: unit-tests
    command: make test
  - name: deploy
    command: ./deploy.sh
    depends: unit-tests
`;
/** Its step that nobody uses is a note of the rules, its handler a warning. */
const rules = `hooks:
  enabled: true
  vars: {stage: work}
  step_definitions:
    idle: {type: shell, command: ./idle.sh}
  injections:
    post_task:
      - {id: coverage, type: shell, command: "./coverage.sh {{vars.stage}}", tasks: [unit-tests]}
    final:
      - {id: end, type: shell, command: ./end.sh, run: failure}
`;
const large = (count: number) =>
  ['type: graph\nsteps:\n', ...names(count).map((name) => `  - name: ${name}\n    call: ${name}\n`)].join('') +
  names(count)
    .map((name) => `---\nname: ${name}\n${flow.replace('make test', `make ${name}`)}`)
    .join('');
const names = (count: number) => Array.from({ length: count }, (_, index) => `T${index}`);

const given = (text: string) => ({
  workflow: [{ path: 'flow.yaml', text }],
  configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' as const }],
  options: { targetVersion: '1.30', environment: new Map([['STAGE', 'work']]) },
});
const inputs = {
  'a workflow': () => given(flow),
  'a large one': () => given(large(300)),
  'one with a fault': () => given('{'),
  'no rules': () => ({ workflow: given(flow).workflow }),
  'rules with a fault': () => ({
    ...given(flow),
    configuration: [{ path: 'hooks.yaml', text: 'hooks: {enabled: true, x: 1}', layer: 'project' as const }],
  }),
};
const calls = Object.entries(inputs).flatMap(([name, input]) =>
  [compile, strip, verify].map((call) => ({ name: `${call.name} of ${name}`, result: () => call(input()) })),
);

test('a result is the same, whatever a program did to earlier ones', () => {
  const before = calls.map(({ result }) => said(result()));
  for (const { name, result } of calls) {
    spoil(result(), new Set());
    expect(
      calls.map((one) => said(one.result())),
      `after ${name}`,
    ).toEqual(before);
  }
});

test.each(
  Object.keys(inputs) as (keyof typeof inputs)[],
)('a result stays as it is, whatever a program does to what it gave: %s', (name) => {
  const input = inputs[name]();
  const result = compile(input);
  const as = said(compile(inputs[name]()));
  spoil(input, new Set());
  expect(said(result)).toBe(as);
  expect(unifiedDiff(result)).toBe(unifiedDiff(compile(inputs[name]())));
});

/** What is given to programs. */
function said({
  reading,
  ...result
}: ReturnType<typeof compile | typeof strip | typeof verify> & { reading?: unknown }) {
  const values = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
  // The plan holds the graph in a circle of its own.
  return JSON.stringify({ ...result, workflows: undefined, reading: typeof reading }, values);
}

/** Changes all that can be changed in it; graphs and plans have much in common, and nobody changes them. */
function spoil(value: unknown, done: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || done.has(value)) return;
  done.add(value);
  for (const [key, one] of Object.entries(value)) if (key !== 'reading' && key !== 'workflows') spoil(one, done);
  try {
    if (value instanceof Map || value instanceof Set) value.clear();
    else if (Array.isArray(value)) value.push(...value.splice(0).reverse(), 'more');
    else for (const key of Object.keys(value)) Object.assign(value, { [key]: 'spoilt' });
  } catch (error) {
    // It is frozen.
    expect(error).toBeInstanceOf(TypeError);
  }
}
