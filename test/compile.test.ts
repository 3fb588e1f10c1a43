import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CompileResult } from '../src/compile.js';
import type { SourceFile } from '../src/model/source.js';
import { createLines } from '../src/text/lines.js';
import { compileFixture, type Fixture, readFixture, withHooksOff, withRulesReversed } from './compile/fixture.js';
import { validateDagu } from './engine/dagu.js';
import { dagus, type Engine } from './engine/engines.js';
import { testWith } from './engine/in-each-dagu.js';
import { isSameInWindows } from './windows-text.js';

const home = resolve('test/fixtures/formats');
const names = readdirSync(home).flatMap((format) => readdirSync(join(home, format)).map((name) => `${format}/${name}`));
const scratch = mkdtempSync(join(tmpdir(), 'dagweave-fixtures-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

describe.each(names.sort())('%s', (name) => {
  const fixture = readFixture(join(home, name));
  const { input, hooks } = fixture;
  const result = compileFixture(fixture, input, hooks);

  test('gives the output and the diagnostics that lie beside it', async () => {
    await expect(diagnosticLines(result, fixture)).toMatchFileSnapshot(join(fixture.folder, 'diagnostics.txt'));
    expect(result.ok).toBe(result.diagnostics.every(({ severity }) => severity !== 'error'));
    for (const { path, text } of result.outputs) {
      await expect(text).toMatchFileSnapshot(expectedPath(fixture, path));
    }
  });

  test('gives the same once more', () => {
    const { workflows, ...once } = result;
    const { workflows: workflowsAgain, ...again } = compileFixture(fixture, input, hooks);
    expect(again).toEqual(once);
    expect(workflowsAgain.map(({ plan }) => plan)).toEqual(workflows.map(({ plan }) => plan));
  });

  test('gives the input where hooks are off', () => {
    expect(compileFixture(fixture, input, withHooksOff(hooks)).outputs).toEqual(input);
  });

  test('gives the same whatever the order of files', () => {
    const { outputs, diagnostics } = compileFixture(fixture, [...input].reverse(), hooks);
    expect({ outputs: [...outputs].reverse(), diagnostics }).toEqual({
      outputs: result.outputs,
      diagnostics: result.diagnostics,
    });
  });

  if (!result.ok) return;

  test('changes nothing in a second run', () => {
    expect(texts(compileFixture(fixture, result.outputs, hooks))).toEqual(texts(result));
  });

  test('gives the same output with Windows line breaks for an input with Windows line breaks', () => {
    const outputs = texts(compileFixture(fixture, changed(input, windows), hooks));
    expect(outputs.map((text, index) => isSameInWindows(text, result.outputs[index]!.text))).toEqual(
      outputs.map(() => true),
    );
  });

  // A model's answer goes on behind the workflow, which therefore ends in a line break whatever the answer ends in.
  if (result.inputs.every(({ text }, index) => text === input[index]!.text)) {
    test('leaves the final line break out where the input has none', () => {
      const outputs = texts(compileFixture(fixture, changed(input, unended), hooks));
      expect(outputs).toEqual(result.outputs.map(({ text }) => unended(text)));
    });
  }

  if (!ordersDecide(result)) {
    test('gives the same whatever the order of rules', () => {
      expect(texts(compileFixture(fixture, input, withRulesReversed(hooks)))).toEqual(texts(result));
    });
  }

  for (const engine of dagus.filter((one) => isFor(one, result))) {
    testWith(engine, 'gives what the engine accepts', async () => {
      const ofInput = await refusals(engine, join(scratch, engine.version, name), result.inputs);
      const ofOutput = await refusals(engine, join(scratch, engine.version, name), result.outputs);
      // What is written for either version may hold a thing that 2.14 refuses in itself.
      const isRefused = engine.dialect === 'v2' ? ofInput.length > 0 : fixture.options.refusedByEngine;
      if (isRefused) return expect(ofInput).not.toEqual([]);
      expect([ofInput, ofOutput]).toEqual([[], []]);
    });
  }
});

/** What the engine finds wrong with each of some files that lie in one folder. */
async function refusals(engine: Engine, folder: string, files: readonly SourceFile[]): Promise<readonly string[]> {
  const paths = files.map(({ path }) => join(folder, path));
  paths.forEach((path, index) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, engine.dialect === 'v2' ? withoutName(files[index]!.text) : files[index]!.text);
  });
  const answers = await Promise.all(paths.map((path) => validateDagu(path, scratch, engine)));
  return answers.filter((answer) => answer !== '');
}

/** In 2.14 only `validate` minds a name of the first document, and then says nothing of the rest. */
function withoutName(text: string): string {
  return text.replace(/^(?:(?!---)(?!name:).*\n)*?name:.*\n/, (head) => head.replace(/name:.*\n$/, ''));
}

/** One line a diagnostic: severity, code, place, message. */
function diagnosticLines({ diagnostics, inputs }: CompileResult, { input, hooks }: Fixture): string {
  const files = new Map([...input, ...inputs, hooks].map(({ path, text }) => [path, createLines(text)]));
  return diagnostics
    .map(({ severity, code, message, span }) => {
      const { line, column } = span ? files.get(span.file)!.position(span.start) : { line: 0, column: 0 };
      return `${severity} ${code} ${line}:${column} ${span?.file ?? '-'} ${message}\n`;
    })
    .join('');
}

function expectedPath({ folder, input }: Fixture, path: string): string {
  const ending = path.endsWith('.json') ? 'json' : 'yaml';
  return input.length === 1 ? join(folder, `expected.${ending}`) : join(folder, 'expected', path);
}

function changed(files: readonly SourceFile[], change: (text: string) => string): readonly SourceFile[] {
  return files.map((file) => ({ ...file, text: change(file.text) }));
}

function windows(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

function unended(text: string): string {
  return text.replace(/\n$/, '');
}

function texts({ outputs }: CompileResult): readonly string[] {
  return outputs.map(({ text }) => text);
}

/** Rules of equal order insert at one place, which is reported: then their order in the configuration counts. */
function ordersDecide({ diagnostics }: CompileResult): boolean {
  return diagnostics.some(({ code }) => code === 'DW410');
}

function isFor(engine: Engine, { workflows }: CompileResult): boolean {
  const dags = workflows.flatMap(({ workflow }) => workflow.dags);
  const version = engine.dialect === 'v1' ? /1\.30/ : /2\.x/;
  return dags.length > 0 && dags.every(({ readings }) => readings.some(({ name }) => version.test(name)));
}
