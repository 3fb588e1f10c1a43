import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { assemblePrompt, type Prompt } from '../../lang/prompt.js';
import { type ParsedTemplate, parseTemplate } from '../../lang/template.js';
import type { PromptLibrary } from '../../model/libraries.js';
import type { Span } from '../../model/source.js';
import type { PromptSource } from '../../steps/step-type.js';
import { reportFindings } from '../variables/template-findings.js';

export interface PromptReading {
  readonly directory: string;
  readonly library: PromptLibrary;
  /** Reads a prompt that is in the configuration; files of the library are templates for all configurations. */
  readonly parseInline: (text: string) => ParsedTemplate;
  /** Names that its files may use. */
  readonly ours: (name: string) => boolean;
  /** The field that gives the prompt or names its file. */
  readonly span: Span;
  readonly report: Report;
}

/** Longest argument that Linux passes to a program is 131,072 bytes; quotes and the rest of the line take some. */
export const mostPromptBytes = 100_000;

/** A prompt with its partials in place; empty where it cannot be had. */
export function readPrompt(source: PromptSource, reading: PromptReading): Prompt {
  const file = source.prompt_file;
  const template =
    file === undefined
      ? found(reading.parseInline(inlineText(source)), undefined, reading)
      : fromLibrary(file, undefined, reading);
  const partials = new Map<string, ParsedTemplate | undefined>();
  const prompt = assemblePrompt(template ?? nothing, (name) => {
    if (!partials.has(name)) partials.set(name, fromLibrary(partialFile(name), file, reading));
    return partials.get(name);
  });
  const { problem } = prompt;
  const { report, span } = reading;
  if (problem?.kind === 'circle') report('DW511', { partials: problem.partials }, { span });
  else if (problem) report('DW512', { bytes: undefined, most: mostPromptBytes }, { span });
  else if (
    template &&
    [...partials.values()].every(Boolean) &&
    prompt.pieces.every((piece) => piece.kind === 'text' && piece.text.trim() === '')
  )
    report('DW467', { where: file }, { span });
  return { problem, pieces: problem ? [] : withoutLastBreak(prompt.pieces) };
}

const nothing: ParsedTemplate = { pieces: [], findings: [] };

function inlineText({ prompt = '' }: PromptSource): string {
  return typeof prompt === 'string' ? prompt : prompt.join('\n');
}

/** `{{> templates/base}}` means `templates/base.md`. */
function partialFile(name: string): string {
  return /\.[^./]+$/.test(name) ? name : `${name}.md`;
}

/** @param where the file that asks for it, if that is not the configuration */
function fromLibrary(name: string, where: string | undefined, reading: PromptReading): ParsedTemplate | undefined {
  const { directory, library, span, report } = reading;
  const file = library.read(directory, name);
  switch (file.kind) {
    case 'text':
      return found(parseTemplate(file.text, 'prompt', reading.ours), file.path, reading);
    case 'missing': {
      const { path, known } = file;
      report('DW507', { path, folder: directory, nearest: nearestName(name, known), known, where }, { span });
      return undefined;
    }
    case 'outside':
      report('DW508', { path: file.path, where }, { span });
      return undefined;
    case 'unreadable':
      report('DW509', { path: file.path, reason: file.reason, where }, { span });
      return undefined;
  }
}

function found(template: ParsedTemplate, path: string | undefined, { span, report }: PromptReading): ParsedTemplate {
  reportFindings(template, span, path, report);
  return template;
}

/** The line break that ends the last line is no part of the prompt. */
function withoutLastBreak(pieces: Prompt['pieces']): Prompt['pieces'] {
  const last = pieces.at(-1);
  if (last?.kind !== 'text') return pieces;
  return [...pieces.slice(0, -1), { kind: 'text', text: last.text.replace(/\r?\n$/, '') }];
}
