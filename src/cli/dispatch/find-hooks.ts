import { resolve } from 'node:path';
import type { SettingsSource } from '../../events/settings-candidates.js';
import { homeFolder, readSettingsFile, type SettingsFile, settingsPaths } from '../../events/settings-files.js';
import { usualTimeout } from '../../settings/read-settings.js';
import { type Findings, problem } from './problem.js';

export interface FoundHooks {
  /** In order of precedence. */
  readonly sources: readonly SettingsSource[];
  /** Where hooks were looked for, as messages show it, and which of these are there. */
  readonly searched: readonly { readonly path: string; readonly found: boolean }[];
  /** The file or the variable that switches all hooks off. */
  readonly disabledBy: string | undefined;
  /** Variables that files set for all hooks. */
  readonly env: ReadonlyMap<string, string>;
}

export interface HookSearch {
  /** Files that were named; they take the place of all others. */
  readonly config: readonly string[];
  /** Something was named, be it for another reader. */
  readonly onlyNamed: boolean;
  readonly project: string;
  readonly folder: string;
  readonly variable: (name: string) => string | undefined;
}

/** The hooks of all settings that hold here. What is wrong with a file is told with its place; its other hooks run. */
export async function findHooks(search: HookSearch, findings: Findings): Promise<FoundHooks> {
  const { config, onlyNamed, project, folder, variable } = search;
  const named = config.map((path) => resolve(folder, path));
  const paths = onlyNamed ? named : settingsPaths(project, homeFolder(variable));
  const timeout = timeoutFrom(variable('HOOKS_TIMEOUT'));
  const files: SettingsFile[] = [];
  const searched: { path: string; found: boolean }[] = [];
  for (const path of paths) {
    const file = await readSettingsFile(path, timeout, folder);
    searched.push({ path: file?.shown ?? path, found: file !== undefined });
    if (file?.insteadOfFile !== undefined) {
      findings.problems.push(problem('DW860', { path: file.shown, found: file.insteadOfFile }));
    } else if (file) files.push(file.faulty ? await readSlowly(file, timeout, findings) : file);
    else if (onlyNamed) findings.problems.push(problem('DW802', { path, reason: 'no such file or folder' }));
  }
  const stated = files.find((file) => file.disabled !== undefined);
  return {
    sources: files.map(({ shown, hooks }) => ({ path: shown, hooks })),
    searched,
    // The file that counts most comes last, so that its values stay.
    env: new Map(files.toReversed().flatMap(({ env }) => [...env])),
    disabledBy: disablingVariable(variable) ?? (stated?.disabled ? `"disableAllHooks" in ${stated.shown}` : undefined),
  };
}

async function readSlowly(file: SettingsFile, timeout: number, findings: Findings): Promise<SettingsFile> {
  const { readSettingsWithPlaces } = await import('./read-slowly.js');
  return readSettingsWithPlaces(file, timeout, findings);
}

function disablingVariable(variable: HookSearch['variable']): string | undefined {
  return ['DAGWEAVE_HOOKS_ENABLED', 'HOOKS_ENABLED'].find((name) => /^(?:false|0|no|off)$/i.test(variable(name) ?? ''));
}

function timeoutFrom(text: string | undefined): number {
  const seconds = Number(text);
  return text !== undefined && seconds > 0 && seconds < 2_147_483 ? seconds : usualTimeout;
}
