import type { Span, TextEdit } from '../../model/source.js';
import { applyEdits } from '../../text/edits.js';
import { blockLines, type Field, flowText } from '../../text/print-yaml.js';
import type { OutputFile } from '../write-outputs.js';
import type { Found, Graph, ReadyCase, RuleCase } from './judge.js';
import type { CaseFile } from './ready-cases.js';

/** The files that have to change so that every case expects what it gets. What a case does not state is not added. */
export function updatedFiles({ file, cases }: CaseFile, found: (one: ReadyCase) => Found): readonly OutputFile[] {
  const edits = cases.flatMap((one) => expectationEdits(one.test, found(one), file.text));
  const text = applyEdits([file], edits)[0]!.text;
  const outputs = cases.flatMap((one) => outputFiles(one, found(one)));
  return [...(text === file.text ? [] : [{ path: file.path, text }]), ...outputs];
}

function expectationEdits({ expected }: RuleCase, found: Found, text: string): readonly TextEdit[] {
  const { codes } = found;
  const edits: TextEdit[] = [];
  for (const key of ['graph', 'handlers'] as const) {
    const [stated, graph] = [expected[key], found[key]];
    if (stated && graph && !sameGraphs(stated.value, graph)) edits.push(graphEdit(stated.span, graph, text));
  }
  if (expected.diagnostics && expected.diagnostics.value.join() !== codes.join()) {
    edits.push({ ...expected.diagnostics.span, text: flowText(codes, false) });
  }
  return edits;
}

function sameGraphs(a: Graph, b: Graph): boolean {
  const plain = (graph: Graph) => JSON.stringify([...graph].map(([dag, steps]) => [dag, [...steps]]));
  return plain(a) === plain(b);
}

/** In the style of the text around it: below its key, or inside of braces. */
function graphEdit(span: Span, graph: Graph, text: string): TextEdit {
  const before = text.slice(text.lastIndexOf('\n', span.start - 1) + 1, span.start);
  if (before.trim() === '') return { ...span, text: blockText(graph, before.length) };
  if (!keyAlone.test(before)) return { ...span, text: flowText(graphValue(graph), false) };
  const indent = before.length - before.trimStart().length + 2;
  const start = span.start - (before.length - before.trimEnd().length);
  return { ...span, start, text: `\n${' '.repeat(indent)}${blockText(graph, indent)}` };
}

const keyAlone = /^\s*\w+:\s*$/;

function blockText(graph: Graph, indent: number): string {
  return blockLines(graphValue(graph).fields).join(`\n${' '.repeat(indent)}`);
}

function graphValue(graph: Graph): { readonly fields: readonly Field[] } {
  const steps = (own: ReadonlyMap<string, readonly string[]>) => [...own].map(([key, value]) => ({ key, value }));
  return { fields: [...graph].map(([key, own]) => ({ key, value: { fields: steps(own) } })) };
}

function outputFiles({ outputs }: ReadyCase, { result }: Found): readonly OutputFile[] {
  if (!outputs || !result.ok) return [];
  return outputs.flatMap(({ path, text }, index) => {
    const found = result.outputs[index]?.text;
    return found === undefined || found === text ? [] : [{ path, text: found }];
  });
}
