import type { Reported } from '../../../diagnostics/recorder.js';
import { createPlainSteps, type PlainSteps } from '../../yaml-steps/plain-steps.js';
import type { DocumentSummary } from '../document.js';

/** What is found in plain documents, and in others among them. Arrays are by DAG, which is by document, in the order of the files. */
export interface FoundDocuments {
  readonly names: string[];
  /** Those that files name: a first document need not say its name. */
  readonly namedByFile: Set<number>;
  /** Those that are other than plain. They are read in full, and nothing of them is in `steps`, `suspects` and `calls`. */
  readonly others: Map<number, OtherDocument>;
  readonly shapes: number[];
  readonly settings: number[];
  /** What they set and hand on, text by text: names of variables are among the words of these. */
  readonly said: Set<string>;
  /** Where their names are, quotes included; the first key of those that files name. */
  readonly namesFrom: number[];
  readonly namesTo: number[];
  /** Those with keys of their own that are in no table. */
  readonly odd: Set<number>;
  /** DAGs with keys that few have: of all that are alike, one is read in full for what is to be reported. */
  readonly withRareKeys: Set<number>;
  /** DAGs that may say in which folder their steps start. */
  readonly withFolder: Set<number>;
  /** DAGs of which steps have ids. */
  readonly withIds: Set<number>;
  /** Where the first key of one is that does not say its type; else -1. */
  readonly typeless: number[];
  readonly steps: PlainSteps;
  readonly suspects: { readonly dag: number; readonly node: number }[];
  readonly calls: { readonly dag: number; readonly node: number; readonly name: string }[];
  /** What steps have as `run`, as it is written. To 1.x that is the name of a DAG. Of one file the first ones alone. */
  readonly runs: { readonly dag: number; readonly written: string }[];
  /** How many bytes the longest name of a step has. */
  mostNameBytes: number;
  hasRuns: boolean;
  speaksForV1: boolean;
  speaksForV2: boolean;
}

/** A document among plain ones that is other than these, as far as that is known before the version of the engine is. */
export interface OtherDocument extends Pick<DocumentSummary, 'calls'> {
  /** Its keys are in braces. */
  readonly flow: boolean;
  /** What there is to know of how it is written. */
  readonly reported: readonly Reported[];
}

export function noneFound(): FoundDocuments {
  return {
    names: [],
    namedByFile: new Set(),
    others: new Map(),
    shapes: [],
    settings: [],
    said: new Set(),
    namesFrom: [],
    namesTo: [],
    odd: new Set(),
    withRareKeys: new Set(),
    withFolder: new Set(),
    withIds: new Set(),
    typeless: [],
    steps: createPlainSteps(),
    suspects: [],
    calls: [],
    runs: [],
    mostNameBytes: 0,
    hasRuns: false,
    speaksForV1: false,
    speaksForV2: false,
  };
}
