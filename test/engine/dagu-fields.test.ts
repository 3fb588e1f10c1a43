import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { fieldsOf, type Level } from '../../src/formats/dagu/field-table.js';
import type { KindName } from '../../src/formats/dagu/kinds.js';
import { applyEdits } from '../../src/text/edits.js';
import { inputOf } from '../compile/one-text.js';
import { validateDagu } from './dagu.js';
import { levels, type Spelled, textWith } from './dagu-places.js';
import { inEachDagu } from './in-each-dagu.js';

/** Of each kind, at least those. */
const values = ['abc', '"5"', '5', '1.5', '-5', 'true', '[a]', '[5]', '{a: b}', '~', '""', '[]'];

const refused: Readonly<Record<KindName, readonly string[]>> = {
  text: ['5', 'true', '[a]', '{a: b}'],
  givenText: ['5', 'true', '[a]', '{a: b}', '~'],
  whole: ['abc', '"5"', 'true', '[5]', '{a: b}'],
  count: ['abc', '"5"', '-5', 'true', '[5]'],
  positive: ['abc', '"5"', '-5', 'true', '[5]'],
  givenPositive: ['abc', '"5"', '-5', 'true', '[5]', '~'],
  number: ['abc', '"5"', 'true', '[5]'],
  flag: ['abc', '"5"', '5', '[a]', '{a: b}'],
  givenFlag: ['abc', '"5"', '5', '[a]', '{a: b}', '~'],
  mapping: ['abc', '5', 'true', '[a]'],
  mappings: ['abc', '5', '[a]', '{a: b}'],
  mappingOfTexts: ['abc', '5', '[a]'],
  list: ['abc', '5', '{a: b}'],
  givenItems: ['5', 'true', '{a: b}', '~', '""'],
  texts: ['abc', '5', '[5]', '{a: b}'],
  wholes: ['abc', '5', '[a]', '{a: b}'],
  textOrList: ['5', 'true', '{a: b}'],
  textOrTexts: ['5', 'true', '[5]', '{a: b}'],
  textOrMapping: ['5', 'true', '[a]'],
  textOrMappings: ['5', 'true', '[a]', '{a: b}'],
  parallel: ['5', 'true', '""', '[]'],
  parallelItems: ['5', 'true', '{a: b}', '~', '""', '[]'],
  container: ['5', 'true', '[a]', '""'],
  declarations: ['abc', '5', '[a]', '{a: b}', '[]'],
  filledList: ['abc', '5', '{a: b}', '[]'],
  filledText: ['5', 'true', '[a]', '{a: b}', '~', '""'],
  writtenText: ['5', 'true', '[a]', '{a: b}', '~', '""'],
  truthWord: ['abc', '"5"', '5', '[a]'],
  temperature: ['abc', '"5"', '5', '-5', 'true', '[5]'],
  share: ['abc', '"5"', '5', '-5', 'true', '[5]'],
  provider: ['abc', '5', 'true', '[a]', '{a: b}'],
  effort: ['abc', '5', 'true', '[a]', '{a: b}'],
  anything: [],
  textsOrMapping: ['5', 'true', '[5]'],
  command: ['5', 'true'],
  needs: ['5', 'true'],
  conditions: ['5', 'true', '[5]'],
  conditionsOf2: ['5', 'true', '[5]', '""'],
  environment: ['abc', '5', '[a]', '[5]'],
  wholeOrText: ['1.5', 'true', '[5]', '{a: b}'],
  wholeOrVariable: ['abc', '1.5', 'true', '[5]'],
  numeric: ['abc', '1.5', '-5', 'true', '[5]'],
  port: ['1.5', '-5', 'true', '[5]'],
  factor: ['abc', '"5"', '5', '[5]', '{a: b}'],
  anyFactor: ['abc', '"5"', '[5]', '{a: b}'],
  exitCodes: ['abc', 'true', '[a]', '{a: b}', '~', '""'],
  signal: ['abc', '5', '[a]'],
  continuing: ['abc', '5', 'true', '[a]'],
  logOutput: ['abc', '5', '[a]'],
  overlap: ['abc', '5', '[a]'],
  repetition: ['abc', '5', '[a]'],
  role: ['abc', '5', '[a]'],
  worker: ['abc', '5', '[a]'],
  scalar: ['[a]', '{a: b}'],
  schedule: ['abc', '5', '[a]', '[5]', '{a: b}'],
  times: ['abc', '5', '[a]', '[5]', '{a: b}', '~'],
  scheduleOf2: ['abc', '5', '[a]', '[5]', '{a: b}'],
  timesOf2: ['abc', '5', '[a]', '[5]', '{a: b}', '~'],
};

inEachDagu('the value of a field', { concurrent: true }, ({ dialect, ...engine }) => {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-fields-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const isRefused = async (text: string, file: string) => {
    writeFileSync(join(home, file), text);
    return (await validateDagu(join(home, file), home, { dialect, ...engine })) !== '';
  };
  const told = (text: string) =>
    compile(inputOf(text, hooks, { targetVersion: engine.version })).diagnostics.filter(({ code }) => code === 'DW279');
  const fields = levels.flatMap((level) =>
    [...fieldsOf(level, dialect)].map(([key, kind], at) => [level, key, kind, at] as const),
  );

  test.each<readonly [Level, string, KindName, number]>(
    fields,
  )('in %s, `%s` is one that is told where it is refused (%s)', async (level, key, kind, at) => {
    const found: string[] = [];
    for (const [index, value] of values.entries()) {
      const text = textWith(level, dialect, key, value);
      const [first] = told(text);
      if (!first) continue;
      found.push(value);
      // A third of all, which is another third for the next field.
      if ((index + at) % 3 === 0)
        expect([text, await isRefused(text, `${dialect}-${level}-${at}.yaml`)]).toEqual([text, true]);
      // Not every text is a type.
      if (!first.fix || key === 'type') continue;
      const mended = applyEdits([{ path: 'it.yaml', text }], first.fix)[0]!.text;
      expect([mended, told(mended)]).toEqual([mended, []]);
    }
    // A list or a mapping for a name is an error.
    const isName = level === 'step' && key === 'name';
    expect(found).toEqual(expect.arrayContaining(isName ? ['5', 'true'] : [...refused[kind]]));
  });

  test.each(times)('a time is read as the engine reads it: %s', async (time) => {
    const text = `schedule: "${time}"\nsteps:\n  - name: a\n    command: make\n`;
    const file = `cron-${times.indexOf(time)}.yaml`;
    expect(told(text).length > 0).toBe(await isRefused(text, file));
  });

  test.each<readonly [string, Spelled]>([
    [
      'a policy for retries that does not say how long to wait',
      { v1: 'retryPolicy: {limit: 1}', v2: 'retry_policy: {limit: 1}' },
    ],
    ['one that does not say how often', { v1: 'retryPolicy: {intervalSec: 1}', v2: 'retry_policy: {interval_sec: 1}' }],
    ['a key of other languages', { v1: 'timeout: 5', v2: 'retries: 3' }],
    ['a second word for what runs', { v1: 'run: other', v2: 'run: make' }],
    ['a type that is none', { v1: 'type: dokcer', v2: 'type: dokcer' }],
    ['a minute', { v1: 'timeoutSec: 1m', v2: 'timeout_sec: 1m' }],
    ['a number with a sign in it', { v1: 'timeoutSec: 1:30', v2: 'timeout_sec: 1:30' }],
  ])('refused and told: %s', async (title, lines) => {
    const text = `steps:\n  - name: a\n    command: make\n    ${lines[dialect]}\n`;
    expect([told(text).length, await isRefused(text, `${title.replaceAll(/\W/g, '-')}.yaml`)]).toEqual([1, true]);
  });

  test.each<readonly [string, string]>([
    ['two secrets of one name', 'secrets: [{name: A, provider: env, key: B}, {name: A, provider: env, key: C}]'],
    ['a container that is there and a new one', 'container: {image: alpine, exec: web}'],
    ['an image of blanks beside exec', 'container: {image: " ", exec: web}'],
    ['a container of empty texts', 'container: {image: "", exec: ""}'],
    ['a request side by side', 'steps: [{name: a, type: http, command: GET http://x, parallel: [x]}]'],
    ['a chat without messages', 'steps: [{name: a, type: chat, llm: {provider: openai, model: x}}]'],
  ])('refused and told: %s', async (title, line) => {
    const text = line.startsWith('steps') ? `${line}\n` : `${line}\nsteps:\n  - name: a\n    command: make\n`;
    expect([told(text).length, await isRefused(text, `${title.replaceAll(/\W/g, '-')}.yaml`)]).toEqual([1, true]);
  });

  test.each(dialect === 'v2' ? actions : [])('a key that an action does not take: %s', async (action) => {
    const text = `steps:\n  - id: a\n    action: ${action.replace(/\}$/, ', colour: red}')}\n`;
    const file = `action-${actions.indexOf(action)}.yaml`;
    expect([told(text).length, await isRefused(text, file)]).toEqual([1, true]);
    expect(await isRefused(text.replace(', colour: red', ''), file)).toBe(false);
  });

  test.each(dialect === 'v2' ? actionsThatLack : [])('what an action lacks: %s', async (action) => {
    const file = `lack-${actionsThatLack.indexOf(action)}.yaml`;
    const step = `{id: a, action: ${action}}`;
    const text = `steps: [${step}]\n`;
    expect([told(text).length, await isRefused(text, file)]).toEqual([1, true]);
    const inHandler = `handler_on: {exit: ${step}}\nsteps: [make]\n`;
    expect(told(inHandler).length === 1).toBe(await isRefused(inHandler, file));
  });

  test.each<readonly [string, Spelled]>([
    ['a number in other forms', { v1: 'timeoutSec: 0x10', v2: 'timeout_sec: 1_000' }],
    ['a word in another case', { v1: 'logOutput: " Merged"', v2: 'continue_on: FAILED' }],
    [
      'variables',
      { v1: 'retryPolicy: {limit: "${N}", intervalSec: 1}', v2: 'retry_policy: {limit: "${N}", interval_sec: 1}' },
    ],
    ['what a tag makes of it', { v1: 'description: !!str 5', v2: 'description: !!str 5' }],
    ['a key in another case', { v1: 'TIMEOUTSEC: 5', v2: 'timeout_sec: 5' }],
    ['an empty image beside exec', spelledAlike('container: {exec: x, image: ""}')],
    ['an image of blanks', spelledAlike('container: {image: " "}')],
  ])('taken and not told: %s', async (title, lines) => {
    const text = `steps:\n  - name: a\n    command: make\n    ${lines[dialect]}\n`;
    expect([told(text), await isRefused(text, `${title.replaceAll(/\W/g, '-')}.yaml`)]).toEqual([[], false]);
  });
});

function spelledAlike(line: string): Spelled {
  return { v1: line, v2: line };
}

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

/** One of each family that takes no key that it does not know. */
const actions: readonly string[] = [
  'log.write\n    with: {message: x}',
  'outputs.write\n    with: {values: {a: b}}',
  'exec\n    with: {command: make, args: [x]}',
  'dag.run\n    with: {dag: kid, params: "A=b"}',
  'dag.enqueue\n    with: {dag: kid, queue: x}',
  'human.task\n    with: {prompt: x}',
  'artifact.read\n    with: {path: x, format: json}',
  'file.copy\n    with: {source: x, destination: y, overwrite: true}',
  'state.get\n    with: {key: x, required: true}',
  'wait.duration\n    with: {duration: 5s}',
  'data.convert\n    with: {from: json, to: yaml, input: "{}"}',
  'git.checkout\n    with: {repository: x, path: y, depth: 1}',
  'git.worktree.add\n    with: {branch: x, path: y}',
];

const actionsThatLack: readonly string[] = [
  'chat.completion',
  'git.worktree.remove',
  'state.delete',
  'state.diff, with: {key: x}',
  'file.copy, with: {source: x}',
  'http.request, with: {method: GET}',
  'wait.file',
];

const times: readonly string[] = [
  ...['* * * * *', ' 0  9 * * 1-5 ', 'TZ=UTC 0 0 1,15 * *', '*/5 0-23/2 ? jan SUN', '5/10 +1 * * 0', '1,,2 * * * *'],
  ...[
    '@daily',
    '@every 5m',
    '0 0 * * * *',
    '* * * *',
    '* * * * 7',
    '0 24 * * *',
    '0 0 L * *',
    'H * * * *',
    '60 * * * *',
  ],
  ...[
    'CRON_TZ=Asia/Tokyo 0 5 * * *',
    'TZ= 0 5 * * *',
    'TZ=EST 0 5 * * *',
    'TZ=America/Argentina/Ushuaia 0 5 * * *',
    'TZ=Etc/GMT+2 0 5 * * *',
    'TZ=PST 0 5 * * *',
    'TZ=asia/tokyo 0 5 * * *',
    'TZ=+02:00 0 5 * * *',
    'TZ=utc 0 5 * * *',
    'TZ=GMT+2 0 5 * * *',
    'TZ=Nowhere/Land 0 5 * * *',
    'TZ=UTC',
  ],
  ...['5-1 * * * *', '*/0 * * * *', '1/2/3 * * * *', '-1 * * * *', '*5 * * * *', '1-* * * * *', 'daily', '0 0 0 * *'],
];
