import { error, note, warning } from '../row.js';
import { quoted } from '../words.js';

/** A workflow language, and what a text in it looks like. */
export interface Shape {
  readonly language: string;
  readonly looks: string;
}

const shapesText = (shapes: readonly Shape[]) =>
  shapes.map(({ language, looks }) => `A workflow for ${language} is ${looks}.`).join(' ');

function partsText({ continued, skipped }: { continued: number; skipped: number }): string {
  const parts = [
    ...(continued === 0 ? [] : [`${continued} of them ${continued === 1 ? 'is' : 'are'} the rest of the one before`]),
    ...(skipped === 0 ? [] : [`${skipped} more ${skipped === 1 ? 'is not a workflow' : 'are not workflows'}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

/** DW1xx: reading what came in: characters, a model's answer, YAML. */
export const readingRows = () => ({
  DW101: error(
    (a: { problem: string; cure: string | undefined }) => `invalid YAML: ${a.problem}`,
    (a) => a.cure ?? 'correct the text at this place or in the lines before it',
  ),
  DW102: error(
    (a: { key: string }) => `the key "${a.key}" occurs twice in one mapping`,
    () => 'keep one of the two; engines refuse the file or silently ignore the other',
  ),
  DW103: warning(
    (a: { problem: string; cure: string | undefined }) => `only partly read: ${a.problem}`,
    (a) => a.cure ?? 'the text is not changed; write it in a simpler way if rules must match it',
  ),
  DW104: error(
    (a: { problem: string }) => `cannot read this YAML: ${a.problem}`,
    () => 'reduce the nesting, for example by moving inner parts into separate documents',
  ),
  DW105: error(
    (a: { character: string; count: number }) =>
      a.count === 1
        ? `the character ${a.character} is not allowed in YAML`
        : `characters such as ${a.character} are not allowed in YAML (${a.count} of them)`,
    () => 'delete it, or write it as an escape such as \\x1b inside double quotes',
  ),
  DW106: warning(
    (a: { character: string; count: number }) =>
      `some engines end the line at the character ${a.character} (${a.count} of them), others do not`,
    () => 'write it as an escape such as \\u2028 inside double quotes, or use an ordinary line break',
  ),
  DW107: error(
    (a: { file: string }) => `no workflow in ${a.file}: the file is empty or has only comments`,
    () => 'check the program that wrote it; a truncated answer or an earlier error leaves an empty file',
  ),
  DW108: note(
    (a: { file: string; blocks: number; continued: number; skipped: number }) =>
      `${a.file} is a model answer with text around the workflow: only ${a.blocks === 1 ? 'its YAML block is read' : `its ${a.blocks} YAML blocks are read`}${partsText(a)}`,
    () => 'to avoid this note, ask the model for YAML only',
  ),
  DW109: error(
    (a: { file: string; keys: readonly string[]; shapes: readonly Shape[] }) =>
      `${a.file} is not a workflow: ${a.keys.length === 0 ? 'it is no mapping that can be read' : `its keys are ${quoted(a.keys)}`}`,
    (a) =>
      `${a.keys.includes('hooks') ? 'If these are rules, name the file with `--config`. ' : ''}${shapesText(a.shapes)}`,
  ),
  DW110: error(
    (a: { name: string; known: readonly string[]; nearest: string | undefined }) => `unknown format "${a.name}"`,
    (a) => (a.nearest ? `did you mean "${a.nearest}"?` : `known formats: ${a.known.join(', ')}`),
    'rules',
  ),
  DW111: warning(
    (a: { file: string }) =>
      `the fence around the workflow in ${a.file} is never closed, so the answer may be incomplete`,
    () => 'The text is whole YAML and is read up to its end; check that no step is missing below this line.',
  ),
  DW112: error(
    (a: { line: string }) => `the text ends in the middle of an entry: \`${a.line}\``,
    () => 'Ask for the answer again, or complete it by hand: what is missing cannot be known.',
  ),
  DW113: error(
    (a: { file: string; count: number }) =>
      `${a.file} has ${a.count} workflows of which none calls another: which one is meant?`,
    () =>
      'Keep one of them. If they are parts of one workflow, put all its steps into one block; a DAG that a step calls needs a `name`.',
  ),
  DW114: error(
    (a: { file: string; language: string; resource: string | undefined; shapes: readonly Shape[] }) =>
      a.resource === undefined
        ? `${a.file} is written for ${a.language}, which is not read here`
        : `${a.file} holds \`kind: ${a.resource}\` of ${a.language}, which is not read here`,
    (a) => shapesText(a.shapes),
  ),
  DW115: error(
    (a: { file: string; beginning: string; languages: readonly string[]; shapes: readonly Shape[] }) =>
      a.languages.length > 0
        ? `no workflow in ${a.file}, only ${a.languages.length === 1 ? 'a block' : 'blocks'} of ${quoted(a.languages)}`
        : `no workflow in ${a.file}, only prose: "${a.beginning}"`,
    (a) => `Ask again for the workflow itself. ${shapesText(a.shapes)}`,
  ),
  DW116: error(
    (a: { problem: string }) => `no engine reads this mapping: ${a.problem}`,
    () => 'write plain text as the key; quote text such as a template in {{ }}',
  ),
  DW117: error(
    (a: { what: 'file' | 'document' }) =>
      `the ${a.what} begins with a byte order mark, which the engine reads as text, so it refuses the file`,
    () => 'Save the file as UTF-8 without a byte order mark; `apply --fix` does it for you.',
  ),
  DW118: error(
    () =>
      'this block is not a workflow of its own: it may be the rest of the one before it, or only an example, so the workflow may not be complete',
    () => 'Put the whole workflow into one block, or leave this block out.',
  ),
  DW119: error(
    (a: { sign: string; count: number }) =>
      `\`${a.sign}\` does not begin a comment in YAML: no engine reads this file${a.count === 1 ? '' : ` (${a.count} such comments)`}`,
    () => 'Write comments with `#`, or leave them out; `apply --fix` does it for you.',
  ),
  DW120: error(
    (a: { character: string; count: number }) =>
      `this blank is the character ${a.character}, which looks like a space but is a letter to YAML${a.count === 1 ? '' : ` (${a.count} of them)`}`,
    () => 'Write plain spaces; `apply --fix` does it for you.',
  ),
  DW121: warning(
    (a: { comment: string }) => `this comment says that a part of the text was left out: \`${a.comment}\``,
    () => 'Write what it leaves out, or remove the comment if nothing is missing.',
  ),
  DW122: warning(
    (a: { written: string; meant: string; count: number }) =>
      `\`${a.written}\` is HTML for \`${a.meant}\`, but no shell reads it so${a.count === 1 ? '' : ` (${a.count} such signs)`}`,
    () =>
      'Write the signs themselves; `apply --fix` does it for you. Look for the tool that turned the text into HTML.',
  ),
  DW123: error(
    (a: { file: string; key: string | undefined }) =>
      `${a.file} is not a workflow, but a text in quotes with a workflow in it${a.key === undefined ? '' : `, under the key "${a.key}"`}`,
    (a) =>
      `Write the workflow itself, without quotes and escapes around it${a.key === undefined || /^\w+$/.test(a.key) ? `: where this is JSON, \`jq -r .${a.key ?? ''}\` prints it` : ''}.`,
  ),
});
