import type { CommandCall, Policy, Word } from '../model/step.js';
import type { contextFlags, policyFlags, subjectFlags } from './common-fields.js';
import type { FlagTable } from './flags.js';
import type { Binder, CallContext, PromptSource } from './step-type.js';
import { type FlagWords, writeFlags } from './write-flags.js';

type CommonFlags = typeof subjectFlags & typeof contextFlags & typeof policyFlags;

/** A step as a line of ours: `dagweave step TYPE --task … …`, with the context and the policy that every type takes. */
export function commandCall<Table extends FlagTable & CommonFlags>(
  type: string,
  table: Table,
  values: FlagWords<Table>,
  context: CallContext,
): CommandCall {
  const common: FlagWords<CommonFlags> = { ...contextValues(context.binder), ...policyValues(context.policy) };
  const words = writeFlags(table, { ...common, ...values } as FlagWords<Table>);
  return { kind: 'command', program: context.runtime, words: [literal('step'), literal(type), ...words] };
}

/** The options for a prompt: taken as it is, or a template with the values that are known at run time only. */
export function promptValues(source: PromptSource, binder: Binder) {
  const { word, template, variables } = binder.prompt(source);
  return template ? { prompt_template: word, var: variables } : { prompt: word };
}

export function pairsOf(record: Readonly<Record<string, string | number | boolean>> | undefined, binder: Binder) {
  return record && Object.entries(record).map(([name, value]) => ({ name, value: binder.text(String(value)) }));
}

export function optionalText(template: string | undefined, binder: Binder): Word | undefined {
  return template === undefined ? undefined : binder.text(template);
}

function contextValues(binder: Binder): FlagWords<typeof subjectFlags & typeof contextFlags> {
  const known = new Map(binder.variables().map((variable) => [variable.name, variable.value]));
  const worktree = known.get('worktree_path');
  const timestamp = known.get('timestamp');
  return {
    task: known.get('task_id'),
    spec: known.get('spec_id'),
    worktree: worktree && isText(worktree, '.') ? undefined : worktree,
    branch: known.get('branch_name'),
    parent_branch: known.get('parent_branch'),
    arborist_home: known.get('arborist_home'),
    // The runtime has a clock of its own; only a pinned time has to be told.
    timestamp: timestamp?.every((part) => part.kind === 'text') ? timestamp : undefined,
  };
}

function policyValues(policy: Policy): FlagWords<typeof policyFlags> {
  const retried = policy.retries > 0;
  return {
    timeout: policy.timeout,
    retries: retried ? policy.retries : undefined,
    retry_delay: retried ? policy.retryDelay : undefined,
  };
}

function isText(word: Word, text: string): boolean {
  return word.length === 1 && word[0]!.kind === 'text' && word[0]!.text === text;
}

function literal(text: string): Word {
  return [{ kind: 'text', text }];
}
