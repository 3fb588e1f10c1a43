import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTheEngineTakesIt } from '../../src/formats/dagu/script.js';
import { quoteForDagu } from '../../src/formats/dagu/shell.js';
import { placeValues, readShell, type ShellPiece } from '../../src/lang/shell/place-values.js';
import { parseTemplate } from '../../src/lang/template.js';
import { runDagu } from '../engine/dagu.js';
import { inEachDagu } from '../engine/in-each-dagu.js';
import { hostileTexts as values } from './hostile-texts.js';
import { shells } from './shells.js';

/** Every way in which a value can be in a command; the sign in it is replaced by the value in what is expected. */
const places: readonly (readonly [template: string, expected: string])[] = [
  ['{{task_id}}', '@'],
  ["'{{task_id}}'", '@'],
  ['"{{task_id}}"', '@'],
  ['x{{task_id}}y', 'x@y'],
  ["'a {{task_id}} b'", 'a @ b'],
  ['"a {{task_id}} b"', 'a @ b'],
  ['--name={{task_id}}', '--name=@'],
  ['{{task_id}}{{task_id}}', '@@'],
  ['"$(printf %s. {{task_id}})"', '@.'],
];

const templates = {
  'one line': (record: string) => `${record} ${places.map(([template]) => template).join(' ')}`,
  'several lines': (record: string) =>
    `set -u\nx=1 # a comment\n${record} ${places.map(([template]) => template).join(' \\\n  ')}\n`,
};

function command(template: string, value: string): string {
  const pieces = parseTemplate(template, 'command').pieces as readonly ShellPiece[];
  return placeValues(readShell(pieces), () => [{ kind: 'text', text: value }], quoteForDagu);
}

function expected(value: string): readonly string[] {
  return places.map(([, text]) => text.split('@').join(value));
}

/** Text of all kinds, most of it made of what shells and engines act on. */
const anyValue = fc
  .oneof(
    fc.array(
      fc.constantFrom(
        ...`'"\`$\\!#~*?[]{}()<>|&;= \t\n\r-a1_é🙂%.@`,
        '${PWD}',
        '"${known}"',
        '$known',
        '$1',
        '$.',
        '$(',
        '\\$',
        '\\`',
        "''",
      ),
      { maxLength: 14 },
    ),
    fc.array(fc.string({ unit: 'binary', maxLength: 1 }), { maxLength: 10 }),
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-values-'));
  // Writes its arguments down, each ended by NUL, which no argument can hold.
  writeFileSync(join(folder, 'record'), '#!/bin/sh\nout=$1; shift; printf "%s\\0" "$@" > "$out"\n');
  chmodSync(join(folder, 'record'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The arguments that arrived; `undefined` where the command did not get as far. */
function recorded(path: string): readonly string[] | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\0').slice(0, -1) : undefined;
}

for (const { name: shell, title, missing } of shells) {
  describe.skipIf(missing)(`through ${title}`, () => {
    test.each(Object.entries(templates))('each value arrives as it is, %s', (name, template) => {
      const out = (index: number) => join(folder, `${shell}-${name.split(' ')[0]}-${index}`);
      const script = values
        .map((value, index) => command(template(`${folder}/record ${out(index)}`), value))
        .join('\n');
      const { status } = spawnSync(shell, ['-e'], { input: script, cwd: folder });
      expect(status).toBe(0);
      values.forEach((value, index) => {
        expect(recorded(out(index))).toEqual(expected(value));
      });
      expect(existsSync(join(folder, 'PWN'))).toBe(false);
    });
  });
}

/** How many values one DAG has; an engine writes all steps down after each, so what it does grows with the square of them. */
const inOneDag = 8;

const daguRuns = Number(process.env.DAGU_RUNS ?? 1);

inEachDagu('hostile values in commands', {}, (engine) => {
  const headers = {
    'without parameters': '',
    'with named parameters, in bash': 'shell: bash\nparams:\n  - known: value of known\n  - PWD2: x\n',
    'with positional parameters': 'params: one two\n',
  };

  /** Runs each value in each form, beside all that Dagu might put in its place. */
  async function arrivals(header: string, all: readonly string[]) {
    const parts: Awaited<ReturnType<typeof arrivalsOf>>[] = [];
    for (let at = 0; at < all.length; at += inOneDag)
      parts.push(await arrivalsOf(header, all.slice(at, at + inOneDag)));
    return {
      failed: parts.flatMap(({ failed }) => failed),
      of: (form: string, index: number) => parts[Math.floor(index / inOneDag)]!.of(form, index % inOneDag),
    };
  }

  async function arrivalsOf(header: string, some: readonly string[]) {
    const out = mkdtempSync(join(folder, 'run-'));
    const forms = some.flatMap((value, index) => {
      const record = (form: string) => `${folder}/record ${join(out, `${form}-${index}`)}`;
      const line = JSON.stringify(asTheEngineTakesIt(command(templates['one line'](record('line')), value)));
      const lines = JSON.stringify(command(templates['several lines'](record('lines')), value));
      const script = JSON.stringify(command(templates['several lines'](record('script')), value));
      return [`command: ${line}`, `command: ${lines}`, `script: ${script}`];
    });
    const steps = forms.map((form, index) => `  - {name: s${index}, depends: [first], ${form}}\n`);
    const first = '  - {name: first, id: first, command: echo said it, output: said}\n';
    const dag = `type: graph\n${header}env:\n  - known: "value of known"\nsteps:\n${first}${steps.join('')}`;
    const run = await runDagu({ 'hostile.yaml': dag }, { engine });
    const failed = [...run.nodes]
      .filter(([, node]) => node.status !== 'succeeded')
      .map(([name]) => forms[Number(name.slice(1))]);
    return { failed, of: (form: string, index: number) => recorded(join(out, `${form}-${index}`)) };
  }

  test.each(Object.entries(headers))('each value arrives as it is, %s', { timeout: 240_000 }, async (_, header) => {
    const { failed, of } = await arrivals(header, values);
    expect(failed).toEqual([]);
    values.forEach((value, index) => {
      for (const form of ['line', 'lines', 'script']) expect(of(form, index), form).toEqual(expected(value));
    });
  });

  test('a value that is known at run time only arrives as the engine made it', { timeout: 60_000 }, async () => {
    const value = [{ kind: 'expression', expression: '$(printenv ARBORIST_WORKTREE)' }] as const;
    const commands = Object.entries(templates).map(([name, template]) => {
      const pieces = parseTemplate(template(`${folder}/record ${folder}/late-${name.length}`), 'command').pieces;
      return JSON.stringify(placeValues(readShell(pieces as readonly ShellPiece[]), () => value, quoteForDagu));
    });
    const env = `env:\n  - BASE: /base\n  - ARBORIST_WORKTREE: "$BASE/it's a \\"dir\\" * #"\n`;
    const steps = commands.map((text, index) => `  - {name: s${index}, command: ${text}}\n`);
    const { status } = await runDagu({ 'late.yaml': `type: graph\n${env}steps:\n${steps.join('')}` }, { engine });
    expect(status).toBe('succeeded');
    for (const name of Object.keys(templates)) {
      expect(recorded(join(folder, `late-${name.length}`))).toEqual(expected(`/base/it's a "dir" * #`));
    }
  });

  test('so does any other', { timeout: 240_000 * daguRuns }, async () => {
    const many = fc.array(anyValue, { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(many, fc.constantFrom(...Object.values(headers)), async (some, header) => {
        const { failed, of } = await arrivals(header, some);
        expect(failed).toEqual([]);
        some.forEach((value, index) => {
          for (const form of ['line', 'lines', 'script'])
            expect(of(form, index), JSON.stringify(value)).toEqual(expected(value));
        });
      }),
      { numRuns: daguRuns, endOnFailure: true },
    );
  });
});
