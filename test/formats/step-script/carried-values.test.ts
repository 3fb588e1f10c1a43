import { expect, test } from 'vitest';
import { carryValues } from '../../../src/formats/step-script/carried-values.js';
import { commandText } from '../../../src/formats/step-script/command-text.js';

const word = (text: string) => [{ kind: 'text' as const, text }];

test('what an engine may evaluate is in variables called after the option, and plain words stay where they are', () => {
  const values = carryValues(['HOOK_TASK'], () => false);
  const words = ['step', 'prompt', '--task', '${{ x }}', '--var', 'a={{b}}', '--var', 'b=c', '--var', 'a={{b}}', ''];
  const call = { kind: 'command' as const, program: 'dagweave', words: words.map(word) };
  expect(commandText(call, values.quote)).toBe(
    'dagweave step prompt --task "$HOOK_TASK_2" --var "$HOOK_VAR" --var b=c --var "$HOOK_VAR" "$HOOK_VAR_2"',
  );
  expect(values.env()).toEqual([
    { name: 'HOOK_TASK_2', text: '${{ x }}', forEngine: false },
    { name: 'HOOK_VAR', text: 'a={{b}}', forEngine: false },
    { name: 'HOOK_VAR_2', text: '', forEngine: false },
  ]);
});

test('what a rule says of a variable of its own is for the engine, and the same text in another option is not', () => {
  const values = carryValues([], (whole, about) => about === 'env' && whole.length > 1);
  const variable = [{ kind: 'text' as const, text: 'TOKEN=' }, ...word('${{ x }}')];
  const call = {
    kind: 'command' as const,
    program: 'dagweave',
    words: [word('--env'), variable, word('--header'), word('${{ x }}')],
  };
  expect(commandText(call, values.quote)).toBe('dagweave --env TOKEN="$HOOK_ENV" --header "$HOOK_HEADER"');
  expect(values.env()).toEqual([
    { name: 'HOOK_ENV', text: '${{ x }}', forEngine: true },
    { name: 'HOOK_HEADER', text: '${{ x }}', forEngine: false },
  ]);
});

test('the text of a rule is kept apart from values, for its author may speak to the engine in it', () => {
  const values = carryValues([], () => false);
  expect([values.nested('echo ${{ github.ref }}'), values.quote('echo ${{ github.ref }}')]).toEqual([
    '"$HOOK_SCRIPT"',
    '"$HOOK_VALUE"',
  ]);
  expect(values.env().map(({ forEngine }) => forEngine)).toEqual([true, false]);
});
