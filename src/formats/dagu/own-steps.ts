import type { Report } from '../../diagnostics/diagnostics.js';
import { sha256 } from '../../lang/sha256.js';
import type { Injection } from '../../model/plan.js';
import { mayFail, type Rule } from '../../model/rule.js';
import type { ApprovalCall, CommandCall, ScriptCall, SpawnCall, StepCall, Word } from '../../model/step.js';
import type { Field } from '../../text/print-yaml.js';
import type { Surroundings } from './surroundings.js';

/** What a hook becomes: a command line, or a step that the engine carries out itself. */
export function daguCall(
  injection: Injection,
  inBackground: boolean,
  { dialect }: Pick<Surroundings, 'dialect'>,
): StepCall {
  const { call } = injection;
  if (call.kind !== 'spawn') return call;
  if (cannotBeLate(injection) && !call.inSameFile) return call.command;
  return whyNoCall(call, injection, inBackground, dialect) === undefined ? call : call.command;
}

/** Is a call of the engine's own to take no more than some time and yet never fail the run? Dagu cannot do both: its time limit fails the run. */
function cannotBeLate({ rule }: Pick<Injection, 'rule'>): boolean {
  return rule.policy.timeout !== undefined && mayFail(rule);
}

/** The same inside of a script, where only command lines can be. */
export function scriptedCall(call: StepCall): ScriptCall | CommandCall {
  if (call.kind === 'spawn') return call.command;
  if (call.kind === 'approval') throw new Error('an approval in a script should have been refused before');
  return call;
}

/** Why the engine's own call of a DAG cannot mean a child workflow, in words that follow "because"; `undefined` where it can. */
function whyNoCall(
  { inputs }: SpawnCall,
  { condition, statusReport }: Pick<Injection, 'condition' | 'statusReport'>,
  inBackground: boolean,
  dialect: Surroundings['dialect'],
): string | undefined {
  if (dialect === 'both') return 'Dagu 1.30 and 2.x write down differently how long it may take';
  if (condition) return 'its condition asks for what only the run knows';
  if (statusReport) return 'a later action asks how it ended, which the shell has to tell';
  if (inBackground) return 'it is started in the background';
  const other = inputs.find(({ value }) => !isPlain(value));
  return other && `Dagu would evaluate the value of its input \`${other.name}\``;
}

/** Dagu 1.30 evaluates parameters more than once, on the side of the caller and of the child, and has no escape for them. */
function isPlain(value: Word): boolean {
  return value.every((part) => part.kind === 'text' && /^[\w .,:;/@%+=#'"()[\]{}?!&*<>|~^-]*$/.test(part.text));
}

/** The fields that say which DAG to run, with what, and for how long. */
export function callFields(
  { workflow, inputs, usualTimeout }: SpawnCall,
  rule: Rule,
  dialect: 'v1' | 'v2',
): readonly Field[] {
  const given = inputs.map(({ name, value }) => ({ key: name, value: textOf(value) }));
  const params: readonly Field[] = given.length > 0 ? [{ key: 'params', value: { fields: given } }] : [];
  const timeout = mayFail(rule) ? 0 : (rule.policy.timeout ?? usualTimeout);
  return dialect === 'v1'
    ? [{ key: 'call', value: workflow }, ...params, ...(timeout > 0 ? [{ key: 'timeoutSec', value: timeout }] : [])]
    : [
        { key: 'action', value: 'dag.run' },
        { key: 'with', value: { fields: [{ key: 'dag', value: workflow }, ...params] } },
        ...(timeout > 0 ? [{ key: 'timeout_sec', value: timeout }] : []),
      ];
}

/** The fields that let the engine ask a person. */
export function approvalFields(
  { prompt, inputs, required }: ApprovalCall,
  name: string,
  { dialect, isTaken }: { readonly dialect: 'v1' | 'v2' } & Pick<Surroundings, 'isTaken'>,
): readonly Field[] {
  const needed: readonly Field[] = required.length > 0 ? [{ key: 'required', value: required }] : [];
  if (dialect === 'v1') {
    const asked = inputs.length > 0 ? [{ key: 'input', value: inputs }, ...needed] : [];
    return [
      { key: 'type', value: 'hitl' },
      { key: 'config', value: { fields: [{ key: 'prompt', value: inert(textOf(prompt)) }, ...asked] } },
    ];
  }
  const properties = inputs.map((input) => ({ key: input, value: { fields: [{ key: 'type', value: 'string' }] } }));
  const form = [{ key: 'type', value: 'object' }, { key: 'properties', value: { fields: properties } }, ...needed];
  const asked = inputs.length > 0 ? [{ key: 'form', value: { fields: form } }] : [];
  return [
    { key: 'id', value: idFor(name, isTaken) },
    { key: 'action', value: 'human.task' },
    { key: 'with', value: { fields: [{ key: 'prompt', value: escaped(textOf(prompt)) }, ...asked] } },
  ];
}

/**
 * An id is at most 40 bytes long and may be no other step's id or name. One from which the name is ambiguous, or that a step
 * of the workflow has, ends in a digest of the name.
 */
function idFor(name: string, isTaken: Surroundings['isTaken']): string {
  const id = name.replaceAll('-', '_');
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(name) && id.length <= longestId && !isTaken(id)) return id;
  const start = id.replace(/\W/g, '_').slice(0, longestId - 9);
  for (let round = 0; ; round += 1) {
    const digest = sha256(`${name}${'\n'.repeat(round)}`).slice(0, 8);
    if (!isTaken(`${start}_${digest}`)) return `${start}_${digest}`;
  }
}

const longestId = 40;

/**
 * Dagu 1.30 runs what is between backquotes in a prompt, fills in variables and joins a line that ends with a backslash to
 * the next one. A prompt is there to be read, so the quotes become straight ones, and an invisible joiner comes behind the others.
 */
function inert(prompt: string): string {
  return prompt.replaceAll('`', "'").replace(/\$(?=\S)|\\(?=\n)/g, '$&\u2060');
}

/** Dagu 2.x takes a backslash before a dollar sign for an escape, but not two, so an invisible joiner parts one that was there from ours. */
function escaped(prompt: string): string {
  return prompt.replace(/\\(?=\$)/g, '$&\u2060').replaceAll('$', '\\$');
}

/** Why a person cannot be asked, in words that follow "because"; `undefined` where it can be done. */
function whyNoApproval({ call, rule, condition }: Injection, place: OwnStepPlace): string | undefined {
  const { policy } = rule;
  if (call.kind !== 'approval') return undefined;
  if (place.dialect === 'both') return 'Dagu 1.30 and 2.x write it differently, and the engine version is unknown';
  if (place.dialect === 'v2' && !place.isRoot) return 'Dagu 2.x asks in the first DAG of a file only';
  if (place.dialect === 'v1' && place.isForWorkers)
    return 'Dagu 1.30 asks in no DAG that runs on workers (`workerSelector`)';
  if (!rule.await) return 'nothing would wait for the answer (`await: false`)';
  if (condition) return 'its condition asks for what only the run knows';
  if (policy.timeout !== undefined) return 'Dagu waits for a person without end, so it cannot have a `timeout`';
  if (policy.onFailure !== 'abort' || policy.retries > 0)
    return 'Dagu ends the run when a person says no, so it cannot have `on_failure` or `retries`';
  if (call.prompt.some((part) => part.kind === 'expression')) return 'its prompt holds a value that only the run knows';
  return undefined;
}

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Where a hook is to be. */
export interface OwnStepPlace {
  readonly dag: string;
  readonly dialect: Surroundings['dialect'];
  readonly isRoot: boolean;
  /** Does it say which workers run it? */
  readonly isForWorkers: boolean;
  readonly inBackground: boolean;
}

/** Reports a step that only the engine itself could carry out, at a place where it cannot. */
export function checkOwnStep(injection: Injection, place: OwnStepPlace, report: Report): void {
  const { call, rule } = injection;
  if (call.kind === 'approval') {
    const why = whyNoApproval(injection, place);
    if (why !== undefined) report('DW621', { rule: rule.id, dag: place.dag, why }, { span: rule.span });
  }
  if (call.kind !== 'spawn' || !call.inSameFile) return;
  const why = whyNoCall(call, injection, place.inBackground, place.dialect);
  if (why !== undefined)
    report('DW620', { rule: rule.id, dag: place.dag, child: call.workflow, why, version: '1.30' }, { span: rule.span });
  else if (cannotBeLate(injection))
    report('DW622', { rule: rule.id, dag: place.dag, child: call.workflow }, { span: rule.span });
}

/** The same for a hook in a handler, which is a script. */
export function checkOwnStepInHandler({ call, rule }: Injection, dag: string, report: Report): void {
  const why = 'hooks of a handler share one command';
  if (call.kind === 'approval') report('DW621', { rule: rule.id, dag, why }, { span: rule.span });
  if (call.kind === 'spawn' && call.inSameFile)
    report('DW620', { rule: rule.id, dag, child: call.workflow, why, version: '1.30' }, { span: rule.span });
}
