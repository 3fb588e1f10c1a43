import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** What is in `shell` of a step and of a DAG beside the name of the shell. */

const deny = [{ match: { runs: 'terraform destroy*' }, message: 'no' }];

function found(root: string, step: string): readonly string[] {
  const { diagnostics } = compile({
    workflow: [{ path: 'flow.yaml', text: `type: graph\n${root}steps:\n  - {name: a, ${step}}\n` }],
    configuration: [{ path: 'policy.json', text: JSON.stringify({ hooks: { deny } }), layer: 'policy' }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { assumeVersion: '1.30' },
  });
  return diagnostics.filter(({ code }) => /^DW45[0-2]$/.test(code)).map(({ code }) => code);
}

const code = `bash -c "terraform destroy; true"`;
const list = '[bash, -c, "terraform destroy; true"]';

describe('code in the arguments of a shell is run', () => {
  test.each([
    ['of a step', '', `shell: '${code}', command: echo hi`],
    ['of a step with a script', '', `shell: '${code}', script: "echo a\\necho b\\n"`],
    ['a list', '', `shell: ${list}, command: echo hi`],
    ['of a DAG', `shell: '${code}'\n`, 'command: echo hi'],
    ['of a DAG with a script', `shell: '${code}'\n`, 'script: "echo a\\necho b\\n"'],
    ['of a DAG as a list', `shell: ${list}\n`, 'command: echo hi'],
    ['behind other options', `shell: bash -O extdebug -c "terraform destroy"\n`, 'script: "echo hi\\n"'],
    ['with options in one word', `shell: bash -ec "terraform destroy"\n`, 'command: echo hi'],
    ['of another program', '', `shell: 'env bash -c "terraform destroy"', command: echo hi`],
    ['of another language', '', `shell: ["perl", "-e", "system('terraform destroy')"], command: print`],
    ['in the first line of a script', '', `script: "#!/bin/bash -c 'terraform destroy'\\necho hi\\n"`],
    ['filled in', 'params: [{X: terraform destroy}]\n', 'shell: [bash, -c, $X], command: echo hi'],
    ['filled in a text', 'params: [{X: terraform destroy}]\n', `shell: 'bash -c "$X"', command: echo hi`],
    [
      'for a step that is a text',
      `shell: '${code}'\n`,
      'command: echo hi}\n  - "echo b"\n  - {name: c, command: "true"',
    ],
  ])('%s', (_, root, step) => {
    expect(found(root, step)).not.toEqual([]);
  });

  test.each([
    ['options', 'bash -euo pipefail'],
    ['more options', 'bash --noprofile --norc -e -o pipefail'],
    ['a list', '[bash, -e, -u, -o, pipefail]'],
    ['with its path', '/usr/bin/env bash -e'],
    ['another language', 'python3 -u'],
  ])('other arguments are not: %s', (_, shell) => {
    expect(found(`shell: ${shell}\n`, shell.startsWith('python') ? 'script: print(1)' : 'command: echo hi')).toEqual(
      [],
    );
  });
});
