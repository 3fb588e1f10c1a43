import type { RunTable } from './run-table.js';

/** What runs a workflow, as far as passes have to know it: they read this and never ask which engine or format it is. */
export interface Engine {
  /** Longest node name in bytes (UTF-8). */
  readonly maxNameBytes: number;
  /** Signs that the name of a node may hold besides letters, digits and `-`: `._` unless said. */
  readonly nameSigns?: string;
  /** Two nodes of one DAG may not have names that differ by case alone. */
  readonly foldsNames?: boolean;
  /** How many outputs of hooks one DAG may capture without being asked; 0 where the engine cannot capture. */
  readonly maxOutputs: number;
  readonly can: Abilities;
  /** Which steps run, by how others ended. */
  readonly runTable: RunTable;
  readonly shell: EngineShell;
  readonly words: EngineWords;
}

/** What some engines can do and others cannot. */
interface Abilities {
  /**
   * Run something at the end of a run, whatever happened, on failure, or when the run was stopped. `nodes`: by nodes behind all others that
   * say themselves when they run.
   */
  readonly handlers: true | 'nodes' | NoHandlers;
  /**
   * Start an added step and go on with a list that is run in order before that step has ended. `soft`: the list goes on behind it whatever
   * comes of it.
   */
  readonly background: boolean | 'soft';
  /** An added node at the end of a DAG also runs where a node before it was skipped, and so does what is asked for by nodes that do. */
  readonly pastSkipped?: boolean;
}

interface NoHandlers {
  /** In words that end a sentence. */
  readonly because: string;
  /** What to do about it: a sentence without its full stop. */
  readonly instead: string;
}

/** What the people who write for the engine call things, for messages; what an engine does not have, it does not name. */
export interface EngineWords {
  /** The field in which a node names what it waits for. */
  readonly needs: string;
  /** What people call a node that has this field. */
  readonly item: 'job' | 'step' | 'task';
  /** What to write so that the place in a list means nothing, in words that follow "or". */
  readonly asGraph: string;
  /** Where a text can have two orders: what to write so that it has one, in words that begin a sentence. */
  readonly oneOrder?: string;
  /** The field of a node with which those behind it go on where it failed. */
  readonly letsOthersGoOn?: string;
  /** What to write there so that they go on where it was skipped. */
  readonly goesOnWhenSkipped?: string;
  /** A node that chooses which of those behind it run. */
  readonly chooser?: string;
}

/** What gives variables to the steps of an engine, for messages. */
export interface VariableSources {
  /** Where a workflow sets them, in words that follow "Set it"; `undefined` where nothing in a workflow gives them to hooks. */
  readonly inWorkflow: string | undefined;
  /** Does a condition also see what the `env` of its hook sets? */
  readonly ofHook: boolean;
  /** What else gives them, in words that follow "from". */
  readonly elsewhere: string;
}

/** How the commands of steps are written, and what they find in their environment. */
export interface EngineShell {
  /**
   * How values get into a command. `quoted`: as words in its text. `variables`: as variables that the step brings along, because the
   * engine may evaluate the text before a shell reads it.
   */
  readonly values: 'quoted' | 'variables';
  /** Writes a literal as one bare word that reaches the command unchanged, past the engine and then a POSIX shell. */
  quote(literal: string): string;
  /**
   * Shell text that, between double quotes, yields a variable of the step's environment.
   * @param filter a command that its value is piped through, such as `head -n 1`
   */
  variable(name: string, filter?: string): string;
  /** Does a step find a variable of that name without a workflow's doing? */
  ownsVariable(name: string): boolean;
  readonly variableSources: VariableSources;
  /** Shell text that, between double quotes, yields in a handler what went wrong; `undefined` where the engine does not tell. */
  readonly failure: string | undefined;
  /** Files that the engine keeps in the folder of a step while it runs, as patterns of git. */
  readonly ownFiles: readonly string[];
}
