import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const examples = 'test/fixtures/frontends/event-registry/examples';

test('what is written down about contexts and results fits the types of the library', { timeout: 60_000 }, () => {
  const written = ['contexts.ts', 'hook-result.ts'].map((name) => readFileSync(join(examples, name), 'utf8'));
  const fits = (name: string) =>
    `export const of${name}: (given: ${name}) => ours.${name} = (given) => ({ ...given });`;
  const names = [
    'HookResult',
    'UserPromptSubmitContext',
    'PreAbilityCallContext',
    'PostAbilityCallContext',
    'SessionStopContext',
  ];
  const text = ["import type * as ours from '../../src/index.js';", ...written, ...names.map(fits)].join('\n');
  expect(mistakesIn(text)).toEqual([]);
  const wrong = text.replace('session_id: string', 'session_id: number');
  expect(mistakesIn(wrong)).not.toEqual([]);
});

function mistakesIn(text: string): readonly string[] {
  const path = resolve('test/events/written-types.ts');
  const { config } = ts.readConfigFile('test/tsconfig.json', ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, 'test');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.readFile = (file) => (file === path ? text : readFile(file));
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(file, text, rest[0]) : getSourceFile.call(host, file, ...rest);
  const program = ts.createProgram([path], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
