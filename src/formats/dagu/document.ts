import type { Report } from '../../diagnostics/diagnostics.js';
import type { SourceFile, Span, TextEdit } from '../../model/source.js';
import { dominantLineBreak, lineStartBefore } from '../../text/lines.js';
import { trimSpace } from '../../text/trim-space.js';
import type { YamlDocument, YamlMap, YamlNode, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import type { KnownBase } from './base-config.js';
import { dialectOfRootKey, dialectOfStepKey } from './dialect.js';
import { fieldOf, fieldValue, textOf } from './fields.js';
import { type DaguStep, textAt } from './step-keys.js';
import { areSteps } from './step-like.js';
import { type DaguSteps, readSteps, type StepReading } from './steps.js';

/** One document of a Dagu file: one DAG, unchanged in the text. */
export interface DaguDocument {
  readonly file: string;
  /** 0 for the document that a run of the file starts with. */
  readonly position: number;
  readonly root: YamlMap;
  readonly name: YamlScalar | undefined;
  /** The value of `type`, as written. */
  readonly type: string | undefined;
  readonly steps: DaguSteps;
  readonly evidence: readonly Evidence[];
  readonly base: KnownBase;
}

/** Something only one version of the engine understands. */
export interface Evidence {
  readonly dialect: 'v1' | 'v2';
  readonly what: string;
  readonly span: Span;
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
  const root = document.root;
  if (root === undefined || (root.kind === 'scalar' && root.type === 'null')) return undefined;
  const file = source.path;
  if (root.kind !== 'map') {
    const span = { file, start: root.start, end: Math.min(root.end, root.start + 80) };
    const found = root.kind === 'sequence' ? 'list' : root.kind === 'alias' ? 'alias' : 'text';
    const fix = root.kind === 'sequence' && areSteps(root) ? underSteps(root, source) : undefined;
    report('DW201', { found, isFixed: fix !== undefined }, { span, fix });
    return undefined;
  }
  if (root.pairs.length === 0) return undefined;
  const name = fieldValue(root, 'name');
  const steps = readSteps(root, { file, keysOf, report });
  const type = textOf(root, 'type')?.trim();
  return {
    file,
    position,
    root,
    name: name?.kind === 'scalar' && trimSpace(name.value) !== '' ? name : undefined,
    type,
    steps,
    base,
    evidence: evidenceIn(root, type, steps, file),
  };
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
  const add = (dialect: Evidence['dialect'] | undefined, what: string, { start, end }: YamlNode) => {
    if (dialect) found.push({ dialect, what: `\`${what}\``, span: { file, start, end } });
  };
  for (const { key } of root.pairs) add(dialectOfRootKey(key.value), key.value, key);
  if (type === 'agent' || type === 'build') add('v2', `type: ${type}`, fieldOf(root, 'type')!.value);
  for (const step of steps) {
    for (const at of step.keys.telling) {
      const { key, value } = step.map!.pairs[at]!;
      const ofKey = dialectOfStepKey(key.value);
      // In a mapping of steps 2.x takes the spelling of 1.x.
      const isOfBoth = shape === 'map' && ofKey === 'v1';
      add((isOfBoth ? undefined : ofKey) ?? dialectOfStepValue(step, key.value, value.kind), key.value, key);
    }
  }
  return found;
}

function dialectOfStepValue(step: DaguStep, key: string, kind: string): 'v1' | 'v2' | undefined {
  const { type, params, parallel } = step.keys;
  if (key === 'stdout' && kind === 'map') return 'v2';
  if (key === 'type' && textAt(step, type) === 'hitl') return 'v1';
  // In 1.x `run` names a DAG, and the keys beside it say how it is called; in 2.x it is a command.
  if (key === 'run' && (params >= 0 || parallel >= 0)) return 'v1';
  return undefined;
}
