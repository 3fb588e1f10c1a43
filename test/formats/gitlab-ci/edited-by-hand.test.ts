import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { inputOf } from '../../there-and-back.js';

const gate = { id: 'scan', type: 'shell', command: './scan' };
const before = { hooks: { enabled: true, injections: { pre_task: [gate] } } };
const unmarked = { hooks: { enabled: true, marks: false, injections: { pre_task: [gate] } } };

function hooked(text: string, rules: object = before): string {
  const { ok, outputs } = compile(inputOf(text, rules, undefined));
  expect(ok).toBe(true);
  return outputs[0]!.text;
}

function stripped(text: string, rules: object = before): string {
  const { ok, outputs } = strip(inputOf(text, rules, undefined));
  expect(ok).toBe(true);
  expect(strip(inputOf(outputs[0]!.text, rules, undefined)).outputs[0]!.text).toBe(outputs[0]!.text);
  return outputs[0]!.text;
}

/** A second run changes nothing. */
function hookedTwice(text: string, rules: object = before): string {
  const once = hooked(text, rules);
  expect(hooked(once, rules)).toBe(once);
  return once;
}

test('the job of a hook that was given another name is one of the workflow', () => {
  const rules = { hooks: { enabled: true, marks: false, injections: { pre_root: [gate] } } };
  const renamed = hooked('t:\n  script: make\n', rules).replace('hook-scan:', 'mine:');
  const again = hookedTwice(renamed, rules);
  expect(again).toContain('mine:');
  expect(again).toContain('hook-scan:');
  expect(stripped(again, rules)).toContain('mine:\n  stage: .pre\n');
});

const inherited = '.base:\n  script: [make]\nt:\n  extends: .base\n';

test('a job that no longer extends another one keeps the reference to its commands', () => {
  const edited = hooked(inherited).replace('extends: .base', 'tags: [x]');
  expect(stripped(edited)).toBe(
    '.base:\n  script: [make]\nt:\n  tags: [x]\n  script:\n  - !reference [.base, script]\n',
  );
  expect(stripped(hookedTwice(edited))).toBe(stripped(edited));
});

test('a command in the place of what a job took over stays', () => {
  const edited = hooked(inherited).replace('!reference [.base, script]', './own');
  expect(stripped(edited)).toBe('.base:\n  script: [make]\nt:\n  extends: .base\n  script:\n  - ./own\n');
  expect(hookedTwice(edited)).toContain('- ./own');
});

test('a command beside what a job took over stays', () => {
  const edited = `${hooked(inherited)}  - ./own\n`;
  expect(stripped(edited)).toBe(
    '.base:\n  script: [make]\nt:\n  extends: .base\n  script:\n  - !reference [.base, script]\n  - ./own\n',
  );
  hookedTwice(edited);
});

test('comments between commands that were no list before stay', () => {
  const edited = hooked('t:\n  script: make\n').replace('  - make', '  # why\n  - make');
  expect(stripped(edited)).toBe('t:\n  script:\n  # why\n  - make\n');
  hookedTwice(edited);
});

test.each([
  '[make, test]',
  '&all make',
  '{make: all}',
])('what cannot be the commands of a job by itself stays in its list: %s', (own) => {
  const edited = hooked('t:\n  script: make\n').replace('- make', `- ${own}`);
  expect(stripped(edited)).toBe(`t:\n  script:\n  - ${own}\n`);
});

test.each([
  ['which other files may add to', 'include: a.yml\nt:\n  script:\n    - make\n', '    - make\n'],
  ['which takes over others', inherited, '  - !reference [.base, script]\n'],
])('a job that has nothing left but hooks is an error: one %s', (_, text, own) => {
  for (const rules of [before, unmarked]) {
    const edited = inputOf(hooked(text, rules).replace(own, ''), rules, undefined);
    for (const { diagnostics } of [compile(edited), strip(edited)])
      expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['DW714']);
  }
});

test('an empty list of needs that hooks filled is empty again', () => {
  const rules = {
    hooks: { enabled: true, tasks_are: 'nodes', injections: { pre_task: [{ ...gate, tasks: ['last'] }] } },
  };
  const text = 'first:\n  stage: build\n  script: [make]\nlast:\n  stage: .post\n  needs: null\n  trigger: a/b\n';
  const once = hookedTwice(text, rules);
  expect(once).toContain('needs: [first, hook-scan-last]');
  expect(stripped(once, rules)).toBe(text);
});

test('what was no list before becomes that again where its hook was taken out by hand', () => {
  const edited = hooked('t:\n  script: make\n').replace(/ *# dagweave: scan(?:.*\n){4}/, '');
  expect(edited).toBe('t:\n  script:\n  # dagweave: this was no list before\n  - make\n');
  expect(stripped(edited)).toBe('t:\n  script: make\n');
});

test('so it does where the line that remembers it was moved behind the hook', () => {
  const line = '  # dagweave: this was no list before\n';
  const edited = hooked('t:\n  script: make\n').replace(line, '').replace('  - make', `${line}  - make`);
  expect(stripped(edited)).toBe('t:\n  script: make\n');
  hookedTwice(edited);
});

test('a blank line between a mark and its hook changes nothing', () => {
  const edited = hooked('t:\n  script:\n    - make\n').replace(/(# dagweave: .*\n)/, '$1\n');
  expect(stripped(edited)).toBe('t:\n  script:\n    - make\n');
  hookedTwice(edited);
});

test.each([
  ['ends early', '- make', '- exit 0'],
  ['others may use by an anchor', 'script:', 'script: &all'],
])('commands lose their hook where these %s since, and the hook goes around the job', (_, from, to) => {
  const text = 't:\n  script:\n    - make\n';
  const edited = hooked(text).replace(from, to);
  expect(stripped(edited)).toBe(text.replace(from, to));
  const again = hookedTwice(edited);
  expect(again).toContain('hook-scan-t:');
  expect(again).not.toMatch(/# hook-scan$/m);
  expect(stripped(again)).toBe(text.replace(from, to));
});

test('what runs at the end of a job loses its hook where the commands of the job end early since', () => {
  const rules = {
    hooks: { enabled: true, injections: { post_task: [{ ...gate, run: 'always', on_failure: 'continue' }] } },
  };
  const text = 't:\n  script:\n    - make\n';
  const once = hooked(text, rules);
  expect(once).toContain('after_script:');
  const edited = once.replace('- make', '- exit 0');
  expect(stripped(edited, rules)).toBe(text.replace('- make', '- exit 0'));
  hookedTwice(edited, rules);
});

test('a mark that is left above a key which is no job goes, also where the job of a hook follows', () => {
  const rules = { hooks: { enabled: true, injections: { final: [gate] } } };
  const text = 'build:\n  script: make\n';
  const shared = '.shared:\n  script: make all\n';
  const edited = hooked(text, rules).replace(/^# dagweave: /m, `# dagweave: gone 0123456789ab\n${shared}$&`);
  expect(stripped(edited, rules)).toBe(text + shared);
  expect(hookedTwice(edited, rules)).not.toContain('gone');
});
