import type { Shape } from '../diagnostics/catalog/reading.js';
import type { Report } from '../diagnostics/diagnostics.js';
import type { Reported } from '../diagnostics/recorder.js';
import type { Engine } from '../model/engine.js';
import type { EngineSetting } from '../model/engine-setting.js';
import type { WorkflowFacts } from '../model/facts.js';
import type { OperatorDefaults } from '../model/libraries.js';
import type { Marks, Nameless, Removal } from '../model/mark.js';
import type { DagPlan, GatesPassed, HandlerPlace, HandlerPlan, Plan } from '../model/plan.js';
import type { Rule, VersionPlaces } from '../model/rule.js';
import type { SourceFile, Span, TextEdit } from '../model/source.js';
import type { Dag, Fingerprints, NamesIn, Workflow } from '../model/workflow.js';
import type { YamlDocument } from '../text/yaml-node.js';
import type { ShapeNumbers } from './shape-numbers.js';
import type {
  HookStencil,
  ListPlan,
  NamedHook,
  WritingFault,
  WrittenDag,
  WrittenOther,
  WrittenRoot,
} from './stencils.js';

/** One workflow language. A new one is a folder beside this file and a line in `index.ts`. */
export interface Format {
  readonly name: string;
  /** What it is called, and what a text in it looks like, for those who wrote something else. */
  readonly shape: Shape;
  /** Does the text look like this language? */
  detects(text: string): boolean;
  /** May a text that looks like no language at all be one of this, with its outermost keys written wrong? */
  resembles?(documents: readonly YamlDocument[]): boolean;
  /** Where the engine looks for its files; `undefined` where they may be anywhere. */
  readonly home?: Home;
  /** Which of some files that look like no language belong to those of this one. */
  partsAmong?(others: readonly SourceFile[], files: readonly SourceFile[]): readonly SourceFile[];
  /** Splits what was read into workflows that have nothing to do with each other, and reads each. */
  open(files: readonly SourceFile[], options: OpenOptions, report: Report): readonly OpenWorkflow[];
  /** Reports versions that it cannot read or write, where there is no workflow. */
  checkVersions?(options: OpenOptions, report: Report): void;
  /**
   * What a file most likely was before hooks were put in. The caller has to make sure: hooks put into it again must give the same
   * text. The file itself where it has no marks; `undefined` where no such guess can be made.
   * @param takeOutInFull takes hooks out of a document that has to be read in full for that
   * @internal
   */
  likelyBase?(
    file: SourceFile,
    takeOutInFull: TakeOutInFull,
  ): { readonly base: SourceFile; readonly taken: readonly TextEdit[] } | undefined;
  /** @internal */
  createPlainReader?(): PlainReader;
}

/** Where an engine looks for its files in a project. */
export interface Home {
  /** A file or a folder that a project has if the engine runs it. */
  readonly sign: string;
  readonly kind: 'file' | 'folder';
  /** The name of the file with a dot in front, in each of its spellings. All others of that kind are left out of folders. */
  readonly hiddenName?: RegExp;
  /** Folders, with a dot in front for the most part, in which people keep what such a file includes. */
  readonly foldersOfParts?: readonly string[];
  /** Is a file there that the engine would find? The path is from the folder of the project. */
  holds(path: string): boolean;
}

/** Reads the files of a workflow into tables, one workflow after another. A document that was there before is not read again. */
export interface PlainReader {
  /** @returns `undefined` where there is something to report, or not all of it is plain: then it is to be opened as others are */
  open(files: readonly SourceFile[], options: OpenOptions, questions: NodeQuestions): PlainWorkflow | undefined;
  readonly numbers: ShapeNumbers;
}

/** @returns `undefined` where the document cannot be read by itself */
export type TakeOutInFull = (document: SourceFile) => readonly TextEdit[] | undefined;

export interface OpenOptions {
  /** Version of the engine, as written; `undefined` where nobody said. */
  readonly targetVersion: string | undefined;
  /** The same for workflows that do not show theirs. */
  readonly assumeVersion?: string | undefined;
  readonly versionsAt?: VersionPlaces | undefined;
  /** What the operator's own configuration of the engine adds to every workflow. */
  readonly defaults: OperatorDefaults;
  /** Nodes are looked at DAG by DAG, once; where there are many, they are read when asked for and do not stay. */
  readonly dagByDag?: boolean | undefined;
  /** Paths of the files of each workflow where these were read before, with hooks or without: what belonged together still does. */
  readonly together?: readonly (readonly string[])[] | undefined;
  /** What the configuration says to formats, by engine and key: `argo.runtime_image`. */
  readonly settings?: ReadonlyMap<string, EngineSetting> | undefined;
}

/** A workflow with all that passes and people ask of its text, and what writes into that. */
export interface OpenWorkflow {
  readonly workflow: Workflow;
  readonly engine: Engine;
  /** What its nodes do, apart from what they are called, where they do not say all of it themselves. */
  readonly facts?: WorkflowFacts;
  /** Where a node is in the text, from its mark on if it has one. */
  spanOf(dag: number, node: number): Span;
  /** The names in a list made of a DAG's nodes and others, in each way in which an engine may make up the missing ones. */
  namesIn: NamesIn;
  /** What earlier runs left in the text; looked for when first asked. */
  marks(): Marks;
  /** What a node would be without its name, where that is as one that is written down for hooks does. */
  namelessBefore(dag: number, node: number): Nameless | undefined;
  /** Takes out what earlier runs put in: steps, what was written to make others wait for them, hooks in handlers, stray marks. */
  erase(removal: Removal, report: Report): readonly TextEdit[];
  /** Nodes of a plan that would run although a gate before what they ask about failed. */
  gatesPassed?: GatesPassed;
  /** Writes a plan down as edits of the text, in order of position. */
  write(plan: Plan, report: Report): readonly TextEdit[];
  /** Into which of the engine's handlers those of a plan go. */
  handlerPlaces(handlers: readonly HandlerPlan[]): readonly HandlerPlace[];
  /** What the workflow says; with a plan, what it will say once that plan is written. */
  fingerprints(plan?: Plan): Fingerprints;
}

/** What passes want to know of steps beside their graph. */
export interface NodeQuestions {
  /** Does a rule or a setting ask for a step of that name? */
  isAskedFor(name: string): boolean;
  /** May the step take away the folder that its task works in? */
  mayTearDown(name: string, text: string): boolean;
}

/** What there is to report of a DAG. */
export interface DagFindings {
  /** Whatever the rules. */
  readonly ofText: readonly Reported[];
  /** Of hooks of some rules in it. */
  readonly ofHooks: readonly Reported[];
}

/** Where both are equal, nodes of two DAGs are called the same and do the same, but for the digits in the names of DAGs. */
export interface StepTexts {
  /** What the DAG says beside its nodes. */
  readonly around: string;
  readonly nodes: readonly string[];
}

/**
 * A workflow of which every DAG is plain text, read into tables of numbers: what else is in it is read when it is asked for. DAGs of
 * one shape are the same to every pass, but for their names, their files and the names of nodes that nobody asks for.
 */
export interface PlainWorkflow {
  readonly open: OpenWorkflow;
  /** The same, whose nodes know their names and calls: all else of their DAG is read when it is asked for. */
  byNames(): OpenWorkflow;
  /** The DAG that a run starts with; all others are tasks. */
  readonly root: number;
  /** By DAG. */
  readonly names: readonly string[];
  /** The numbers of their shapes. */
  readonly shapes: readonly number[];
  /** Equal for DAGs in which variables have the same values, but for their own names in them, or none that are known before the run. */
  readonly settings: readonly number[];
  /** By DAG: the first node that calls it. */
  readonly callers: readonly ({ readonly dag: number; readonly node: number } | undefined)[];
  readonly calls: readonly { readonly dag: number; readonly node: number; readonly target: number }[];
  /** Nodes that may take a workspace away; the shape of their DAG does not say whether they do. */
  readonly suspects: readonly { readonly dag: number; readonly node: number }[];
  /** Is it like no other, so that its plan is its own, and written by `writeOther`? */
  isOther(dag: number): boolean;
  nodeName(dag: number, node: number): string;
  /** Does a node of any DAG have such a name? */
  hasNode(isWanted: (name: string) => boolean): boolean;
  /** The same for one name, in a tenth of the time. */
  isNode(name: string): boolean;
  /** May a DAG set a variable of such a name for steps, its own or those of others? Rather once too often. */
  maySet(isWanted: (name: string) => boolean): boolean;
  /** The text of a node without what it waits for. */
  nodeText(dag: number, node: number): string;
  /** `undefined` where more than its own text may decide what its steps do. */
  stepTexts(dag: number): StepTexts | undefined;
  /** The document of a DAG. */
  textOf(dag: number): string;
  /** That of most lines, in each file. */
  readonly lineBreak: string;
  inFull(dag: number): Dag;
  /** Of which DAGs somebody looked at more than the name since this was last called. */
  lookedInto(): ReadonlySet<number>;
  /** What there is to report of a DAG; nothing for all of a shape if nothing for one. */
  findings(dag: number, rules: readonly Rule[]): DagFindings;
  /** Reports what is to be known about the files. */
  report(report: Report): void;
  /** Reports what is to be known about a DAG that gets hooks. */
  reportAdded(dag: number, report: Report): void;
  /**
   * A hook of a DAG and others like it, by two that were made under different names.
   * @returns `undefined` where these differ in more than the words that follow from the names
   */
  hookStencil(
    dag: number,
    made: readonly [NamedHook, NamedHook],
    needsNodes: boolean,
    report: Report,
  ): HookStencil | undefined;
  /** @param words those that follow from the name of the DAG */
  write(dag: number, plan: ListPlan, words: readonly string[], marks: boolean): WrittenDag;
  /** @returns `undefined` where there is something to report */
  writeOther(dag: number, nodes: DagPlan['nodes'], marks: boolean): WrittenOther | undefined;
  /**
   * Puts what its own handlers are to run into the root, and reads what came out. All but these handlers has to say what it said
   * before.
   * @param written the root with the hooks in its list of steps
   * @returns `undefined` where there is something to report, or a handler says already what it is to run
   * @throws where it cannot be read any more, or bytes outside of the edits change: a fault of ours
   */
  writeHandlers(
    written: Pick<WrittenDag, 'text' | 'edits'>,
    plan: Pick<Plan, 'handlers' | 'marks'>,
  ): WrittenRoot | undefined;
  /** Reads what was written anew and compares it with the plan. */
  findFault(dag: number, plan: ListPlan, written: WrittenDag): WritingFault | undefined;
}
