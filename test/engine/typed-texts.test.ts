import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { applyEdits } from '../../src/text/edits.js';
import { inputOf } from '../compile/one-text.js';
import { validateDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

const refused = ['true', 'True', 'FALSE', '0', '-12', '+1', '007', '00001', '1.5', '+1.5', '123456789012345678'];
const taken = ['tRue', 'yes', '08', '1e5', '1,000', '1.2.3', '2024-01-01', '1:30', '"1"', "'true'", 'a1'];
const fields = ['name', 'command', 'script', 'call', 'output', 'depends'];
const others = ['true', '1', '1.5'];
const ofDag = ['description', 'group', 'queue', 'shell'];
const ofStep = ['description', 'shell', 'stdout', 'stderr'];
const ofHandler = ['command', 'run', 'script', 'description', 'shell'];

inEachDagu('a text', {}, (engine) => {
  const is1 = engine.version.startsWith('1');
  const home = mkdtempSync(join(tmpdir(), 'dagweave-typed-'));
  const validated = async (text: string) => {
    writeFileSync(join(home, 'it.yaml'), text);
    const { diagnostics } = compile(inputOf(text, hooks, { targetVersion: is1 ? '1.30' : '2.14' }));
    const ours = diagnostics.filter(({ code, message }) => code === 'DW279' && /no text|neither a text/.test(message));
    return { refusal: await validateDagu(join(home, 'it.yaml'), home, engine), ours };
  };

  for (const field of fields) {
    const cases = is1 || field !== 'command' ? [field] : [field, 'run'];
    for (const key of cases)
      test.each(
        // No DAG can be called `+1`.
        key === 'call' ? refused.filter((value) => !value.startsWith('+')) : refused,
      )(`of \`${key}\` that is a truth value or a number is refused, which is a warning: %s`, async (value) => {
        const text = textWith(key, value);
        const { refusal, ours } = await validated(text);
        expect(refusal).not.toBe('');
        expect(ours.length).toBe(1);
        const mended = applyEdits([{ path: 'it.yaml', text }], ours[0]!.fix!)[0]!.text;
        expect(await validated(mended)).toEqual({ refusal: '', ours: [] });
      });
  }

  const [folders, logs, handlers] = is1
    ? [['dir', 'workingDir'], 'logDir', 'handlerOn']
    : [['working_dir'], 'log_dir', 'handler_on'];
  const step = 'steps:\n  - name: a\n    command: make\n';
  const places = [
    ...[...ofDag, folders.at(-1)!, logs].map((key) => [key, 'a DAG', (line: string) => `${line}\n${step}`] as const),
    ...[...ofStep, ...folders].map((key) => [key, 'a step', (line: string) => `${step}    ${line}\n`] as const),
    ...ofHandler.map((key) => {
      const work = ['command', 'run', 'script'].includes(key) ? '' : '    command: make\n';
      return [key, 'a handler', (line: string) => `${handlers}:\n  exit:\n    ${line}\n${work}${step}`] as const;
    }),
    ...(is1 ? [] : ofHandler).map((key) => {
      const work = ['command', 'run', 'script'].includes(key) ? '' : '          command: make\n';
      const loop = 'steps:\n  - name: b\n    foreach:\n      items: [x]\n      steps:\n        - name: each\n';
      return [key, 'a step in a loop', (line: string) => `${loop}          ${line}\n${work}`] as const;
    }),
  ];
  test.each(places)('of `%s` in %s is refused, and taken once it is mended', async (key, _, textWithLine) => {
    for (const value of others) {
      const text = textWithLine(`${key}: ${value}`);
      const { refusal, ours } = await validated(text);
      expect([refusal === '', ours.length], text).toEqual([false, 1]);
      const mended = applyEdits([{ path: 'it.yaml', text }], ours[0]!.fix!)[0]!.text;
      expect(await validated(mended), mended).toEqual({ refusal: '', ours: [] });
    }
  });

  // Some of them may be lists or mappings, in one version at least.
  const orList = ['shell', 'command', 'run'];
  const orMapping = ['stdout', 'stderr'];
  const noTexts = places.flatMap(([key, place, textWithLine]) => [
    ...(orList.includes(key) ? [] : [[key, place, '[a]', textWithLine] as const]),
    ...(orMapping.includes(key) ? [] : [[key, place, '{a: b}', textWithLine] as const]),
  ]);
  test.each([
    ...noTexts,
    ['call', 'a step', '[a]', (line: string) => `${step}  - name: b\n    ${line}\n`],
    ['script', 'a step', '[make]', (line: string) => `${step}  - name: b\n    ${line}\n`],
    ['id', 'a step', '[b]', (line: string) => `${step}    ${line}\n`],
  ] as const)('of `%s` in %s that is a list or a mapping is refused, which is a warning: %s', async (key, _, value, textWithLine) => {
    const { refusal, ours } = await validated(textWithLine(`${key}: ${value}`));
    expect([refusal === '', ours.length]).toEqual([false, 1]);
  });

  test.each([
    'shell: [bash, -e]',
    'depends: [a]',
    ...(is1 ? ['output: {name: X}'] : []),
  ])('may be a list or a mapping: %s', async (line) => {
    const { refusal, ours } = await validated(`${step}  - name: b\n    command: [make, all]\n    ${line}\n`);
    expect([refusal, ours]).toEqual(['', []]);
  });

  test.each(taken)('that only looks like one is not: %s', async (value) => {
    const { refusal, ours } = await validated(textWith('command', value));
    expect([refusal, ours]).toEqual(['', []]);
  });
});

function textWith(key: string, value: string): string {
  const bare = value.replaceAll(/["']/g, '');
  const first = key === 'depends' ? `"${bare}"` : key === 'name' ? value : 'a';
  const work = ['command', 'run', 'script', 'call'].includes(key) ? `${key}: ${value}` : 'command: make';
  const more = key === 'output' || key === 'depends' ? `    ${key}: ${value}\n` : '';
  const child = key === 'call' ? `---\nname: "${bare}"\nsteps:\n  - name: x\n    command: make\n` : '';
  return `type: graph\nsteps:\n  - name: ${first}\n    command: make\n  - name: b\n    ${work}\n${more}${child}`;
}

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate' }] } };
