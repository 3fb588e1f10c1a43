import type { Report } from '../../diagnostics/diagnostics.js';
import { parseDollarText } from '../../lang/dollar-text.js';
import type { Prompt } from '../../lang/prompt.js';
import { readShell, type ShellPiece, type ShellText } from '../../lang/shell/place-values.js';
import { type ParsedTemplate, parseTemplate } from '../../lang/template.js';
import { isOurs, isOursInPack } from '../../lang/variable-names.js';
import type { PromptLibrary } from '../../model/libraries.js';
import type { Span } from '../../model/source.js';
import type { StepDefinition } from '../../model/step.js';
import type { PromptSource } from '../../steps/step-type.js';
import { valueAt } from '../rules/value-at.js';
import { reportFindings, reportRefusals } from '../variables/template-findings.js';
import { readPrompt } from './read-prompt.js';

/** The templates of one step, each read once however many places the step goes to. Mistakes in them are reported then. */
export interface StepTemplates {
  text(template: string): ParsedTemplate;
  shell(template: string): ShellTemplate;
  prompt(source: PromptSource): Prompt;
  readonly syntax: StepDefinition['syntax'];
  /** The whole step. */
  readonly span: Span;
  /** A text of a step as it was before parameters went in. */
  written(template: string): string;
  /** Where a template was written. */
  spanOf(template: string | PromptSource): Span;
}

interface ShellTemplate {
  readonly pieces: readonly ShellPiece[];
  /** `raw` where values that go in without quotes have a say in the quoting, so that it has to be read at each place. */
  readonly shell: ShellText | 'raw' | 'refused';
}

export function createStepTemplates(step: StepDefinition, library: PromptLibrary, report: Report): StepTemplates {
  const spans = templateSpans(step);
  const spanOf = (template: string | PromptSource) =>
    typeof template === 'string' ? (spans.get(template) ?? step.span) : promptSpan(step, template);
  const { syntax, filledIn, parameters } = step;
  const ours = parameters ? isOursInPack : isOurs;
  const written = (template: string) => filledIn?.get(template)?.template ?? template;
  const read = (template: string, kind: 'command' | 'prompt') =>
    syntax === 'braces'
      ? parseTemplate(written(template), kind, ours)
      : parseDollarText(template, syntax.names, syntax.kept);
  const parse = (template: string) => {
    const parsed = read(template, 'command');
    reportFindings(parsed, spanOf(template), undefined, report);
    return parsed;
  };
  const text = once((template: string) => parse(template));
  const shell = once((template: string): ShellTemplate => {
    // A whole command is the value itself: there is nothing around it that a quote could keep it apart from.
    if (filledIn?.get(template)?.whole) {
      const pieces = [{ kind: 'text' as const, text: template }];
      return { pieces, shell: readShell(pieces) };
    }
    const pieces = parse(template).pieces as readonly ShellPiece[];
    const span = spanOf(template);
    const raw = pieces.flatMap((piece) => (piece.kind === 'variable' && piece.raw ? [piece.name] : []));
    for (const name of raw) report('DW504', { name }, { span });
    if (raw.length > 0) return { pieces, shell: 'raw' as const };
    const text = readShell(pieces);
    return { pieces, shell: reportRefusals(written(template), text, span, report) ? text : ('refused' as const) };
  });
  const prompt = once((source: PromptSource): Prompt => {
    const parseInline = (inline: string) => read(inline, 'prompt');
    const directory = step.promptsDirectory;
    return readPrompt(source, { directory, library, parseInline, ours, span: spanOf(source), report });
  });
  return { text, shell, prompt, syntax, span: step.span, spanOf, written };
}

/** A step type hands over the text of a field, not its name, so the place is found by the text. */
function templateSpans({ config, fieldSpans }: StepDefinition): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  for (const [path, span] of fieldSpans) {
    const text = valueAt(config, path.split('.'));
    if (typeof text === 'string' && !spans.has(text)) spans.set(text, span);
  }
  return spans;
}

function promptSpan({ fieldSpans, span }: StepDefinition, source: PromptSource): Span {
  return fieldSpans.get(source.prompt_file === undefined ? 'prompt' : 'prompt_file') ?? span;
}

/** Makes what is asked for once for each source. */
function once<Source, Value extends object>(make: (source: Source) => Value): (source: Source) => Value {
  const made = new Map<Source, Value>();
  return (source) => {
    const known = made.get(source) ?? make(source);
    made.set(source, known);
    return known;
  };
}
