import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Match } from '../../../src/model/match.js';
import { matchScript } from './match-a-script.js';
import { runScripts } from './run-scripts.js';

/** One command in many spellings. Whether each of them runs it is for the shells to say, not for this list. */
const plain = 'terraform destroy -auto-approve';
const words = [
  plain,
  '"terraform" destroy -auto-approve',
  "'terraform' 'destroy' -auto-approve",
  'ter""raform destroy -auto-approve',
  "te'rr'aform de\\stroy -auto-approve",
  'terraform   destroy\t-auto-approve',
  'terraform \\\n  destroy -auto-approve',
  './bin/terraform destroy -auto-approve',
  '"$PWD/bin/terraform" destroy -auto-approve',
  'TF_LOG=1 terraform destroy -auto-approve',
  'terraform destroy -auto-approve >out 2>&1',
  '>out terraform destroy -auto-approve',
  'terraform destroy -auto-approve < /dev/null',
];
const wrappers: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `sh -c ${quoted(command)}`,
  (command) => `bash -ec ${quoted(command)}`,
  (command) => `sh <<'EOF'\n${command}\nEOF`,
  (command) => `cat <<EOF | sh\n${command.replaceAll('\\', '\\\\').replaceAll('$', '\\$')}\nEOF`,
  (command) => `eval ${quoted(command)}`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1; do ${command}; done`,
  (command) => `while true; do ${command}; break; done`,
  (command) => `case x in x) ${command};; esac`,
  (command) => `f() { ${command}; }; f`,
  (command) => `( ${command} )`,
  (command) => `{ ${command}; }`,
  (command) => `true && ${command} || true`,
  (command) => `false || ${command}`,
  (command) => `echo x | ${command}`,
  (command) => `! ${command}`,
  (command) => `x=$(${command})`,
  (command) => `echo "$(${command})"`,
  (command) => `${command} & wait`,
  (command) => `# a comment\n${command} # and another`,
  (command) => `set -e\ncd .\n${command}`,
];
const programs: readonly string[] = [
  'env',
  'env A=b',
  'env -i PATH="$PATH"',
  'timeout 5',
  'timeout -k 1 5',
  'nohup',
  'nice',
  'nice -n 5',
  'exec',
  'command',
  'time',
  'xargs -n 9 echo </dev/null; nohup',
  'echo -auto-approve | xargs',
  'setsid -w',
  'stdbuf -o0',
  'env timeout 5 nice',
  'env "A=b c"',
  "env 'A'=b B=c",
];

const spellings = [
  ...words.flatMap((command) => wrappers.map((wrap) => wrap(command))),
  ...programs.flatMap((program) => [
    `${program} ${plain}`,
    `${program} sh -c ${quoted(plain)}`,
    `sh -c ${quoted(`${program} ${plain}`)}`,
    `if true; then ${program} ${plain}; fi`,
  ]),
];

/** Nothing here runs it, whatever it looks like. */
const harmless = [
  'echo terraform destroy',
  'echo "terraform destroy"',
  "printf '%s\\n' 'terraform destroy'",
  '# terraform destroy',
  'true # terraform destroy',
  'terraform plan',
  'terraform plan -destroy',
  'terraform apply -var x=destroy',
  './terraform-destroy',
  'grep "terraform destroy" log.txt',
  "cat <<'EOF' > notes\nterraform destroy\nEOF",
  'git commit -m "terraform destroy"',
  'make destroy',
  'MESSAGE="terraform destroy" make',
  'terraforms destroy',
  'case "$1" in "terraform destroy") true;; esac',
  '[ "$x" = "terraform destroy" ]',
  'sh -c "echo terraform destroy"',
  'python3 notes.py "terraform destroy"',
  'npm run build -- --terraform destroy',
  'for word in terraform destroy; do echo "$word"; done',
  'kubectl apply -f terraform/destroy.yaml',
  'cd terraform && ls destroy',
  'source .venv/bin/activate && pytest',
  'curl -d "terraform destroy" https://example.com',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spellings-'));
  mkdirSync(join(folder, 'bin'));
  for (const program of ['terraform', 'make', 'git', 'kubectl', 'npm', 'curl', 'python3', 'terraforms', 'pytest']) {
    const isIt = program === 'terraform' ? 'case "$*" in destroy*) echo x >>"$RAN";; esac' : 'exit 0';
    writeFileSync(join(folder, 'bin', program), `#!/bin/sh\n${isIt}\n`);
    chmodSync(join(folder, 'bin', program), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const span = { file: 'hooks.yaml', start: 0, end: 0 };
const match: Match = {
  clauses: [{ kind: 'runs', patterns: [{ text: 'terraform destroy*', span }], span }],
  unsure: 'match',
  span,
};

const answers = (script: string) => matchScript(match, script).kind;
const ranBy = (shell: string, scripts: readonly string[]) =>
  runScripts(shell, scripts, folder).map((ran) => ran !== '');

describe.each(['sh', 'bash'])('as %s runs them', (shell) => {
  test(`none of ${spellings.length} spellings of one command goes unmatched`, { timeout: 120_000 }, () => {
    const ran = ranBy(shell, spellings);
    const running = spellings.filter((_, index) => ran[index]);
    expect(running.length).toBeGreaterThan(300);
    expect(running.filter((script) => answers(script) === 'no')).toEqual([]);
  });

  test('lines that only speak of it do not run it', { timeout: 60_000 }, () => {
    const ran = ranBy(shell, harmless);
    expect(harmless.filter((_, index) => ran[index])).toEqual([]);
  });
});

test('at most one in twenty harmless lines matches', () => {
  const matched = harmless.filter((script) => answers(script) !== 'no');
  expect(matched.length / harmless.length, matched.join('\n')).toBeLessThanOrEqual(0.05);
});

test('most spellings match for certain, not because they cannot be read', () => {
  const unsure = spellings.filter((script) => answers(script) === 'unsure');
  expect(unsure.length / spellings.length, unsure.join('\n---\n')).toBeLessThan(0.1);
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
