import { type CompileInput, type CompileOptions, type CompileResult, compile } from '../../compile.js';
import type { Located } from '../../model/layer.js';
import type { Span } from '../../model/source.js';
import { predecessorsOf, sequenced, writtenReading } from '../../passes/graph/topology.js';
import { readAgain } from '../../pipeline/verify-result.js';

/** A case with everything that it names read. */
export interface ReadyCase {
  readonly test: RuleCase;
  readonly input: CompileInput;
  /** The bytes that its outputs will have; `undefined` for a file that is not there yet. */
  readonly outputs: readonly { readonly path: string; readonly text: string | undefined }[] | undefined;
}

export interface Verdict {
  /** What differs from what is expected, as lines; none where the case holds. */
  readonly differences: readonly string[];
  readonly found: Found;
}

/** What really came of the rules. */
export interface Found {
  readonly result: CompileResult;
  /** `undefined` where errors left no output. */
  readonly graph: Graph | undefined;
  /** The same for handlers. */
  readonly handlers: Graph | undefined;
  readonly codes: readonly string[];
}

export function judge({ test, input, outputs }: ReadyCase, without: LeftOut = {}): Verdict {
  const result = compile({ ...input, options: { ...input.options, ...without } });
  const codes = [...new Set(result.diagnostics.map((one) => one.code))].sort();
  const { ok } = result;
  const found = {
    result,
    codes,
    graph: ok ? graphOf(result) : undefined,
    handlers: ok ? handlersOf(result) : undefined,
  };
  const { graph, handlers, diagnostics } = test.expected;
  return {
    found,
    differences: [
      ...(diagnostics ? codeDifferences(diagnostics.value, codes) : errorsOf(result)),
      ...(graph && found.graph ? lineDifferences(graphLines(graph.value), graphLines(found.graph)) : []),
      ...(handlers && found.handlers
        ? lineDifferences(handlerLines(handlers.value), handlerLines(found.handlers))
        : []),
      ...((graph || handlers) && !ok && diagnostics ? ['there is no graph: errors left no output'] : []),
      ...(outputs ? byteDifferences(outputs, result) : []),
    ],
  };
}

type LeftOut = Pick<CompileOptions, 'withoutRules' | 'withoutDenials'>;

function graphOf({ outputs, reading }: CompileResult): Graph {
  const read = readAgain(outputs, reading);
  const dags = read.flatMap(({ workflow }) => workflow.dags);
  return new Map(
    dags.map((dag) => {
      const reading = writtenReading(dag);
      const needs = predecessorsOf(sequenced(dag), reading.sequence);
      const nameOf = (node: number) => dag.nodes[node]!.name;
      return [dag.name, new Map(dag.nodes.map(({ name, index }) => [name, needs[index]!.map(nameOf)]))];
    }),
  );
}

function handlersOf({ workflows }: CompileResult): Graph {
  const found = new Map<string, Map<string, readonly string[]>>();
  for (const { workflow, plan } of workflows) {
    for (const { dag, event, injections } of plan.handlers) {
      const { name } = workflow.dags[dag]!;
      const events = found.get(name) ?? new Map<string, readonly string[]>();
      const hooks = injections.map((one) => one.name);
      found.set(name, events.set(event, hooks));
    }
  }
  return found;
}

function errorsOf({ diagnostics }: CompileResult): readonly string[] {
  return diagnostics.flatMap((one) => (one.severity === 'error' ? [`+ ${one.code}: ${one.message}`] : []));
}

function codeDifferences(expected: readonly string[], found: readonly string[]): readonly string[] {
  return [
    ...expected.filter((code) => !found.includes(code)).map((code) => `- ${code}`),
    ...found.filter((code) => !expected.includes(code)).map((code) => `+ ${code}`),
  ];
}

function lineDifferences(wanted: readonly string[], there: readonly string[]): readonly string[] {
  const [wantedSet, thereSet] = [new Set(wanted), new Set(there)];
  return [
    ...wanted.filter((line) => !thereSet.has(line)).map((line) => `- ${line}`),
    ...there.filter((line) => !wantedSet.has(line)).map((line) => `+ ${line}`),
  ];
}

/** The order in which needs are written down means nothing. */
function graphLines(graph: Graph): readonly string[] {
  return entriesOf(graph).map(
    ([dag, step, needs]) => `${dag}: ${step}${needs.length > 0 ? ` <- ${[...needs].sort().join(', ')}` : ''}`,
  );
}

function handlerLines(handlers: Graph): readonly string[] {
  return entriesOf(handlers).map(([dag, event, hooks]) => `${dag} on ${event}: ${hooks.join(', ')}`);
}

function entriesOf(graph: Graph): readonly (readonly [string, string, readonly string[]])[] {
  return [...graph].flatMap(([dag, entries]) => [...entries].map(([key, names]) => [dag, key, names] as const));
}

function byteDifferences(
  expected: NonNullable<ReadyCase['outputs']>,
  { outputs, ok }: CompileResult,
): readonly string[] {
  if (!ok) return ['there is no output: errors left none'];
  return expected.flatMap(({ path, text }, index) => {
    const found = outputs[index]?.text;
    if (found === text) return [];
    if (text === undefined) return [`${path} is not there (--update writes it)`];
    return [`${path}:`, ...firstDifference(text, found ?? '')];
  });
}

function firstDifference(expected: string, found: string): readonly string[] {
  const [wanted, there] = [expected.split('\n'), found.split('\n')];
  const at = wanted.findIndex((line, index) => line !== there[index]);
  const line = at < 0 ? wanted.length : at;
  return [`line ${line + 1}`, `- ${wanted[line] ?? '(the end)'}`, `+ ${there[line] ?? '(the end)'}`];
}

export interface Mutation {
  /** `the rule lint`, `the denial "no piped shell"`. */
  readonly what: string;
  readonly span: Span;
  /** Would a case that holds fail without the rule? */
  readonly missed: boolean;
}

/** Leaves each rule and each denial out in turn, wherever cases that hold have it, and looks whether any of them notices. */
export function mutateRules(
  judged: readonly { readonly one: ReadyCase; readonly verdict: Verdict }[],
  step: () => void,
): readonly Mutation[] {
  const users = new Map<string, Part & { readonly cases: ReadyCase[] }>();
  for (const { one, verdict } of judged) {
    for (const part of partsOf(verdict.found.result)) {
      const known = users.get(part.key) ?? { ...part, cases: [] };
      users.set(part.key, known);
      if (verdict.differences.length === 0) known.cases.push(one);
    }
  }
  return [...users.values()].map(({ what, span, without, cases }) => {
    step();
    return { what, span, missed: cases.some((one) => judge(one, without).differences.length > 0) };
  });
}

/** What can be left out of the rules of a case. */
interface Part {
  readonly key: string;
  readonly what: string;
  readonly span: Span;
  readonly without: LeftOut;
}

function partsOf({ rules }: CompileResult): readonly Part[] {
  return [
    ...(rules?.rules ?? []).map(({ id, span }): Part => {
      return { key: `rule ${span.file} ${id}`, what: `the rule ${id}`, span, without: { withoutRules: new Set([id]) } };
    }),
    ...(rules?.deny ?? []).map(({ message, span }): Part => {
      const key = `denial ${span.file} ${span.start}`;
      return { key, what: `the denial "${message}"`, span, without: { withoutDenials: [span] } };
    }),
  ];
}

/** One test of rules: a workflow, the rules, and what is expected of them. */
export interface RuleCase {
  readonly name: string;
  readonly span: Span;
  /** Paths, or the text itself where it has more than one line. */
  readonly workflow: readonly Located<string>[];
  /** The same for rules; `undefined` for those that other verbs would find. */
  readonly rules: readonly Located<string>[] | undefined;
  /** The same for policies, which hold above the rules. */
  readonly policy: readonly Located<string>[];
  readonly targetVersion: string | undefined;
  readonly assumeVersion: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
  readonly expected: Expected;
}

/** What is not stated is not compared; errors fail a case that states no diagnostics. */
interface Expected {
  readonly graph: Located<Graph> | undefined;
  /** For each DAG, the hooks in its handlers, by event and in the order in which they run. */
  readonly handlers: Located<Graph> | undefined;
  /** Paths of files that hold the bytes of the outputs, in the order of the workflow files. */
  readonly output: readonly Located<string>[] | undefined;
  /** All codes that are reported, sorted, each once. */
  readonly diagnostics: Located<readonly string[]> | undefined;
}

/** For each DAG, the steps in their order, and for each step the names of those that it waits for directly. Handlers have the same shape. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
