import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const jobs = '    script: make\ntest:\n    script: make test\n';
const hooks = { enabled: true, injections: { pre_root: [{ id: 'begin', type: 'shell', command: 'start' }] } };

test('a byte order mark stays the first character where a job goes in front of all', () => {
  const text = '\ufeffbuild:\n  script: make\n';
  const { outputs, diagnostics } = compile(inputOf(text, hooks, { format: 'gitlab-ci' }));
  expect(diagnostics).toEqual([]);
  expect(outputs[0]!.text).toMatch(/^\ufeff# dagweave: [^\n]+\nhook-begin:\n +stage: /);
  expect(outputs[0]!.text.endsWith('build:\n  script: make\n')).toBe(true);
});

test.each([
  ['jobs', `build:\n${jobs}`],
  ['jobs behind a comment', `# all jobs\nbuild:\n${jobs}`],
  ['jobs behind a head', `# all jobs\n\nbuild:\n${jobs}`],
  ['jobs in JSON', '{"build": {"script": ["make"]}}\n'],
  ['jobs behind ---', `---\nbuild:\n${jobs}`],
  ['jobs with Windows line ends', `build:\n${jobs}`.replaceAll('\n', '\r\n')],
])('with it, %s get what they get without it', (_, text) => {
  const outputOf = (whole: string) => compile(inputOf(whole, hooks, { format: 'gitlab-ci' })).outputs[0]!.text;
  expect(outputOf(`\ufeff${text}`)).toBe(`\ufeff${outputOf(text)}`);
});

test('a comment that is the head of the file stays in front of what goes before the first job', () => {
  const { outputs } = compile(inputOf(`# all jobs\n\n# the first\nbuild:\n${jobs}`, hooks, { format: 'gitlab-ci' }));
  expect(outputs[0]!.text).toMatch(
    /^# all jobs\n\n# dagweave: begin [^\n]+\nhook-begin:\n[\s\S]*\n# the first\nbuild:\n/,
  );
});
