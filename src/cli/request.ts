import { resolve } from 'node:path';
import type { CompileInput } from '../compile.js';
import type { Report } from '../diagnostics/diagnostics.js';
import type { ConfigurationFile } from '../model/layer.js';
import type { PromptLibrary } from '../model/prompts.js';
import type { SourceFile } from '../model/source.js';
import { readConfigurationFiles } from './config-files.js';
import { defaultsFiles } from './defaults-files.js';
import { leaveOutOthers } from './leave-out-others.js';
import type { GlobalOptions } from './options.js';
import { createPromptLibrary } from './prompt-files.js';
import { type InputFile, readInputs, siblingsOf } from './read-inputs.js';
import { readVariables } from './variables.js';

/** Everything that a verb reads before it compiles. */
export interface Request {
  readonly files: readonly InputFile[];
  readonly input: CompileInput;
  /** Prompt files as they are read. */
  readonly prompts: readonly SourceFile[];
}

/** Options of some verbs. */
interface OwnOptions {
  readonly force?: boolean;
  readonly output?: string;
  readonly manifest?: string;
}

/**
 * @param inputs files and folders as written on the command line; `undefined` reads no workflow at all
 * @param step called for each workflow file that was read
 */
export async function readRequest(
  inputs: readonly string[] | undefined,
  options: GlobalOptions & OwnOptions,
  report: Report,
  step?: () => void,
): Promise<Request> {
  const environment = process.env;
  const variables = readVariables(options.var, report);
  const configuration = await readConfigurationHere(options, report);
  const own = [
    ...configuration.map((file) => file.path),
    ...(options.manifest === undefined ? [] : [options.manifest]),
  ];
  const leftOut = { files: new Set(own.map((path) => resolve(path))), output: options.output };
  const found = inputs ? await readInputs(inputs, leftOut, report, step) : [];
  const files = (options.format ?? 'auto') === 'auto' ? leaveOutOthers(found, report) : found;
  const prompts: SourceFile[] = [];
  return {
    files,
    prompts,
    input: {
      workflow: files.map(({ path, text }) => ({ path, text })),
      configuration,
      prompts: remembering(createPromptLibrary(), prompts),
      defaults: defaultsFiles,
      options: {
        format: options.format,
        targetVersion: options.targetVersion,
        baseConfig: options.baseConfig,
        force: options.force,
        siblings: await siblingsOf(files),
        variables,
        environment: new Map(Object.entries(environment).map(([name, value]) => [name, value ?? ''])),
        sourceDateEpoch: readEpoch(environment.SOURCE_DATE_EPOCH),
      },
    },
  };
}

/** The configuration that holds for the folder the process runs in. */
export function readConfigurationHere(options: GlobalOptions, report: Report): Promise<readonly ConfigurationFile[]> {
  return readConfigurationFiles({ ...options, environment: process.env, folder: process.cwd() }, report);
}

/** Keeps the texts that were read, so that messages can show them. */
function remembering(library: PromptLibrary, read: SourceFile[]): PromptLibrary {
  return {
    read(directory, name) {
      const file = library.read(directory, name);
      if (file.kind === 'text') read.push({ path: file.path, text: file.text });
      return file;
    },
  };
}

function readEpoch(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
