import type { InjectedNode } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { Field } from '../../text/print-yaml.js';
import { daguGuard } from './condition-guard.js';
import { approvalFields, callFields, daguCall } from './own-steps.js';
import { daguScript } from './script.js';
import type { Surroundings } from './surroundings.js';

/**
 * An injected node in the fields of a Dagu step.
 *
 * Where it is not known which version reads the text, only fields that both know are used, and the shell does the rest.
 * A hook that nobody waits for has its failure swallowed by the shell, and so everything else done there: what never fails
 * is never retried.
 */
export function stepFields(
  node: InjectedNode,
  { dialect, oneLine, defaults, byName, isTaken }: Surroundings,
): readonly Field[] {
  const { rule, condition, output, statusReport } = node.injection;
  const call = daguCall(node.injection, node.detached, { dialect });
  const { policy } = rule;
  const ours = call.kind === 'command';
  // What the engine carries out itself has no shell that could swallow its failure.
  const known = dialect !== 'both' && (rule.await || call.kind === 'spawn');
  const retryField = known && !ours && policy.retries > 0;
  const continueField = known && mayFail(rule) && !statusReport;
  const directory = known && call.kind === 'script' ? plainDirectory(call.workingDir) : undefined;
  const version = dialect === 'v2' ? 'v2' : 'v1';
  const name = keyNames[version === 'v2' && byName ? 'byName' : version];
  const fields: Field[] = [{ key: 'name', value: node.name }];
  const add = (key: string, value: Field['value'] | undefined) => {
    if (value !== undefined) fields.push({ key, value });
  };
  if (call.kind === 'spawn') fields.push(...callFields(call, rule, byName ? 'v1' : version));
  else if (call.kind === 'approval') fields.push(...approvalFields(call, node.name, { dialect: version, isTaken }));
  else {
    const script = daguScript(call, policy, {
      retries: !retryField,
      swallowFailure: mayFail(rule) && !continueField,
      background: node.detached,
      workingDir: directory === undefined,
      ownShell: false,
      oneLine,
      guard: daguGuard(condition),
      statusReport,
    });
    add(name.command, script);
    add(name.workingDir, directory);
  }
  add('depends', node.needs);
  if (retryField) add(name.retry, retryPolicy(policy.retries, policy.retryDelay, name.interval));
  if (continueField) add(name.continueOn, continueOn(name.markSuccess));
  if (defaults.size > 0) fields.push(...overridden(defaults, { retries: retryField, failure: continueField }));
  add('output', output);
  return fields;
}

/** What holds for every step of a 2.x DAG is not meant for hooks: a gate that may fail, or is tried again, does not hold. */
function overridden(
  defaults: ReadonlySet<string>,
  own: { readonly retries: boolean; readonly failure: boolean },
): readonly Field[] {
  return [
    ...(defaults.has('retry_policy') && !own.retries
      ? [{ key: 'retry_policy', value: retryPolicy(0, 0, 'interval_sec') }]
      : []),
    ...(defaults.has('continue_on') && !own.failure
      ? [{ key: 'continue_on', value: { fields: [{ key: 'failure', value: false }] } }]
      : []),
    ...(defaults.has('timeout_sec') ? [{ key: 'timeout_sec', value: 0 }] : []),
  ];
}

const keyNames = {
  v1: {
    command: 'command',
    workingDir: 'workingDir',
    retry: 'retryPolicy',
    interval: 'intervalSec',
    continueOn: 'continueOn',
    markSuccess: 'markSuccess',
  },
  /** In a mapping of steps, 2.14 knows the keys of 1.x, but for one within another. */
  byName: {
    command: 'command',
    workingDir: 'workingDir',
    retry: 'retryPolicy',
    interval: 'intervalSec',
    continueOn: 'continueOn',
    markSuccess: 'mark_success',
  },
  v2: {
    command: 'run',
    workingDir: 'working_dir',
    retry: 'retry_policy',
    interval: 'interval_sec',
    continueOn: 'continue_on',
    markSuccess: 'mark_success',
  },
} as const;

function retryPolicy(limit: number, interval: number, intervalKey: string): Field['value'] {
  return {
    fields: [
      { key: 'limit', value: limit },
      { key: intervalKey, value: interval },
    ],
  };
}

function continueOn(markSuccess: string): Field['value'] {
  return {
    fields: [
      { key: 'failure', value: true },
      { key: markSuccess, value: true },
    ],
  };
}

/** A directory that Dagu, which expands this field, takes as it is. */
function plainDirectory(
  word: readonly { readonly kind: string; readonly text?: string }[] | undefined,
): string | undefined {
  const text = word?.length === 1 && word[0]!.kind === 'text' ? word[0]!.text : undefined;
  return text !== undefined && /^[\w./ -]+$/.test(text) ? text : undefined;
}
