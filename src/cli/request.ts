import { resolve } from 'node:path';
import type { CompileInput } from '../compile.js';
import type { Report } from '../diagnostics/diagnostics.js';
import type { PromptLibrary } from '../model/prompts.js';
import type { SourceFile } from '../model/source.js';
import { readConfigurationFiles } from './config-files.js';
import type { GlobalOptions } from './options.js';
import { createPromptLibrary } from './prompt-files.js';
import { type InputFile, readInputs } from './read-inputs.js';
import { readVariables } from './variables.js';

/** Everything that a verb reads before it compiles. */
export interface Request {
  readonly files: readonly InputFile[];
  readonly input: CompileInput;
  /** Prompt files as they are read. */
  readonly prompts: readonly SourceFile[];
}

/** @param inputs files and folders as written on the command line */
export async function readRequest(inputs: readonly string[], options: GlobalOptions, report: Report): Promise<Request> {
  const environment = process.env;
  const variables = readVariables(options.var, report);
  const configuration = await readConfigurationFiles({ ...options, environment, folder: process.cwd() }, report);
  const skip = new Set(configuration.map((file) => resolve(file.path)));
  const files = await readInputs(inputs, skip, report);
  const prompts: SourceFile[] = [];
  return {
    files,
    prompts,
    input: {
      workflow: files.map(({ path, text }) => ({ path, text })),
      configuration,
      prompts: remembering(createPromptLibrary(), prompts),
      options: {
        format: options.format,
        targetVersion: options.targetVersion,
        variables,
        environment: new Map(Object.entries(environment).map(([name, value]) => [name, value ?? ''])),
        sourceDateEpoch: readEpoch(environment.SOURCE_DATE_EPOCH),
      },
    },
  };
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
