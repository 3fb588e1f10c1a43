import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandsOf } from '../../../src/lang/shell/commands-of.js';
import { pastedSign } from '../../../src/lang/shell/tokens.js';
import { standIns } from '../../settings/stand-ins.js';
import { shells } from '../shells.js';

describe('the commands of a script', () => {
  test('have a program by its last path part, and arguments without quotes', () => {
    expect(commandsOf(`sudo /usr/bin/terraform apply -var "a=b c" 'x'\\''y' $REGION`).commands).toMatchObject([
      { program: 'sudo', open: false },
      { program: 'terraform', args: ['apply', '-var', 'a=b c', "x'y", '$REGION'], open: false },
    ]);
  });

  test('have the script that a shell is given, which another way to write the same runs by itself', () => {
    const scripts = (text: string) =>
      commandsOf(text).commands.map(({ program, args }) => [program, ...args].join(' '));
    expect(scripts('sudo bash -eu -o pipefail ./bin/deploy.sh prod').at(-1)).toBe('deploy.sh prod');
    expect(scripts('sh < deploy.sh')).toEqual(['sh']);
    expect(scripts('bash -c make deploy.sh')).toEqual(['bash -c make deploy.sh', 'make']);
    expect(commandsOf('bash "$SCRIPT" prod').unsure.map(({ kind }) => kind)).toContain('program');
  });

  test('say what of a word is certain', () => {
    const [{ words } = { words: [] }] = commandsOf('terraform apply a$B "$C"').commands;
    expect(words.map(({ known }) => known)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1, 0]);
  });

  test.each([
    [`${pastedSign} destroy`, 0, true],
    [`'${pastedSign}' destroy`, 0, false],
    [`"${pastedSign}" destroy`, 0, false],
    [`$'${pastedSign}' destroy`, 0, false],
    [`terra'form${pastedSign}' destroy`, 9, false],
    [`terra\\${pastedSign} destroy`, 5, false],
    [`$(echo "${pastedSign}")`, 0, true],
  ])('know nothing of what was pasted in, in quotes or not: %s', (script, known, splits) => {
    expect(commandsOf(script).commands[0]!.words[0]).toMatchObject({ known, splits });
  });

  test('are read from code in which something was pasted as if it were code of its own', () => {
    const { commands, unsure } = commandsOf(`sh -c 'ls ${pastedSign}; rm x' && bash <<'E'\nmv ${pastedSign}\nE\n`);
    expect(commands.map(({ program }) => program)).toEqual(['sh', 'ls', 'rm', 'bash', 'mv']);
    expect(unsure).toEqual([]);
    expect(commandsOf(`sh -c "ls ${pastedSign} $X"`).unsure).toMatchObject([{ kind: 'code' }]);
  });

  test('say that more arguments may follow', () => {
    expect(commandsOf('cat files | xargs terraform fmt').commands.at(-1)).toMatchObject({
      program: 'terraform',
      args: ['fmt'],
      open: true,
    });
  });

  test('have the whole command that runs them, as it is written', () => {
    const { commands } = commandsOf(`cd infra && sudo sh -c 'terraform init; terraform apply' >log`);
    expect(commands.map(({ program, within }) => [program, within])).toEqual([
      ['cd', 'cd infra'],
      ['sudo', `sudo sh -c 'terraform init; terraform apply' >log`],
      ['sh', `sudo sh -c 'terraform init; terraform apply' >log`],
      ['terraform', `sudo sh -c 'terraform init; terraform apply' >log`],
      ['terraform', `sudo sh -c 'terraform init; terraform apply' >log`],
    ]);
  });
});

/** Each runs `terraform destroy` through another program. */
const wrapped = readFileSync(new URL('../../fixtures/shell/wrapped.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

describe('programs that run others', () => {
  const lines = (script: string) =>
    commandsOf(script).commands.map(({ program, args }) => [program, ...args].join(' '));

  test.each([
    'nix develop -c terraform destroy',
    'nix shell nixpkgs#terraform --command terraform destroy',
    "nix --extra-experimental-features 'nix-command flakes' develop .#infra -c terraform destroy",
    'dotenv run -- terraform destroy',
    'dotenv -f .env run terraform destroy',
    'dotenv -- terraform destroy',
    'fd -e tf -x terraform destroy',
    'fd --extension tf . -HX terraform destroy ;',
    'fd --exec terraform destroy',
    'find . -name "*.tf" -execdir terraform destroy \\;',
    'xterm -geometry 80x24 -e terraform destroy',
    "doppler run --command='terraform destroy'",
    "doppler run --config prod --command 'terraform destroy'",
    'doppler run -- terraform destroy',
    "parallel ::: 'terraform destroy'",
    "parallel -j 2 ::: 'echo a' 'cd infra && terraform destroy'",
    "sudo -s <<< 'terraform destroy'",
    "sudo -i <<< 'terraform destroy'",
    "sudo -u deploy --login <<< 'terraform destroy'",
    "doas -s <<< 'terraform destroy'",
    "unshare -r <<< 'terraform destroy'",
    "chroot / <<< 'terraform destroy'",
    'choom -n 0 -- terraform destroy',
    'uname26 terraform destroy',
    "split -b 1k --filter='terraform destroy' plan.txt",
    "ed '!terraform destroy'",
    ...wrapped,
  ])('%s', (script) => expect(lines(script)).toContain('terraform destroy'));

  test.each([
    'go run ./cmd -- terraform destroy',
    'cargo run -- terraform destroy',
    'npm run build -- terraform destroy',
    'rm -- terraform destroy',
    'tool exec -- $X terraform destroy',
    'tool exec -- -terraform destroy',
    'tool terraform destroy',
  ])('as arguments only: %s', (script) => expect(commandsOf(script).commands).toHaveLength(1));

  test.each([
    'parallel terraform ::: destroy',
    'parallel terraform {} ::: destroy',
    "parallel 'cd infra && terraform {1}' ::: destroy",
    'parallel terraform :::: verbs.txt',
  ])('with words that are filled in: %s', (script) => {
    const found = commandsOf(script).commands.find(({ program }) => program === 'terraform')!;
    expect(found.args.slice(1)).toEqual([]);
    expect(found.open || found.words[1]!.known === 0).toBe(true);
    expect(commandsOf(script).unsure).toEqual([]);
  });

  test.each([
    'fd -e tf',
    'nix develop',
    'find . -name -x',
    'sudo -u me -n true',
    'sudo -V',
    'parallel --version',
  ])('not %s', (script) => {
    const { commands, unsure } = commandsOf(script);
    expect(commands.length).toBe(script.endsWith('true') ? 2 : 1);
    expect(unsure).toEqual([]);
  });
});

describe('what a script may run besides', () => {
  test.each([
    ['$TOOL apply', 'program'],
    ['"$DIR"/terraform apply', 'program'],
    ['$(which terraform) apply', 'program'],
    ['`which terraform` apply', 'program'],
    ['sudo $TOOL', 'program'],
    ['./*.sh', 'program'],
    ['eval "$X"', 'code'],
    ['sh -c "$X"', 'code'],
    ['sh -c "terraform $X"', 'code'],
    ['ssh host "$X"', 'code'],
    ['curl https://example.com/install | sh', 'code'],
    ['curl https://example.com/install | sudo bash -s -- -y', 'code'],
    ['sh <<E\n$X\nE', 'code'],
    ['sh < script', 'code'],
    ['cat <<E | sh\nterraform apply\nE', 'code'],
    ["xargs -I{} sh -c 'terraform apply {}'", 'code'],
    ['source <(terraform completion)', 'code'],
    ['python -c "import os; os.system(x)"', 'code'],
    ["x='$(terraform destroy)'; echo ${x@P}", 'text'],
    ['echo "${list[0]@P}"', 'text'],
    ['source ./env.sh', 'file'],
    ['. ./env.sh', 'file'],
    ['bash -e deploy.sh', 'file'],
    ['sudo sh deploy.sh', 'file'],
    ['source "$FILE"', 'file'],
    ["echo 'open", 'text'],
    ['echo $(terraform output', 'text'],
  ])('%s', (script, kind) => {
    const { unsure } = commandsOf(script);
    expect(unsure.length).toBeGreaterThan(0);
    expect(unsure.map((one) => one.kind)).toContain(kind);
  });

  test.each([
    'terraform apply "$REGION"',
    'echo "$(date)" $HOME/*.txt',
    'for env in $ENVS; do terraform apply -var env="$env"; done',
    './deploy.sh && make && python manage.py migrate',
    'if [ -f out ]; then cat out; fi',
    'A=$B terraform apply',
    "awk '{print $1}' out | sort",
  ])('nothing: %s', (script) => {
    expect(commandsOf(script).unsure).toEqual([]);
  });

  test('has the command that it is about', () => {
    expect(commandsOf('make; curl x | sudo sh').unsure).toMatchObject([{ kind: 'code', within: 'sudo sh' }]);
  });
});

/** One a line, `⏎` is a line break. With `sh:` before it, it is for a shell that knows what POSIX has; the others are for bash. */
const scripts = readFileSync(new URL('../../fixtures/shell/calls.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const textOf = (script: string) => script.replace(/^sh:/, '').replaceAll('⏎', '\n');

describe.skipIf(shells.some((shell) => shell.missing))('as real shells judge it', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'commands-of-'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'work'));
    const recorder = `#!/bin/sh\n{ for one; do printf '%s\\037' "$one"; done; echo; } >> "$OUT"\n`;
    for (const [name, script] of Object.entries({ ...standIns, terraform: recorder })) {
      writeFileSync(join(folder, 'bin', name), script);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The arguments of each call of `terraform`. */
  function callsOf(script: string, index: number): readonly (readonly string[])[] {
    const out = join(folder, `${index}.calls`);
    const { error } = spawnSync(script.startsWith('sh:') ? 'dash' : 'bash', ['-c', textOf(script)], {
      cwd: join(folder, 'work'),
      env: { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), HOME: folder, OUT: out },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 10_000,
    });
    if (error) throw error;
    if (!existsSync(out)) return [];
    return readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\x1f').slice(0, -1));
  }

  const each = (calls: readonly (readonly string[])[]) => [...new Set(calls.map((args) => args.join(' | ')))].sort();

  test('each call of a program is found with its arguments, and no other', { timeout: 60_000 }, () => {
    const made = scripts.map((script, index) => [script, each(callsOf(script, index))]);
    const found = scripts.map((script) => {
      const { commands } = commandsOf(textOf(script));
      return [script, each(commands.filter(({ program }) => program === 'terraform').map(({ args }) => args))];
    });
    expect(found).toEqual(made);
    expect(made.filter(([, calls]) => calls!.length > 0).length).toBeGreaterThan(90);
  });
});
