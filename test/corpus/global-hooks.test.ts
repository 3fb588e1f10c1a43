import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { corpusFiles, corpusMissing, type Folder, folders } from './files.js';

const hooks = readFileSync(resolve('test/fixtures/frontends/lifecycle/seed-global/global.yaml'), 'utf8');

/** Which errors there are, by file. */
function refused(folder: Folder, options: NonNullable<CompileInput['options']>): readonly string[] {
  return corpusFiles(folder).flatMap(({ name, text }) => {
    const { ok, diagnostics } = compile({
      workflow: [{ path: name, text }],
      configuration: [{ layer: 'global', path: 'global.yaml', text: hooks }],
      prompts: { read: (directory, file) => ({ kind: 'missing', path: `${directory}/${file}`, known: [] }) },
      options,
    });
    const codes = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code));
    return ok || /^type: *agent\b/m.test(text) ? [] : [`${name} ${[...codes]}`];
  });
}

describe.skipIf(corpusMissing)(`hooks for every pipeline compile on real Dagu files${corpusMissing ?? ''}`, () => {
  const versions = { v1: '1.30', v2: '2.14' } as Readonly<Record<string, string>>;

  test.each(folders)('of $name for the engine that reads them', (folder) => {
    expect(refused(folder, { targetVersion: versions[folder.name] ?? '1.30' })).toEqual([]);
    if (folder.name.startsWith('arborist')) expect(refused(folder, { assumeVersion: '2.14' })).toEqual([]);
  }, 120_000);

  test.each(folders)('of $name where nobody says a version, unless a file means two graphs', (folder) => {
    expect(refused(folder, {}).filter((one) => !one.endsWith(' DW407'))).toEqual([]);
  }, 120_000);
});
