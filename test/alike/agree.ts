import { type CompileInput, type CompileResult, compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { explain } from '../../src/explain.js';
import { pictureOf } from '../../src/passes/show/picture.js';
import { type CompileMemory, createCompileMemory } from '../../src/pipeline/compile-memory.js';
import { readForPicture } from '../../src/pipeline/read-for-picture.js';
import { readingOf, withoutProse } from '../../src/pipeline/read-workflows.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import type { AlikeCase } from './random-case.js';

/** What differs between a workflow that is compiled document by document and the same compiled in full; `undefined` where nothing does. */
export function disagreement(one: AlikeCase): { readonly difference: string | undefined; readonly isByShape: boolean } {
  const inFull = attempt(() => compile(inputOf(one, one.text, false)));
  const byShape = attempt(() => compile(inputOf(one, one.text, true)));
  const isByShape = 'value' in byShape && isOfShapes(byShape.value);
  const first =
    differenceOf('first', byShape, inFull, compileParts) ??
    inBothWays('explain', explainTask, one, one.text, explainParts) ??
    inBothWays('graph', drawn, one, one.text, drawnParts) ??
    inTurns(one);
  const output = 'value' in inFull ? writtenBy(one, inFull.value) : undefined;
  if (first !== undefined || output === undefined || output === one.text) return { difference: first, isByShape };
  const edited = one.edit(output);
  const fewer = { ...one, hooks: one.fewerHooks };
  const difference =
    inBothWays('edited', compile, one, edited, compileParts) ??
    inBothWays('edited, verify', verify, one, edited, verifyParts) ??
    inBothWays('edited, strip', strip, one, edited, stripParts) ??
    inBothWays('again', compile, one, output, compileParts) ??
    inBothWays('again without a rule', compile, fewer, output, compileParts) ??
    inBothWays('strip', strip, one, output, stripParts) ??
    inBothWays('verify', verify, one, output, verifyParts);
  return { difference, isByShape };
}

/** What one compile leaves for the next changes nothing, whatever is changed between them. */
function inTurns(one: AlikeCase): string | undefined {
  const memory = createCompileMemory();
  const fewer = { ...one, hooks: one.fewerHooks };
  const turns = [
    ['one', one, one.text],
    ['changed', one, one.changed],
    ['with a rule less', fewer, one.changed],
    ['with all rules', one, one.changed],
    ['back', one, one.text],
    ['and again', one, one.changed],
  ] as const;
  for (const [of, given, text] of turns) {
    const difference = withMemory(`in turns, ${of}`, compile, given, text, memory, compileParts);
    const remembering = attempt(() => compile(inputOf(given, text, true), memory));
    const output = 'value' in remembering ? (writtenBy(given, remembering.value) ?? text) : text;
    const found =
      difference ??
      withMemory(`in turns, ${of}, verify`, verify, given, output, memory, verifyParts) ??
      withMemory(`in turns, ${of}, strip`, strip, given, output, memory, stripParts);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withMemory<Value>(
  of: string,
  work: (input: CompileInput, memory?: CompileMemory) => Value,
  one: AlikeCase,
  text: string,
  memory: CompileMemory,
  parts: readonly (keyof Value)[],
): string | undefined {
  const remembering = attempt(() => work(inputOf(one, text, true), memory));
  return differenceOf(
    of,
    remembering,
    attempt(() => work(inputOf(one, text, false))),
    parts,
  );
}

function inBothWays<Value>(
  of: string,
  work: (input: CompileInput) => Value,
  one: AlikeCase,
  text: string,
  parts: readonly (keyof Value)[],
): string | undefined {
  const [byShape, inFull] = [true, false].map((way) => attempt(() => work(inputOf(one, text, way))));
  return differenceOf(of, byShape!, inFull!, parts);
}

/** The picture of a workflow as it is, and what there is to report of it. */
function drawn({ workflow, options }: CompileInput) {
  const { report, all } = createCollector();
  const reading = readingOf(options!, undefined, undefined, report);
  const files = workflow.map((file) => withoutProse(file, reading.formats, report).file);
  const read = readForPicture(files, reading, report, options!.byShape);
  return { diagnostics: all(), picture: pictureOf(read) };
}

const drawnParts = ['diagnostics', 'picture'] as const;

/** Of the last task there is. */
function explainTask(input: CompileInput) {
  const names = input.workflow.flatMap(({ text }) => [...text.matchAll(/^name: "?([^"\r\n]+)/gm)]);
  return answerAbout(names.at(-1)?.[1] ?? 'nobody', input);
}

/** The answer about a task; workflows and DAGs, which come along with that, may read what they say when they are asked. */
export function answerAbout(name: string, input: CompileInput) {
  const { explanation, ...others } = explain(input, { kind: 'task', name });
  const text = JSON.stringify(explanation ?? null, (key, value) => {
    if (key === 'workflow') return undefined;
    return key === 'dag' && typeof value === 'object' ? value.name : value;
  });
  return { ...others, explanation: JSON.parse(text) as unknown };
}

const explainParts = ['diagnostics', 'inputs', 'explanation'] as const;

const compileParts = [
  ...(['ok', 'enabled', 'diagnostics', 'outputs', 'edits', 'additions', 'summary', 'promptFiles'] as const),
  ...(['inputs', 'bases'] as const),
];

const verifyParts = [
  ...(['ok', 'diagnostics', 'enabled', 'inputs', 'inForce', 'demanded', 'observations', 'promptFiles'] as const),
];

const stripParts = ['ok', 'diagnostics', 'outputs', 'inputs'] as const;

/** Its plans are made when somebody asks. */
export function isOfShapes(result: CompileResult): boolean {
  return Object.getOwnPropertyDescriptor(result, 'workflows')?.get !== undefined;
}

function writtenBy({ layout }: AlikeCase, { outputs }: CompileResult): string | undefined {
  return outputs.length === 0 ? undefined : layout.textOf(outputs);
}

function inputOf({ hooks, policy, layout, targetVersion }: AlikeCase, text: string, byShape: boolean): CompileInput {
  return {
    workflow: layout.filesOf(text),
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify(hooks, null, 2) },
      ...(policy ? [{ layer: 'policy' as const, path: 'policy.json', text: JSON.stringify(policy, null, 2) }] : []),
    ],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    // Every second one as for a preview, which holds what it was written from.
    options: { targetVersion, byShape, despiteDenials: text.length % 2 === 0 },
  };
}

type Attempt<Value> = { readonly value: Value } | { readonly fault: string };

function attempt<Value>(make: () => Value): Attempt<Value> {
  try {
    return { value: make() };
  } catch (error) {
    return { fault: String(error) };
  }
}

function differenceOf<Value>(
  of: string,
  one: Attempt<Value>,
  other: Attempt<Value>,
  parts: readonly (keyof Value)[],
): string | undefined {
  if ('fault' in one || 'fault' in other) {
    const faults = [one, other].map((ended) => ('fault' in ended ? ended.fault.slice(0, 400) : 'a result'));
    return faults[0] === faults[1] ? undefined : `${of}: ${faults.join(' and not ')}`;
  }
  const part = parts.find((name) => JSON.stringify(one.value[name]) !== JSON.stringify(other.value[name]));
  return part === undefined
    ? undefined
    : `${of}: ${String(part)}: ${firstDifference(one.value[part], other.value[part])}`;
}

function firstDifference(one: unknown, other: unknown): string {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
  let at = 0;
  while (first[at] === second[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - 200), at + 300);
  return `${near(first)}\n  and not\n${near(second)}`;
}
