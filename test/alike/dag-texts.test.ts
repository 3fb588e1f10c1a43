import { expect, test } from 'vitest';
import { createDagTexts } from '../../src/pipeline/alike/dag-texts.js';

const written = { text: 'steps: []\n', edits: [], hooks: [], words: [] };
const print = (rest: string, exit: string) => ({ rest, handlers: new Map([['exit', exit]]) });

test.each([
  ['a handler', print('all', 'other'), /in `root`: its handler `exit` should say end and says other/],
  ['what is around the handlers', print('other', 'end'), /in `root`: something outside of its steps changed/],
])('%s that says something else than was planned is a fault', (_, found, message) => {
  const plain = {
    root: 0,
    names: ['root'],
    write: () => written,
    findFault: () => undefined,
    writeHandlers: () => ({ ...written, expected: print('all', 'end'), found }),
  };
  const texts = createDagTexts(plain as never, { handlers: [{}] as never, marks: true }, undefined);
  expect(() => texts.verified(0, {} as never)).toThrow(message);
});
