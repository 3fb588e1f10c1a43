import type { ParsedTemplate, VariablePiece } from './template.js';

/** A prompt with its partials in place. */
export interface Prompt {
  readonly pieces: readonly ({ readonly kind: 'text'; readonly text: string } | VariablePiece)[];
  readonly problem: PromptProblem | undefined;
}

type PromptProblem =
  /** The names from the first that comes back to itself, which is at both ends. */
  { readonly kind: 'circle'; readonly partials: readonly string[] } | { readonly kind: 'too-large' };

/**
 * Puts partials into a prompt, and into each other.
 * @param load reads a partial by the name in its tag, or `undefined`, which `load` itself reports
 */
export function assemblePrompt(template: ParsedTemplate, load: (name: string) => ParsedTemplate | undefined): Prompt {
  const assembly: Assembly = { load, out: [], open: [], characters: 0, partials: 0, problem: undefined };
  add(template, '', assembly);
  return { pieces: assembly.out, problem: assembly.problem };
}

interface Assembly {
  readonly load: (name: string) => ParsedTemplate | undefined;
  readonly out: Prompt['pieces'][number][];
  /** The partials that are being put in, outermost first. */
  readonly open: string[];
  characters: number;
  partials: number;
  problem: PromptProblem | undefined;
}

function add(template: ParsedTemplate, indent: string, assembly: Assembly): void {
  for (const piece of template.pieces) {
    if (assembly.problem) return;
    if (piece.kind === 'partial') addPartial(piece.name, piece.indent, indent, assembly);
    else if (piece.kind === 'variable') assembly.out.push(piece);
    else addText(indent === '' ? piece.text : piece.text.replaceAll('\n', `\n${indent}`), assembly);
  }
}

/** @param outer the white space that each line begins with already */
function addPartial(name: string, indent: string, outer: string, assembly: Assembly): void {
  const at = assembly.open.map(fileOf).indexOf(fileOf(name));
  if (at !== -1) {
    assembly.problem = { kind: 'circle', partials: [...assembly.open.slice(at), name] };
    return;
  }
  assembly.partials++;
  if (assembly.partials > mostPartials || assembly.open.length >= mostDeep) assembly.problem = { kind: 'too-large' };
  const template = assembly.problem ? undefined : assembly.load(name);
  if (!template) return;
  assembly.open.push(name);
  addText(indent, assembly);
  add(template, outer + indent, assembly);
  dropIndentOfNothing(indent, assembly);
  assembly.open.pop();
}

/** `a`, `./a` and `a.md` are one file. */
function fileOf(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.join('/').replace(/\.md$/, '');
}

/** The last line break of a partial ends its last line; what follows is not the partial's. */
function dropIndentOfNothing(indent: string, { out }: Assembly): void {
  const last = out.at(-1);
  if (indent === '' || last?.kind !== 'text' || !last.text.endsWith(`\n${indent}`)) return;
  out[out.length - 1] = { kind: 'text', text: last.text.slice(0, -indent.length) };
}

function addText(text: string, assembly: Assembly): void {
  if (text === '') return;
  assembly.characters += text.length;
  assembly.out.push({ kind: 'text', text });
  if (assembly.characters > mostCharacters) assembly.problem = { kind: 'too-large' };
}

/** Partials within partials can double a text again and again. */
const mostCharacters = 1_000_000;
const mostPartials = 10_000;
const mostDeep = 50;
