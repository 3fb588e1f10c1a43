import type { Report } from '../../diagnostics/diagnostics.js';
import { hookPrefix } from '../../model/mark.js';
import type { SourceFile, Span, TextEdit } from '../../model/source.js';
import { dominantLineBreak, lineStartBefore } from '../../text/lines.js';
import { trimSpace } from '../../text/trim-space.js';
import type { YamlDocument, YamlMap, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import type { KnownBase } from './base-config.js';
import { dialectOfRootKey, dialectOfStepKey } from './dialect.js';
import { fieldOf, fieldValue, mapOf, textOf, withMerged } from './fields.js';
import { type AddVersion, versionsInside } from './inner-versions.js';
import { textAt, valueAt } from './step-keys.js';
import { areSteps } from './step-like.js';
import { type DaguSteps, readSteps, type StepReading } from './steps.js';
import { dialectOfStepValue, keyInWords } from './version-of-value.js';

/** One document of a Dagu file: one DAG, unchanged in the text. */
export interface DaguDocument {
  readonly file: string;
  /** 0 for the document that a run of the file starts with. */
  readonly position: number;
  /** Merge keys followed. */
  readonly root: YamlMap;
  /** The same as it is in the text, with its merge keys. */
  readonly written: YamlMap;
  readonly name: YamlScalar | undefined;
  /** The value of `type`, as written. */
  readonly type: string | undefined;
  readonly steps: DaguSteps;
  readonly base: KnownBase;
}

/** What documents are grouped by, and what shows their version; short, because that of all documents is held. */
export interface DocumentSummary {
  readonly file: string;
  readonly position: number;
  readonly name: string | undefined;
  /** Every name that it may call, whichever version reads it. */
  readonly calls: readonly string[];
  /** The first thing that only 1.x understands and the first that only 2.x does. */
  readonly evidence: readonly Evidence[];
  /** Values of `run` that may be the name of a DAG or a command. */
  readonly runs: readonly Run[];
  readonly hasHandlers: boolean;
  /** Where a message about it points. */
  readonly span: Span;
}

export interface Run {
  readonly name: string | undefined;
  readonly span: Span;
}

/** Something only one version of the engine understands. */
export interface Evidence {
  readonly dialect: 'v1' | 'v2';
  readonly what: string;
  readonly span: Span;
  /** The other version does not read it either, and does not refuse it. */
  readonly isWeak: boolean;
}

/** What is the same for all documents of a reading. */
export interface SharedReading extends Pick<StepReading, 'keysOf'> {
  readonly base: KnownBase;
}

/** `undefined` for an empty document, which engines skip as if it were not there, and for one that is no mapping, which is reported. */
export function readDocument(
  document: YamlDocument,
  source: SourceFile,
  position: number,
  { base, keysOf }: SharedReading,
  report: Report,
): DaguDocument | undefined {
  const written = document.root;
  if (written === undefined || (written.kind === 'scalar' && written.type === 'null')) return undefined;
  const file = source.path;
  if (written.kind !== 'map') {
    const span = { file, start: written.start, end: Math.min(written.end, written.start + 80) };
    const found = written.kind === 'sequence' ? 'list' : written.kind === 'alias' ? 'alias' : 'text';
    const fix = written.kind === 'sequence' && areSteps(written) ? underSteps(written, source) : undefined;
    report('DW201', { found, isFixed: fix !== undefined }, { span, fix });
    return undefined;
  }
  if (written.pairs.length === 0) return undefined;
  const root = withMerged(written);
  const name = fieldValue(root, 'name');
  const steps = readSteps(root, written, { file, keysOf, report });
  const type = textOf(root, 'type')?.trim();
  return {
    file,
    position,
    root,
    written,
    name: name?.kind === 'scalar' && trimSpace(name.value) !== '' ? name : undefined,
    type,
    steps,
    base,
  };
}

/** The root of the operator's base configuration, where there is one, and that of the document: of equal settings the last counts. */
export function layersOf({ root, base }: Pick<DaguDocument, 'root' | 'base'>): readonly YamlMap[] {
  return typeof base === 'object' ? [base.root, root] : [root];
}

export function summaryOf(document: DaguDocument): DocumentSummary {
  const { file, position, name, root, type, steps } = document;
  const evidence = evidenceIn(root, type, steps, file);
  return {
    file,
    position,
    name: name && trimSpace(name.value),
    calls: possibleCalls(document),
    evidence: evidence.length === 0 ? evidence : firstOfEach(evidence),
    runs: runsOf(document),
    hasHandlers: fieldOf(root, 'handlerOn') !== undefined || fieldOf(root, 'handler_on') !== undefined,
    span: spanOf(document),
  };
}

function firstOfEach(evidence: readonly Evidence[]): readonly Evidence[] {
  const first = (['v1', 'v2'] as const).map(
    (dialect) =>
      evidence.find((one) => one.dialect === dialect && !one.isWeak) ?? evidence.find((one) => one.dialect === dialect),
  );
  return first.filter((one) => one !== undefined);
}

/** What a hook runs does not belong to the workflow, and files that had nothing to do with each other before there was a hook have nothing to do with each other afterwards. */
function possibleCalls({ steps }: DaguDocument): readonly string[] {
  const names: string[] = [];
  const add = (name: string | undefined) => {
    if (name !== undefined) names.push(trimSpace(name));
  };
  for (const step of steps.steps) {
    const { name, call, run, with: given } = step.keys;
    if (call < 0 && run < 0 && given < 0) continue;
    if (trimSpace(textAt(step, name) ?? '').startsWith(hookPrefix)) continue;
    add(textAt(step, call));
    add(textAt(step, run));
    const parameters = valueAt(step, given);
    if (parameters?.kind === 'map') add(textOf(parameters, 'dag'));
  }
  return names;
}

/** Beside keys that say how a DAG is called, it is one for certain. */
function runsOf({ file, steps }: DaguDocument): readonly Run[] {
  const found: Run[] = [];
  for (const step of steps.steps) {
    const { params, parallel } = step.keys;
    const run = valueAt(step, step.keys.run);
    if (!run || valueAt(step, params) || valueAt(step, parallel)) continue;
    found.push({ name: textAt(step, step.keys.run), span: { file, start: run.start, end: run.end } });
  }
  return found.length === 0 ? noRuns : found;
}

const noRuns: readonly Run[] = [];

export function spanOf({ file, name, written: root }: DaguDocument): Span {
  if (name) return { file, start: name.start, end: name.end };
  const first = root.pairs[0]?.key;
  return { file, start: first?.start ?? root.start, end: first?.end ?? root.start };
}

/** A list of steps with the key that is missing above it. */
function underSteps(list: YamlSequence, { path: file, text }: SourceFile): readonly TextEdit[] | undefined {
  const { start, end } = list;
  if (list.anchor !== undefined) return undefined;
  if (list.flow) return [insertion(file, start, '{"steps": '), insertion(file, end, '}')];
  const indent = text.slice(lineStartBefore(text, start), start);
  return indent.trim() === '' ? [insertion(file, start, `steps:${dominantLineBreak(text)}${indent}`)] : undefined;
}

function insertion(file: string, at: number, text: string): TextEdit {
  return { file, start: at, end: at, text };
}

function evidenceIn(root: YamlMap, type: string | undefined, { shape, steps }: DaguSteps, file: string) {
  const found: Evidence[] = [];
  const add: AddVersion = (dialect, what, { start, end }, isWeak = false) => {
    if (dialect) found.push({ dialect, what, span: { file, start, end }, isWeak });
  };
  const ownTypes = mapOf(fieldValue(root, 'step_types'));
  const addInner = versionsInside(add, ownTypes);
  for (const { key, value } of root.pairs) {
    add(dialectOfRootKey(key.value), `\`${key.value}\``, key);
    addInner('document', key.value, value);
  }
  if (type === 'agent' || type === 'build') add('v2', `\`type: ${type}\``, fieldOf(root, 'type')!.value);
  for (const step of steps) {
    for (const at of step.keys.telling) {
      const { key, value } = step.map!.pairs[at]!;
      const ofKey = dialectOfStepKey(key.value);
      // In a mapping of steps 2.x takes the spelling of 1.x.
      const isOfBoth = shape === 'map' && ofKey === 'v1';
      add(
        (isOfBoth ? undefined : ofKey) ?? dialectOfStepValue({ key: key.value, value }, step.map!, ownTypes, false),
        keyInWords(key.value, key.value, step.map!, false),
        key,
      );
      if (shape === 'sequence') addInner('step', key.value, value);
    }
  }
  return found;
}
