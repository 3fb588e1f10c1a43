import { field, isMap, type OracleDocument, type OracleStep, type Version } from './documents.js';
import { shellWords } from './shell-words.js';

/** An added step, recognised by its name. */
export interface FoundHook {
  /** Index of the step in its document. */
  readonly step: number;
  readonly name: string;
  readonly definition: string;
  /** The word after the mark in its command: the task it was made for. */
  readonly task: string | undefined;
}

/** A shell command by which the oracle recognises the hook of a definition, and the task it is for. */
export function marked(definition: string): string {
  return `echo mark-${definition}`;
}

export function isHook(step: OracleStep): boolean {
  return /^hook[-_]/.test(step.name) || /^hook_/.test(step.id ?? '');
}

export function hooksOf(document: OracleDocument, version: Version): readonly FoundHook[] {
  return document.steps.flatMap((step, index) => {
    if (!isHook(step)) return [];
    const found = marks(commandOf(step.fields, version))[0];
    return [{ step: index, name: step.name, definition: found?.definition ?? step.name, task: found?.task }];
  });
}

/** Everything in a step, or a handler, that a shell or Dagu gets to run. */
export function commandOf(fields: unknown, version: Version): string {
  if (!isMap(fields)) return typeof fields === 'string' ? fields : '';
  const parts = ['command', 'script', 'run'].map((key) => field(fields, key, version));
  return parts
    .flatMap((part) => (Array.isArray(part) ? part : [part]))
    .filter((part) => typeof part === 'string')
    .join('\n');
}

/** Marks in a command, also inside words that are commands themselves (`sh -c '…'`), or prompts that begin with one. */
export function marks(command: string): readonly { definition: string; task: string | undefined }[] {
  let words: readonly string[];
  try {
    words = shellWords(command);
  } catch {
    return [];
  }
  return words.flatMap((word, index) => {
    const direct = /^mark-([A-Za-z0-9_]+);?$/.exec(word);
    if (direct) return [{ definition: direct[1]!, task: words[index + 1] }];
    const prompt = /^mark-([A-Za-z0-9_]+) (.*)/.exec(word);
    if (prompt) return [{ definition: prompt[1]!, task: prompt[2] }];
    return /\s/.test(word) && word.includes('mark-') ? marks(word) : [];
  });
}
