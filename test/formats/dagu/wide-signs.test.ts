import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { cpuTime } from '../../text/cpu-time.js';

/** Many small documents of long comments, whose signs take two bytes each in memory where one of them does. */
function bundle(first: string): string {
  const padding = `# ${'a'.repeat(4000)}\n`;
  const task = (index: number) => `---\nname: t${index}\n${padding}steps:\n  - name: a\n    command: make\n`;
  return `# ${first}\nname: root\nsteps:\n  - name: a\n    command: make\n${Array.from({ length: 1000 }, (_, index) => task(index)).join('')}`;
}

const hooks = { enabled: true, injections: { post_task: [{ type: 'shell', command: 'true', tasks: ['t1'] }] } };

test('a sign beyond Latin-1 does not make reading many documents slow', () => {
  const read = (text: string) =>
    cpuTime(() => expect(compile(inputOf(text, hooks, { targetVersion: '1.30' })).ok).toBe(true));
  read(bundle('a'));
  const [plain, wide] = [read(bundle('a')), read(bundle('\u017c'))];
  expect(wide).toBeLessThan(3 * plain + 200);
});
