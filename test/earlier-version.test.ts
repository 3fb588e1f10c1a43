import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strip } from '../src/strip.js';
import { verify } from '../src/verify.js';
import { compileFixture, inputOfFixture, readFixture } from './compile/fixture.js';

/** Output of a version that numbered hooks and ended marks with a digest of who waits. */
const name = 'by-an-earlier-version';
const home = resolve('test/fixtures/formats/dagu');
const isThere = (folder: string) =>
  ['yaml', 'json'].some((ending) => existsSync(join(home, folder, `${name}.${ending}`)));
const folders = readdirSync(home).filter(isThere);

test('files of an earlier version are there, with their long marks', () => {
  expect(folders.length).toBeGreaterThan(5);
  for (const folder of folders)
    expect(readFixture(join(home, folder), name).input[0]!.text).toMatch(/dagweave: [\w/,-]+ [0-9a-f]{18}\b/);
});

describe.each(folders)('what an earlier version wrote: %s', (folder) => {
  const fixture = readFixture(join(home, folder));
  const earlier = readFixture(join(home, folder), name).input;
  const inputOf = (text: string) => inputOfFixture(fixture, [{ ...fixture.input[0]!, text }], fixture.hooks);
  const { text } = earlier[0]!;

  test('is taken out by its marks', () => {
    expect(strip(inputOf(text)).outputs[0]!.text).toBe(fixture.input[0]!.text);
  });

  test('is written anew under the names of today', () => {
    const fresh = compileFixture(fixture, fixture.input, fixture.hooks).outputs[0]!.text;
    const again = compileFixture(fixture, inputOf(text).workflow, fixture.hooks);
    expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(again.outputs[0]!.text).toBe(fresh);
    expect(fresh).not.toMatch(/dagweave: [\w/,-]+ [0-9a-f]{18}\b/);
    expect(verify(inputOf(fresh)).ok).toBe(true);
  });

  test('is an error where it was edited by hand', () => {
    const mark = /dagweave: [\w/,-]+ [0-9a-f]{18}/.exec(text)!;
    const at = text.indexOf('command', mark.index);
    const edited = text.slice(0, at) + text.slice(at).replace(/(?<=command"?:\s*\[?\s*["']?)(?=[\w(./])/, 'x');
    expect(edited).not.toBe(text);
    const { diagnostics } = compileFixture(fixture, inputOf(edited).workflow, fixture.hooks);
    expect(diagnostics.map(({ code }) => code)).toContain('DW701');
  });
});
