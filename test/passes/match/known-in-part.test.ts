import { describe, expect, test } from 'vitest';
import { matchScript } from './match-a-script.js';

const span = { file: 'hooks.yaml', start: 0, end: 0 };

function answer(script: string, ...patterns: readonly string[]) {
  const clause = { kind: 'runs', patterns: patterns.map((text) => ({ text, span })), span } as const;
  return matchScript({ clauses: [clause], unsure: 'match', span }, script);
}

describe('a program that is given more words than are written', () => {
  test.each([
    'echo destroy | xargs terraform',
    'echo destroy | xargs -n 2 terraform',
    'echo destroy | sudo xargs -r timeout 5 terraform',
    'env -S terraform destroy',
    "git -c alias.x='!terraform' x destroy",
    'alias t=terraform\nt destroy',
    'start-stop-daemon -S -x /opt/bin/terraform -- destroy',
    'docker run --entrypoint terraform img destroy',
    'echo destroy | parallel terraform',
    'terraform $(echo destroy)',
    'terraform `echo destroy`',
  ])('counts as matched: %s', (script) => {
    expect(answer(script, 'terraform destroy*').kind).toBe('unsure');
    expect(answer(script, '/^terraform (.* )?destroy\\b/').kind).toBe('unsure');
    expect(answer(script, 'kubectl *', '/^kubectl (.* )?delete\\b/', 'terraforms *').kind).toBe('no');
  });

  test.each([
    [
      "find . -name '*.ts' | xargs grep foo",
      'terraform destroy*',
      '/^terraform (.* )?destroy\\b/',
      'grepcidr *',
      'grep bar*',
    ],
    ['find . | xargs rm -f', 'rm -rf /*', 'rmdir *'],
    ['xargs terraform fmt < files', 'terraform destroy*', 'terraform fmts*'],
    ["alias ll='ls -l'", 'lsof *', 'ls -a*'],
  ])('does not match where what is written is another command: %s', (script, ...patterns) => {
    expect(answer(script, ...patterns).kind).toBe('no');
  });

  test('counts as matched as one whose arguments are in a variable does', () => {
    for (const pattern of ['rm -rf /*', 'rm', '/^rm -\\S*r/', 'rm*'])
      expect(answer('find . | xargs rm', pattern).kind, pattern).not.toBe('no');
    expect(answer('find . | xargs rm', 'rm -rf /*')).toMatchObject({
      why: 'more arguments than are written may follow `rm`',
    });
    expect(answer('find . | xargs grep foo', 'grep bar')).toMatchObject({
      seen: ['find .', 'xargs grep foo', 'grep foo…'],
    });
  });
});
