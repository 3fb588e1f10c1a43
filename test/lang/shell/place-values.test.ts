import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteForDagu } from '../../../src/formats/dagu/shell.js';
import {
  placeValues,
  readShell,
  refusedPlaces,
  type ShellPiece,
  type ShellValue,
} from '../../../src/lang/shell/place-values.js';
import { parseTemplate } from '../../../src/lang/template.js';
import { shells } from '../shells.js';

const read = (template: string) => readShell(parseTemplate(template, 'command').pieces as readonly ShellPiece[]);
const fill = (template: string, value: string | ShellValue) =>
  placeValues(
    read(template),
    () => (typeof value === 'string' ? [{ kind: 'text', text: value }] : value),
    quoteForDagu,
  );
const reasons = (template: string) => refusedPlaces(read(template)).map((refusal) => refusal.reason);

describe('a plain word stays readable where nothing beside it changes its meaning', () => {
  test.each([
    ['echo {{task_id}}', 'echo T001'],
    ['bandit -r {{task_id}} -f json', 'bandit -r T001 -f json'],
    ['pytest --cov={{task_id}} --x', 'pytest --cov=T001 --x'],
    ['cd $HOME/{{task_id}}/x', 'cd $HOME/T001/x'],
    ['echo "Task {{task_id}}: done"', 'echo "Task T001: done"'],
    ["echo 'Hook executed for {{task_id}}' && date", "echo 'Hook executed for T001' && date"],
    ['c-{{task_id}}; x={{task_id}}', 'c-T001; x=T001'],
    ['x="$(cat {{task_id}})"', 'x="$(cat T001)"'],
    ['echo {{task_id}}_{{spec_id}}', 'echo T001_T001'],
  ])('%s', (template, expected) => expect(fill(template, 'T001')).toBe(expected));

  test.each([
    ['echo $HOME{{task_id}}', "echo $HOME'T001'"],
    ['echo "$HOME{{task_id}}"', `echo "$HOME"'T001'""`],
    ["echo '$HOME{{task_id}}'", "echo '$HOME''T001'''"],
    ['echo ~{{task_id}}', "echo ~'T001'"],
    ['{{task_id}}=1', "'T001'=1"],
    ['echo {{task_id}}>x', "echo 'T001'>x"],
    ['{{task_id}}() { :; }', "'T001'() { :; }"],
  ])('but not in %s', (template, expected) => expect(fill(template, 'T001')).toBe(expected));

  test('a reserved word is always quoted outside of quotes', () => {
    expect(fill('{{task_id}}', 'if')).toBe("'if'");
    expect(fill('i{{task_id}}', 'f')).toBe("i'f'");
    expect(fill('{{task_id}}{{spec_id}}', 'do')).toBe("'do''do'");
    expect(fill('echo "{{task_id}}"', 'if')).toBe('echo "if"');
  });
});

describe('a value that is known at run time only', () => {
  const value: ShellValue = [{ kind: 'expression', expression: '$(printenv X)' }];
  test.each([
    ['cd {{task_id}}', 'cd "$(printenv X)"'],
    ['cd "a {{task_id}}"', 'cd "a $(printenv X)"'],
    ["cd 'a {{task_id}}'", `cd 'a '"$(printenv X)"''`],
  ])('%s', (template, expected) => expect(fill(template, value)).toBe(expected));
  test('may have literal parts beside it', () => {
    expect(fill('cd {{task_id}}', [...value, { kind: 'text', text: '/$x y' }])).toBe(`cd "$(printenv X)"'/''$''x y'`);
  });
});

describe('places where nothing can be quoted are refused with the reason', () => {
  test.each([
    ['cat <<EOF\n{{task_id}}\nEOF', 'it is in a here-document'],
    ["cat <<'E F' <<-G\nE F\n\t{{task_id}}\n\tG", 'it is in a here-document'],
    ['cat <<{{task_id}}\nx', 'it is in the mark that ends a here-document, or after it'],
    ['cat <<E\na\\\nE\nb\nE\necho {{task_id}}', 'a here-document before it has a line that may run on into the next'],
    ['echo `cat {{task_id}}`', 'it is between backquotes'],
    ["echo 'a `b' {{task_id}} 'c` d'", 'it is between backquotes'],
    ['echo ${X:-{{task_id}} }', 'it is in a ${ } expansion'],
    ['echo "${X:-"{{task_id}}"}"', 'it is in a ${ } expansion'],
    ['echo ${X:-$(cat {{task_id}})}', 'it is in a ${ } expansion'],
    ['echo $(( {{task_id}} + 1 ))', 'it is in $(( )), which the shell evaluates'],
    ['(( {{task_id}} + 1 ))', 'it is in (( )), which the shell evaluates'],
    ['echo $[ {{task_id}} + 1 ]', 'it is in $[ ], which the shell evaluates'],
    ['[[ {{task_id}} -eq 1 ]]', 'it is in [[ ]] beside an operator that evaluates it'],
    ['[[ -v {{task_id}} ]]', 'it is in [[ ]] beside an operator that evaluates it'],
    ['echo $(( 1 ) ) {{task_id}}', 'a (( before it holds more than arithmetic'],
    ['echo $(( # )) {{task_id}}', 'a (( before it holds more than arithmetic'],
    ['a[<<E ]=1 {{task_id}}\nE', 'a [ before it is an index to some shells only'],
    ['a[{{task_id}}]=1', 'it is in an index, which the shell evaluates'],
    ["a[ b[1] '{{task_id}}' ]=1", 'it is in an index, which the shell evaluates'],
    ['cat <<E\n{{task_id}}', 'the text holds a here-document that is never closed'],
    ["echo $'{{task_id}}'", "it is in $'…', which not every shell knows"],
    ['ls # for {{task_id}}', 'it is in a comment'],
    ["echo '{{task_id}}", 'the text holds a single quote that is never closed'],
    ['echo "{{task_id}}', 'the text holds a double quote that is never closed'],
    ['echo $(cat {{task_id}}', 'the text holds a $( that is never closed'],
    ['echo $(case x in x) echo {{task_id}};; esac)', 'the same $( ) contains a case, so its brackets are ambiguous'],
    ['$ {{~task_id}}', 'a dollar sign is right before it'],
    ['\\ {{~task_id}}', 'a backslash is right before it'],
    [
      '#!/usr/bin/env python3\nprint({{task_id}})',
      'the script is run by /usr/bin/env python3, which does not quote like the shell',
    ],
  ])('%j', (template, reason) => expect(reasons(template)).toEqual([reason]));

  test.each([
    'cat <<EOF {{task_id}}\nx\nEOF\necho {{task_id}}',
    'cat <<EOF\n$x ${y} $(date) `date` \\$ \\`\nEOF\necho {{task_id}}',
    'cat <<<{{task_id}}',
    'echo $#{{task_id}} a#{{task_id}} ${#x} {{task_id}}',
    'echo "it\'s" {{task_id}}',
    "echo `date` 'a`b' {{task_id}}",
    'case x in a) echo {{task_id}};; esac; echo {{task_id}}',
    'echo "$(case x in (x) :;; esac)"',
    '[[ {{task_id}} == x ]]; [ {{task_id}} -eq 1 ]',
    '#!/bin/bash\necho {{task_id}}',
    'echo "a $(echo "b $(echo \'c\' {{task_id}})")"',
    'for ((i=0;i<3;i++)); do echo {{task_id}}; done',
    'x=${y%"}"} {{task_id}}',
    'ls T00[1-5] x[ab] {{task_id}}',
    'echo $(( 16#ff + (2 * $(( 1 )) ) )) $((x<<2)) {{task_id}}',
    'f() { echo {{task_id}}; }; ( f )',
  ])('but not %j', (template) => expect(reasons(template)).toEqual([]));
});

/** Shell text of all shapes with a variable here and there, some of it broken in one place. */
function nearlyShell(): fc.Arbitrary<string> {
  const { text } = fc.letrec<{ text: string; piece: string }>((tie) => ({
    text: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
    piece: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        ...' |echo |a|{{task_id}}| {{task_id}} |{{task_id}}|$X|~|\\\\|\\"| # |\n|;|=|>f|&| -eq |1|!'.split('|'),
      ),
      ...wrappers.map(([open, close]) => tie('text').map((inner) => open + inner + close)),
    ),
  }));
  const broken = fc.tuple(text, fc.nat(), fc.constantFrom(...`' " \` \\ $ ( ) { } [ ] # << E`.split(' '), '\n', ''));
  return fc.oneof(
    { weight: 3, arbitrary: text },
    broken.map(([whole, place, sign]) => {
      const at = place % (whole.length + 1);
      return whole.slice(0, at) + sign + whole.slice(sign ? at : at + 1);
    }),
  );
}

const wrappers = [
  ["'", "'"],
  ['"', '"'],
  ['$(', ')'],
  ['"$(', ')"'],
  ['( ', ' )'],
  ['`', '`'],
  ['${X:-', '}'],
  ['$(( ', ' ))'],
  ['(( ', ' ))'],
  ['[[ ', ' ]]'],
  ['a[', ']=1'],
  ["$'", "'"],
  ['cat <<E\n', '\nE\n'],
  ["cat <<-'E'\n", '\n\tE\n'],
  ['case a in ', ') echo;; esac'],
  ['if :; then ', '\nfi'],
  ['{ ', '\n}'],
] as const;

/** More runs find more: `SHELL_RUNS=100000 npx vitest run test/lang/shell/place-values.test.ts`. */
const shellRuns = Number(process.env.SHELL_RUNS ?? 300);
const timeout = 60_000 + 20 * shellRuns;

for (const { name: shell, title, missing } of shells) {
  describe.skipIf(missing)(`${title}`, () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'shell-text-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const run = (script: string) => {
      const { stdout, error } = spawnSync(shell, ['-e'], {
        input: script,
        cwd: folder,
        encoding: 'utf8',
        timeout: 20_000,
      });
      if (error) throw error;
      return stdout;
    };

    const places = [
      ['{{task_id}}', (v: string) => v],
      ['a{{task_id}}b', (v: string) => `a${v}b`],
      ["'{{task_id}}'", (v: string) => v],
      ["'a {{task_id}} b'", (v: string) => `a ${v} b`],
      ['"{{task_id}}"', (v: string) => v],
      ['"a $X{{task_id}}b"', (v: string) => `a 1${v}b`],
      ['"$(printf %s. {{task_id}})"', (v: string) => `${v}.`],
      ['"$(printf %s. "<{{task_id}}>")"', (v: string) => `<${v}>.`],
      ['{{task_id}}{{task_id}}', (v: string) => v + v],
    ] as const;

    test('every value arrives as it is, wherever it is', { timeout: 60_000 }, () => {
      const sign = fc.constantFrom(
        ...`'"\`$\\!#~*?[]{}()<>|&;= \t\n\r-a1_é😀%`,
        '${HOME}',
        '$(id)',
        '$1',
        "'\"'\"'",
        '{{task_id}}',
      );
      const value = fc.oneof(
        fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
        fc.string(),
      );
      fc.assert(
        fc.property(fc.array(value, { minLength: 40, maxLength: 80 }), (values) => {
          const clean = values.map((text) => text.replaceAll('\0', '').toWellFormed());
          const cases = clean.flatMap((text) =>
            places.map(([template, expected]) => ({ template, text, expected: expected(text) })),
          );
          const script = cases.map(({ template, text }) => fill(`printf '%s\\0' ${template}`, text)).join('\n');
          expect(run(`X=1\n${script}\n`).split('\0').slice(0, -1)).toEqual(cases.map((one) => one.expected));
        }),
        { numRuns: 10 },
      );
    });

    test('where a place is accepted, a value is never executed, whatever the text around', { timeout }, () => {
      const templates = nearlyShell();
      const attack = [
        ':>PWN',
        '$(:>PWN)',
        '`:>PWN`',
        "'",
        '"',
        ';:>PWN;',
        '\n:>PWN\n',
        ')',
        '}',
        '))',
        'E',
        '\nE\n:>PWN\n',
        'a[$(:>PWN)]',
        '#',
        '\\',
      ];
      const value = fc.array(fc.constantFrom(...attack), { minLength: 2, maxLength: 9 }).map((parts) => parts.join(''));
      fc.assert(
        fc.property(templates, value, (template, text) => {
          if (!template.includes('{{') || refusedPlaces(read(template)).length > 0) return;
          rmSync(join(folder, 'PWN'), { force: true });
          run(fill(template, text));
          expect(existsSync(join(folder, 'PWN')), JSON.stringify({ template, text })).toBe(false);
        }),
        { numRuns: shellRuns },
      );
    });
  });
}

test('time grows linearly', () => {
  for (const unit of [
    '{{task_id}} ',
    '"$(',
    '${',
    '<<E\n',
    '`',
    "'",
    '\\',
    '$[',
    '(( ',
    'a[{{task_id}}]=1 ',
    '[[ {{task_id}} -eq ',
  ]) {
    const pieces = parseTemplate(unit.repeat(Math.ceil(40_000 / unit.length)), 'command')
      .pieces as readonly ShellPiece[];
    const start = performance.now();
    readShell(pieces);
    expect(performance.now() - start, unit).toBeLessThan(1000);
  }
});
