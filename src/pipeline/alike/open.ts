import type { Format, NodeQuestions, PlainReader, PlainWorkflow } from '../../formats/format.js';
import { compilePattern } from '../../lang/pattern.js';
import type { Pattern } from '../../model/pattern.js';
import type { RuleSet } from '../../model/rule.js';
import type { SourceFile } from '../../model/source.js';
import { conventionalTeardown, mayRunTeardown } from '../../passes/match/teardown.js';
import type { ReadOptions } from '../read-workflows.js';

/**
 * Opens files that are plain from end to end.
 * @param rules that ask about nodes; `undefined` where nobody does
 */
export function openPlain(
  files: readonly SourceFile[],
  reader: PlainReader,
  reading: ReadOptions,
  rules: RuleSet | undefined,
): PlainWorkflow | undefined {
  const { targetVersion, assumeVersion, defaults, settings } = reading;
  const options = { targetVersion, assumeVersion, defaults, settings };
  return reader.open(files, options, rules ? questionsOf(rules) : noQuestions);
}

const noQuestions: NodeQuestions = { isAskedFor: () => false, mayTearDown: () => false };

function questionsOf(rules: RuleSet): NodeQuestions {
  return {
    isAskedFor: askedNames(rules),
    // A step that a setting names is known by its name, and names are asked for.
    mayTearDown: (name, text) =>
      rules.teardown === undefined &&
      name !== conventionalTeardown &&
      mayHoldWords(text) &&
      mayRunTeardown(withoutEscapes(text)),
  };
}

/** Nearly all texts are put aside by this: no word of a teardown is in them, and no letter of one is hidden by an escape. */
function mayHoldWords(text: string): boolean {
  return text.includes('cleanup') || text.includes('complete') || (text.includes('\\') && makesLetters.test(text));
}

/** What means a letter in double quotes, or brings two together. */
const makesLetters = /\\[xuU\r\n]/;

/** About what the text says where it is in double quotes. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  // Most texts have a backslash at the ends of lines alone.
  const joined = text.replace(/\\\r?\n[ \t]*/g, '');
  if (!joined.includes('\\')) return joined;
  return text.replace(escapes, (_, ...[x, u, U, other]: readonly (string | undefined)[]) => {
    const hex = x ?? u ?? U;
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    // A break, a tab and others that are no part of a word.
    return other !== undefined && /\w/.test(other) ? ' ' : (other ?? '');
  });
}

const escapes = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|\r?\n[ \t]*|(.))/gs;

/** The format that reads all of the files. */
export function formatOf(files: readonly SourceFile[], { formats, format: named }: ReadOptions): Format | undefined {
  const formatFor = ({ text }: SourceFile) =>
    formats.find(({ name, detects }) => (named === undefined || name === named) && detects(text));
  const [first, ...others] = files;
  const format = first && formatFor(first);
  return others.every((file) => formatFor(file) === format) ? format : undefined;
}

/** Steps of these names are where hooks go, or decide where. Those that rules about steps match are known with the rules that match. */
function askedNames({ rules, setup, taskEnds, teardown = [] }: RuleSet): (name: string) => boolean {
  const anchors = rules.flatMap(({ anchor }) => anchor?.pattern ?? []);
  const patterns: readonly Pattern[] = [...setup, ...taskEnds, ...teardown, ...anchors];
  const exact = new Set([conventionalTeardown]);
  const others: ((name: string) => boolean)[] = [];
  for (const { text } of patterns) {
    const compiled = compilePattern(text);
    if (compiled.ok && compiled.kind !== 'exact') others.push(compiled.matches);
    exact.add(text);
  }
  return (name) => exact.has(name) || others.some((matches) => matches(name));
}
