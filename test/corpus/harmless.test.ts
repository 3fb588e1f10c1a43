import { expect, test } from 'vitest';
import { whyNotRun } from './harmless.js';

const step = (yaml: string) => `steps:\n  - name: one\n    ${yaml}\n`;

test.each([
  ['a program that is not on the list', step('command: curl example.com'), 'it runs curl'],
  ['one in a substitution', step('command: echo "$(curl example.com)"'), 'it runs curl'],
  ['one in back-quotes', step('command: "echo `curl example.com`"'), 'it runs curl'],
  ['one behind a pipe', step('command: echo a | ssh host'), 'it runs ssh'],
  ['one behind a keyword', step('command: if true; then rm -rf x; fi'), 'it runs rm'],
  ['one in the second line', step('script: "true\\nrm x"'), 'it runs rm'],
  ['one that a variable names', step('command: $TOOL'), 'it runs $TOOL'],
  ['one of a condition', step('preconditions: [{condition: "rm x"}]'), 'it runs rm'],
  ['one of a handler', `handlerOn: {exit: {command: rm x}}\n${step('command: "true"')}`, 'it runs rm'],
  ['one of a nested step', 'steps:\n  - [echo a, rm x]\n', 'it runs rm'],
  ['one of a second document', `${step('command: "true"')}---\nname: b\n${step('run: rm x')}`, 'it runs rm'],
  ['a file outside', step('command: echo a > /etc/hosts'), 'it writes /etc/hosts'],
  ['a file above', step('run: echo a >> ../x'), 'it writes ../x'],
  ['a file whose name is not known', step('command: echo a > "$X"'), 'it writes $X'],
  ['a folder outside', step('command: mkdir -p /srv/x'), 'it writes /srv/x'],
  ['output to a file outside', step('command: "true"\n    stdout: /tmp/x'), 'it writes /tmp/x'],
  ['a long wait', step('command: sleep 300'), 'it sleeps 300'],
  ['a container', step('command: "true"\n    executor: docker'), 'it uses docker'],
  ['a request', step('action: http.request\n    with: {url: x}'), 'it uses http.request'],
  ['a key that is not known', step('command: "true"\n    container: x'), 'a step has container'],
  [
    'a parameter that a shell would read',
    `params: "X=$(rm x)"\n${step('command: echo $X')}`,
    'a value holds shell text',
  ],
  ['a here-document', step('script: "cat <<E\\nx\\nE"'), 'a command cannot be read for certain'],
  ['a repeat without an end', step('command: "true"\n    repeatPolicy: {repeat: true}'), 'it repeats without an end'],
])('%s is not run', (_, text, reason) => {
  expect(whyNotRun(text, ['arborist'])).toBe(reason);
});

test.each([
  ['text in quotes', step(`command: echo 'rm x; curl' "a > /b"`)],
  ['a stub', step('command: arborist task run T001 && arborist task commit T001')],
  ['a file below', step('run: echo a > out.txt 2>&1')],
  ['a condition on a value', step('preconditions: [{condition: "${X}", expected: "a"}]')],
])('%s is run', (_, text) => {
  expect(whyNotRun(text, ['arborist'])).toBeUndefined();
});
