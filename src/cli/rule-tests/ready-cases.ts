import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Report } from '../../diagnostics/diagnostics.js';
import type { ConfigurationFile, Located } from '../../model/layer.js';
import type { RuleCase } from '../../model/rule-case.js';
import type { SourceFile } from '../../model/source.js';
import type { GlobalOptions } from '../options.js';
import { createPromptLibrary } from '../prompt-files.js';
import { type InputFile, readInputs, siblingsOf } from '../read-inputs.js';
import { readText } from '../read-text.js';
import { readConfigurationHere } from '../request.js';
import type { ReadyCase } from './judge.js';
import { readRuleCases } from './read-cases.js';

export interface CaseFile {
  readonly file: SourceFile;
  readonly cases: readonly ReadyCase[];
}

/** Every file of rule tests below these folders, sorted by path, with all that its cases name. */
export async function readCaseFiles(
  paths: readonly string[],
  options: GlobalOptions,
  report: Report,
): Promise<readonly CaseFile[]> {
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
  if (files.length === 0) report('DW831', { paths });
  return files;
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
  const outputs = test.expected.output?.map(({ value }) => below(folder, value));
  return {
    test,
    input: {
      workflow,
      configuration: own?.map((file) => ({ ...file, layer: 'project' as const })) ?? here,
      prompts: createPromptLibrary(),
      options: {
        targetVersion: test.targetVersion,
        variables: test.variables,
        sourceDateEpoch: 0,
        siblings: await siblingsOf(workflow.map(({ path: one }) => ({ kind: 'file', path: one }))),
      },
    },
    outputs:
      outputs && (await Promise.all(outputs.map(async (file) => ({ path: file, text: await textIfThere(file) })))),
  };
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
