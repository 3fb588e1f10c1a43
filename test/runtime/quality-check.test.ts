import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder, runStep } from './step-process.js';

describe('a quality check', () => {
  test.each([
    ['above', '90', [], 0, true],
    ['at', '80', [], 0, true],
    ['below', '79.9', [], 1, false],
    ['below, only reported', '79.9', ['--no-fail-on-threshold'], 0, false],
  ])('%s the threshold', async (_, score, more, code, passed) => {
    const command = `echo '{"totals": {"percent_covered": ${score}}}'`;
    const args = ['quality_check', '--min-score', '80', '--score-path', '$.totals.percent_covered', ...more];
    const { exit, result } = await runStep([...args, '--command', command]);
    expect(exit).toBe(code);
    expect(result).toMatchObject({
      success: code === 0,
      error: code === 0 ? null : `score ${score} is below 80`,
      score: Number(score),
      min_score: 80,
      passed,
      extraction_method: 'json_path',
      score_source: 'standard output',
      raw_output: `{"totals": {"percent_covered": ${score}}}\n`,
    });
  });

  test('without a score fails whatever is done about low scores', async () => {
    const args = ['quality_check', '--no-fail-on-threshold', '--score-regex', '(\\d+)%', '--command', 'echo none'];
    const { exit, result } = await runStep(args);
    expect(exit).toBe(1);
    expect(result).toMatchObject({
      success: false,
      score: null,
      passed: false,
      error: 'no score: the expression /(\\d+)%/ matches nothing in standard output',
    });
  });

  test.each([
    ['true', [], 0, 100],
    ['false', [], 1, 0],
    ['exit 3', ['--min-score', '0'], 0, 0],
    ['exit 3', ['--success-score', '10', '--failure-score', '7', '--min-score', '5'], 0, 7],
  ])('by exit code: %s %j', async (command, more, code, score) => {
    const { exit, result } = await runStep(['quality_check', ...more, '--command', command]);
    expect(exit).toBe(code);
    expect(result).toMatchObject({ extraction_method: 'exit_code', score });
  });

  test('reads the file that the command writes', async () => {
    const cwd = newFolder();
    const args = ['quality_check', '--score-path', '$.score', '--score-file', 'report.json', '--min-score', '50'];
    const { exit, result } = await runStep([...args, '--command', 'echo \'{"score": 60}\' > report.json; exit 1'], {
      cwd,
    });
    expect(exit).toBe(0);
    expect(result).toMatchObject({ score: 60, score_source: 'report.json', exit_code: 1 });
  });

  test('does not take the file of an earlier run for its own', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'report.json'), '{"score": 99}');
    const args = ['quality_check', '--score-path', '$.score', '--score-file', 'report.json', '--command', 'true'];
    const { exit, result } = await runStep(args, { cwd });
    expect(exit).toBe(1);
    expect(result.error).toBe('no score: the file report.json is from an earlier run');
    const none = await runStep(args.with(4, 'other.json'), { cwd });
    expect(none.result.error).toBe('no score: the command wrote no file other.json');
  });

  test.each([
    'echo "Coverage JSON written to file coverage.json"',
    'echo "Wrote JSON report to coverage.json" >&2',
  ])('finds the report that the tool says it wrote: %s', async (announcement) => {
    const command = `echo '{"totals": {"percent_covered": 85}}' > coverage.json; ${announcement}`;
    const args = [
      'quality_check',
      '--score-path',
      '$.totals.percent_covered',
      '--min-score',
      '80',
      '--command',
      command,
    ];
    const { exit, result } = await runStep(args);
    expect(exit).toBe(0);
    expect(result).toMatchObject({ score: 85, score_source: 'coverage.json' });
  });

  test('asked for two ways to a score says so', async () => {
    const args = ['quality_check', '--score-path', '$', '--score-regex', 'x', '--command', 'true'];
    const { exit, result } = await runStep(args);
    expect(exit).toBe(125);
    expect(result.error).toContain('give one of --score-path, --score-regex');
  });
});

describe('its first name, hooks quality-check', () => {
  const verb = ['hooks', 'quality-check'];

  test.each([
    [['--extraction', 'json_path', '--extraction-pattern', '$.s', '--min-score', '80'], 'echo \'{"s": 85}\'', 0, 85],
    [['--extraction', 'regex', '--extraction-pattern', '(\\d+)%', '--min-score', '90'], 'echo 85%', 1, 85],
    [['--extraction', 'exit_code'], 'exit 1', 1, 0],
    [[], 'exit 0', 0, 100],
  ])('%j', async (options, command, code, score) => {
    const { exit, result } = await runStep(['--command', command, ...options], { verb });
    expect(exit).toBe(code);
    expect(result).toMatchObject({ type: 'quality_check', score });
  });

  test.each([
    [['--extraction', 'xml'], '--extraction must be json_path or regex or exit_code'],
    [['--extraction', 'regex'], '--extraction regex needs --extraction-pattern'],
    [['--extraction-pattern', 'x'], '--extraction-pattern needs --extraction json_path or regex'],
    [['--frobnicate'], "unknown option '--frobnicate'"],
  ])('refuses %j', async (options, error) => {
    const { exit, result } = await runStep(['--command', 'true', ...options], { verb });
    expect(exit).toBe(125);
    expect(result).toMatchObject({ type: 'quality_check', success: false, error });
  });
});
