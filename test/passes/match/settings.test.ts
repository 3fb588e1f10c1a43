import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Match, MatchClause } from '../../../src/model/match.js';
import { matchScript } from './match-a-script.js';
import { runScripts } from './run-scripts.js';

/** One setting in many spellings. Whether the program gets it is for the shells to say, not for this list. */
const settings = [
  'STAGE=production deploy',
  'STAGE="production" deploy',
  "OTHER=1 STAGE='production' deploy",
  'STAGE=prod"uction" deploy',
  'export STAGE=production; deploy',
  'export OTHER=1 "STAGE=production" && deploy',
  'STAGE=production; export STAGE; deploy',
  'STAGE=production\nexport STAGE\ndeploy',
  'set -a; STAGE=production; deploy',
  'export STAGE; STAGE=production; deploy',
  'readonly STAGE=production; export STAGE; deploy',
  'env STAGE=production deploy',
  'env "STAGE=production" deploy',
  'env -i PATH="$PATH" RAN="$RAN" \'STAGE\'=production deploy',
  'env -S "STAGE=production deploy"',
  'env OTHER=1 timeout 5 env STAGE=production deploy',
  'env STAGE=dev sh -c "STAGE=production deploy"',
  'STAGE=dev; export STAGE; deploy; STAGE=production; deploy',
  'for STAGE in dev production; do export STAGE; deploy; done',
  'for STAGE in dev production\ndo STAGE=$STAGE deploy; done',
  'set -- dev production; for STAGE; do export STAGE; deploy; done',
  'read STAGE <<EOF\nproduction\nEOF\nexport STAGE; deploy',
  ': "${STAGE:=production}"; export STAGE; deploy',
  'export STAGE="${STAGE-production}"; deploy',
  'A=STAGE=production; export "$A"; deploy',
  'A=production; STAGE=$A deploy',
  'A=STAGE; export $A=production; deploy',
  'A=STAGE; env "$A=production" deploy',
  'A=env; $A STAGE=production deploy',
  'STAGE=prod; STAGE=${STAGE}uction deploy',
  'STAGE=$(echo production) deploy',
  'STAGE=`echo production` deploy',
  "eval 'STAGE=production deploy'",
  "echo 'export STAGE=production' >vars; . ./vars; deploy",
  'export $(echo STAGE=production); deploy',
  'f() { STAGE=production deploy; }; f',
  '( export STAGE=production; deploy )',
  'if true; then STAGE=production deploy; fi',
  'echo x | STAGE=production xargs deploy',
  'x=$(STAGE=production deploy)',
  '>out STAGE=production deploy',
  "STAGE=production sh -c 'deploy'",
  "sh -c 'export STAGE=production; deploy'",
  'nohup env STAGE=production deploy',
];
/** Only this shell knows them. */
const ofBash = [
  'declare -x STAGE=production; deploy',
  'typeset -x STAGE=production; deploy',
  'f() { local -x STAGE=production; deploy; }; f',
  'STAGE=prod; STAGE+=uction; export STAGE; deploy',
  'export STAGE=prod; STAGE+=uction deploy',
  'read -r STAGE <<< production; export STAGE; deploy',
  'printf -v STAGE production; export STAGE; deploy',
  'declare -n ref=STAGE; export STAGE; ref=production; deploy',
  'source <(echo export STAGE=production); deploy',
];

/** Nothing here gives it to the program. */
const harmless = [
  'deploy',
  'STAGE=dev deploy',
  'export STAGE=dev; deploy',
  'STAGE=dev$(date +%s) deploy',
  'deploy STAGE=production',
  'echo STAGE=production; deploy',
  'echo "export STAGE=production"; deploy',
  '# STAGE=production deploy',
  "cat <<'EOF' > notes\nSTAGE=production\nEOF\ndeploy",
  'make STAGE=production',
  'NOT_STAGE=production deploy',
  'MESSAGE="STAGE=production" deploy',
  'for stage in production; do STAGE=dev deploy; done',
  'echo for STAGE in production; deploy',
  'read -r LINE </dev/null; COUNT=$(date) deploy',
  'unset STAGE; deploy',
  'export PATH="$HOME/bin:$PATH"; deploy',
  'export STAGE; deploy',
  'terraform apply "$STAGE"',
  '[ "$STAGE" = production ] || deploy',
];

const span = { file: 'hooks.yaml', start: 0, end: 0 };
const pattern = (text: string) => ({ text, span });
const matchOf = (...clauses: readonly MatchClause[]): Match => ({ clauses, unsure: 'match', span });
const set = (name: string, ...values: readonly string[]): MatchClause => ({
  kind: 'env',
  entries: [{ name: pattern(name), values: values.map(pattern) }],
  span,
});
const cel = (expression: string): MatchClause => ({ kind: 'cel', expression, span });
const not = (clause: MatchClause): MatchClause => ({ kind: 'not', match: matchOf(clause), span });

const answer = (script: string, clause = set('STAGE', 'prod*'), env?: ReadonlyMap<string, string>) =>
  matchScript(matchOf(clause), script, env).kind;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  mkdirSync(join(folder, 'bin'));
  for (const program of ['deploy', 'make', 'terraform']) {
    writeFileSync(join(folder, 'bin', program), '#!/bin/sh\nprintf %s "$STAGE" >>"$RAN"\n');
    chmodSync(join(folder, 'bin', program), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['sh', settings],
  ['bash', [...settings, ...ofBash]],
] as const)('as %s runs them', (shell, scripts) => {
  test('each of these gives the program the variable, and none goes unmatched', () => {
    const ran = runScripts(shell, scripts, folder);
    expect(scripts.filter((_, index) => !ran[index]!.includes('production'))).toEqual([]);
    expect(scripts.filter((script) => answer(script) === 'no')).toEqual([]);
    const inCel = cel('has(step.env.STAGE) && step.env.STAGE.startsWith("prod")');
    expect(scripts.filter((script) => answer(script, inCel) === 'no')).toEqual([]);
  });

  test('what only speaks of it does not give it', () => {
    const ran = runScripts(shell, harmless, folder);
    expect(harmless.filter((_, index) => ran[index]!.includes('production'))).toEqual([]);
  });
});

test('harmless lines do not match', () => {
  expect(harmless.filter((script) => answer(script) !== 'no')).toEqual([]);
});

test('most spellings match for certain', () => {
  const unsure = settings.filter((script) => answer(script) !== 'yes');
  expect(unsure.length, unsure.join('\n---\n')).toBeLessThan(settings.length / 2);
});

describe('a condition on variables', () => {
  const dev = new Map([['STAGE', 'dev']]);

  test('is asked about each value that a script sets', () => {
    const inCel = cel('"STAGE" in step.env && step.env["STAGE"] == "production"');
    expect(answer('STAGE=production deploy; STAGE=dev deploy', inCel, dev)).toBe('yes');
    expect(answer('STAGE=test deploy; STAGE=dev deploy', inCel, dev)).toBe('no');
    expect(answer('STAGE=$X deploy', inCel, dev)).toBe('unsure');
    expect(answer('OTHER=$X deploy', inCel, dev)).toBe('no');
  });

  test('about all of them is in doubt where one is', () => {
    const anyValue = cel('step.env.exists(name, step.env[name] == "production")');
    expect(answer('STAGE=$X deploy', anyValue)).toBe('unsure');
    expect(answer('A=1 STAGE=production deploy', anyValue)).toBe('yes');
    expect(answer('A=1 deploy', anyValue)).toBe('no');
  });

  test('is in no doubt where it does not hold whatever the variables are', () => {
    const holds = (expression: string) => answer('source ./env.sh; deploy', cel(expression));
    expect(holds('step.images.size() > 0 && !("CI" in step.env)')).toBe('no');
    expect(holds('step.images.size() == 0 && step.env.exists(name, name == "CI")')).toBe('unsure');
    expect(holds('!(step.images.size() == 0 || "CI" in step.env)')).toBe('no');
    expect(holds('!("CI" in step.env) && step.images.size() == 0')).toBe('yes');
    expect(holds('"CI" in step.env && !step.commands.exists(c, c == "source ./env.sh")')).toBe('unsure');
    expect(holds('workflow.steps > 100 && ("CI" in step.env || "make" in step.commands)')).toBe('no');
  });

  test('in two variables at once holds for what both are at one time', () => {
    const both = cel('has(step.env.A) && has(step.env.B) && step.env.A == "x" && step.env.B == "y"');
    expect(answer('A=x; B=q; B=y; export A B; deploy; A=q', both)).toBe('yes');
  });

  test('has a bound for the settings that it is asked about', () => {
    const script = Array.from({ length: 10_000 }, (_, index) => `STAGE=${index}`).join('\n');
    expect(answer(script, cel('has(step.env.STAGE) && step.env.STAGE == "x"'))).toBe('unsure');
  });
});

test.each([
  ['one long word', `((${'a'.repeat(90_000)}))`],
  ['brackets that never close', '(('.repeat(45_000)],
  ['many loops', 'for a in b;'.repeat(4000)],
  ['many names', `export ${'a=b '.repeat(15_000)}`],
  ['one name in many braces', '${a:='.repeat(15_000)],
])('takes time in the size of the script: %s', (_, script) => {
  const begin = performance.now();
  answer(script);
  expect(performance.now() - begin).toBeLessThan(2000);
});

describe('what no step may lack', () => {
  test('is lacking where only a command sets it, for others may run before', () => {
    expect(answer('STAGE=dev true; deploy', not(set('STAGE', 'dev')))).toBe('unsure');
    expect(answer('deploy', not(set('STAGE', 'dev')), new Map([['STAGE', 'dev']]))).toBe('no');
    expect(answer('CI=1 true; deploy', cel('!("CI" in step.env)'))).toBe('yes');
    expect(answer('STAGE=production true; deploy', not(not(set('STAGE', 'prod*'))))).toBe('yes');
  });
});

test('values are compared with all kinds of patterns, as far as they are certain', () => {
  expect(answer('STAGE=prod-$REGION deploy', set('STAGE', 'prod*'))).toBe('yes');
  expect(answer('STAGE=prod-$REGION deploy', set('STAGE', 'prod-eu'))).toBe('unsure');
  expect(answer('STAGE=prod-$REGION deploy', set('STAGE', '/^prod-eu$/'))).toBe('unsure');
  expect(answer('STAGE=dev-$REGION deploy', set('STAGE', 'prod*', 'test'))).toBe('no');
  expect(answer('STAGE=$X deploy', set('STAGE'))).toBe('yes');
  expect(answer('STAGE= deploy', set('STAGE'))).toBe('yes');
});
