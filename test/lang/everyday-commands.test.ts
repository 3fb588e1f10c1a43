import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteForDagu } from '../../src/formats/dagu/shell.js';
import {
  codePlaces,
  placeValues,
  readShell,
  refusedPlaces,
  type ShellPiece,
} from '../../src/lang/shell/place-values.js';
import { parseTemplate } from '../../src/lang/template.js';
import { readHookCommand } from '../../src/settings/hook-command.js';
import { hostileValues } from '../hostile-values.js';
import { shells } from './shells.js';

/** What developers write as the command of a hook, one a line. */
const commands = readFileSync(new URL('../fixtures/shell/everyday.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const read = (command: string) => readShell(parseTemplate(command, 'command').pieces as readonly ShellPiece[]);
const refusals = (command: string) => [...refusedPlaces(read(command)), ...codePlaces(read(command))];
const fill = (command: string, value: string) =>
  placeValues(read(command), () => [{ kind: 'text', text: value }], quoteForDagu);

/** Where sed, another shell or another machine reads code. */
const rightlyRefused = [
  'sed -i "s/TASK/{{task_id}}/" config.yaml',
  'bash -c "echo {{task_id}} >> log"',
  'ssh deploy@host "systemctl restart {{task_id}}"',
];

describe('of the commands that developers write every day', () => {
  test('only those are refused where a value would be code: at most one in fifty', () => {
    expect(commands.length).toBeGreaterThanOrEqual(300);
    expect(commands.filter((command) => refusals(command).length > 0)).toEqual(rightlyRefused);
    const hooks = commands.map((command) => command.replaceAll('{{task_id}}', '{{message}}'));
    expect(hooks.filter((command) => readHookCommand(command).refused.length > 0)).toEqual(
      rightlyRefused.map((command) => command.replaceAll('{{task_id}}', '{{message}}')),
    );
    expect(rightlyRefused.length / commands.length).toBeLessThanOrEqual(0.02);
  });
});

const placeholder = 'T001x';

/** The value is part of a name of a file, of a folder to go to, or decides what runs. */
const needsFile = (command: string) => /[<>]\s*"?[^\s;&|]*\{\{|^(?:cd|pushd)\s|^(?:\[|if|case|test)/.test(command);

const [bash] = shells;

describe.skipIf(bash!.missing)(`through ${bash!.title}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'everyday-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What each program was called with, as a shell hands it over, and no program runs. */
  function callsOf(lines: readonly string[]): readonly (readonly string[])[] {
    const out = mkdtempSync(join(folder, 'out-'));
    const script = lines.map((line, index) => `(\nOUT=${out}/${index}\n${line}\n) < /dev/null > /dev/null 2>&1\n`);
    const { error } = spawnSync('bash', ['-s'], {
      input: `mkdir -p work/.venv/bin; cd work\n: > env.sh; : > .venv/bin/activate\nfor name in report.txt input.txt dump.sql schema.sql files.txt logs.txt; do echo line > $name; done\nPATH=/nowhere\n${recorders}${script.join('')}`,
      cwd: out,
      timeout: 200_000,
    });
    if (error) throw error;
    expect(existsSync(join(out, 'work', 'PWN'))).toBe(false);
    return lines.map((_, index) => {
      const path = join(out, String(index));
      return existsSync(path) ? readFileSync(path, 'utf8').split('\0\0').slice(0, -1).sort() : [];
    });
  }

  test('each value of the accepted ones reaches the program exactly', { timeout: 240_000 }, () => {
    const accepted = commands.filter((command) => refusals(command).length === 0 && !needsFile(command));
    expect(accepted.length).toBeGreaterThanOrEqual(280);
    const cases = accepted.flatMap((command, index) =>
      [0, 1, 2, 3, 4].map((step) => ({
        command,
        value: hostileValues[(index * 5 + step) % hostileValues.length]!,
      })),
    );
    const expected = callsOf(accepted.map((command) => fill(command, placeholder)));
    const got = callsOf(cases.map(({ command, value }) => fill(command, value)));
    const wrong = cases.filter(({ command, value }, index) => {
      const plain = expected[accepted.indexOf(command)]!;
      const wanted = plain.map((call) => call.replaceAll(placeholder, () => value)).sort();
      return plain.length === 0 || JSON.stringify(wanted) !== JSON.stringify(got[index]);
    });
    expect(wrong).toEqual([]);
  });
});

/** A function for each program: it writes down its name and arguments. */
const recorders = [...new Set(commands.flatMap((command) => command.match(/[\w./-]+/g) ?? []))]
  .filter(
    (word) =>
      /^[\w./-]*[a-z][\w./-]*$/i.test(word) &&
      !word.startsWith('-') &&
      !/^(?:if|then|else|fi|for|in|do|done|case|esac|while|time|exit|set|export|test|true|builtin|select|function|until|coproc|read|source|return|eval|exec|trap|unset|shift|break|continue|readonly)$/.test(
        word,
      ) &&
      word !== '.',
  )
  .map((name) => `${name}() { builtin printf '%s\\0' "\${FUNCNAME[0]}" "$@" '' >> "$OUT"; }\n`)
  .join('');
