import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type CompileInput, type CompileResult, compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';

/** A folder with an input, the rules for it, and what must come out. */
export interface Fixture {
  readonly folder: string;
  /** Names are relative to the folder, or to its `input/`. */
  readonly input: readonly SourceFile[];
  readonly hooks: SourceFile;
  readonly options: FixtureOptions;
}

interface FixtureOptions {
  readonly targetVersion?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Why Dagu 1.30 itself refuses the input. */
  readonly refusedByEngine?: string;
}

/** @param name of the workflow file, without its ending */
export function readFixture(folder: string, name = 'input'): Fixture {
  return {
    folder,
    input: readInput(folder, name),
    hooks: readFirst(folder, ['hooks.yaml', 'hooks.json'])!,
    options: readOptions(folder),
  };
}

function readInput(folder: string, name: string): readonly SourceFile[] {
  const several = join(folder, name);
  if (!existsSync(several)) return [readFirst(folder, [`${name}.yaml`, `${name}.json`, `${name}.md`])!];
  return readdirSync(several, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(several, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(several, path), 'utf8') }));
}

function readFirst(folder: string, names: readonly string[]): SourceFile | undefined {
  const path = names.find((name) => existsSync(join(folder, name)));
  return path === undefined ? undefined : { path, text: readFileSync(join(folder, path), 'utf8') };
}

function readOptions(folder: string): FixtureOptions {
  const file = readFirst(folder, ['options.json']);
  return file ? (JSON.parse(file.text) as FixtureOptions) : {};
}

export function compileFixture(
  fixture: Fixture,
  workflow: readonly SourceFile[],
  hooks: Pick<SourceFile, 'path' | 'text'>,
): CompileResult {
  return compile(inputOfFixture(fixture, workflow, hooks));
}

export function inputOfFixture(
  { options }: Fixture,
  workflow: readonly SourceFile[],
  hooks: Pick<SourceFile, 'path' | 'text'>,
): CompileInput {
  return {
    workflow,
    configuration: [{ ...hooks, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: {
      targetVersion: options.targetVersion,
      variables: new Map(Object.entries(options.variables ?? {})),
      sourceDateEpoch: 0,
    },
  };
}

interface HooksSection {
  readonly hooks: {
    readonly injections?: Readonly<Record<string, readonly unknown[]>>;
    readonly [setting: string]: unknown;
  };
}

/** The same rules, those of each point the other way round. */
export function withRulesReversed(hooks: SourceFile): SourceFile {
  const section = (parse(hooks.text) as HooksSection).hooks;
  const points = Object.entries(section.injections ?? {});
  const injections = Object.fromEntries(points.map(([point, rules]) => [point, [...rules].reverse()]));
  return { path: 'hooks.json', text: JSON.stringify({ hooks: { ...section, injections } }) };
}

export function withHooksOff(hooks: SourceFile): SourceFile {
  const section = (parse(hooks.text) as HooksSection).hooks;
  return { path: 'hooks.json', text: JSON.stringify({ hooks: { ...section, enabled: false } }) };
}
