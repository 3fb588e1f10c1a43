import { dirname, isAbsolute, join } from 'node:path';
import { digestOf, fillPrompt, statedDigest } from '../../lang/prompt-file.js';
import { ofPlace } from '../../lang/variable-names.js';
import type { Attempt } from '../attempt.js';
import { sayEmpty } from '../empty-values.js';

export interface PromptFlags {
  readonly prompt?: string | undefined;
  readonly prompt_file?: string | undefined;
  readonly var?: ReadonlyMap<string, string> | undefined;
}

/** Says where the workflow is that a step belongs to. */
export type FindWorkflow = () => Promise<string>;

type FoundPrompt = { readonly ok: true; readonly prompt: string } | { readonly ok: false; readonly reason: string };

/** The question of a step: on its line, or in a file. */
export async function findPrompt(flags: PromptFlags, attempt: Attempt, workflow: FindWorkflow): Promise<FoundPrompt> {
  const { prompt = '', prompt_file: path } = flags;
  if (path === undefined) return { ok: true, prompt };
  if (prompt !== '') return { ok: false, reason: 'give --prompt or --prompt-file, not both' };
  const found = await readPrompt(path, attempt, workflow);
  if (!found.ok) return found;
  const values = flags.var ?? new Map<string, string>();
  sayEmpty(ofPlace(values), attempt.host);
  return { ok: true, prompt: fillPrompt(found.prompt.replace(/\r?\n$/, ''), values) };
}

/**
 * A step may start in another folder than that of its workflow: in the workspace of its task, or in one of the engine's own. A file that is
 * called by its content may be taken from wherever it is, and from nowhere if that content is another.
 */
async function readPrompt(path: string, attempt: Attempt, workflow: FindWorkflow): Promise<FoundPrompt> {
  const digest = statedDigest(path);
  const places = isAbsolute(path)
    ? [path]
    : digest === undefined
      ? [join(attempt.host.directory, path)]
      : [...upwards(attempt.host.directory), await workflow(), ...upwards(attempt.directory)].map((at) =>
          join(at, path),
        );
  let changed: string | undefined;
  let unread: string | undefined;
  for (const place of new Set(places)) {
    const file = await attempt.host.readFile(place, mostBytes, (reason) => {
      unread ??= `the prompt file ${place} is not read: ${reason}`;
    });
    if (!file) continue;
    if (!file.cut && (digest === undefined || digestOf(file.text) === digest)) return { ok: true, prompt: file.text };
    changed ??= place;
  }
  if (changed !== undefined) {
    return {
      ok: false,
      reason: `the prompt file ${changed} was changed since the workflow was augmented; apply again`,
    };
  }
  if (unread !== undefined) return { ok: false, reason: unread };
  const seen = `${attempt.host.directory}, the folders above it, and the folder of the workflow`;
  return { ok: false, reason: `the prompt file ${path} is missing; looked for it from ${seen}` };
}

const mostBytes = 4 * 1024 * 1024;

function upwards(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
