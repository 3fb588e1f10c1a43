import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { applyEdits } from '../../src/text/edits.js';
import { inputOf } from '../compile/one-text.js';
import { validateDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

const misspelt = ['chian', 'Chain', 'GRAPH', '"grpah"', "'chains'"];
const unknown = ['dag', '"${KIND}"', '5', 'true', '[chain]', '{chain: 1}', '|\n  sequential'];
const taken = ['chain', 'graph', '"chain"', '" graph "', '', '""', '~', 'null'];

inEachDagu('the type of a DAG', {}, (engine) => {
  const targetVersion = engine.version.startsWith('1') ? '1.30' : '2.14';
  const home = mkdtempSync(join(tmpdir(), 'dagweave-type-'));
  const validated = async (type: string) => {
    const text = textWith(type);
    writeFileSync(join(home, 'it.yaml'), text);
    const ours = compile(inputOf(text, hooks, { targetVersion })).diagnostics.filter(({ code }) => code === 'DW297');
    return { text, isRefused: (await validateDagu(join(home, 'it.yaml'), home, engine)) !== '', ours };
  };

  test.each(misspelt)('that is misspelt is refused, which is an error with a fix: %s', async (type) => {
    const { text, isRefused, ours } = await validated(type);
    expect([isRefused, ours.length]).toEqual([true, 1]);
    const mended = applyEdits([{ path: 'it.yaml', text }], ours[0]!.fix!)[0]!.text;
    expect(mended).toMatch(/^type: ["']?(?:chain|graph)["']?$/m);
  });

  test.each(unknown)('that is no type is refused, which is an error: %j', async (type) => {
    const { isRefused, ours } = await validated(type);
    expect([isRefused, ours.map(({ fix }) => fix)]).toEqual([true, [undefined]]);
  });

  test.each(taken)('that the engine takes is not reported: %j', async (type) => {
    const { isRefused, ours } = await validated(type);
    expect([isRefused, ours]).toEqual([false, []]);
  });
});

function textWith(type: string): string {
  return `type: ${type}\nsteps:\n  - name: a\n    command: make\n`;
}

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate' }] } };
