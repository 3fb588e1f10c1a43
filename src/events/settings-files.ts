import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { dialectOf } from '../settings/dialect.js';
import { type ReadSettings, readSettings, type SettingsOptions } from '../settings/read-settings.js';

/** Where settings lie, in order of precedence. */
export function settingsPaths(project: string, home: string): readonly string[] {
  return [
    join(project, '.config/agent/settings.local.json'),
    join(project, '.claude/settings.local.json'),
    join(project, '.config/agent/settings.json'),
    join(project, '.claude/settings.json'),
    join(home, '.config/agent/settings.json'),
    join(home, '.claude/settings.json'),
    join(home, '.config/cli-agent/settings.json'),
  ].filter((path, index, all) => all.indexOf(path) === index);
}

export interface SettingsFile extends ReadSettings {
  readonly path: string;
  readonly shown: string;
  /** True where something is wrong with it, which only a slower look can tell in full. */
  readonly faulty: boolean;
}

/** @returns `undefined` where there is no file */
export async function readSettingsFile(
  path: string,
  timeout: number,
  folder: string,
): Promise<SettingsFile | undefined> {
  const shown = shownPath(path, folder);
  const nothing = { path, shown, hooks: [], disabled: undefined, issues: [] };
  let text: string;
  try {
    if (!statSync(path).isFile()) return undefined;
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR'
      ? undefined
      : { ...nothing, faulty: true };
  }
  const value = parsed(text);
  if (value === undefined) return { ...nothing, faulty: text.trim() !== '' };
  const read = readSettings(value, {
    dialect: dialectOf(path, value),
    timeout,
    checkCommand: await commandCheck(text),
  });
  return { ...read, path, shown, faulty: read.issues.length > 0 || hasRepeatedKeys(text, value) };
}

/** Loaded only where there is something to look for. */
async function commandCheck(text: string): Promise<SettingsOptions['checkCommand']> {
  return text.includes('{{') ? (await import('../settings/check-command.js')).checkCommand : undefined;
}

/**
 * The folder whose settings hold: the one above the given one, itself included, that has settings or is the top of a repository.
 * Never the home folder, whose settings are the user's, and none that belongs to somebody else: whoever may write to `/tmp` could
 * have left settings there.
 */
export function findProject(start: string, home: string = homedir()): string {
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
