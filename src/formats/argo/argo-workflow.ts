import type { SourceFile } from '../../model/source.js';
import type { Workflow } from '../../model/workflow.js';
import type { OpenOptions } from '../format.js';
import type { StepText } from '../yaml-steps/step-list.js';
import type { ArgoDocument, Template } from './document.js';
import type { EntryCall } from './entry.js';
import type { Library } from './library.js';
import type { ArgoList } from './lists.js';

/** A workflow beside the templates it was read from: `places[n]` is the text of `workflow.dags[n]`. */
export interface ArgoWorkflow {
  readonly workflow: Workflow;
  readonly file: SourceFile;
  readonly documents: readonly ArgoDocument[];
  readonly places: readonly ArgoPlace[];
  /** The same as lists of steps. */
  readonly texts: readonly StepText[];
  /** What a `templateRef` means. */
  readonly library: Library;
  readonly settings: OpenOptions['settings'];
}

/** Where a DAG is written. */
export interface ArgoPlace {
  readonly document: ArgoDocument;
  /** The template that has the list, or will have it called by one. */
  readonly template: Template;
  /** What people call it: the name of the template, or of the one that a template of ours calls. */
  readonly name: string;
  readonly list: ArgoList;
  /** The list is in no template yet: hooks need one around what the run begins with. */
  readonly entry: EntryCall | undefined;
}
