import { isAbsolute, resolve } from 'node:path';
import { findProject } from '../../events/settings-files.js';
import type { EventContext } from '../../model/event.js';
import type { StepHost } from '../../runtime/step-host.js';

/** @param stated the folder that the command line names */
export function projectFolder(stated: string | undefined, host: StepHost): string {
  if (stated !== undefined) return resolve(host.directory, stated);
  const told = host.variable('DAGWEAVE_PROJECT_DIR') ?? host.variable('CLAUDE_PROJECT_DIR');
  return told !== undefined && isAbsolute(told) ? told : findProject(host.directory, host.variable('HOME'));
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
