import { expect, test } from 'vitest';
import { carryValues } from '../../../src/formats/step-script/carried-values.js';
import { commandText } from '../../../src/formats/step-script/command-text.js';

const word = (text: string) => [{ kind: 'text' as const, text }];

test('what an engine may evaluate is in variables called after the option, and plain words stay where they are', () => {
  const values = carryValues(['HOOK_TASK']);
  const words = ['step', 'prompt', '--task', '${{ x }}', '--var', 'a={{b}}', '--var', 'b=c', '--var', 'a={{b}}', ''];
  const call = { kind: 'command' as const, program: 'dagweave', words: words.map(word) };
  expect(commandText(call, values.quote)).toBe(
    'dagweave step prompt --task "$HOOK_TASK_2" --var "$HOOK_VAR" --var b=c --var "$HOOK_VAR" "$HOOK_VAR_2"',
  );
  expect(values.env()).toEqual([
    { name: 'HOOK_TASK_2', text: '${{ x }}', isScript: false },
    { name: 'HOOK_VAR', text: 'a={{b}}', isScript: false },
    { name: 'HOOK_VAR_2', text: '', isScript: false },
  ]);
});

test('the text of a rule is kept apart from values, for its author may speak to the engine in it', () => {
  const values = carryValues([]);
  expect([values.nested('echo ${{ github.ref }}'), values.quote('echo ${{ github.ref }}')]).toEqual([
    '"$HOOK_SCRIPT"',
    '"$HOOK_VALUE"',
  ]);
  expect(values.env().map(({ isScript }) => isScript)).toEqual([true, false]);
});
