import { describe, expect, test } from 'vitest';
import { compileText } from './compile-row.js';
import { startIn } from './engines.js';
import type { CommandOf } from './rows.js';

/** The second action asks how the first one ended. */
const hooks = (command: CommandOf) =>
  JSON.stringify({
    hooks: {
      on_iteration_complete: [
        { type: 'shell', command: command('smoke'), await: true, on_failure: 'continue', timeout: 30 },
        { type: 'shell', command: command('worry'), await: true, when: "${LAST_HOOK_STATUS} == 'failed'" },
      ],
    },
  });

const onError = (command: CommandOf) =>
  JSON.stringify({
    hooks: { on_error: [{ type: 'shell', command: `VALUE="\${ERROR}"\n${command('say')}`, timeout: 30 }] },
  });

describe.each([
  { engine: 'GitHub Actions', says: /^run \d+ failed: https:\/\/\S+\/actions\/runs\/\d+$/ },
  { engine: 'GitLab CI', says: /^pipeline \d+ failed: https:\/\/\S+\/pipelines\/\d+$/ },
] as const)('in $engine an action behind a failure', ({ engine, says }) => {
  const { missing, run } = startIn[engine];

  test.skipIf(missing)('finds what failed, and where to read why', async () => {
    const { ok, ran, value, log } = await run((command) => compileText(engine, onError(command), command), ['deploy']);
    expect(ran, log).toEqual(['build', 'deploy', 'say']);
    expect(value, log).toMatch(says);
    expect(ok, log).toBe(false);
  });
});

describe.each([
  'GitHub Actions',
  'GitLab CI',
] as const)('in %s an action finds how the one before it ended', (engine) => {
  const { missing, run } = startIn[engine];

  test.skipIf(missing).each([
    { failing: ['smoke'], answer: ['worry'] },
    { failing: [], answer: [] },
  ])('where $failing fail', async ({ failing, answer }) => {
    const { ok, ran, log } = await run((command) => compileText(engine, hooks(command), command), failing);
    expect(ran, log).toEqual(['build', 'smoke', ...answer, 'deploy', 'smoke', ...answer]);
    expect(ok, log).toBe(true);
  });
});
