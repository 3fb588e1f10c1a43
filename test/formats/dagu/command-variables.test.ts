import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** Variables in `env` whose value is a command to the programs that find them. */

const deny = [{ match: { runs: 'terraform destroy*' }, message: 'no' }];

function found(text: string): readonly string[] {
  const [inFull, byShape] = [false, true].map((way) => {
    const { diagnostics } = compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ path: 'policy.json', text: JSON.stringify({ hooks: { deny } }), layer: 'policy' }],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
      options: { assumeVersion: '2.14', byShape: way },
    });
    return diagnostics.filter(({ code }) => /^DW45[0-2]$/.test(code)).map(({ code }) => code);
  });
  expect(byShape).toEqual(inFull);
  return inFull!;
}

const flow = (root: string, step: string) => `type: graph\n${root}steps:\n  - {name: a, ${step}}\n`;
const git = 'command: "git ls-remote ssh://x/y"';

describe('a variable that programs take for a command is read as one', () => {
  test.each([
    ['of a DAG', 'env: [{GIT_SSH_COMMAND: terraform destroy}]\n', git],
    ['of a DAG as a mapping', 'env: {GIT_SSH_COMMAND: terraform destroy}\n', git],
    ['of a DAG as a text', 'env: ["GIT_SSH_COMMAND=terraform destroy"]\n', git],
    ['of a step', '', `env: [{GIT_SSH_COMMAND: terraform destroy}], ${git}`],
    [
      'code that comes from elsewhere',
      '',
      'env: [{BASH_ENV: /dev/stdin}], command: "echo terraform destroy | bash -c :"',
    ],
    ['filled in', 'env: [{X: terraform destroy}, {GIT_SSH_COMMAND: $X}]\n', git],
    ['of a handler', 'handler_on: {exit: {env: {PAGER: terraform destroy}, run: git log}}\n', 'command: "true"'],
    ['of a body', '', 'foreach: {items: [1], steps: [{env: {PAGER: terraform destroy}, run: git log}]}'],
    ['a parameter', 'params: [{GIT_SSH_COMMAND: terraform destroy}]\n', git],
  ])('%s', (_, root, step) => {
    expect(found(flow(root, step))).not.toEqual([]);
  });

  test('of a DAG that calls', () => {
    const child = `---\nname: child\ntype: graph\nsteps:\n  - {name: b, ${git}}\n`;
    const caller = flow('env: {GIT_SSH_COMMAND: terraform destroy}\n', 'action: dag.run, with: {dag: child}');
    expect(found(caller + child)).not.toEqual([]);
  });

  test.each([
    ['another command', 'env: [{GIT_SSH_COMMAND: ssh -i key -o StrictHostKeyChecking=no}]\n', git],
    ['an editor', 'env: {EDITOR: vim, PAGER: cat, NODE_OPTIONS: --max-old-space-size=4096}\n', git],
    ['paths', 'env: {PYTHONPATH: src, LD_LIBRARY_PATH: /opt/lib, MAKEFLAGS: -j4}\n', git],
    ['paths with variables', 'env: {PYTHONPATH: "$PWD/src", LD_LIBRARY_PATH: "/a:$LD_LIBRARY_PATH"}\n', git],
    [
      'options with variables',
      'env: {NODE_OPTIONS: "--max-old-space-size=$MB", GIT_SSH_COMMAND: "ssh -i $KEY"}\n',
      git,
    ],
    [
      'settings of git',
      'env: {GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: safe.directory, GIT_CONFIG_VALUE_0: "*"}\n',
      git,
    ],
    ['another name', 'env: {MESSAGE: terraform destroy, MY_GIT_SSH: terraform destroy}\n', git],
  ])('%s is no such command', (_, root, step) => {
    expect(found(flow(root, step))).toEqual([]);
  });
});
