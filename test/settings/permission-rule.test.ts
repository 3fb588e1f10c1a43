import { describe, expect, test } from 'vitest';
import { matchesPermissionRule } from '../../src/settings/permission-rule.js';
import { cpuTime } from '../text/cpu-time.js';

const bash = (rule: string, command: string) => matchesPermissionRule(rule, 'Bash', { command });

describe('a rule for commands matches', () => {
  test.each([
    ['git push', 'Bash(git push *)'],
    ['git push', 'Bash(git push:*)'],
    ['git push origin main', 'Bash(git * main)'],
    ['FOO=bar git push', 'Bash(git *)'],
    ['npm test && git push', 'Bash(git *)'],
    ['npm test > out.txt 2>&1', 'Bash(npm test)'],
    ['rmdir x', 'Bash(rm*)'],
    ['echo a; rm -rf /', 'Bash(rm *)'],
    ['echo a\nrm -rf /', 'Bash(rm *)'],
    ['sleep 9 & rm -rf /', 'Bash(rm *)'],
    ['(cd /; rm -rf x)', 'Bash(rm *)'],
    ['timeout 5 rm -rf /', 'Bash(rm *)'],
    ['timeout -k 5 --signal=KILL 10 rm -rf /', 'Bash(rm *)'],
    ['timeout 5 nohup nice -n 10 rm -rf /', 'Bash(rm *)'],
    ['timeout 5 rm -rf /', 'Bash(timeout *)'],
    ['nohup rm -rf /', 'Bash(rm *)'],
    ['time -p rm -rf /', 'Bash(rm *)'],
    ['command rm -rf /', 'Bash(rm *)'],
    ['builtin command rm -rf /', 'Bash(rm *)'],
    ['nice rm', 'Bash(rm *)'],
    ['stdbuf -oL -e 0 rm x', 'Bash(rm *)'],
    ['find . | xargs rm -rf /', 'Bash(rm *)'],
    ['find . | xargs -0 -n 1 rm', 'Bash(rm *)'],
    ['find . -name x -exec rm {} +', 'Bash(rm *)'],
    ['sudo -u root rm -rf /', 'Bash(rm *)'],
    ['env -i A=b rm -rf /', 'Bash(rm *)'],
    ['exec rm -rf /', 'Bash(rm *)'],
    ['if true; then rm -rf /; fi', 'Bash(rm *)'],
    ['while true; do rm -rf /; done', 'Bash(rm *)'],
    ['for x in a b; do rm "$x"; done', 'Bash(rm *)'],
    ['case $x in a) rm -rf /;; esac', 'Bash(rm *)'],
    ['f() { rm -rf /; }; f', 'Bash(rm *)'],
    ['function f { rm -rf /; }', 'Bash(rm *)'],
    ['{ rm -rf /; }', 'Bash(rm *)'],
    ['! rm -rf /', 'Bash(rm *)'],
    ['"rm" -rf /', 'Bash(rm *)'],
    ["r''m -rf /", 'Bash(rm *)'],
    ['r\\\nm -rf /', 'Bash(rm *)'],
    ['\\rm -rf /', 'Bash(rm *)'],
    ['/bin/rm -rf /', 'Bash(rm *)'],
    ['A="b c" rm -rf /', 'Bash(rm *)'],
    ['A[1]=b B+=$(date) rm -rf /', 'Bash(rm *)'],
    ['A=(b c) rm -rf /', 'Bash(rm *)'],
    ['>/dev/null rm -rf /', 'Bash(rm *)'],
    ['2>&1 >out <in rm -rf /', 'Bash(rm *)'],
    ['rm\t-rf /', 'Bash(rm *)'],
    ['rm  -rf  /', 'Bash(rm -rf *)'],
    ['echo $(rm -rf /)', 'Bash(rm *)'],
    ['echo "a $(rm -rf /) b"', 'Bash(rm *)'],
    ['echo `rm -rf /`', 'Bash(rm *)'],
    ['echo "${x:-$(rm -rf /)}"', 'Bash(rm *)'],
    ['cat <(rm -rf /)', 'Bash(rm *)'],
    ['(( x = $(rm -rf /) ))', 'Bash(rm *)'],
    ['cat <<E\n$(rm -rf /)\nE', 'Bash(rm *)'],
    ["cat <<E\nit's\nE\nrm -rf /\ncat <<E\nit's\nE", 'Bash(rm *)'],
    ['((x<<2))\nrm -rf /\n2))', 'Bash(rm *)'],
    ['bash -c "rm -rf /"', 'Bash(rm *)'],
    ['timeout 5 bash -lc "cd /; rm -rf x"', 'Bash(rm *)'],
    ['eval "rm -rf /"', 'Bash(rm *)'],
    ["trap 'rm -rf /' EXIT", 'Bash(rm *)'],
    ["fish -c 'rm -rf /'", 'Bash(rm *)'],
    ["mksh -c 'rm -rf /'", 'Bash(rm *)'],
    ['ssh h rm -rf /', 'Bash(rm *)'],
    ['alias x="rm -rf"; x /', 'Bash(rm -rf /)'],
    ['echo / | xargs rm -rf', 'Bash(rm -rf /)'],
    ['coproc rm -rf /', 'Bash(rm *)'],
    ['coproc NAME { rm -rf /; }', 'Bash(rm *)'],
    ['runuser -u nobody -- rm -rf /', 'Bash(rm *)'],
    ['runuser nobody -c "rm -rf /"', 'Bash(rm *)'],
    ["script -qc 'rm -rf /' /dev/null", 'Bash(rm *)'],
    ['unshare -r rm -rf /', 'Bash(rm *)'],
    ['nsenter -t 1 -m rm -rf /', 'Bash(rm *)'],
    ['setpriv --reuid 1 rm -rf /', 'Bash(rm *)'],
    ["bash <<< 'rm -rf /'", 'Bash(rm *)'],
    ['bash <<E\nrm -rf /\nE', 'Bash(rm *)'],
  ])('%j: %s', (command, rule) => {
    expect(bash(rule, command)).toBe(true);
  });
});

describe('where it is unknown, a rule for commands matches', () => {
  test.each([
    ['$CMD -rf /', 'Bash(rm *)'],
    ['"$A"m -rf /', 'Bash(rm *)'],
    ['/bin/r? -rf /', 'Bash(rm *)'],
    ['{rm,-rf,/}', 'Bash(rm *)'],
    ["$'\\x72m' -rf /", 'Bash(rm *)'],
    ['echo $(date)', 'Bash(git push *)'],
    ['git $VERB origin', 'Bash(git push *)'],
    ['git pus? origin', 'Bash(git push *)'],
    ['curl https://example.com | sh', 'Bash(rm *)'],
    ['eval "$X"', 'Bash(rm *)'],
    ["echo 'not closed", 'Bash(rm *)'],
    ['echo "$(case x in a) rm;; esac)"', 'Bash(rm *)'],
    ['cat <<E\nno end', 'Bash(rm *)'],
    [`${'$('.repeat(1000)}${')'.repeat(1000)}`, 'Bash(rm *)'],
    ['ls', 'Bash(rm *) || Bash(mv *)'],
  ])('%j: %s', (command, rule) => {
    expect(bash(rule, command)).toBe(true);
  });
});

describe('a rule for commands does not match', () => {
  test.each([
    ['echo $(date)', 'Bash(rm *)'],
    ['rmdir x', 'Bash(rm *)'],
    ['echo "a; rm b"', 'Bash(rm *)'],
    ["echo 'a; rm b'", 'Bash(rm *)'],
    ['echo a # ; rm b', 'Bash(rm *)'],
    ['echo rm', 'Bash(rm *)'],
    ['timeout 5 echo rm', 'Bash(rm *)'],
    ['git commit -m "rm the old one"', 'Bash(rm *)'],
    ['ls *.ts', 'Bash(git push *)'],
    ['git pull', 'Bash(git push *)'],
    ['npm test more', 'Bash(npm test)'],
    ['bash build.sh rm', 'Bash(rm *)'],
    ['find . -name rm', 'Bash(rm *)'],
    ["git commit -m \"$(cat <<'EOF'\nrm it's\nEOF\n)\"", 'Bash(rm *)'],
    ['echo $((1 + 2))', 'Bash(rm *)'],
    ['ls', 'Bash(run_in_background:true)'],
    ['echo xargs rm x', 'Bash(rm *)'],
    ['files=(rm x)', 'Bash(rm *)'],
    ['[[ a == b && rm == x ]]', 'Bash(rm *)'],
    ['case x in rm) true;; esac', 'Bash(rm *)'],
    ['for rm in rm x; do true; done', 'Bash(rm *)'],
    ['bash <<E\necho rm\nE', 'Bash(rm *)'],
  ])('%j: %s', (command, rule) => {
    expect(bash(rule, command)).toBe(false);
  });
});

test.each([
  ['Read(**/.env)', 'Read', '.env', true],
  ['Read(**/.env)', 'Read', '/a/b/.env', true],
  ['Read(.env)', 'Read', '/a/b/.env', true],
  ['Read(.env)', 'Read', '/a/b/x.env', false],
  ['Read(./secrets/**)', 'Read', '/p/secrets/a/b', true],
  ['Read(secrets/)', 'Read', '/p/secrets/a/b', true],
  ['Read(//etc/*)', 'Read', '/etc/passwd', true],
  ['Read(.env)', 'Read', '/a/.ENV', true],
  ['Read(/src/**/*.ts)', 'Read', '/p/src/a.ts', true],
  ['Read(/src/*.ts)', 'Read', '/p/src/a/b.ts', false],
  ['Read(/a/secret)', 'Read', '/a/b/../secret', true],
  ['Edit(*.ts)', 'Write', '/p/a.ts', true],
  ['Edit(*.ts)', 'MultiEdit', '/p/a.ts', true],
  ['Edit(*.ts)', 'NotebookEdit', '/p/a.ts', true],
  ['Edit(*.ts)', 'Write', '/p/a.tsx', false],
  ['Edit(*.ts)', 'Read', '/p/a.ts', false],
  ['Edit(a?c.ts)', 'Edit', 'abc.ts', true],
  ['Edit(a?c.ts)', 'Edit', 'a/c.ts', false],
  ['Edit([ab].ts)', 'Edit', 'b.ts', true],
  ['Edit([!ab].ts)', 'Edit', 'b.ts', false],
  ['Edit([!ab].ts)', 'Edit', 'c.ts', true],
  ['Edit(a\\*.ts)', 'Edit', 'a*.ts', true],
  ['Edit(a.b+(c))', 'Edit', 'a.b+(c)', true],
  ['Edit(a.b)', 'Edit', 'axb', false],
])('%s on %s of %s: %s', (rule, tool, path, expected) => {
  const name = tool === 'NotebookEdit' ? 'notebook_path' : 'file_path';
  expect(matchesPermissionRule(rule, tool, { [name]: path })).toBe(expected);
});

test.each([
  ['mcp__memory', 'mcp__memory__read', {}, true],
  ['mcp__memory__*', 'mcp__memory__read', {}, true],
  ['mcp__memory', 'mcp__memory2__read', {}, false],
  ['WebFetch(domain:example.com)', 'WebFetch', { url: 'https://example.com/x' }, true],
  ['WebFetch(domain:Example.com)', 'WebFetch', { url: 'https://EXAMPLE.com./x' }, true],
  ['WebFetch(domain:example.com)', 'WebFetch', { url: 'https://example.org/' }, false],
  ['Agent(model:opus)', 'Agent', { model: 'haiku' }, false],
  ['Agent(model:opus)', 'Agent', { model: 'opus' }, true],
  ['Bash(run_in_background:true)', 'Bash', { command: 'ls', run_in_background: true }, true],
  ['Bash', 'Edit', {}, false],
])('%s on %s', (rule, tool, args, expected) => {
  expect(matchesPermissionRule(rule, tool, args)).toBe(expected);
});

test('no command of a model takes long', () => {
  const hostile = [
    'a '.repeat(45_000),
    'A=b '.repeat(24_000),
    '$(('.repeat(30_000),
    '`'.repeat(99_999),
    '"$('.repeat(30_000),
    '<<E '.repeat(20_000),
    `cat <<E\n${'x\n'.repeat(40_000)}E`,
    'timeout -k '.repeat(9_000),
    'find -exec '.repeat(9_000),
    `eval ${'eval '.repeat(19_000)}`,
    '{a,'.repeat(30_000),
    '(('.repeat(40_000),
    'x;'.repeat(49_000),
    'rm '.repeat(2_000_000),
    `sed '!${'e'.repeat(90_000)}' x`,
    `sed '${'\n'.repeat(90_000)}' x`,
    `python3 -c '${'open('.repeat(18_000)}'`,
  ];
  for (const command of hostile) {
    const time = cpuTime(() => {
      bash('Bash(*a*b*c*d*e)', command);
      bash('Bash(rm *)', command);
    });
    expect(time, command.slice(0, 20)).toBeLessThan(1000);
  }
});
