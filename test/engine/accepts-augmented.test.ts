import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { run as compileWith } from '../corpus/judge.js';
import { corpusConfig } from '../corpus/rules.js';
import { oracleVersion } from './augment.js';
import { validateDagu } from './dagu.js';
import { dagu2 } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';

const only = { engine: dagu2, because: 'the tests of the corpus ask 1.30 about every file' };

inEachDagu('files of the corpus', { only }, (engine) => {
  test.skipIf(corpusMissing)('are accepted when augmented, as far as they were as written', async () => {
    const home = mkdtempSync(join(tmpdir(), 'dagweave-validate-'));
    const file = join(home, 'it.yaml');
    const validate = (text: string) => {
      writeFileSync(file, text);
      return validateDagu(file, home, engine);
    };
    const wrong: string[] = [];
    for (const one of corpusFiles(folders.find((folder) => folder.name === engine.dialect)!)) {
      const result = compileWith(one.text, corpusConfig, oracleVersion(engine));
      if (!result.ok || (await validate(one.text)) !== '') continue;
      const found = await validate(result.outputs[0]!.text);
      if (found !== '') wrong.push(`${one.name}: ${found}`);
    }
    rmSync(home, { recursive: true });
    expect(wrong).toEqual([]);
  });
});
