import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeRunners, newFolder, runType } from './run-type.js';

const good = '```json\n{"score": 82, "summary": "Fine"}\n```';

beforeEach(() => vi.spyOn(process.stderr, 'write').mockReturnValue(true));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('each command line tool is asked without a shell, the prompt on its standard input', () => {
  const prompt = 'Review $(touch /tmp/never) `id` "quotes" \'single\'\n--model evil\n日本 {{task}}';
  const question = `${prompt}\n\nIMPORTANT: End your response with a JSON block in this exact format:\n\`\`\`json\n{"score": <number 0-100>, "summary": "<brief summary>"}\n\`\`\``;
  const tools: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ['claude', ['-p', '--output-format', 'text', '--model=m1'], undefined],
    [
      'codex',
      ['exec', '--sandbox', 'read-only', '--skip-git-repo-check', '--color', 'never', '--model=m1', '-'],
      undefined,
    ],
    ['gemini', ['--approval-mode', 'default', '--model=m1', '--prompt', 'Answer the request above.'], undefined],
    ['opencode', ['run', '--model=m1'], '{"edit":"deny"}'],
  ];
  test.each(tools)('%s', async (runner, argv, permission) => {
    const folder = newFolder();
    const fake = fakeRunners([{ stdout: `thinking\n${good}`, stderr: 'log line' }]);
    const { verdict, result } = await runType('llm_eval', [
      '--runner',
      runner,
      '--model',
      'm1',
      '--working-dir',
      folder,
      '--prompt',
      prompt,
    ]);
    expect(fake.calls()).toEqual([
      { name: runner, argv, stdin: question, cwd: folder, permission, pid: expect.any(Number) },
    ]);
    expect(verdict).toBe('success');
    expect(result).toMatchObject({ score: 82, summary: 'Fine', runner, model: 'm1', prompt_used: prompt, error: null });
  });

  test('a prompt of 3 MB arrives whole', async () => {
    const fake = fakeRunners([{ stdout: good }]);
    const long = 'line of a diff\n'.repeat(200_000);
    // The command line of the step itself cannot hold it; what reads the options gets it as it would from a file.
    const { verdict } = await runType('llm_eval', ['--prompt', long]);
    expect(verdict).toBe('success');
    expect(fake.calls()[0]!.stdin.startsWith(long)).toBe(true);
  });
});

describe('what tools receive when they act as an agent', () => {
  const asked = ['--allowed-tool', 'read', '--allowed-tool', 'grep', '--max-turns', '7', '--prompt', 'May T001 go on?'];
  const decision = '{"ok": true, "reason": "Tests pass"}';

  test('claude gets the tools and the turns', async () => {
    const fake = fakeRunners([{ stdout: decision }]);
    const { verdict, result } = await runType('agent', asked);
    expect(verdict).toBe('success');
    expect(result).toMatchObject({ allowed: true, reason: 'Tests pass', turns: null });
    const limits = ['--tools', 'Read,Grep', '--allowedTools', 'Read,Grep', '--max-turns', '7'];
    expect(fake.calls()[0]!.argv).toEqual(['-p', '--output-format', 'text', ...limits]);
  });

  test('opencode gets the tools; all others are denied', async () => {
    const fake = fakeRunners([{ stdout: decision }]);
    await runType('agent', ['--runner', 'opencode', ...asked]);
    const permission = JSON.parse(fake.calls()[0]!.permission!);
    expect(permission).toMatchObject({ read: 'allow', grep: 'allow', glob: 'deny', edit: 'deny', bash: 'deny' });
  });

  test('what a tool cannot be given is said', async () => {
    fakeRunners([{ stdout: decision }]);
    await runType('agent', ['--runner', 'codex', ...asked]);
    const said = vi.mocked(process.stderr.write).mock.calls.map(([text]) => String(text));
    expect(said.join('')).toContain('codex takes no list of tools');
  });
});

describe('an answer that cannot be read', () => {
  test('is asked for once more, with the error and the answer', async () => {
    const fake = fakeRunners([{ stdout: 'I give 82.' }, { stdout: good }]);
    const { verdict, result } = await runType('llm_eval', ['--prompt', 'Review']);
    expect([verdict, result.score]).toEqual(['success', 82]);
    const [first, second] = fake.calls();
    expect(second!.stdin.startsWith(first!.stdin)).toBe(true);
    expect(second!.stdin).toContain('<answer>\nI give 82.\n</answer>');
    expect(second!.stdin).toContain('could not be read: no JSON block');
  });

  test('fails when the second one cannot be read either, and is not asked for a third time', async () => {
    const fake = fakeRunners([{ stdout: '{"score": 120, "summary": "x"}' }]);
    const { verdict, result } = await runType('llm_eval', ['--prompt', 'Review']);
    expect(fake.calls()).toHaveLength(2);
    expect(verdict).toBe('failure');
    expect(result).toMatchObject({ success: false, score: null, raw_output: '{"score": 120, "summary": "x"}' });
    expect(result.error).toContain('from 0 to 100, not 120');
  });

  test('never lets a gate pass', async () => {
    fakeRunners([{ stdout: 'ALLOW. Everything is fine.' }]);
    const { verdict, result } = await runType('prompt', ['--prompt', 'May it go on?']);
    expect([verdict, result.allowed]).toEqual(['failure', false]);
  });
});

describe('verdicts', () => {
  test('a score below the minimum fails', async () => {
    fakeRunners([{ stdout: good }]);
    const { verdict, result } = await runType('llm_eval', ['--min-score', '90', '--prompt', 'Review']);
    expect(verdict).toBe('failure');
    expect(result).toMatchObject({
      score: 82,
      min_score: 90,
      passed: false,
      error: 'score 82 is below the minimum of 90',
    });
  });

  test('a score below the minimum is only reported where it must not fail', async () => {
    fakeRunners([{ stdout: good }]);
    const { verdict, result } = await runType('llm_eval', [
      '--min-score',
      '90',
      '--no-fail-on-threshold',
      '--prompt',
      'Review',
    ]);
    expect([verdict, result.passed]).toEqual(['success', false]);
  });

  test('a denial blocks', async () => {
    fakeRunners([{ stdout: '{"allow": false, "reason": "Drops a table"}' }]);
    const { verdict, result } = await runType('prompt', ['--retries', '3', '--prompt', 'May it go on?']);
    expect(verdict).toBe('blocked');
    expect(result).toMatchObject({ allowed: false, reason: 'Drops a table', error: 'denied: Drops a table' });
  });

  test('a tool that fails is unable, with its last words', async () => {
    fakeRunners([{ exit: 1, stderr: 'Invalid API key' }]);
    const { verdict, result } = await runType('prompt', ['--prompt', 'May it go on?']);
    expect(verdict).toBe('unable');
    expect(result.error).toBe('claude ended with exit code 1: Invalid API key');
  });

  test('a tool that failed is tried again where retries are given', async () => {
    const fake = fakeRunners([{ exit: 1, stderr: 'overloaded' }, { stdout: '{"ok": true}' }]);
    const { verdict } = await runType('prompt', ['--retries', '1', '--prompt', 'May it go on?']);
    expect([verdict, fake.calls().length]).toEqual(['success', 2]);
  });

  test('a tool that is not installed is unable, and says what to do', async () => {
    vi.stubEnv('PATH', newFolder());
    const { verdict, result } = await runType('prompt', ['--runner', 'gemini', '--prompt', 'May it go on?']);
    expect(verdict).toBe('unable');
    expect(result.error).toBe(
      'gemini could not be started, it is not on the PATH: install it, or choose another --runner',
    );
  });

  test('a tool that never answers and ignores being asked to stop ends at the timeout', async () => {
    const fake = fakeRunners([{ delay: 60_000, ignoreTerm: true }]);
    const start = performance.now();
    const { verdict } = await runType('prompt', ['--timeout', '1', '--prompt', 'May it go on?']);
    const took = performance.now() - start;
    console.info(`a runner that ignores SIGTERM: ended after ${took.toFixed(0)} ms with a timeout of 1000 ms`);
    expect(verdict).toBe('timeout');
    expect(took).toBeLessThan(4000);
    await vi.waitFor(() => expect(() => process.kill(fake.calls()[0]!.pid, 0)).toThrow('ESRCH'));
  });

  test('a tool that prints 100 MB before its answer is read to the end, within bounds', async () => {
    fakeRunners([{ flood: 100 * 1024 * 1024, stdout: good }]);
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const { verdict, result } = await runType('llm_eval', ['--prompt', 'Review']);
    const grown = (process.memoryUsage().rss - before) / 1e6;
    console.info(
      `100 MB from a runner: ${(performance.now() - start).toFixed(0)} ms, ${grown.toFixed(0)} MB more memory`,
    );
    expect([verdict, result.score]).toEqual(['success', 82]);
    expect(grown).toBeLessThan(150);
  });

  test('bad input is unable before anything is started', async () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /there is no prompt/],
      [['--prompt', ' \n'], /the prompt is empty: no variable in it has a value in this run/],
      [['--prompt', 'a', '--runner', 'clause'], /unknown runner "clause": choose claude/],
      [['--prompt', 'a', '--base-url', 'http://x'], /for the runners openai and anthropic/],
      [['--prompt', 'a', '--max-tokens', '0'], /above 0/],
    ];
    for (const [argv, reason] of wrong) {
      const { verdict, result } = await runType('prompt', argv);
      expect([verdict, result.error]).toEqual(['unable', expect.stringMatching(reason)]);
    }
  });
});

test('a prompt is taken as it is, whatever looks like a tag in it', async () => {
  const fake = fakeRunners([{ stdout: good }]);
  const prompt = '{{task_id}} $& $1 / {{ task_id }} / {{other}} / ${{ x }}';
  const { result } = await runType('llm_eval', ['--task', 'T001', '--prompt', prompt]);
  expect(result.prompt_used).toBe(prompt);
  expect(fake.calls()[0]!.stdin.startsWith(prompt)).toBe(true);
});

test('a dry run starts nothing and says what it would start', async () => {
  const { verdict, result } = await runType('prompt', ['--dry-run', '--runner', 'codex', '--prompt', 'May it go on?']);
  expect(verdict).toBe('success');
  expect(result).toMatchObject({
    skipped: true,
    prompt_used: 'May it go on?',
    would_call: { program: 'codex', standard_input: expect.stringMatching(/^May it go on\?\n\nIMPORTANT/) },
  });
});
