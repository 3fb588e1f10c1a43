import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readmeWithExamples } from '../../scripts/readme.js';
import { compile } from '../../src/compile.js';
import { runDagweave } from '../cli/run-dagweave.js';

const page = readFileSync('docs/packs.md', 'utf8');

test('the page shows the files of its examples as they are (npm run docs brings it up to date)', () => {
  expect(page).toBe(readmeWithExamples(page));
  expect(page.match(/^<!-- /gm)).toHaveLength(2);
});

describe.each(readdirSync('examples/packs'))('the pack %s', (name) => {
  test('holds its own tests, which would miss each of its rules', () => {
    const { exit, stdout } = runDagweave(['test', `examples/packs/${name}`, '--mutate'], { cwd: '.' });
    expect(exit, stdout).toBe(0);
    expect(stdout).not.toMatch(/: 0 passed|of 0 rules/);
  });

  test('is listed with its file and line', () => {
    const { stdout } = runDagweave(['list', '--config', 'use.yaml'], { cwd: `examples/packs/${name}` });
    expect(stdout).toMatch(/^ {2}project, pack +hooks\.yaml$/m);
    expect(stdout).toMatch(new RegExp(`^ {2}${name}/\\w+ .* hooks\\.yaml:\\d+:\\d+$`, 'm'));
  });
});

describe('each row of the table of parameters', () => {
  const rows: readonly (readonly [row: string, pack: string, expected: RegExp])[] = [
    [
      'min_score: "{{params.min_score}}"',
      '{type: quality_check, command: x, min_score: "{{params.min_score}}"}',
      /--min-score 80 /,
    ],
    ['command: "{{params.command}}"', '{type: shell, command: "{{params.command}}"}', /command: make check\n/],
    [
      'command: "scan --level {{params.level}}"',
      '{type: shell, command: "scan --level {{params.level}}"}',
      /scan --level 'very high'\n/,
    ],
    ['tasks: "{{params.tasks}}"', '{type: shell, command: x, tasks: "{{params.tasks}}"}', /command: x\n/],
    [
      'when: "task_id == {{params.task}}"',
      '{type: shell, command: x, when: "task_id == {{params.task}}"}',
      /command: x\n/,
    ],
    ['enabled: "{{params.review}}"', '{type: shell, command: x, enabled: "{{params.review}}"}', /command: make\}\n$/],
    ['`\\{{params.level}}`', '{type: shell, command: "scan \\\\{{params.level}}"}', /scan \{\{params\.level\}\}/],
  ];

  test.each(rows)('%s', (row, rule, expected) => {
    expect(page).toContain(row);
    const pack = `hooks:
  parameters: {min_score: {type: number}, command: {type: string}, level: {type: string}, tasks: {type: list}, task: {type: string}, review: {type: boolean}}
  injections: {post_task: [${rule}]}
`;
    const values = '{min_score: 80, command: make check, level: very high, tasks: [build], task: build, review: false}';
    const { outputs, diagnostics } = compile({
      workflow: [{ path: 'flow.yaml', text: 'type: graph\nsteps:\n  - {name: build, command: make}\n' }],
      configuration: [
        {
          path: 'hooks.yaml',
          text: `hooks: {enabled: true, extends: [{pack: ./p.yaml, with: ${values}}]}`,
          layer: 'project',
        },
        { path: 'p.yaml', text: pack, layer: 'project', isPack: true },
      ],
      prompts: { read: (_, name) => ({ kind: 'missing', path: name, known: [] }) },
      options: { targetVersion: '1.30' },
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(outputs[0]!.text).toMatch(expected);
  });
});
