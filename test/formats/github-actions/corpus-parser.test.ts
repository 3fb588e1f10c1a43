import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { corpusFiles, everyPoint, inputFor, missing } from './corpus.js';
import { parserErrors } from './parser.js';

describe.skipIf(missing)(missing ?? 'what hooks are written into real files', () => {
  test("gets nothing said about it by GitHub's own parser that was not said before", async () => {
    let accepted = 0;
    for (const file of corpusFiles('github-actions')) {
      const { ok, outputs } = compile(inputFor(file, everyPoint));
      if (!ok) continue;
      const before = await parserErrors(file.path, file.text);
      const after = await parserErrors(file.path, outputs[0]!.text);
      expect(after, file.path).toEqual(before);
      accepted += 1;
    }
    expect(accepted).toBeGreaterThanOrEqual(95);
  });
});

test('the parser finds what is wrong', async () => {
  const job = (more: string) => `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    ${more}\n`;
  expect(await parserErrors('w.yml', job('steps: [{rum: make}]'))).toContain("Unexpected value 'rum'");
  expect(await parserErrors('w.yml', job('needs: [gone]\n    steps: [{run: make}]'))).toContain(
    'The workflow must contain at least one job with no dependencies.',
  );
});
