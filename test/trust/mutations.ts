import { compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../../src/formats/format.js';
import { formats } from '../../src/formats/index.js';
import { createManifest } from '../../src/manifest/manifest.js';
import type { Manifest } from '../../src/model/manifest.js';
import type { SourceFile, TextEdit } from '../../src/model/source.js';
import { removalOf } from '../../src/passes/earlier/removal.js';
import { positionMayCount } from '../../src/passes/graph/topology.js';
import { readWorkflows } from '../../src/pipeline/read-workflows.js';
import { applyEdits } from '../../src/text/edits.js';
import { verify } from '../../src/verify.js';
import { applied, inputOf, type Subject } from './laws.js';
import { meaningOf } from './meaning.js';

export interface Mutant {
  readonly what: string;
  readonly subject: Subject;
  /** What the run wrote down that put the hooks in. */
  readonly manifest: Manifest;
  /**
   * The rules alone cannot tell: the text is what they make of the same workflow without an order between two of its own steps, or
   * the engine keeps that order by itself.
   */
  readonly isAnother: () => boolean;
}

/** One change each that takes away from what hooks are for. */
export function* mutantsOf(subject: Subject, withoutHandlers: Subject): Iterable<Mutant> {
  yield* mutated(subject, function* (file, read) {
    yield* edgeMutants(file, read, subject);
    yield* commandMutants(file);
  });
  // Taking hooks out takes those in handlers along, so steps are taken out of a text that has none of these.
  yield* mutated(withoutHandlers, nodeMutants);
}

function* mutated(
  subject: Subject,
  change: (file: SourceFile, read: readonly OpenWorkflow[]) => Iterable<Change>,
): Iterable<Mutant> {
  const input = inputOf(subject);
  const result = compile(input);
  const [file] = result.outputs;
  if (!file) return;
  const manifest = createManifest(result, input.workflow, input.configuration);
  const read = readSubject({ ...subject, text: file.text });
  for (const { what, text, isAnother = () => false } of change(file, read))
    yield { what, subject: { ...subject, text }, manifest, isAnother };
}

function readSubject({ text, targetVersion }: Subject): readonly OpenWorkflow[] {
  const { report } = createCollector();
  const file = { path: 'it.yaml', text };
  return readWorkflows([file], { formats, format: 'dagu', defaults: 'none', targetVersion }, report);
}

interface Change {
  readonly what: string;
  readonly text: string;
  readonly isAnother?: () => boolean;
}

/** By the rules alone, or with the manifest as well where they cannot tell. */
export function isCaught({ subject, manifest, isAnother }: Mutant): boolean {
  const input = inputOf(subject);
  return !verify(input).ok || (isAnother() && !verify({ ...input, manifest }).ok);
}

/** Every edge that hooks have to do with, one at a time. */
function* edgeMutants(file: SourceFile, read: readonly OpenWorkflow[], base: Subject): Iterable<Change> {
  for (const { workflow } of read) {
    for (const dag of workflow.dags) {
      for (const node of dag.nodes) {
        for (const [at, need] of (node.needs ?? []).entries()) {
          if (!isHook(node.name) && !isHook(need.name)) continue;
          const text = applyEdits(
            [file],
            [withoutItem(file, need.span.start, need.span.end, node.needs!.length, at)],
          )[0]!.text;
          // In a chain a step waits for the one before it, also where it does not say so.
          const isImplied = positionMayCount(dag) && need.node === node.index - 1;
          const isAnother = () =>
            isImplied || (!isHook(node.name) && withoutAnOrder(base, dag.index, node.name).includes(meaningOf(text)));
          yield { what: `edge ${need.name} -> ${node.name}`, text, isAnother };
        }
      }
    }
  }
}

/** What the rules make of a workflow in which a step does not wait for one of those that it waits for, by each of these. */
function withoutAnOrder(subject: Subject, dag: number, name: string): readonly string[] {
  const file = { path: 'it.yaml', text: subject.text };
  const node = readSubject(subject)[0]!.workflow.dags[dag]!.nodes.find((one) => one.name === name);
  const needs = node?.needs ?? [];
  return needs.flatMap(({ span }, at) => {
    const edit = withoutItem(file, span.start, span.end, needs.length, at);
    const made = applied({ ...subject, text: applyEdits([file], [edit])[0]!.text });
    return made === undefined ? [] : [meaningOf(made)];
  });
}

function isHook(name: string): boolean {
  return name.startsWith('hook-');
}

function withoutItem({ path, text }: SourceFile, start: number, end: number, count: number, at: number): TextEdit {
  const edit = (from: number, to: number, put: string) => ({ file: path, start: from, end: to, text: put });
  const before = /(?:,\s*|-[ \t]+)$/.exec(text.slice(0, start));
  if (before?.[0].startsWith('-')) return edit(start - before[0].length, end, count === 1 ? '[]' : '');
  if (count > 1)
    return at > 0
      ? edit(start - before![0].length, end, '')
      : edit(start, end + /^\s*,\s*/.exec(text.slice(end))![0].length, '');
  return edit(start, end, /\[\s*$/.test(text.slice(0, start)) ? '' : '[]');
}

/** Every step that was put in, taken out as strip would do it, and cut out without a trace among the others' needs. */
function* nodeMutants(file: SourceFile, read: readonly OpenWorkflow[]): Iterable<Change> {
  const { report } = createCollector();
  for (const one of read) {
    const { workflow, marks: findMarks, erase } = one;
    const marks = findMarks();
    for (const mark of marks.nodes) {
      const taken = new Map([[mark.dag, new Set([mark.node])]]);
      const { name } = workflow.dags[mark.dag]!.nodes[mark.node]!;
      const removal = removalOf(one, marks, { taken, names: new Map(), ends: new Map(), handlers: [] });
      const rewired = erase(removal, report);
      const cut = erase({ ...removal, dags: removal.dags.map((one) => ({ ...one, needs: new Map() })) }, report);
      yield { what: `step ${name}, its place closed`, text: applyEdits([file], rewired)[0]!.text };
      yield { what: `step ${name}, cut out`, text: applyEdits([file], cut)[0]!.text };
    }
  }
}

/** The commands of the rules of the corpus all hold this word. */
function* commandMutants({ text }: SourceFile): Iterable<Change> {
  for (let at = text.indexOf('mark-'); at >= 0; at = text.indexOf('mark-', at + 1)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at + 30).trim();
    yield { what: `command ${line}`, text: `${text.slice(0, at)}mork-${text.slice(at + 5)}` };
  }
}
