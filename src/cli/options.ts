/** Options that every verb takes. */
export interface GlobalOptions {
  readonly config: readonly string[];
  readonly policy: readonly string[];
  readonly set: readonly string[];
  /** `name=value`, not yet split. */
  readonly var: readonly string[];
  /** `undefined` leaves it to the configuration. */
  readonly format?: string;
  readonly targetVersion?: string;
  readonly assumeVersion?: string;
  readonly baseConfig?: string;
  readonly diagnostics: DiagnosticsView;
  readonly promptContext: PromptContext;
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: ColorChoice;
  /** What standard input would hold, from a program that has it at hand; no option of the command line. */
  readonly standardInput?: string | undefined;
}

/** Of the options that may be left out without saying anything. */
export const optionDefaults = {
  config: [],
  policy: [],
  set: [],
  var: [],
  strict: false,
  quiet: false,
  verbose: false,
  inPlace: false,
  check: false,
  allowNoRules: false,
  fix: false,
  force: false,
  exitCode: false,
  serve: false,
  json: false,
  vars: false,
  update: false,
  watch: false,
  mutate: false,
  full: false,
} as const;

export const diagnosticsViews = ['pretty', 'json', 'sarif', 'github', 'prompt'] as const;
export const promptContexts = ['lines', 'full'] as const;
type PromptContext = (typeof promptContexts)[number];
export type DiagnosticsView = (typeof diagnosticsViews)[number];

/** The formats by name, without loading them. */
export const formatNames = ['auto', 'dagu', 'github-actions', 'argo', 'gitlab-ci'] as const;

export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

export const diffViewNames = ['text', 'graph', 'markdown', 'json', 'html'] as const;
export type DiffView = (typeof diffViewNames)[number];

export const graphViewNames = ['ascii', 'mermaid', 'dot', 'svg', 'html'] as const;
export type GraphView = (typeof graphViewNames)[number];

export interface ApplyOptions extends GlobalOptions {
  readonly manifest?: string;
  readonly force: boolean;
  readonly output?: string;
  readonly inPlace: boolean;
  readonly check: boolean;
  readonly allowNoRules: boolean;
  readonly fix: boolean;
  readonly watch: boolean;
}

export interface StripOptions extends GlobalOptions {
  readonly force: boolean;
  readonly output?: string;
  readonly inPlace: boolean;
  readonly manifest?: string;
}

export interface ValidateOptions extends GlobalOptions {
  readonly allowNoRules: boolean;
}

export interface VerifyOptions extends GlobalOptions {
  readonly allowNoRules: boolean;
  readonly manifest?: string;
}

export interface DiffOptions extends GlobalOptions {
  readonly force: boolean;
  /** `undefined` is `text`, or `html` with `serve`. */
  readonly view?: DiffView;
  readonly serve: boolean;
  readonly exitCode: boolean;
}

export interface GraphOptions extends GlobalOptions {
  /** `undefined` is `ascii`, or `html` with `serve`. */
  readonly view?: GraphView;
  readonly serve: boolean;
}

export interface ExplainOptions extends GlobalOptions {
  readonly step?: string | undefined;
  readonly task?: string | undefined;
  readonly rule?: string | undefined;
  readonly vars: boolean;
}

export interface TestOptions extends GlobalOptions {
  readonly update: boolean;
  readonly mutate: boolean;
  readonly junit?: string;
}

export interface ListOptions extends GlobalOptions {
  readonly json: boolean;
  readonly ids?: boolean;
}

export interface DoctorOptions extends GlobalOptions {
  readonly offline?: boolean;
}

export interface BriefOptions extends GlobalOptions {
  readonly json: boolean;
}

export interface RegisterOptions extends GlobalOptions {
  readonly environment?: string;
  readonly full: boolean;
}

export const inputHelp = 'workflow files or folders; - or no input means standard input';

export const noRulesHelp = 'without a rule in force, succeed instead of failing';

export const forceHelp = 'overwrite hooks of an earlier run even if they were edited by hand';

export const serveHelp = 'show it in a browser, on a page of this machine that follows every change of the files';

export const examples = `
Examples:
  dagweave brief                              what to say to a generator before it writes
  generate | dagweave apply -                 augment what a generator writes
  dagweave diff workflow.yaml                 see what would change
  dagweave apply --in-place workflows/        augment every workflow file below a folder
  dagweave apply --check workflows/           in a build: is everything augmented?
  dagweave validate --config hooks.yaml       check rules on their own

Rules are read from .dagweave/config.yaml (also .yml, .json), found upwards from here, or from --config.
Exit status: 0 fine, 1 an error in the workflow or a check that does not hold, 2 wrong usage, 3 a fault in dagweave,
4 an error in the rules, the prompts or the surroundings, which no change of the workflow cures.`;
