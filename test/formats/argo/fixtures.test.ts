import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { compileFixture, inputOfFixture, readFixture } from '../../compile/fixture.js';
import { argoLint } from '../../engine/argo.js';

const home = resolve('test/fixtures/formats/argo');

const compiled = readdirSync(home)
  .sort()
  .map((name) => {
    const fixture = readFixture(join(home, name));
    return { name, fixture, result: compileFixture(fixture, fixture.input, fixture.hooks) };
  })
  .filter(({ result }) => result.ok);

describe.each(compiled)('$name', ({ fixture, result }) => {
  const { input, hooks } = fixture;

  test.each([
    ['Unix', input],
    ['Windows', input.map((file) => ({ ...file, text: file.text.replaceAll('\n', '\r\n') }))],
    ['no', input.map((file) => ({ ...file, text: file.text.replace(/\n$/, '') }))],
  ])('can be taken back, holds, and is the same in a second run, with %s line ends', (_, files) => {
    const once = compileFixture(fixture, files, hooks);
    const again = inputOfFixture(fixture, once.outputs, hooks);
    expect(compileFixture(fixture, once.outputs, hooks).outputs).toEqual(once.outputs);
    expect(verify(again).ok).toBe(true);
    expect(strip(again).outputs[0]!.text).toBe(files[0]!.text);
  });

  test.skipIf(argoLint.missing)(`says nothing new to ${argoLint.title}`, () => {
    expect(argoLint.of(result.outputs[0]!)).toEqual(argoLint.of(result.inputs[0]!));
  });
});
