import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { PromptFile, PromptLibrary } from '../model/libraries.js';
import { isBelow } from '../runtime/is-below.js';
import { reasonOf } from '../runtime/reason.js';

/** Prompt files on disk. There is no second place to look: what does not lie below the directory does not exist. */
export function createPromptLibrary(): PromptLibrary {
  return { read: readPrompt };
}

const largestPrompt = 1024 * 1024;

function readPrompt(directory: string, name: string): PromptFile {
  const path = join(directory, name);
  if (!isBelow(resolve(directory), resolve(directory, name))) return { kind: 'outside', path };
  try {
    const base = realpathSync(directory);
    const file = realpathSync(path);
    if (!isBelow(base, file) || leadsOut(directory, base)) return { kind: 'outside', path };
    return readFile(path, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing', path, known: filesBelow(directory) };
    return { kind: 'unreadable', path, reason: reasonOf(error) };
  }
}

/**
 * The directory itself may be a link, but not out of the project: the folder of the configuration, and where that is a hidden one,
 * such as `.dagweave`, the folder around it.
 */
function leadsOut(directory: string, base: string): boolean {
  const home = dirname(resolve(directory));
  const projects = basename(home).startsWith('.') ? [home, dirname(home)] : [home];
  return !projects.some((project) => isBelow(realpathSync(project), base));
}

/** @param file the path without symbolic links */
function readFile(path: string, file: string): PromptFile {
  const found = statSync(file);
  if (!found.isFile()) return { kind: 'unreadable', path, reason: 'it is not a file' };
  if (found.size > largestPrompt) {
    return { kind: 'unreadable', path, reason: `it has ${found.size} bytes, and at most ${largestPrompt} are read` };
  }
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) return { kind: 'unreadable', path, reason: 'it is not UTF-8 text' };
  return { kind: 'text', path, text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}

const mostListed = 200;

/** The files that do exist, for messages; a directory that cannot be read has none. */
function filesBelow(directory: string): readonly string[] {
  const found: string[] = [];
  const waiting = [directory];
  for (let folder = waiting.shift(); folder !== undefined && found.length < mostListed; folder = waiting.shift()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else found.push(relative(directory, path).split(sep).join('/'));
    }
  }
  return found.slice(0, mostListed).sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'));
  } catch {
    return [];
  }
}
