import { describe, expect, test } from 'vitest';
import { baseIsIntact, sameGraph } from './base-intact.js';
import { type FuzzCase, inputOf } from './case.js';
import { undoes } from './edits.js';
import { judge } from './judge.js';
import { makeCase } from './make-case.js';
import { shrink } from './shrink.js';
import { startWatchdog } from './watchdog.js';

const base = 'steps:\n  - make\n  - name: ship\n    command: make ship\n    depends: cmd_1\n';

describe('the base is intact', () => {
  test.each([
    ['with a step more', base.replace('  - name: ship', '  - name: hook-a\n    command: a\n  - name: ship')],
    ['where a command became a mapping', base.replace('- make\n', '- {name: cmd_1, run: make, depends: [hook-a]}\n')],
    ['with handlers', `${base}handlerOn: {exit: {command: a}}\n`],
  ])('%s', (_, made) => expect(baseIsIntact(base, made)).toBeUndefined());

  test.each([
    ['without a step', base.replace('  - make\n', '')],
    ['with another command', base.replace('make ship', 'make shop')],
    [
      'with the steps in another order',
      'steps:\n  - name: ship\n    command: make ship\n    depends: cmd_1\n  - make\n',
    ],
    ['with a new key', `${base}env: []\n`],
    ['with a document more', `${base}---\nname: b\n`],
    ['where the output is no YAML', `${base}  x: [\n`],
  ])('not %s', (_, made) => expect(baseIsIntact(base, made)).toBeDefined());

  test('after strip with other needs it is another graph, with an empty list of needs it is not', () => {
    expect(sameGraph(base, base.replace('cmd_1', 'cmd_2'))).toBe(false);
    expect(sameGraph(base.replace('cmd_1', 'cmd_1\u00a0'), base)).toBe(true);
    expect(sameGraph(base, base.replace('- make\n', '- {command: make, depends: []}\n'))).toBe(true);
    const byId = 'steps:\n  - {name: build, id: b\u00a0, command: make}\n  - {name: ship, depends: [b]}\n';
    expect(sameGraph(byId, byId.replace('[b]', '[build]'))).toBe(true);
  });

  test('a name of blanks is no name', () => {
    const blank = base.replace('- make\n', '- {name: " ", command: make}\n');
    expect(baseIsIntact(blank, blank.replace('" "', 'cmd_1'))).toBeUndefined();
    expect(sameGraph(blank, blank.replace('" "', 'null'))).toBe(true);
  });
});

test('edits that do not lead back to the input are distinguished from those that do', () => {
  const edit = { file: 'a', start: 1, end: 2, text: 'xyz' };
  expect(undoes('abc', 'axyzc', [edit])).toBe(true);
  expect(undoes('abc', 'axyzC', [edit])).toBe(false);
  expect(undoes('abc', 'axyc', [edit])).toBe(false);
});

test('a case is the same for the same seed and number, whatever came before it', () => {
  const seed = { name: 'a', path: 'a.yaml', text: base };
  const seeds = { workflows: [seed], rules: [seed], pairs: [{ workflow: seed, rules: seed, target: undefined }] };
  expect(makeCase(seeds, 1, 5)).toEqual(makeCase(seeds, 1, 5));
  const texts = Array.from({ length: 20 }, (_, number) => makeCase(seeds, 1, number).workflow[0]!.text);
  expect(new Set(texts).size).toBeGreaterThan(10);
});

const rules = '{"hooks": {"enabled": true, "injections": {"post_task": [{"type": "shell", "command": "true"}]}}}';

const whole: FuzzCase = {
  laws: 'of any input',
  workflow: [{ path: 'it.yaml', text: base }],
  configuration: [{ layer: 'project', path: 'hooks.json', text: rules }],
  targetVersion: '1.30',
  origin: 'a test',
};

test('a sound workflow is augmented, a broken one refused with its code', () => {
  expect(inputOf(whole).workflow).toEqual(whole.workflow);
  expect(judge(whole)).toEqual({ kind: 'augmented' });
  const broken = { ...whole, workflow: [{ path: 'it.yaml', text: 'steps: ]' }] };
  expect(judge(broken)).toEqual({ kind: 'refused', code: 'DW101' });
});

test('a workflow of another engine is not compared as if it were one of Dagu', () => {
  const text = '{a: {"script":""}}';
  expect(baseIsIntact(text, '{hook-a: {"script":""}, a: {"script":""}}')).toBeDefined();
  expect(judge({ ...whole, workflow: [{ path: 'it.yaml', text }] })).toEqual({ kind: 'augmented' });
});

test('a case is made as small as shows the same', async () => {
  const shows = (one: FuzzCase) => Promise.resolve(/ship/.test(one.workflow[0]!.text));
  const { workflow, configuration } = await shrink(whole, shows, Date.now() + 10_000);
  expect(workflow[0]!.text).toBe('ship');
  expect(configuration[0]!.text).toBe('');
});

test('a case that takes too long is ended and reported, and the next one is judged', async () => {
  const hasty = startWatchdog(0.001);
  expect(await hasty.judge(whole)).toMatchObject({ kind: 'finding', law: 'not done after 0.001 seconds' });
  hasty.close();
  const patient = startWatchdog(50);
  expect(await patient.judge(whole)).toEqual({ kind: 'augmented' });
  patient.close();
});
