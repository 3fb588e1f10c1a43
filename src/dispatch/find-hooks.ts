import { resolve } from 'node:path';
import type { UsualTimeouts } from '../settings/read-handler.js';
import { type Findings, problem } from './findings.js';
import type { Outside } from './order.js';
import type { SettingsSource } from './settings-candidates.js';
import { homeFolder, managedPaths, readSettingsFile, type SettingsFile, settingsPaths } from './settings-files.js';

export interface FoundHooks {
  /** In order of precedence, without those that are switched off. */
  readonly sources: readonly SettingsSource[];
  /** Where hooks were looked for, as messages show it, and which of these are there. */
  readonly searched: readonly { readonly path: string; readonly found: boolean }[];
  /** Hooks of projects and users are switched off. */
  readonly off: boolean;
  /** Variables that files set for all hooks. */
  readonly env: ReadonlyMap<string, string>;
}

export interface HookSearch {
  /** Files that were named; they take the place of all others. */
  readonly config: readonly string[];
  /** Something was named, whether for another reader. */
  readonly onlyNamed: boolean;
  readonly project: string;
  readonly folder: string;
  readonly variable: (name: string) => string | undefined;
  readonly outside: Outside;
}

/** The hooks of all settings that hold here. What is wrong with a file is reported with its place; its other hooks run. */
export async function findHooks(search: HookSearch, findings: Findings): Promise<FoundHooks> {
  const { config, onlyNamed, project, folder, variable, outside } = search;
  const named = config.map((path) => resolve(folder, path));
  const paths = onlyNamed ? named : settingsPaths(project, homeFolder(variable));
  const timeouts = timeoutsFrom(variable);
  const managed: SettingsFile[] = [];
  const others: SettingsFile[] = [];
  const searched: { path: string; found: boolean }[] = [];
  for (const path of managedPaths()) {
    const file = await readOne(path, { timeouts, folder, managed: true, outside }, findings);
    if (file === undefined) continue;
    managed.push(file);
    searched.push({ path: file.shown, found: true });
  }
  for (const path of paths) {
    const file = await readOne(path, { timeouts, folder, managed: false, outside }, findings);
    searched.push({ path: file?.shown ?? path, found: file !== undefined });
    if (file) others.push(file);
    else if (onlyNamed) findings.problems.push(problem('DW802', { path, reason: 'no such file or folder' }));
  }
  const all = [...managed, ...others].filter((file) => file.insteadOfFile === undefined);
  // Who names files says what runs; the agent that calls runs managed hooks itself.
  const switches = switchesIn(onlyNamed ? [] : managed, others, variable, findings);
  const running = all.filter((file) => (file.managed ? !onlyNamed && !switches.all : !switches.others));
  return {
    sources: await underTheirPolicies(running, all),
    searched,
    off: switches.others,
    // The file that counts most comes last, so that its values stay.
    env: new Map(all.toReversed().flatMap(({ env }) => [...env])),
  };
}

interface FileOptions {
  readonly timeouts: UsualTimeouts;
  readonly folder: string;
  readonly managed: boolean;
  readonly outside: Outside;
}

async function readOne(
  path: string,
  { timeouts, folder, managed, outside }: FileOptions,
  findings: Findings,
): Promise<SettingsFile | undefined> {
  const file = await readSettingsFile(path, timeouts, folder, managed);
  if (file?.insteadOfFile !== undefined) {
    findings.problems.push(problem('DW860', { path: file.shown, found: file.insteadOfFile }));
    return file;
  }
  if (!file?.faulty) return file;
  return outside.readSettings(file, timeouts, findings);
}

/** Whether all hooks are switched off, or those of projects and users; what is not managed cannot switch off what is. */
function switchesIn(
  managed: readonly SettingsFile[],
  others: readonly SettingsFile[],
  variable: HookSearch['variable'],
  { problems }: Findings,
): { readonly all: boolean; readonly others: boolean } {
  const above = managed.find((file) => file.disabled !== undefined);
  const only = managed.find((file) => file.policy.managedOnly);
  const stated = others.find((file) => file.disabled !== undefined);
  const by =
    (above?.disabled ? inFile('disableAllHooks', above) : undefined) ??
    disablingVariable(variable) ??
    (stated?.disabled ? inFile('disableAllHooks', stated) : undefined);
  if (by !== undefined) problems.push(problem('DW858', { by }));
  else if (only) problems.push(problem('DW835', { by: inFile('allowManagedHooksOnly', only) }));
  return { all: above?.disabled ?? false, others: by !== undefined || only !== undefined };
}

function inFile(key: string, { shown }: SettingsFile): string {
  return `"${key}" in ${shown}`;
}

/** Loaded only where a file says where hooks may be sent. */
async function underTheirPolicies(
  running: readonly SettingsFile[],
  all: readonly SettingsFile[],
): Promise<readonly SettingsSource[]> {
  const policies = all.map(({ policy }) => policy);
  if (policies.every((one) => one.allowedUrls === undefined && one.allowedVariables === undefined)) {
    return running.map(({ shown, hooks }) => ({ path: shown, hooks }));
  }
  const { underPolicy } = await import('../settings/http-policy.js');
  return running.map(({ shown, hooks }) => ({ path: shown, hooks: underPolicy(hooks, policies) }));
}

function disablingVariable(variable: HookSearch['variable']): string | undefined {
  return ['DAGWEAVE_HOOKS_ENABLED', 'HOOKS_ENABLED'].find((name) => /^(?:false|0|no|off)$/i.test(variable(name) ?? ''));
}

/** Nobody waits long for a session to end, unless who starts the agent says so. */
function timeoutsFrom(variable: HookSearch['variable']): UsualTimeouts {
  const atEnd = seconds(variable('CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'));
  return { agent: seconds(variable('HOOKS_TIMEOUT')), sessionEnd: atEnd === undefined ? usualEnd : atEnd / 1000 };
}

/** Seconds that all hooks of SessionEnd have together, unless one of them states more. */
const usualEnd = 1.5;

function seconds(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && value > 0 && value < 2_147_483 ? value : undefined;
}
