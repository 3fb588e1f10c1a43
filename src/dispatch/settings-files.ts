import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { kindOf } from '../runtime/reason.js';
import { noPolicy } from '../settings/policy.js';
import type { UsualTimeouts } from '../settings/read-handler.js';
import { type ReadSettings, readSettings, type SettingsOptions } from '../settings/read-settings.js';
import { dialectOf } from '../settings/settings-hook.js';

/** Where settings lie, in order of precedence. */
export function settingsPaths(project: string, home: string | undefined): readonly string[] {
  const below = (folder: string, ...paths: readonly string[]) => paths.map((path) => join(folder, path));
  return [
    ...below(project, '.config/agent/settings.local.json', '.claude/settings.local.json'),
    ...below(project, '.config/agent/settings.json', '.claude/settings.json'),
    ...(home === undefined
      ? []
      : below(home, '.config/agent/settings.json', '.claude/settings.json', '.config/cli-agent/settings.json')),
  ].filter((path, index, all) => all.indexOf(path) === index);
}

/** Settings of the administrator of the machine, which no other settings take the place of: the file, and what is dropped in beside it. */
export function managedPaths(): readonly string[] {
  const folder = process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code';
  const besides = join(folder, 'managed-settings.d');
  return [...filesIn(besides).toReversed(), join(folder, 'managed-settings.json')];
}

/** The later ones count more; none where there is no such folder, and the folder itself where nobody may look into it. */
function filesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [folder];
  }
}

/** The folder of the user; an empty or relative `HOME` does not count. `undefined` for a user whom the system does not know. */
export function homeFolder(variable: (name: string) => string | undefined): string | undefined {
  const stated = variable('HOME') || homedir();
  if (isAbsolute(stated)) return stated;
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

export interface SettingsFile extends ReadSettings {
  readonly path: string;
  readonly shown: string;
  readonly managed: boolean;
  /** True where something is wrong with it, which only a slower look can tell in full. */
  readonly faulty: boolean;
  /** What lies there in place of a file. */
  readonly insteadOfFile?: string;
}

/** @returns `undefined` where there is no file */
export async function readSettingsFile(
  path: string,
  timeouts: UsualTimeouts,
  folder: string,
  managed = false,
): Promise<SettingsFile | undefined> {
  const shown = shownPath(path, folder);
  const nothing = {
    path,
    shown,
    managed,
    hooks: [],
    disabled: undefined,
    env: new Map(),
    policy: noPolicy,
    issues: [],
  };
  let text: string;
  try {
    const found = statSync(path);
    // Never opened: who opens a pipe waits for a writer.
    if (!found.isFile()) return { ...nothing, faulty: true, insteadOfFile: kindOf(found) };
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && isLink(path)) return { ...nothing, faulty: true, insteadOfFile: 'a link to nothing' };
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { ...nothing, faulty: true };
  }
  const value = parsed(text);
  if (value === undefined) return { ...nothing, faulty: text.trim() !== '' };
  const read = readSettings(value, {
    dialect: dialectOf(path, value),
    timeouts,
    managed,
    checkCommand: await commandCheck(text),
    checkModel: await modelCheck(text),
  });
  return { ...read, path, shown, managed, faulty: read.issues.length > 0 || hasRepeatedKeys(text, value) };
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Loaded only where there is something to look for. */
async function commandCheck(text: string): Promise<SettingsOptions['checkCommand']> {
  return text.includes('{{') ? (await import('../settings/hook-command.js')).checkCommand : undefined;
}

async function modelCheck(text: string): Promise<SettingsOptions['checkModel']> {
  const names = /"(?:runner|allowedTools|allowed_tools)"/.test(text);
  return names ? (await import('../settings/hook-command.js')).checkModel : undefined;
}

/**
 * The folder whose settings hold: the one above the given one, itself included, that has settings or is the top of a repository.
 * Never the home folder, whose settings are the user's, and none that belongs to somebody else: the one who may write to `/tmp` could
 * have left settings there.
 */
export function findProject(start: string, home: string | undefined): string {
  const owner = statSync(start).uid;
  for (let here = start; ; here = dirname(here)) {
    if (here === home || !isOurs(here, owner)) return start;
    if (['.config/agent', '.claude', '.git'].some((name) => exists(join(here, name)))) return here;
    if (here === dirname(here)) return start;
  }
}

function isOurs(folder: string, owner: number): boolean {
  try {
    const { uid } = statSync(folder);
    return uid === owner && (uid === process.getuid?.() || process.getuid?.() === 0);
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Of two equal keys JSON.parse drops the first in silence. A text has as many colons outside of strings as it has keys. */
function hasRepeatedKeys(text: string, value: unknown): boolean {
  const colons = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, '').split(':').length - 1;
  return colons !== countKeys(value);
}

function countKeys(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let here = open.pop(); open.length > 0 || here !== undefined; here = open.pop()) {
    if (typeof here !== 'object' || here === null) continue;
    const inside = Object.values(here);
    if (!Array.isArray(here)) count += inside.length;
    // One by one: a call takes only so many arguments.
    for (const one of inside) open.push(one);
  }
  return count;
}

function shownPath(path: string, folder: string): string {
  const below = relative(folder, resolve(path));
  return below.startsWith('..') ? path : below;
}
