import type { Listing } from './listing.js';
import type { SourceFile, Span } from './source.js';

/** What every format parses to: the DAGs of one run, and how they call each other. */
export interface Workflow {
  readonly format: string;
  /** Sorted by path, so that the order in which files were named plays no part. */
  readonly files: readonly SourceFile[];
  readonly dags: readonly Dag[];
  /** Indexes into `dags`: the DAGs that a run starts with. One file has one root, its first document. */
  readonly roots: readonly number[];
  /** The steps of a called DAG find the environment, the secrets and the parameters of all that call it, but no outputs. */
  readonly inherits: boolean;
  /** Which DAGs may call what is in a file beside their own: all of them, or only those that nothing calls. */
  readonly findBeside: 'all' | OnlyRoots;
  /** What tasks are where the rules leave that to the workflow, and what runs inside of nodes does not decide it. */
  readonly tasksAre?: 'nodes';
  /** Paths of files that are a part of it and were not read, for nobody named them. */
  readonly unread?: readonly string[];
}

interface OnlyRoots {
  /** The engine's own folder, in which the others find DAGs. */
  readonly othersFindIn: string;
}

export interface Dag {
  /** Position in `Workflow.dags`. */
  readonly index: number;
  /** As other DAGs call it: the name written in it, or else the one the file gives it. */
  readonly name: string;
  /** Shell text that yields the name where it is not written: it is that of the file that the DAG is run from. */
  readonly nameAtRun: string | undefined;
  readonly file: string;
  /** In document order. */
  readonly nodes: readonly Node[];
  /** One, or two where the text means two graphs and the engine's version decides which. Never empty. */
  readonly readings: readonly Reading[];
  /** Environment set in the document, raw text; the last setting of a name wins, as in the engines. */
  readonly env: ReadonlyMap<string, string>;
  /** Names of its parameters, which its steps find in their environment. */
  readonly params: ReadonlySet<string>;
  /** Names of what its steps find there besides, as secrets or what a person is asked for, each with the key that says so. */
  readonly given: ReadonlyMap<string, string>;
  /** The key that names files with more of their environment, which nobody reads before the run. */
  readonly envFiles?: string | undefined;
  /** Why nothing can be put into it; `undefined` where hooks can go in. */
  readonly closed: Closed | undefined;
  /** The setting that lets steps start where they find nothing beside the workflow; `undefined` without one. */
  readonly startsElsewhere: string | undefined;
  /** A node sees the outputs of what it needs directly alone, so hooks come beside its needs and do not take their place. */
  readonly keepsNeeds?: boolean | undefined;
  /** The number of the last stage, where nodes have stages; the first one is 0. Neither need hold a node. */
  readonly lastStage?: number | undefined;
  /** What runs at its end whatever happened takes hooks; whether it fails where one of them does. */
  readonly takesAtEnd?: { readonly failureCounts: boolean } | undefined;
  /** Its nodes are commands of one job, and what waits for a person or starts another workflow goes around it. */
  readonly ofCommands?: boolean | undefined;
  /** Its nodes can say that they run although what they wait for failed. */
  readonly runsPastFailure?: boolean | undefined;
  /** Where a message about the whole DAG points: its name, or its first line. */
  readonly span: Span;
}

/** Why a DAG takes no hooks, and the way out. */
export interface Closed {
  /** Words that end the sentence "…, because". */
  readonly why: string;
  /** What to change in the workflow, as a sentence. */
  readonly instead: string;
}

/** One way in which an engine reads the order of a DAG. */
export interface Reading {
  /** For messages, the engine with its version. */
  readonly name: string;
  readonly sequence: Sequence;
}

/**
 * What the position in the list means.
 * - `none`: nothing, only written needs count.
 * - `adds`: each entry also waits for the whole entry before it, unless its needs are written as an empty list.
 * - `only`: each entry waits for the whole entry before it, and needs cannot be written.
 * - `stages`: nothing, but each node has a stage, and one without written needs waits for all nodes of earlier stages. What a
 *   node needs is also what it gets files from.
 */
export type Sequence = 'none' | 'adds' | 'only' | 'stages';

export interface Node {
  /** Position in `Dag.nodes`. */
  readonly index: number;
  /** The name by which the engine knows it, made up as the engine does where none is written. */
  readonly name: string;
  /** False where the engine makes the name up from the position, so that an insertion before it changes the name. */
  readonly named: boolean;
  readonly id: string | undefined;
  /** No hook is written so: it is the workflow's own, whatever it is called. */
  readonly isOwn?: boolean | undefined;
  /** What it waits for is read as what a hook waits for, because nothing but its name and form tells. */
  readonly readAsHook?: boolean | undefined;
  /** Another place of the text may speak of it by a name that the engine makes up. */
  readonly mentioned: boolean;
  /** Nodes that share its text and would take on a name that is written there. */
  readonly followers: readonly number[];
  /** What other nodes may write to wait for it; `undefined` where that is not known for sure. */
  readonly reference: string | undefined;
  /** What the node is in the engine's words: `command`, `call`, `http`. */
  readonly type: string;
  /** What it is in words that engines share, for rules that go by kind: `shell`, `call`; its type is among them. */
  readonly kinds: readonly string[];
  /** What it hands to a shell, as written; `undefined` where it is no such node. */
  readonly command: string | undefined;
  /** Which entry of the list it is in; the members of a nested list share one. */
  readonly entry: number;
  /** The number of its stage, where nodes have stages. */
  readonly stage?: number | undefined;
  /** True where the node is in a nested list. */
  readonly grouped: boolean;
  /** Needs as written: `undefined` where none are written, empty where an empty list is. */
  readonly needs: readonly Need[] | undefined;
  /** They are written elsewhere, and no longer count once the node has needs of its own. */
  readonly needsTakenOver?: boolean | undefined;
  /** Names in files that were not read, which it has to need once a list of needs is written. */
  readonly needsElsewhere?: readonly string[] | undefined;
  /** Nodes that take over the needs that are written here, because they have none of their own. */
  readonly heirs?: readonly number[] | undefined;
  /** Needs that the engine adds for a reason other than position, such as those of a node that chooses which others run. */
  readonly engineNeeds: readonly number[];
  /** The engine may skip it although nothing failed: it has a condition, or another node chooses whether it runs. */
  readonly conditional: boolean;
  /** What waits for it runs also where it was skipped; otherwise that is skipped, too. */
  readonly skippable: boolean;
  /** Others go on without it, and what needs it is skipped, until a person or a failure starts it; `sometimes` where it may also start by itself. */
  readonly idle?: 'sometimes' | 'yes' | undefined;
  /** It is no part of some runs at all. */
  readonly mayBeAbsent?: boolean | undefined;
  /** It may run although what it waits for failed, so where a condition can ask for that, it has to name each gate before it and ask how that ended. */
  readonly pastFailure?: boolean | undefined;
  /** It runs where what it needs fails and where that succeeds, whatever it is there for. */
  readonly goesPast?: GoesPast | undefined;
  /** What it needs that may be skipped for it to run, but may not fail; a gate that kept such a node from running counts as its failure. */
  readonly spares?: readonly number[] | undefined;
  /** Its condition asks how what it needs ended, and so does that of a hook before it, which has to need the same. */
  readonly asksForNeeds?: boolean | undefined;
  /** Another node chooses whether it runs, and what waits for it runs either way. */
  readonly chosen: boolean;
  /** What waits for it runs also where it failed; `sometimes` where its exit code or output decides that. */
  readonly failable: 'no' | 'sometimes' | 'yes';
  /** Where others go on although it failed, the engine counts it as a success. */
  readonly marksSuccess: boolean;
  /** The DAG it runs, where it runs one whose name is known before the run. */
  readonly call: Call | undefined;
  /** The DAG it runs, where that is found by the name of a workflow of its own. */
  readonly callBeside?: CallBeside | undefined;
  /** The variable in which later steps find what it printed, where that is written. */
  readonly output: string | undefined;
  readonly span: Span;
}

/** A place in a list of nodes, as far as names depend on it. */
export interface NamePlace {
  /** Index into `Dag.nodes`; `undefined` for a node that has a name and is not there yet. */
  readonly node: number | undefined;
  /** The name that is written there, or will be. */
  readonly name: string | undefined;
  readonly entry: number;
}

/** What each node of a list is called, in each way in which a version of the engine may make names up. */
export type NamesIn = (dag: number, list: readonly NamePlace[]) => readonly (readonly string[])[];

/** How a node runs whatever becomes of what it needs. */
export interface GoesPast {
  /** The needs that it goes past where they fail, by their indexes; `undefined` for all. */
  readonly failed?: readonly number[];
  /** Those that it goes past where they are skipped because of a failure. */
  readonly skipped?: readonly number[];
  /** The field with its value that says so. */
  readonly field: string;
  /** What to write so that it does not: a sentence without its full stop. */
  readonly instead: string;
  /** What it does looks at how its needs ended. */
  readonly judges?: boolean;
}

export interface Need {
  readonly name: string;
  /** Index of the node meant, or `undefined` where no node has that name. */
  readonly node: number | undefined;
  /** No node has that name, and one in a file that was not read may have it. */
  readonly elsewhere?: boolean | undefined;
  /** The node may be missing from a run, and then this says nothing. */
  readonly mayBeMissing?: boolean | undefined;
  /** Where a node has that name under a key that is not the one for names. */
  readonly misspelt?: MisspeltName | undefined;
  readonly span: Span;
}

export interface MisspeltName {
  readonly key: string;
  /** The key that it should have. */
  readonly meant: string;
  readonly span: Span;
}

export interface Call {
  readonly name: string;
  /** Index into `Workflow.dags`, or `undefined` where that DAG is not among what was read. */
  readonly dag: number | undefined;
  /** It is known to be in a place that is not read, so that nobody looks for it. */
  readonly elsewhere?: boolean;
  /** Names of the parameters that are handed over. */
  readonly params: ReadonlySet<string>;
  /** What becomes of the DAG of the node where the one that it runs fails; where a format does not say, `failable` tells. */
  readonly afterFailure?: AfterFailure | undefined;
  readonly span: Span;
}

interface CallBeside extends Pick<Call, 'afterFailure'> {
  /** As the DAG itself says where it is. */
  readonly at: Dag['span'];
}

/** What becomes of a DAG where one of its nodes fails and all else goes well. */
export interface AfterFailure {
  /** Nodes behind it that run as they would behind a success. */
  readonly goesOn: readonly string[];
  /** Nodes behind it that run only then. */
  readonly handlers: readonly string[];
  /** Why the DAG ends as if all had gone well: words behind "because"; `undefined` where it fails. */
  readonly whyWell: string | undefined;
  /** What to write so that others wait, and the DAG fails: a sentence without its full stop. */
  readonly instead: string;
}

/** For each DAG, texts that are equal where two workflows say the same, names, needs and style apart. */
export type Fingerprints = Listing<DagFingerprint>;

/** What a DAG says around its nodes. */
export interface AroundPrint {
  /** Everything outside of the nodes and the handlers. */
  readonly rest: string;
  /** The handlers that hooks may go to, by what the engine calls them. */
  readonly handlers: ReadonlyMap<string, string>;
}

export interface DagFingerprint extends AroundPrint {
  readonly count: number;
  /** What a node says, by its position. */
  node(index: number): string;
  /** The very text of a node where it is written out; equal texts say the same, and need not be read. */
  source(index: number): string | undefined;
}

/** For each DAG, which one of its file it is, from 1. */
export function documentNumbers({ dags }: Workflow): readonly number[] {
  const reached = new Map<string, number>();
  return dags.map(({ file }) => {
    const number = (reached.get(file) ?? 0) + 1;
    reached.set(file, number);
    return number;
  });
}
