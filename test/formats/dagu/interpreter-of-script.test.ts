import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** A command beside a script is the interpreter of the script, whatever the first line of the script says. */

const deny = [{ match: { runs: 'terraform destroy*' }, message: 'no' }];

function found(step: object): readonly string[] {
  const { diagnostics } = compile({
    workflow: [{ path: 'flow.json', text: JSON.stringify({ type: 'graph', steps: [{ name: 'a', ...step }] }) }],
    configuration: [{ path: 'policy.json', text: JSON.stringify({ hooks: { deny } }), layer: 'policy' }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { assumeVersion: '1.30' },
  });
  return diagnostics.filter(({ code }) => /^DW45[0-2]$/.test(code)).map(({ code }) => code);
}

const python = 'import subprocess\nsubprocess.run(["terraform", "destroy"])\n';

describe('a script runs as the command beside it says', () => {
  test.each([
    ['Python that starts programs', 'python3', python],
    ['Python with options', 'python3 -u', python],
    ['Python behind env', '/usr/bin/env python3', python],
    ['Perl', 'perl', 'system("terraform destroy");'],
    ['a shell', 'bash', 'terraform destroy'],
    ['a shell with options', 'bash -eu', 'set -x\nterraform destroy\n'],
    ['a shell, and a first line that names another program', 'bash', '#!/usr/bin/env python3\nterraform destroy\n'],
    ['Python, and a first line that names a shell', 'python3', `#!/bin/sh\n${python}`],
    ['the command itself', 'terraform destroy', 'yes'],
    ['code in the command', 'bash -c "terraform destroy"', 'echo hello'],
    ['a program that is not known', 'acme-runner', 'terraform destroy'],
    ['a command of several lines, which runs without it', 'echo\nterraform destroy', 'print(1)'],
  ])('%s is found', (_, command, script) => {
    expect(found({ command, script })).not.toEqual([]);
  });

  test('a command in a list is found, which runs without the script', () => {
    expect(found({ command: ['bash -e', 'terraform destroy'], script: 'print(1)' })).not.toEqual([]);
  });

  test.each([
    ['bash', 'echo hello'],
    ['bash -eu', 'for one in a b; do echo "$one"; done\n'],
    ['/bin/sh', '#!/bin/sh\necho hello\n'],
    ['env bash', 'echo hello'],
    ['python3', 'values = {"a": 1}\nprint(f"{values[\'a\']} (terraform)")\n'],
    ['python3 -u', 'print("no terraform destroy here")\n'],
    ['node', 'console.log([1, 2].map((one) => one + 1));\n'],
  ])('harmless code for `%s` is no fault', (command, script) => {
    expect(found({ command, script })).toEqual([]);
  });
});
