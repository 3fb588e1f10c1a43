import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import * as z from 'zod/mini';
import { type Collector, ofRules, type Report, silent } from '../../diagnostics/diagnostics.js';
import { parseConfiguration } from '../../frontends/configuration-text.js';
import { check } from '../../frontends/schema-issues.js';
import { locate, readTexts, readWritten, type Written } from '../../frontends/written.js';
import type { ConfigurationFile, LayerName, Located } from '../../model/layer.js';
import type { SourceFile } from '../../model/source.js';
import { pairOf } from '../../text/yaml-access.js';
import type { GlobalOptions } from '../options.js';
import { withPacks } from '../pack-files.js';
import { createPromptLibrary } from '../prompt-files.js';
import { type InputFile, readInputs, siblingsOf } from '../read-inputs.js';
import { readText } from '../read-text.js';
import { readConfigurationHere } from '../request.js';
import type { Graph, ReadyCase, RuleCase } from './judge.js';

export interface RuleTests {
  /** Those that hold cases. */
  readonly files: readonly CaseFile[];
  /** All that was looked at, into which messages point. */
  readonly sources: readonly SourceFile[];
}

export interface CaseFile {
  readonly file: SourceFile;
  readonly cases: readonly ReadyCase[];
}

/** Every file of rule tests below these folders, sorted by path, with all that its cases name. */
export async function readCaseFiles(
  paths: readonly string[],
  options: GlobalOptions,
  collector: Collector,
): Promise<RuleTests> {
  const report = ofRules(collector.report);
  const found: readonly InputFile[] = await readInputs(paths, {}, report);
  const here = await readConfigurationHere(options, report);
  const files: CaseFile[] = [];
  for (const { path, text } of found) {
    const cases = readRuleCases({ path, text }, report);
    if (!cases) continue;
    const ready: ReadyCase[] = [];
    for (const test of cases) ready.push(await readyCase(test, path, here, report));
    files.push({ file: { path, text }, cases: ready });
  }
  if (!collector.hasErrors() && files.every(({ cases }) => cases.length === 0)) report('DW831', { paths });
  return { files, sources: found };
}

async function readyCase(
  test: RuleCase,
  path: string,
  here: readonly ConfigurationFile[],
  report: Report,
): Promise<ReadyCase> {
  const folder = dirname(path);
  const workflow = await readAll(test.workflow, folder, 'workflow.yaml', report);
  const own = test.rules && (await readAll(test.rules, folder, `${path}#${test.name}`, report));
  const policy = await readAll(test.policy, folder, `${path}#${test.name}, policy`, report);
  const outputs = test.expected.output?.map(({ value }) => below(folder, value));
  return {
    test,
    input: {
      workflow,
      configuration: [
        ...(own ? withPacks(inLayer('project', own), report) : here),
        ...withPacks(inLayer('policy', policy), report),
      ],
      prompts: createPromptLibrary(),
      options: {
        targetVersion: test.targetVersion,
        assumeVersion: test.assumeVersion,
        variables: test.variables,
        siblings: siblingsOf(workflow.map(({ path: one }) => ({ kind: 'file', path: one }))),
      },
    },
    outputs:
      outputs && (await Promise.all(outputs.map(async (file) => ({ path: file, text: await textIfThere(file) })))),
  };
}

function inLayer(layer: LayerName, files: readonly SourceFile[]): readonly ConfigurationFile[] {
  return files.map((file) => ({ ...file, layer }));
}

async function readAll(
  written: readonly Located<string>[],
  folder: string,
  inlineName: string,
  report: Report,
): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const { value } of written) {
    const path = value.includes('\n') ? inlineName : below(folder, value);
    const text = value.includes('\n') ? value : await readText(path, report);
    if (text !== undefined) files.push({ path, text });
  }
  return files;
}

function below(folder: string, path: string): string {
  return normalize(join(folder, path));
}

function textIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

const text = z.string().check(z.minLength(1));
const texts = z.union([text, z.array(text).check(z.minLength(1))], { error: 'a path, a text or a list of them' });

const namesByDag = z.record(z.string(), z.record(z.string(), z.array(z.string())));

const expectedSchema = z.strictObject({
  graph: z.optional(namesByDag),
  handlers: z.optional(namesByDag),
  output: z.optional(texts),
  diagnostics: z.optional(z.array(z.string())),
});

const version = z.union([z.string(), z.number()], { error: 'a version' });

const caseSchema = z.strictObject({
  name: z.optional(text),
  workflow: texts,
  rules: z.optional(texts),
  policy: z.optional(texts),
  target_version: z.optional(version),
  assume_version: z.optional(version),
  variables: z.optional(z.record(z.string(), z.string())),
  expect: expectedSchema,
});

const fileSchema = z.strictObject({ cases: z.array(caseSchema) });

/** The tests that a file holds; `undefined` for a file that has no `cases`, or none that can be read. */
function readRuleCases(file: SourceFile, report: Report): readonly RuleCase[] | undefined {
  const parsed = parseConfiguration({ ...file, layer: 'project' }, file.text.includes('cases') ? report : silent);
  if (!parsed || !pairOf(parsed.root, 'cases')) return undefined;
  const written = readWritten(file.path, parsed.root, report);
  const checked = written && check(fileSchema, written, 'a file of rule tests', report);
  return checked?.cases.map((one, index) => readCase(one, locate(written!, ['cases', index]), index));
}

function readCase(one: z.output<typeof caseSchema>, written: Written, index: number): RuleCase {
  const { graph, handlers, output, diagnostics } = one.expect;
  const at = <T>(value: T | undefined, key: string): Located<T> | undefined =>
    value === undefined ? undefined : { value, span: locate(written, ['expect', key]).span };
  /** As it is written, because 1.10 is another version than 1.1. */
  const versionAt = (key: 'target_version' | 'assume_version') => {
    const value = locate(written, [key]);
    return one[key] === undefined || value.kind !== 'scalar' ? undefined : value.text;
  };
  return {
    name: one.name ?? `case ${index + 1}`,
    span: written.span,
    workflow: readTexts(one.workflow, locate(written, ['workflow'])),
    rules: one.rules === undefined ? undefined : readTexts(one.rules, locate(written, ['rules'])),
    policy: one.policy === undefined ? [] : readTexts(one.policy, locate(written, ['policy'])),
    targetVersion: versionAt('target_version'),
    assumeVersion: versionAt('assume_version'),
    variables: new Map(Object.entries(one.variables ?? {})),
    expected: {
      graph: at(graph && graphOf(graph), 'graph'),
      handlers: at(handlers && graphOf(handlers), 'handlers'),
      output: output === undefined ? undefined : readTexts(output, locate(written, ['expect', 'output'])),
      diagnostics: at(diagnostics && [...new Set(diagnostics)].sort(), 'diagnostics'),
    },
  };
}

function graphOf(graph: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>): Graph {
  return new Map(Object.entries(graph).map(([dag, steps]) => [dag, new Map(Object.entries(steps))]));
}
