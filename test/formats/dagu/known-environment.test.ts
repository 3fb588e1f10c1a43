import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutline, type Outline } from '../../../src/formats/dagu/plain/outline.js';
import { readOutline } from '../../../src/formats/dagu/plain/read-outline.js';
import { createFlatDocument } from '../../../src/text/flat/flat-document.js';
import { scanFlat } from '../../../src/text/flat/scan-flat.js';
import { splitStream } from '../../../src/text/yaml-stream.js';

/** What a document sets; `undefined` for one that is other than plain. */
function settingsIn(outline: Outline, text: string): string | undefined {
  const document = createFlatDocument();
  const isPlain = scanFlat(document, text, splitStream(text)[0]!) && readOutline(outline, document);
  return isPlain ? outline.settings : undefined;
}

function documentOf(name: string, environment: string): string {
  return `name: ${name}\nenv:${environment.replaceAll('NAME', name)}\nsteps:\n  - name: a\n    command: b\n`;
}

const names = ['T1', 'T2', 'x9', 'task-1', 'a1$b', 'T 1', 'null', '101', 'e2e', 'ARBORIST_1', 'ab'];

test.each([
  ['a value with the name', ' [ARBORIST_TASK_ID=w/NAME, B=NAME]', true],
  ['a quoted value with the name', '\n  - ARBORIST_WORKTREE: "w/NAME"', true],
  ['a variable with the name', ' [NAME_X=1]', false],
  ['a variable whose values are not compared', ' [B=NAME]', true],
])('%s is the same to two documents: %j', (_, environment, isSame) => {
  const outline = createOutline();
  const [first, second] = ['T1', 'T2'].map((name) => settingsIn(outline, documentOf(name, environment)));
  expect(first).toBeDefined();
  expect(first === second).toBe(isSame);
});

test('what a document sets does not depend on the documents before it', () => {
  const variable = fc.constantFrom('B', 'ARBORIST_SPEC_ID', 'ARBORIST_WORKTREE', 'NAME_X', 'DAGU_HOME', 'PATH');
  const value = fc.constantFrom(
    'NAME',
    'w/NAME',
    'NAMENAME',
    'T1',
    '$NAME',
    '`NAME`',
    'nu',
    'll',
    '1',
    '""',
    "'NAME x'",
  );
  const entry = fc.tuple(variable, value);
  const written = fc
    .array(entry, { minLength: 1, maxLength: 3 })
    .chain((entries) =>
      fc.constantFrom(
        entries.map(([key, text]) => `\n  - ${key}=${text}`).join(''),
        entries.map(([key, text]) => `\n  - ${key}: ${text} # NAME`).join(''),
        entries.map(([key, text]) => `\n  ${key}: ${text}`).join(''),
        ` [${entries.map(([key, text]) => `${key}=${text}`).join(', ')}]`,
        '',
      ),
    );
  const two = fc.array(written, { minLength: 1, maxLength: 2 });
  let plain = 0;
  fc.assert(
    fc.property(
      two,
      fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 4 }),
      (environments, ofDocuments) => {
        const outline = createOutline();
        for (const [at, name] of ofDocuments.entries()) {
          const text = documentOf(name, environments[at % environments.length]!);
          const alone = settingsIn(createOutline(), text);
          if (alone !== undefined) plain += 1;
          expect(settingsIn(outline, text), text).toBe(alone);
        }
      },
    ),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(1000);
});
