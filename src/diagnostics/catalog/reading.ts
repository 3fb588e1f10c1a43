import { error, note, warning } from '../row.js';

/** DW1xx: reading what came in: characters, a model's answer, YAML. */
export const readingRows = {
  DW101: error(
    (a: { problem: string; cure: string | undefined }) => `invalid YAML: ${a.problem}`,
    (a) => a.cure ?? 'correct the text at this place or in the lines before it',
  ),
  DW102: error(
    (a: { key: string }) => `the key "${a.key}" is there twice in one mapping`,
    () => 'keep one of the two; engines refuse the file or silently drop the other',
  ),
  DW103: warning(
    (a: { problem: string; cure: string | undefined }) => `read in part only: ${a.problem}`,
    (a) => a.cure ?? 'the text stays as it is; write it more simply if hooks should see it',
  ),
  DW104: error(
    (a: { problem: string }) => `cannot read this YAML: ${a.problem}`,
    () => 'nest less, for example by moving inner parts into documents of their own',
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
    (a: { file: string }) => `there is no workflow in ${a.file}: it is empty or has only comments`,
    () => 'check what wrote it; an answer that was cut off or an error before this step leaves nothing behind',
  ),
  DW108: note(
    (a: { file: string; blocks: number }) =>
      `${a.file} is an answer around a workflow: read ${a.blocks === 1 ? 'the block' : `the ${a.blocks} blocks`} of YAML in it, without the rest`,
    () => 'ask the model for the YAML alone to be rid of this note',
  ),
  DW109: error(
    (a: { file: string; known: readonly string[] }) => `cannot tell in which workflow language ${a.file} is written`,
    (a) => `name it with --format: ${a.known.join(', ')}`,
  ),
  DW110: error(
    (a: { name: string; known: readonly string[]; nearest: string | undefined }) => `there is no format "${a.name}"`,
    (a) => (a.nearest ? `did you mean "${a.nearest}"?` : `formats are: ${a.known.join(', ')}`),
  ),
  DW116: error(
    (a: { problem: string }) => `no engine reads this mapping: ${a.problem}`,
    () => 'write a plain text as the key; put it in quotes if it is text, such as a template in {{ }}',
  ),
  DW117: error(
    () => 'the file begins with a byte order mark, which the engine reads as text, so it refuses the file',
    () => 'Save the file as UTF-8 without a byte order mark; `apply --fix` does it for you.',
  ),
};
