import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainLine } from '../../src/cli/plain-line.js';
import { toOption } from '../../src/cli/program/verb-option.js';
import { applyOptions, globalOptions, type VerbOption, verifyOptions } from '../../src/cli/verb-options.js';

/** What the library makes of a line behind `verb`; `undefined` where it shows a mistake or help. */
function byLibrary(options: readonly VerbOption[], words: readonly string[]) {
  const program = new Command('program').exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  for (const option of globalOptions) program.addOption(toOption(option));
  let read: { readonly inputs: readonly string[]; readonly options: object } | undefined;
  const verb = program.command('verb').argument('[input...]');
  for (const option of options) verb.addOption(toOption(option));
  verb.action((inputs: string[], _options: object, command: Command) => {
    read = { inputs, options: command.optsWithGlobals() };
  });
  try {
    program.parse(['verb', ...words], { from: 'user' });
  } catch {}
  return read;
}

describe.each([
  ['apply', applyOptions],
  ['verify', verifyOptions],
])('a plain line of %s', (_, options) => {
  const all = [...options, ...globalOptions];

  test('is read as the library reads it', () => {
    const names = all.flatMap(({ flags }) => flags.split(/[ ,]+/).filter((one) => one.startsWith('-')));
    const values = [
      '-',
      '--',
      '',
      '1.30',
      'a.yaml',
      'pretty',
      'json',
      'always',
      'x=y',
      '-x',
      '--help',
      '--con',
      'help',
    ];
    const word = fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom(...values),
      fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)).map(([name, value]) => `${name}=${value}`),
    );
    let plain = 0;
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), (words) => {
        const line = readPlainLine(all, words);
        if (line === undefined) return;
        plain += 1;
        expect(line).toEqual(byLibrary(options, words));
      }),
      { numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  test('needs no library, with every option that it may have', () => {
    const words = all.flatMap(({ flags, choices }) => {
      const name = /--[a-z-]+/.exec(flags)![0];
      return flags.endsWith('>') ? [name, choices?.[0] ?? 'value'] : [name];
    });
    expect(readPlainLine(all, ['a.yaml', ...words])).toEqual(byLibrary(options, ['a.yaml', ...words]));
  });

  test('is of options that it can read', () => {
    for (const { flags, repeatable, default: usual } of all) {
      expect(flags).toMatch(/^(?:-[a-z], )?--(?!no-)[a-z]+(?:-[a-z]+)*(?: <[a-z=]+>)?$/);
      expect([flags, repeatable === true && usual !== undefined]).toEqual([flags, false]);
    }
  });

  test.each([
    [['--hepl']],
    [['--config']],
    [['--diagnostics', 'loud']],
    [['--', 'a']],
    [['--quiet=yes']],
    [['--help']],
  ])('is not %j', (words) => {
    expect(readPlainLine(all, words)).toBe(undefined);
  });
});

test('20,000 values of one option are read in a moment', () => {
  const values = Array.from({ length: 20_000 }, (_, index) => `v${index}=x`);
  const before = process.cpuUsage();
  const line = readPlainLine(
    globalOptions,
    values.flatMap((value) => ['--var', value]),
  );
  const { user, system } = process.cpuUsage(before);
  expect(line!.options.var).toEqual(values);
  expect((user + system) / 1e6).toBeLessThan(1);
});
