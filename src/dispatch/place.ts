import { statSync } from 'node:fs';
import { dirname, extname, isAbsolute, resolve } from 'node:path';
import type { EventContext } from '../model/event.js';
import { findRegistryFolder } from '../runtime/registry-folder.js';
import type { StepHost } from '../runtime/step-host.js';
import { type Findings, problem } from './findings.js';
import { findProject, homeFolder } from './settings-files.js';

/**
 * @param stated the folder that the command line names
 * @returns `undefined` where there is no such folder
 */
export async function projectFolder(
  stated: string | undefined,
  host: StepHost,
  { problems }: Findings,
): Promise<string | undefined> {
  if (stated !== undefined) {
    const path = resolve(host.directory, stated);
    if (await host.isDirectory(path)) return path;
    problems.push(problem('DW855', { problem: `--project: there is no folder ${path}` }));
    return undefined;
  }
  const name = ['DAGWEAVE_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'].find((one) => host.variable(one));
  const told = name === undefined ? undefined : host.variable(name)!;
  if (told !== undefined && isAbsolute(told) && (await host.isDirectory(told))) return told;
  const project = findProject(host.directory, homeFolder(host.variable));
  if (told !== undefined) problems.push(problem('DW861', { name: name!, path: told, project }));
  return project;
}

/** The events whose hooks called this process. */
export function underWay(host: StepHost): readonly string[] {
  return (host.variable('DAGWEAVE_DISPATCHING') ?? '').split(' ').filter((name) => name !== '');
}

/** Hooks of Claude Code find their scripts by the first name. */
export function environmentOf(event: string, project: string, host: StepHost): ReadonlyMap<string, string> {
  return new Map([
    ['CLAUDE_PROJECT_DIR', project],
    ['DAGWEAVE_PROJECT_DIR', project],
    ['DAGWEAVE_EVENT', event],
    ['DAGWEAVE_DISPATCHING', [...underWay(host), event].join(' ')],
  ]);
}

/** Where the caller works, if there is such a folder here. */
export async function workingFolder({ cwd }: EventContext, host: StepHost): Promise<string> {
  return typeof cwd === 'string' && isAbsolute(cwd) && cwd !== host.directory && (await host.isDirectory(cwd))
    ? cwd
    : host.directory;
}

/** Those of the named files that are for the registry; settings are JSON. */
export function registryPaths(config: readonly string[], folder: string): readonly string[] {
  return config.filter((path) => {
    const found = statSync(resolve(folder, path), { throwIfNoEntry: false });
    return found?.isDirectory() || ['.yaml', '.yml'].includes(extname(path));
  });
}

/** Is there a registry to be read? Reading YAML takes longer than all else here, so it is asked first. */
export function hasRegistry(folder: string, { problems }: Findings): boolean {
  const { path, foreign } = findRegistryFolder(foldersUpFrom(folder), folder);
  for (const one of foreign) problems.push(problem('DW864', { folder: one, name: undefined }));
  return path !== undefined;
}

function* foldersUpFrom(folder: string): Iterable<string> {
  for (let here = folder; ; here = dirname(here)) {
    yield here;
    if (here === dirname(here)) return;
  }
}
