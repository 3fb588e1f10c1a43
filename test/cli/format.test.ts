import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatNames } from '../../src/cli/options.js';
import { formats } from '../../src/formats/index.js';
import { folderWith, runDagweave } from './run-dagweave.js';

const rules = (format: string) =>
  `hooks: {enabled: true, ${format}injections: {final: [{id: tidy, type: shell, command: echo tidy}]}}\n`;
/** Nothing in it shows in which language it is written. */
const unmarked = '# nothing yet\nsteps: []\n';

describe('the format in the configuration', () => {
  const verbs = [['apply'], ['diff'], ['verify'], ['validate'], ['strip'], ['explain', '--vars']];
  test.each(verbs)('counts for %s where the command line names none', (...verb) => {
    const says = (format: string, ...options: string[]) =>
      runDagweave([...verb, ...options, 'flow.yaml'], {
        cwd: folderWith({ '.dagweave/config.yaml': rules(format), 'flow.yaml': 'mystery: 1\n' }),
      }).stderr;
    expect(says('')).toContain('DW109');
    expect(says('format: dagu, ')).not.toContain('DW109');
    expect(says('format: dagu, ', '--format', 'auto')).toContain('DW109');
    expect(says('', '--format', 'dagu')).not.toContain('DW109');
  });

  test('is one that exists', () => {
    const ran = runDagweave(['apply', 'flow.yaml'], {
      cwd: folderWith({ '.dagweave/config.yaml': rules('format: tekton, '), 'flow.yaml': unmarked }),
    });
    expect(ran.exit).not.toBe(0);
    expect(ran.stderr).toContain('DW312: format: "tekton" is not an allowed value');
    expect(ran.stderr).toContain('choose one of auto, dagu');
  });
});

test('configuration, help, completion and keywords name the formats that exist, and no other', () => {
  const names = ['auto', ...formats.map(({ name }) => name)];
  expect(formatNames).toEqual(names);
  for (const name of ['config', 'lifecycle']) {
    const schema = readFileSync(`dag-schemas/${name}.schema.json`, 'utf8');
    for (const format of names) expect(schema).toContain(`"${format}"`);
    expect(schema).not.toMatch(/tekton|azure|circleci/i);
  }
  const { keywords } = JSON.parse(readFileSync('package.json', 'utf8')) as { keywords: string[] };
  for (const { name } of formats) expect(keywords.some((word) => word.startsWith(name))).toBe(true);
  const cwd = folderWith({});
  expect(runDagweave(['apply', '--help'], { cwd }).stdout.replace(/\s+/g, ' ')).toContain(
    `(choices: ${names.map((name) => `"${name}"`).join(', ')})`,
  );
  expect(runDagweave(['completion', 'bash'], { cwd }).stdout).toContain(names.join(' '));
});
