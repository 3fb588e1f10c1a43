import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { likelyBase } from '../../../src/formats/dagu/plain/without-hooks.js';
import { hooksEverywhere } from '../../alike/hooks-everywhere.js';

const step = (name: string) => `  - name: ${name}\n    command: make ${name}\n`;
const steps = ['a', 'b', 'c'].map(step);

const { injections } = hooksEverywhere;
const second = { id: 'second', type: 'shell', command: './second', tasks: ['*'] };
const hooks = { enabled: true, injections: { ...injections, pre_task: [...injections.pre_task, second] } };

// A large file is as quick at its second run as at its first one where the guess is right.
test.each([
  ['one right behind the other', `steps:\n${steps.join('')}`],
  ['a blank line between them', `steps:\n${steps.join('\n')}`],
  ['a blank line above each', `steps:\n\n${steps.join('\n')}`],
  ['a blank line above the first alone', `steps:\n\n${steps.join('')}`],
  ['a blank line behind the second alone', `steps:\n${steps[0]}${steps[1]}\n${steps[2]}`],
  ['two blank lines between them', `steps:\n${steps.join('\n\n')}`],
  ['comments above them', `steps:\n${steps.map((one) => `  # next\n\n${one}`).join('')}`],
  ['comments and blank lines above them', `steps:\n\n${steps.map((one) => `  # next\n${one}`).join('\n')}`],
  ['only one', `steps:\n\n${steps[0]}`],
  [
    'needs within brackets',
    `steps:\n${steps[0]}${steps[1]}    depends: [ 'a' ] # first\n${steps[2]}    depends: [a, "b"]\n`,
  ],
  [
    'needs below each other',
    `steps:\n${steps[0]}${steps[1]}    depends:\n      - a\n${steps[2]}    depends:\n    - a\n    - b\n`,
  ],
  ['words as needs', `steps:\n${steps[0]}${steps[1]}    depends: a\n${steps[2]}    depends: b\n`],
  [
    'names in quotes',
    `steps:\n  - name: "a"\n    command: make a\n${steps[1]}  - command: make c\n    name: 'c' # last\n`,
  ],
  ['lists that are not indented', `steps:\n${steps.join('').replaceAll(/^ {2}/gm, '')}description: 3 steps\n`],
  [
    'texts that look like steps',
    `description: |\n  steps:\n    - name: a\nsteps:\n${steps.map((one) => one.replace(/command: (.*)/, 'command: |\n      # depends: x\n      $1\n\n      - name: x\n        depends: []')).join('')}`,
  ],
])('what a task was before is guessed from its text with hooks: %s', (_, text) => {
  for (const end of ['\n', '\r\n']) {
    const files = [...'12'].map((number) => `name: T${number}\ntype: graph\n${text}`);
    const workflow = [
      `name: root\ntype: graph\nsteps:\n  - call: T1\n    name: t1\n  - call: T2\n    name: t2\n`,
      ...files,
    ]
      .join('---\n')
      .replaceAll('\n', end);
    const { outputs } = compile({
      workflow: [{ path: 'flow.yaml', text: workflow }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30' },
    });
    const output = outputs[0]!;
    expect(output.text.split('# dagweave:')).toHaveLength(9);
    expect(likelyBase(output, () => undefined)?.base.text).toBe(workflow);
  }
});
