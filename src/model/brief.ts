/** What a generator has to know of the rules before it writes a workflow, each entry as words that end with no full stop. */
export interface Brief {
  /** Language and version that the workflow is for, where the rules say. */
  readonly language: string | undefined;
  /** What must not be in it. */
  readonly forbidden: readonly BriefDenial[];
  /** What has to be in it. */
  readonly required: readonly string[];
  /** What is added to it afterwards. */
  readonly added: readonly BriefHook[];
  /** How much may be added before the workflow counts as too large. */
  readonly limits: readonly string[];
}

export interface BriefDenial {
  /** As the operator wrote it. */
  readonly message: string;
  /** What is forbidden, as half a sentence: "runs `terraform destroy`"; `undefined` where words cannot say it. */
  readonly what: string | undefined;
  readonly severity: 'error' | 'warning';
}

export interface BriefHook {
  /** "before each step that runs `make deploy`" */
  readonly where: string;
  /** What the operator calls the step, or its type. */
  readonly step: string;
  /** What follows waits for it, and does not run where it fails. */
  readonly isGate: boolean;
}
