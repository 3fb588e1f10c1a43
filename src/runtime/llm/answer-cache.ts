import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Attempt } from '../attempt.js';
import { openFile, readFile, writeWhole } from '../files.js';
import { ownAddress, type Target } from './services.js';

/**
 * Answers to questions that were asked before. It holds what the model wrote, which is read anew each time, below a line that says
 * which question it answers.
 */
export interface AnswerCache {
  find(question: string): Promise<string | undefined>;
  /** A cache that cannot be written is reported and otherwise ignored. */
  keep(question: string, text: string): Promise<void>;
}

export const noCache: AnswerCache = { find: async () => undefined, keep: async () => undefined };

export type OpenedCache =
  | { readonly ok: true; readonly cache: AnswerCache }
  | { readonly ok: false; readonly reason: string };

/**
 * A cache whose answers hold for this model and for the present content of these files.
 *
 * @param files paths from the attempt's folder; one that cannot be read is a mistake, since nobody would notice it change
 * @param directory where the answers lie; below the user's cache folder unless given
 */
export async function openCache(
  target: Target,
  files: readonly string[],
  directory: string | undefined,
  attempt: Attempt,
): Promise<OpenedCache> {
  const hash = createHash('sha256');
  const { runner, model, maxTokens } = target;
  const isService = runner === 'openai' || runner === 'anthropic';
  const baseUrl = isService
    ? ownAddress({ ...target, protocol: runner }, (name) => attempt.host.variable(name))
    : target.baseUrl;
  hash.update(JSON.stringify(['answer 1', runner, model ?? null, baseUrl ?? null, maxTokens ?? null]));
  for (const file of [...new Set(files)].sort()) {
    const digest = await digestOf(resolve(attempt.directory, file), attempt.signal);
    if (digest === undefined) return { ok: false, reason: `the file ${file}, named for the cache, cannot be read` };
    hash.update(JSON.stringify([file, digest]));
  }
  const folder = directory === undefined ? defaultFolder(attempt) : resolve(attempt.directory, directory);
  return { ok: true, cache: cacheIn(folder, hash.digest('hex'), attempt) };
}

function cacheIn(folder: string, base: string, attempt: Attempt): AnswerCache {
  const idOf = (question: string) => createHash('sha256').update(base).update(question).digest('hex');
  const pathOf = (id: string) => join(folder, `${id}.txt`);
  return {
    async find(question) {
      const id = idOf(question);
      const kept = await readFile(pathOf(id), mostBytes);
      // An answer to another question could allow what was denied, however it got there.
      return kept?.text.startsWith(`${id}\n`) ? kept.text.slice(id.length + 1) : undefined;
    },
    async keep(question, text) {
      const id = idOf(question);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(pathOf(id), `${id}\n${text}`);
      } catch (error) {
        attempt.host.say(`the answer could not be kept in ${folder}: ${(error as Error).message}`);
      }
    },
  };
}

/** More than any answer has. */
const mostBytes = 16 * 1024 * 1024;

function defaultFolder(attempt: Attempt): string {
  return join(attempt.host.variable('XDG_CACHE_HOME') || join(homedir(), '.cache'), 'dagweave', 'answers');
}

async function digestOf(path: string, signal: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    const { file } = await openFile(path);
    await pipeline(file.createReadStream(), hash, { signal });
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
