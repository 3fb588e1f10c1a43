import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const rules = 'hooks: {enabled: true, injections: {final: [{id: tidy, type: shell, command: echo tidy}]}}\n';
const flow = 'type: graph\nsteps:\n  - name: build\n    command: make\n';
const json = '{"type": "graph", "steps": [{"name": "build", "command": "make"}]}\n';
const answers: readonly (readonly [string, string, string])[] = [
  ['a fence', `Here it is:\n\n\`\`\`yaml\n${flow}\`\`\`\n\nIt builds.\n`, flow],
  ['a fence of JSON', `Sure.\n\n\`\`\`json\n${json}\`\`\`\nDone.`, json],
  [
    'a fence with CRLF',
    `Here:\r\n\`\`\`yaml\r\n${flow.replaceAll('\n', '\r\n')}\`\`\`\r\nBye.\r\n`,
    flow.replaceAll('\n', '\r\n'),
  ],
  ['a fence that is not closed', `Here:\n\`\`\`yaml\n${flow}`, flow],
  ['prose without a fence', `Here is your workflow.\n\n${flow}\nIt builds the thing for you, as asked.\n`, flow],
];

describe('messages point into the answer as it came', () => {
  const wrong = 'steps:\n  - name: build\n    command: make\n    depends_on: [x]\n';
  const places = (answer: string) => {
    const cwd = folderWith({ '.dagweave/config.yaml': rules, 'answer.md': answer });
    const { stderr } = runDagweave(['apply', '--diagnostics', 'json', 'answer.md'], { cwd });
    const found = JSON.parse(stderr) as {
      diagnostics: { code: string; place?: { start: { line: number; column: number } }; fix?: unknown }[];
    };
    return found.diagnostics.flatMap(({ code, place, fix }) =>
      place ? [`${code} ${place.start.line}:${place.start.column}${fix ? ' fix' : ''}`] : [],
    );
  };

  test.each([
    ['in a fence', `Here:\n\`\`\`yaml\n${wrong}\`\`\`\n`, ['DW228 6:5 fix']],
    [
      'in a fence in a list',
      `1. Here:\n\n   \`\`\`yaml\n${wrong.replace(/^/gm, '   ').trimEnd()}\n   \`\`\`\n`,
      ['DW228 7:8 fix'],
    ],
    ['in a quote', `Here:\n\n${wrong.trimEnd().replace(/^/gm, '> ')}\n`, ['DW228 6:7 fix']],
    [
      'in a second block',
      `A:\n\`\`\`yaml\n${flow}\`\`\`\nContinued:\n\`\`\`yaml\n  - name: two\n    command: make\n    depends_on: [build]\n\`\`\`\n`,
      ['DW228 12:5 fix'],
    ],
    [
      'in the second of two equal lines',
      `Never write this:\n\n${wrong}\nbut, as you asked:\n\`\`\`yaml\n${wrong}\`\`\`\n`,
      ['DW228 13:5 fix'],
    ],
  ])('%s', (_, answer, expected) => {
    expect(places(answer)).toEqual(expected);
  });
});

describe('an answer around a workflow, written back in place', () => {
  test.each(answers)('keeps all that is around %s', (_, answer, workflow) => {
    const cwd = folderWith({ '.dagweave/config.yaml': rules, 'answer.md': answer });
    const file = join(cwd, 'answer.md');
    const [head, tail] = [
      answer.slice(0, answer.indexOf(workflow)),
      answer.slice(answer.indexOf(workflow) + workflow.length),
    ];
    const run = (...args: string[]) => runDagweave([...args, 'answer.md'], { cwd });
    expect(run('apply', '--check').exit).toBe(1);
    expect(run('apply', '--in-place').exit).toBe(0);
    const written = readFileSync(file, 'utf8');
    expect(written.startsWith(head) && written.endsWith(tail)).toBe(true);
    const alone = run('apply');
    expect(alone.stdout).toContain('echo tidy');
    expect(written).toBe(head + alone.stdout + tail);
    expect(run('apply', '--check').exit).toBe(0);
    expect(run('verify').exit).toBe(0);
    expect(run('apply', '--in-place').exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect(run('strip', '--in-place').exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(answer);
  });

  test('is the same where the output is the file itself by another name', () => {
    const [, answer] = answers[0]!;
    const cwd = folderWith({ '.dagweave/config.yaml': rules, 'answer.md': answer });
    symlinkSync('answer.md', join(cwd, 'link.md'));
    for (const output of ['./answer.md', 'link.md']) {
      writeFileSync(join(cwd, 'answer.md'), answer);
      expect(runDagweave(['apply', '-o', output, 'answer.md'], { cwd }).exit).toBe(0);
      expect(readFileSync(join(cwd, 'answer.md'), 'utf8')).toMatch(/^Here it is:[\s\S]*echo tidy[\s\S]*It builds\.\n$/);
    }
  });

  test.each([
    [
      'in two fences',
      [],
      `A:\n\`\`\`yaml\n${flow}  - name: called\n    call: b\n\`\`\`\nand B:\n\`\`\`yaml\nname: b\n${flow}\`\`\`\n`,
    ],
    ['with a manifest', ['--manifest', 'manifest.json'], answers[0]![1]],
  ])('is refused %s, and nothing is written', (_, options, answer) => {
    const cwd = folderWith({ '.dagweave/config.yaml': rules, 'answer.md': answer });
    const ran = runDagweave(['apply', '--in-place', ...options, 'answer.md'], { cwd });
    expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('error DW865') });
    expect(readFileSync(join(cwd, 'answer.md'), 'utf8')).toBe(answer);
    expect(runDagweave(['apply', '-o', 'flow.yaml', 'answer.md'], { cwd }).exit).toBe(0);
  });
});
