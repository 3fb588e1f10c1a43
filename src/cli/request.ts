import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CompileInput } from '../compile.js';
import { ofRules, type Report } from '../diagnostics/diagnostics.js';
import { workflowsAmong } from '../formats/index.js';
import { readManifest } from '../manifest/read.js';
import type { ConfigurationFile } from '../model/layer.js';
import type { DefaultsLibrary, PromptLibrary } from '../model/libraries.js';
import type { Manifest } from '../model/manifest.js';
import type { SourceFile } from '../model/source.js';
import { readConfigurationFiles, systemPolicyPlace } from './config-files.js';
import { reportHeapRoom } from './heap-room.js';
import { ifThere } from './if-there.js';
import type { GlobalOptions } from './options.js';
import { withPacks } from './pack-files.js';
import { createPromptLibrary } from './prompt-files.js';
import { type InputFile, readInputs, siblingsOf } from './read-inputs.js';
import { readSmallFile } from './read-small-file.js';
import { readText } from './read-text.js';

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
  const { output, standardInput } = options;
  const settings = { leftOut: new Set(own.map((path) => resolve(path))), output, standardInput };
  const found = inputs ? await readInputs(inputs, settings, report, step) : [];
  const files = (options.format ?? 'auto') === 'auto' ? leaveOutOthers(found, report) : found;
  const prompts: SourceFile[] = [];
  reportHeapRoom(files, report);
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
        assumeVersion: options.assumeVersion,
        baseConfig: options.baseConfig,
        force: options.force,
        siblings: siblingsOf(files),
        variables,
        environment: new Map(Object.entries(environment).map(([name, value]) => [name, value ?? ''])),
        sourceDateEpoch: readEpoch(environment.SOURCE_DATE_EPOCH),
      },
    },
  };
}

/** The configuration that holds for the folder the process runs in. */
export async function readConfigurationHere(
  options: GlobalOptions,
  report: Report,
): Promise<readonly ConfigurationFile[]> {
  const systemPolicy = systemPolicyPlace(process.platform);
  const search = { ...options, systemPolicy, environment: process.env, folder: process.cwd() };
  return withPacks(await readConfigurationFiles(search, report), ofRules(report));
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

/** The manifest in a file that has to be there. */
export async function loadManifest(path: string, report: Report): Promise<Manifest | undefined> {
  const text = await readText(path, report);
  return text === undefined ? undefined : readManifest({ path, text }, report);
}

/** The manifest of an earlier run, if there was one. */
export async function loadEarlierManifest(path: string, report: Report): Promise<Manifest | undefined> {
  const there = ifThere(() => statSync(path));
  return there?.isFile() ? loadManifest(path, report) : undefined;
}

/** A folder holds more than workflows: of the files found there, only those that a format takes for its own are kept. */
export function leaveOutOthers(files: readonly InputFile[], report: Report): readonly InputFile[] {
  // To name a file is to say that it is one.
  if (files.every((file) => file.kind !== 'in-folder')) return files;
  const workflows = workflowsAmong(files);
  const others = files.filter((file) => file.kind === 'in-folder' && !workflows.has(file));
  if (others.length === 0) return files;
  report(others.length < files.length ? 'DW816' : 'DW817', { paths: others.map((file) => file.path) });
  return files.filter((file) => !others.includes(file));
}

/** Base configurations on disk, by paths as messages show them. */
export const defaultsFiles: DefaultsLibrary = { read: readSmallFile };

/** @param given `name=value` each; of two with one name the later counts */
export function readVariables(given: readonly string[], report: Report): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const text of given) {
    const sign = text.indexOf('=');
    if (sign > 0) variables.set(text.slice(0, sign), text.slice(sign + 1));
    else report('DW806', { option: '--var', value: text });
  }
  return variables;
}
