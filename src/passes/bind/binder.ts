import { Buffer } from 'node:buffer';
import { type Report, silent } from '../../diagnostics/diagnostics.js';
import { carriedName } from '../../lang/shell/carried-name.js';
import { placeValues, readShell, type ShellPiece } from '../../lang/shell/place-values.js';
import type { TemplatePiece } from '../../lang/template.js';
import type { BuiltInName } from '../../lang/variable-names.js';
import type { EngineShell } from '../../model/engine.js';
import type { Span } from '../../model/source.js';
import type { Part, PromptFile, Word } from '../../model/step.js';
import type { Dag } from '../../model/workflow.js';
import type { Binder, BoundPromptFile, PromptSource, TextPiece } from '../../steps/step-type.js';
import { passable, reportCode, reportNotHere, reportRefusals } from '../variables/template-findings.js';
import { joinText, type VariableTable } from '../variables/variable-table.js';
import { promptAsFile } from './prompt-as-file.js';
import { mostPromptBytes } from './read-prompt.js';
import type { StepTemplates } from './step-templates.js';

interface BinderInput {
  readonly templates: StepTemplates;
  readonly variables: VariableTable;
  readonly shell: EngineShell;
  /** `undefined` where prompts are in the line of a step. */
  readonly delivery: PromptDelivery | undefined;
  readonly report: Report;
}

interface PromptDelivery {
  /** Takes the prompts that are delivered as files. */
  readonly files: PromptFile[];
  /** A DAG whose steps start where they do not find a file beside the workflow; those that it calls may start there as well. */
  readonly elsewhere: Dag | undefined;
}

/** Renders the templates of one step for one place. */
export function createBinder(input: BinderInput): Binder {
  const { templates } = input;
  return {
    text: (template) => wordOf(templates.text(template).pieces, input, templates.spanOf(template), undefined),
    pieces: (template) => piecesOf(template, input),
    shell: (template) => shellOf(template, input, (_name, value) => value),
    script(template, taken) {
      const env: Carried[] = [];
      const inText = input.shell.values === 'quoted' ? (_: string, value: Word) => value : carrier(env, taken, input);
      return { script: shellOf(template, input, inText), env };
    },
    prompt(source) {
      const span = templates.spanOf(source);
      const word = wordOf(templates.prompt(source).pieces, input, span, source.prompt_file);
      reportBlank(word, source, input);
      checkLength(word, span, input.report);
      return word;
    },
    promptFile: (source) => deliveredPrompt(source, input),
    variable: (name) => contextValue(name, input),
    environment: () =>
      templates.syntax === 'braces' ? [] : templates.syntax.names.flatMap((name) => environmentVariable(name, input)),
  };
}

function wordOf(pieces: readonly TemplatePiece[], input: BinderInput, span: Span, where: string | undefined): Word {
  const parts: Part[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') parts.push(piece);
    else if (piece.kind === 'variable') parts.push(...valueFor(piece.name, input, span, where));
  }
  return joinText(parts);
}

function deliveredPrompt(source: PromptSource, input: BinderInput): BoundPromptFile | undefined {
  const { templates, delivery, report } = input;
  if (!delivery) return undefined;
  const span = templates.spanOf(source);
  const { files, elsewhere } = delivery;
  if (elsewhere) {
    report('DW616', { setting: elsewhere.startsElsewhere!, dag: elsewhere.name }, { span });
    return undefined;
  }
  const pieces = templates.prompt(source).pieces.map((piece): TextPiece => {
    if (piece.kind === 'text') return piece;
    return { kind: 'value', name: piece.name, value: valueFor(piece.name, input, span, source.prompt_file) };
  });
  const asFile = promptAsFile(pieces);
  if (!asFile) {
    report('DW628', {}, { span });
    return undefined;
  }
  reportBlank(
    pieces.flatMap((piece) => (piece.kind === 'text' ? [piece] : piece.value)),
    source,
    input,
  );
  checkLength([{ kind: 'text', text: asFile.file.text }], span, report);
  files.push(asFile.file);
  return { path: asFile.file.path, values: asFile.values };
}

function piecesOf(template: string, input: BinderInput): readonly TextPiece[] {
  const span = input.templates.spanOf(template);
  return input.templates.text(template).pieces.flatMap((piece): TextPiece[] => {
    if (piece.kind === 'text') return [piece];
    if (piece.kind === 'partial') return [];
    return [{ kind: 'value', name: piece.name, value: valueFor(piece.name, input, span, undefined) }];
  });
}

interface Carried {
  readonly name: string;
  readonly value: Word;
}

/** What is in the text in place of a value: variables for all of it that is known before the run. */
function carrier(
  env: Carried[],
  taken: readonly string[],
  { shell }: BinderInput,
): (name: string, value: Word) => Word {
  const names = new Set(taken);
  const known = new Map<string, Word>();
  const carry = (about: string, text: string): Part => {
    const name = carriedName(about, names);
    names.add(name);
    env.push({ name, value: [{ kind: 'text', text }] });
    return { kind: 'expression', expression: shell.variable(name) };
  };
  return (about, value) => {
    const word = known.get(about) ?? value.map((part) => (part.kind === 'text' ? carry(about, part.text) : part));
    known.set(about, word);
    return word;
  };
}

/** @param inText what is written for a value of a variable */
function shellOf(template: string, input: BinderInput, inText: (name: string, value: Word) => Word): string {
  const { templates, variables, report } = input;
  const { pieces, shell } = templates.shell(template);
  const span = templates.spanOf(template);
  if (shell === 'refused') return '';
  const value = (name: string) => {
    const word = valueFor(name, input, span, undefined);
    // Exported before the command, so that it is asked for once.
    const exported = templates.syntax !== 'braces' && word.some((part) => part.kind === 'expression');
    return exported ? [{ kind: 'expression' as const, expression: input.shell.variable(name) }] : word;
  };
  const read = shell === 'raw' ? readShell(withRawValues(pieces, value)) : shell;
  if (shell === 'raw' && !reportRefusals(templates.written(template), read, span, report)) return '';
  reportCode(templates.written(template), read, variables, span, report);
  return placeValues(read, ({ name }) => inText(name, value(name)), input.shell.quote);
}

function withRawValues(pieces: readonly ShellPiece[], value: (name: string) => Word): readonly ShellPiece[] {
  return pieces.map((piece) => {
    if (piece.kind === 'text' || !piece.raw) return piece;
    const text = value(piece.name).map((part) => (part.kind === 'text' ? part.text : part.expression));
    return { kind: 'text', text: text.join('') };
  });
}

function contextValue(name: BuiltInName, { templates, variables, report }: BinderInput): Word | undefined {
  const lookup = variables(name);
  // A default that follows from task and spec would only make the line longer.
  if (!lookup.ok || (lookup.source.kind === 'default' && lookup.source.derived)) return undefined;
  // A default is made of the task and the spec, and what is wrong with those is reported there.
  const isOfOthers = lookup.source.kind === 'default' && name !== 'task_id' && name !== 'spec_id';
  return passable(name, lookup.value, templates.span, isOfOthers ? silent : report);
}

/** Without a value it is not set, and that is no mistake where nobody asks for it. */
function environmentVariable(name: string, { templates, variables, shell, report }: BinderInput) {
  const lookup = variables(name);
  const value = lookup.ok ? passable(name, lookup.value, templates.span, report) : undefined;
  const isThere =
    value?.length === 1 && value[0]!.kind === 'expression' && value[0]!.expression === shell.variable(name);
  return value && value.length > 0 && !isThere ? [{ name, value }] : [];
}

/** What goes in for a variable; a mistake is reported and leaves the tag as it is written. */
function valueFor(name: string, { variables, report }: BinderInput, span: Span, where: string | undefined): Word {
  const lookup = variables(name);
  if (!lookup.ok && lookup.why === 'not-here') {
    reportNotHere(lookup, span, report);
    return [];
  }
  if (!lookup.ok) {
    const related = lookup.within && { message: `\`${name}\` is made of it here`, span: lookup.within };
    report('DW501', { name: lookup.name, why: lookup.why, nearest: lookup.nearest, where }, { span, related });
    return [{ kind: 'text', text: `{{${name}}}` }];
  }
  if (lookup.hidden) report('DW513', { name, dag: lookup.hidden.dag, setting: lookup.hidden.name }, { span });
  return passable(name, lookup.value, span, report) ?? [];
}

/** One without variables is reported where it is read. */
function reportBlank(word: Word, source: PromptSource, { templates, report }: BinderInput): void {
  const hasVariables = templates.prompt(source).pieces.some(({ kind }) => kind === 'variable');
  if (hasVariables && word.length > 0 && word.every((part) => part.kind === 'text' && part.text.trim() === ''))
    report('DW467', { where: source.prompt_file }, { span: templates.spanOf(source) });
}

function checkLength(word: Word, span: Span, report: Report): void {
  const known = word.flatMap((part) => (part.kind === 'text' ? part.text : []));
  // No character has more than three bytes for each of its units.
  if (known.reduce((sum, text) => sum + text.length, 0) * 3 <= mostPromptBytes) return;
  const bytes = known.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > mostPromptBytes) report('DW512', { bytes, most: mostPromptBytes }, { span });
}
