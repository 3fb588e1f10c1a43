import { expect, test } from 'vitest';
import { augment, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls } from './timeline.js';

/** Dagu keeps the carriage returns of a block scalar, and a shell trips over them. */
inEachDagu('files with Windows line ends', {}, (engine) => {
  test('hooks of several lines run', async () => {
    const input = 'type: graph\nsteps:\n  - name: work\n    command: probe work\n'.replaceAll('\n', '\r\n');
    const rules = probeRules({
      post_task: [
        { step: 'soft', on_failure: 'continue', retries: 2, retry_delay: 0, timeout: 20, does: 'fails=1' },
        { step: 'aside', await: false, retries: 2, retry_delay: 0, does: 'exit=1' },
      ],
      final: [
        { step: 'one', run: 'always' },
        { step: 'two', run: 'always' },
      ],
    });
    const run = await runDagu(augment({ 'work.yaml': input }, rules, engine), { engine });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(calls(run, 'mark-soft').map((one) => one.code)).toEqual([1, 0]);
    expect(calls(run, 'mark-aside')).toHaveLength(3);
    expect([calls(run, 'mark-one'), calls(run, 'mark-two')].map((all) => all.length)).toEqual([1, 1]);
  });
});
