import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputFor } from './corpus.js';

test.each([
  ['azure/login', true],
  ['azure/login@v2', true],
  ['Azure/login@*', true],
  ['acme/flows/.github/workflows/x.yml@main', true],
  ['/@(main|master)$/', true],
  ['acme/other*', false],
])('a step or a job that uses %s is found: %s', (uses, expected) => {
  const login = 'a: {runs-on: x, steps: [{uses: Azure/login@v2}]}';
  const text = `on: push\njobs:\n  ${login}\n  b: {uses: Acme/flows/.github/workflows/x.yml@main}\n`;
  const deny = [{ match: { uses }, message: 'no' }];
  const { diagnostics } = compile(inputFor({ path: 'w.yml', text }, {}, { deny }));
  expect(diagnostics.some(({ code }) => code === 'DW450')).toBe(expected);
});

/** `no`, `yes`, or why it counts as such. */
const seen = (step: string, runner = 'x', job = ''): string => {
  const text = `on: push\njobs:\n  a:\n${job}    runs-on: ${runner}\n    steps:\n      - {name: it, ${step}}\n`;
  const deny = [{ match: { runs: 'terraform destroy*' }, message: 'no' }];
  const told = compile(inputFor({ path: 'w.yml', text }, {}, { deny })).diagnostics.map(({ message }) => message);
  return told.length === 0 ? 'no' : (/as such, because (.*)\)$/.exec(told[0]!)?.[1] ?? 'yes');
};

const variable = 'a program in it depends on variables, or on names of files';
const javascript = 'its JavaScript may start programs';
const image = 'its image decides which program gets its arguments';

describe('what an action is given to run', () => {
  test.each([
    ['uses: nick-fields/retry@v3, with: {max_attempts: 3, command: terraform destroy -auto-approve}', 'yes'],
    ['uses: nick-fields/retry@v3, with: {Command: make, on_retry_command: x}', 'no'],
    ['uses: nick-fields/retry@v3, with: {command: "${{ matrix.command }}"}', variable],
    ['uses: appleboy/ssh-action@v1, with: {host: h, script: "cd infra\\nterraform destroy"}', 'yes'],
    ['uses: azure/cli@v2, with: {inlineScript: "az group list && terraform destroy"}', 'yes'],
    ['uses: uraimo/run-on-arch-action@v2, with: {run: terraform destroy}', 'yes'],
    ['uses: preactjs/compressed-size-action@v2, with: {clean-script: terraform destroy}', 'yes'],
    ['uses: actions/github-script@v7, with: {script: "core.info(`${y}`); /a/.exec(x); require(\'./x.js\')"}', 'no'],
    ['uses: actions/github-script@v7, with: {script: "await exec.exec(x)"}', javascript],
    ['uses: Actions/GitHub-Script@v7, with: {Script: "eval(x)"}', javascript],
    ["uses: actions/github-script@v7, with: {script: \"require('child' + '_process')\"}", javascript],
    ['uses: devcontainers/ci@v0.3, with: {runCmd: terraform destroy}', 'yes'],
    ['uses: acme/retry@v3, with: {pre-run: ls, post_run_command: terraform destroy}', 'yes'],
    ['uses: changesets/action@v1, with: {publish: terraform destroy}', 'yes'],
    ['uses: acme/set-up@v1, with: {typescript: "${{ matrix.ts }}", publish: "${{ x }}"}', 'no'],
    ['uses: actions/download-artifact@v4, with: {run-id: "${{ github.run_id }}", dry-run: "${{ x }}"}', 'no'],
    ['uses: acme/infra@v1, with: {description: terraform destroy}', 'no'],
    ['uses: "docker://alpine", with: {entrypoint: terraform, args: destroy}', 'yes'],
    ['uses: "docker://alpine", with: {entrypoint: ls, args: destroy}', 'no'],
    ['uses: "docker://hashicorp/terraform:1.5", with: {args: destroy -auto-approve}', image],
    ['uses: "docker://alpine"', 'no'],
  ])('%s: %s', (step, expected) => expect(seen(step)).toBe(expected));
});

/** GitHub puts the value of an expression into the text before a shell reads it, and the variables of a shell are not in it by then. */
describe('a value between quotes', () => {
  const argument = 'the arguments of `terraform …` depend on variables';
  test.each([
    ["'${{ matrix.tool }}' destroy", variable],
    ["bin/'${{ matrix.tool }}' destroy", variable],
    ["terraform '${{ inputs.action }}'", argument],
    ["terraform $'${{ inputs.action }}'", argument],
    ["sh -c '${{ inputs.command }}'", variable],
    ["sh -c 'terraform ${{ inputs.action }}'", argument],
    ["sudo bash -c 'ls; ${{ matrix.tool }} destroy'", variable],
    ["bash <<'EOF'\n${{ matrix.tool }} destroy\nEOF", variable],
    ["python -c '${{ inputs.code }}'", 'code in it may start programs'],
    ["terraform '${{ format('{0}', inputs.action) }}'", argument],
    ["'${{ matrix.tool }}' apply", variable],
    ["source '${{ inputs.folder }}/env.sh'", '`source` runs what is in the file `…/env.sh`'],
    ["terraform plan '${{ inputs.action }}'", 'no'],
    ["terraform -chdir='${{ inputs.folder }}' plan", 'no'],
    ["echo '${{ github.event.head_commit.message }}'", 'no'],
    ["sh -c 'echo ${{ inputs.name }}; terraform plan'", 'no'],
    ["cat <<'EOF' >notes\n${{ inputs.name }}\nEOF", 'no'],
    ['python -c \'print("${{ inputs.name }}")\'', 'no'],
    ["'$TOOL' destroy", 'no'],
    ["sh -c 'terraform plan' '$ACTION'", 'no'],
    ["echo '$GITHUB_EXPRESSION'", 'no'],
    ["'$GITHUB_EXPRESSION' destroy", 'no'],
  ])('%s: %s', (run, expected) => expect(seen(`run: ${JSON.stringify(run)}`)).toBe(expected));
});

describe('a value of a matrix', () => {
  const of = (matrix: string, step: string) => seen(step, 'x', `    strategy: {matrix: ${matrix}}\n`);
  test.each([
    ['{cmd: [make, terraform destroy]}', 'run: "${{ matrix.cmd }}"', 'yes'],
    ['{cmd: [make, ls]}', 'run: "${{ matrix.cmd }}"', 'no'],
    ['{tool: [terraform], verb: [plan, destroy]}', 'run: "\'${{ matrix.tool }}\' ${{matrix.verb}}"', 'yes'],
    ['{os: [x], include: [{os: x, tf: {verb: destroy}}]}', 'run: "terraform ${{ matrix.tf.verb }}"', 'yes'],
    ['{include: [{flags: -json}, {}]}', 'run: "terraform ${{ matrix.flags }} destroy"', 'yes'],
    ['{cmd: [terraform destroy]}', 'uses: nick-fields/retry@v3, with: {command: "${{ matrix.cmd }}"}', 'yes'],
    ['{cmd: [make]}', 'uses: nick-fields/retry@v3, with: {command: "${{ matrix.cmd }}"}', 'no'],
    ['{cmd: [make, "${{ inputs.cmd }}"]}', 'run: "${{ matrix.cmd }}"', variable],
    ['{cmd: "${{ fromJSON(inputs.cmds) }}"}', 'run: "${{ matrix.cmd }}"', variable],
    ['{cmd: [make], include: "${{ fromJSON(inputs.more) }}"}', 'run: "${{ matrix.cmd }}"', variable],
    ['{cmd: "${{ fromJSON(inputs.cmds) }}", include: [{cmd: make}]}', 'run: "${{ matrix.cmd }}"', variable],
    ['"${{ fromJSON(inputs.matrix) }}"', 'run: "${{ matrix.cmd }}"', variable],
    ['{cmd: [make]}', 'run: "${{ matrix.other }}"', variable],
    [`{cmd: [${Array.from({ length: 60 }, (_, at) => `c${at}`).join()}]}`, 'run: "${{ matrix.cmd }}"', variable],
  ])('of %s in %s: %s', (matrix, step, expected) => expect(of(matrix, step)).toBe(expected));

  const pwsh = 'its text is for `pwsh`, which is not read';
  const hidden = 'run: "try { terraform destroy } catch { exit 1 }"';
  test.each([
    ['[ubuntu-latest, windows-latest]', hidden, pwsh],
    ['[ubuntu-latest, windows-latest]', 'run: npm ci', 'no'],
    ['[ubuntu-latest, windows-latest]', `shell: bash, ${hidden}`, 'no'],
    ['[ubuntu-latest, macos-latest]', hidden, 'no'],
    ['[[self-hosted, windows]]', hidden, pwsh],
    ['[ubuntu-latest, windows-latest]', `if: runner.os == 'Windows', ${hidden}`, pwsh],
    ['[ubuntu-latest, windows-latest]', `if: runner.os != 'Windows', ${hidden}`, 'no'],
    ['[ubuntu-latest, windows-latest]', `if: "success() && matrix.os == 'ubuntu-latest'", ${hidden}`, 'no'],
    ['[windows-2022, windows-latest]', `if: matrix.os != 'windows-latest', ${hidden}`, pwsh],
    ['[ubuntu-latest, windows-latest]', `if: "startsWith(matrix.os, 'ubuntu')", ${hidden}`, 'no'],
    ['[ubuntu-latest, windows-latest]', `if: "!contains(matrix.os, 'Windows')", ${hidden}`, 'no'],
    ['[ubuntu-latest, windows-latest]', `if: "x || runner.os == 'Linux'", ${hidden}`, pwsh],
    ['[ubuntu-latest, windows-latest]', `if: "\${{ runner.os == 'Linux' }}", ${hidden}`, 'no'],
    ['[ubuntu-latest, windows-latest]', `if: "\${{ x }} && runner.os == 'Linux'", ${hidden}`, pwsh],
  ])('that is the runner, %s, for %s: %s', (os, step, expected) =>
    expect(seen(step, '"${{ matrix.os }}"', `    strategy: {matrix: {os: ${os}}}\n`)).toBe(expected));

  test.each([
    ['[bash, sh]', hidden, 'no'],
    ['[bash, pwsh]', hidden, pwsh],
    ['[bash, python]', 'run: "import os; os.system(x)"', 'code in it may start programs'],
    ['"${{ fromJSON(inputs.shells) }}"', hidden, 'only the run knows which shell reads its text'],
  ])('that is the shell, %s, for %s: %s', (shell, step, expected) =>
    expect(seen(`shell: "\${{ matrix.shell }}", ${step}`, 'x', `    strategy: {matrix: {shell: ${shell}}}\n`)).toBe(
      expected,
    ));

  test.each([
    ['[ubuntu-latest, self-hosted]', 1],
    ['[ubuntu-latest]', 0],
  ])('that is a label: %s', (os, count) => {
    const job = 'a: {strategy: {matrix: {os: OS}}, runs-on: "${{ matrix.os }}", steps: [{run: make}]}'.replace(
      'OS',
      os,
    );
    const deny = [{ match: { labels: ['self-hosted'], runs: 'make' }, message: 'no' }];
    const { diagnostics } = compile(inputFor({ path: 'w.yml', text: `on: push\njobs:\n  ${job}\n` }, {}, { deny }));
    expect(diagnostics.filter(({ code }) => code === 'DW450')).toHaveLength(count);
  });
});

test.each([
  ['container: "${{ matrix.image }}"', '[evil/one, good/one]', 1],
  ['container: "${{ matrix.image }}"', '[good/one, good/two]', 0],
  ['container: {image: "evil/${{ inputs.image }}"}', '[x]', 1],
  ['container: {image: "good/${{ inputs.image }}"}', '[x]', 0],
  ['services: {db: {image: "${{ inputs.image }}"}}', '[x]', 1],
])('an image may be each that a value lets it be: %s of %s', (field, images, count) => {
  const job = `a: {strategy: {matrix: {image: ${images}}}, runs-on: x, ${field}, steps: [{run: make}]}`;
  const deny = [{ match: { image: 'evil/*' }, message: 'no' }];
  const { diagnostics } = compile(inputFor({ path: 'w.yml', text: `on: push\njobs:\n  ${job}\n` }, {}, { deny }));
  expect(diagnostics.filter(({ code }) => code === 'DW450')).toHaveLength(count);
});

describe('commands for a shell of Windows', () => {
  const unread = (shell: string) => `its text is for \`${shell}\`, which is not read`;
  test.each([
    ['npm ci', 'no'],
    ['# all of it\\nnpm run build -- --mode=ci && Set-Location out', 'no'],
    ['npm publish --tag ${{ inputs.tag }} "--access=${{ inputs.access }}" \'public\'', 'no'],
    ['Get-ChildItem | Sort-Object Name', 'no'],
    ['npm ci\\nterraform destroy', 'yes'],
    ['terraform ${{ inputs.action }}', 'the arguments of `terraform …` depend on variables'],
    ['npm run \'${{ inputs.script }}\' -- "--x=${{ inputs.x }}"', 'no'],
    ["terraform '${{ inputs.action }}'", 'the arguments of `terraform …` depend on variables'],
    ['& terraform destroy', unread('pwsh')],
    ['iex "terraform destroy"', unread('pwsh')],
    ['Start-Process terraform destroy', unread('pwsh')],
    ['terraform.exe destroy', unread('pwsh')],
    ['Terraform destroy', unread('pwsh')],
    ['terra`form destroy', unread('pwsh')],
    ['$x = terraform destroy', unread('pwsh')],
    ['echo "$(terraform destroy)"', unread('pwsh')],
    ['${{ inputs.command }}', unread('pwsh')],
    ['echo a; if ($x) { terraform destroy }', unread('pwsh')],
  ])('in pwsh, %s: %s', (run, expected) =>
    expect(seen(`shell: pwsh, run: "${run.replaceAll('"', '\\"')}"`)).toBe(expected));
  test.each([
    ['windows-latest', 'run: npm ci', 'no'],
    ['windows-2022', 'run: "try { terraform destroy } catch { exit 1 }"', unread('pwsh')],
    ['[self-hosted, Windows]', 'run: terraform.exe destroy', unread('pwsh')],
    ['windows-latest', 'shell: bash, run: "for x in $X; do echo $x; done"', 'no'],
    ['ubuntu-latest', 'run: "for x in $X; do echo $x; done"', 'no'],
  ])('on %s, %s: %s', (runner, step, expected) => expect(seen(step, runner)).toBe(expected));
  test.each([
    ['npm ci', 'no'],
    ['echo a & terraform destroy', unread('cmd')],
    ["echo 'a & terraform destroy'", unread('cmd')],
    ['# & terraform destroy', unread('cmd')],
    ['%TOOL% destroy', unread('cmd')],
    ['call terraform destroy', unread('cmd')],
    ['terraform,destroy', unread('cmd')],
    ['terra^form destroy', unread('cmd')],
  ])('in cmd, %s: %s', (run, expected) => expect(seen(`shell: cmd, run: "${run}"`)).toBe(expected));
});

test.each([
  ['{image: alpine, entrypoint: terraform, command: destroy}', 'yes'],
  ['{image: hashicorp/terraform:1.5, command: destroy -auto-approve}', 'yes'],
  ['{image: alpine, options: "--cpus 1 --entrypoint terraform", command: destroy}', 'yes'],
  [`{image: alpine, entrypoint: sh, command: "-c 'terraform destroy'"}`, 'yes'],
  ['{image: hashicorp/terraform:1.5, command: plan}', 'no'],
  ['{image: "terraform:dind", command: --destroy}', 'no'],
  ['{image: "postgres:16", options: "--health-cmd pg_isready --health-interval 10s"}', 'no'],
])('what a service is started with is seen: %s', (service, expected) =>
  expect(seen('run: ls', 'x', `    services: {s: ${service}}\n`)).toBe(expected));

test.each([
  ['./.github/actions/ship', true],
  ['./.github/actions/read', false],
  ['./.github/actions/read/', false],
  ['.\\.github\\actions\\read', false],
  ['./', true],
  ['acme/ship@v1', false],
])('an action of the repository that was not read is told of: %s', (uses, isTold) => {
  const text = `on: push\njobs: {a: {runs-on: x, steps: [{uses: '${uses}'}]}}\n`;
  const action = 'runs: {using: composite, steps: [{run: ls, shell: bash}]}\n';
  const input = inputFor(
    { path: '.github/workflows/w.yml', text },
    {},
    { deny: [{ match: { runs: 'x' }, message: 'no' }] },
  );
  const workflow = [...input.workflow, { path: '.github/actions/read/action.yml', text: action }];
  expect(compile({ ...input, workflow }).diagnostics.map(({ code }) => code)).toEqual(isTold ? ['DW648'] : []);
});
