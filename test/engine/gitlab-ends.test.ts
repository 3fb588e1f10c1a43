import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { gitlabCiLocal } from './engines.js';
import { runPipeline } from './gitlab.js';

/** The job `own` has an `after_script`, `usual` takes over that of all jobs, and `bare` has nothing. */
const pipeline = `default:
  after_script:
    - echo usual-end >> "$TRACE"
own:
  script:
    - echo own >> "$TRACE"
    - test "$FAIL" != own
  after_script:
    - echo own-end >> "$TRACE"
usual:
  script: |
    echo usual >> "$TRACE"
    test "$FAIL" != usual
bare:
  inherit: {default: false}
  script:
    - echo bare >> "$TRACE"
    - test "$FAIL" != bare
`;

const injections = {
  post_task: [
    hook('soft', { run: 'always', on_failure: 'continue' }),
    hook('alarm', { run: 'failure', await: false }),
    hook('hard', { run: 'always', tasks: ['own'] }),
    hook('siren', { run: 'failure', tasks: ['own'] }),
  ],
};

function hook(id: string, more: object) {
  return { id, type: 'shell', command: `echo ${id}-{{task_id}} >> "$TRACE"; test "$FAIL_HOOK" != ${id}`, ...more };
}

describe.skipIf(gitlabCiLocal.missing !== undefined)(`${gitlabCiLocal.title} runs hooks at the end of a job`, () => {
  test.each(['own', 'usual', 'bare'])('where %s fails, with all that the job runs there itself', (failing) => {
    const { ok, trace, log } = run({ FAIL: failing });
    expect(ok, log).toBe(false);
    for (const name of ['own', 'usual', 'bare']) {
      const ends = trace.filter(
        (line) => line === `alarm-${name}` || line === `soft-${name}` || line === `${name}-end`,
      );
      const wanted = [
        ...(name === failing ? [`alarm-${name}`] : []),
        `soft-${name}`,
        ...(name === 'bare' ? [] : [`${name}-end`]),
      ];
      expect(ends, log).toEqual(wanted);
    }
    expect(trace, log).toContain('hard-own');
    expect(trace.includes('siren-own'), log).toBe(failing === 'own');
  });

  test('where all goes well, none of those for a failure', () => {
    const { ok, trace, log } = run({});
    expect(ok, log).toBe(true);
    expect(trace, log).toEqual(
      expect.arrayContaining(['soft-own', 'own-end', 'soft-usual', 'usual-end', 'soft-bare', 'hard-own']),
    );
    expect(
      trace.filter((line) => /^(?:alarm|siren)/.test(line)),
      log,
    ).toEqual([]);
  });

  test('and one that may fail changes nothing, while another one fails the pipeline', () => {
    const soft = run({ FAIL_HOOK: 'soft' });
    expect(soft.ok, soft.log).toBe(true);
    expect(soft.trace, soft.log).toContain('own-end');
    expect(run({ FAIL_HOOK: 'hard' }).ok).toBe(false);
  });
});

function run(variables: Readonly<Record<string, string>>) {
  const { ok, outputs, diagnostics } = compile(input(pipeline));
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return runPipeline(outputs[0]!.text, { FAIL: '', FAIL_HOOK: '', ...variables });
}

function input(text: string): CompileInput {
  return {
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}
