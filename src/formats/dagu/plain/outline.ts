/**
 * What is asked of a plain document, by offsets into the text. One is used again for each document: what is in it holds until the
 * next one is read. Entries at and behind `steps` (of `needs`: behind `firstNeed[steps]`) are left from other documents.
 */
export interface Outline {
  /** The name of the DAG; empty where the document does not say it. */
  name: string;
  /** Where that is, quotes included, or else the first key of the document; and where that key begins. */
  ownNameFrom: number;
  ownNameTo: number;
  firstKey: number;
  /** Is there a key that only 1.x knows, or only 2.x? */
  speaksForV1: boolean;
  speaksForV2: boolean;
  /** Does a step have `run`, which means different things to the two? */
  hasRuns: boolean;
  /** What it sets for its steps, in one text: equal texts mean the same to every hook. */
  settings: string;
  /** The variables that some document before it set; see `addEnvironment`. */
  environment: KnownEnvironment | undefined;
  /** What its settings leave out in which names of variables may be, word for word: its parameters, and what its steps hand to DAGs that they call. */
  handed: string;
  /** Does it say in which folder its steps start? */
  hasFolder: boolean;
  /** Does it have keys beside `steps` that are in no table? What they say is among its settings. */
  isOdd: boolean;
  /** What they say, word for word: names of steps may be in it. */
  oddWords: string;
  /** Do its steps have keys that few steps have? What they say is among its settings as well. */
  isRare: boolean;
  /** `chain`, `graph`, or empty where the document does not say. */
  type: string;
  steps: number;
  names: string[];
  /** By step: where its dash is, and where its last value ends. */
  dash: number[];
  to: number[];
  /** By step: the value of `depends`; -1 without one. */
  needsFrom: number[];
  needsTo: number[];
  /** By step: the same as a node of the document, as long as that holds. */
  needsNode: number[];
  /** By step: where its needs begin in `needs`; one entry more than there are steps. */
  firstNeed: number[];
  /** Positions of the steps that are needed. */
  needs: number[];
  /** By step: what it is called besides; empty without an id. */
  ids: string[];
  hasIds: boolean;
  /** By step: where its name is, without quotes. */
  nameFrom: number[];
  nameTo: number[];
  /** By step: where its first key is. */
  from: number[];
  /** By step: the name of the DAG that it calls; empty without a call. */
  calls: string[];
  /** By step: the value of `run`; -1 without one. */
  runFrom: number[];
  runTo: number[];
  /** By step: the name of the variable that it leaves its output in, without quotes; -1 without one. */
  outputFrom: number[];
  outputTo: number[];
  /** By step: may the engine skip it? */
  conditional: boolean[];
}

export interface KnownEnvironment {
  /** As it is written, without the name of its document. */
  readonly written: string;
  /** What that says among settings. */
  readonly said: string;
}

/** One literal: of several spreads V8 makes objects of a hidden class each, and code that it optimized for one fits no other. */
export function createOutline(): Outline {
  return {
    name: '',
    ownNameFrom: -1,
    ownNameTo: -1,
    firstKey: -1,
    type: '',
    speaksForV1: false,
    speaksForV2: false,
    hasRuns: false,
    settings: '',
    environment: undefined,
    handed: '',
    hasFolder: false,
    isOdd: false,
    oddWords: '',
    isRare: false,
    steps: 0,
    names: [],
    ids: [],
    hasIds: false,
    nameFrom: [],
    nameTo: [],
    dash: [],
    from: [],
    to: [],
    needsFrom: [],
    needsTo: [],
    needsNode: [],
    firstNeed: [],
    needs: [],
    calls: [],
    runFrom: [],
    runTo: [],
    outputFrom: [],
    outputTo: [],
    conditional: [],
  };
}
