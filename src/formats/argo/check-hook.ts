import type { Report } from '../../diagnostics/diagnostics.js';
import type { EngineSetting } from '../../model/engine-setting.js';
import type { Injection } from '../../model/plan.js';
import type { Word } from '../../model/step.js';

/** Where a hook is to be, and with what. */
export interface HookSurroundings {
  readonly dag: string;
  readonly settings: ReadonlyMap<string, EngineSetting> | undefined;
}

/** Reports what Argo cannot carry out as a rule has it. */
export function checkHook(injection: Injection, { dag, settings }: HookSurroundings, report: Report): void {
  const { call, rule } = injection;
  const at = { span: rule.span };
  const texts = call.kind === 'script' ? [call.script] : [];
  for (const text of texts) {
    const open = unclosed(text);
    if (open !== undefined) report('DW624', { rule: rule.id, text: open }, at);
  }
  if (call.kind === 'command' && settings?.get('argo.runtime_image') === undefined)
    report('DW625', { type: rule.step.type, setting: 'argo: {runtime_image: …}' }, at);
  const why = whyNot(injection);
  if (why !== undefined) report('DW623', { rule: rule.id, dag, type: rule.step.type, why }, at);
}

/** In words that follow "because"; `undefined` where it can be done. */
function whyNot({ call, rule, condition, statusReport }: Injection): string | undefined {
  const { policy } = rule;
  if (call.kind === 'script' || call.kind === 'command') return undefined;
  if (condition) return 'its condition asks for what only the run knows';
  if (statusReport) return 'a later action asks how it ended, which only a shell can tell';
  if (call.kind === 'approval') {
    if (policy.onFailure !== 'abort' || policy.retries > 0 || !rule.await)
      return 'who says no stops the whole run, so nothing can go on after that';
    if (call.inputs.length > 0) return 'what a person enters there reaches no other hook';
    if (!isKnown(call.prompt)) return 'its prompt holds a value that only the run knows';
    return textOf(call.prompt).includes('{{') ? 'Argo would evaluate what is between braces in its prompt' : undefined;
  }
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(call.workflow))
    return `\`${call.workflow}\` is not a name that a WorkflowTemplate can have`;
  if (call.inputs.some(({ value }) => !isKnown(value)))
    return 'the workflow that it starts cannot be given a value that only the run knows';
  if (call.inputs.some(({ value }) => textOf(value).includes('{{')))
    return 'Argo would evaluate what is between braces in the values that it hands over';
  return undefined;
}

function isKnown(value: Word): boolean {
  return value.every((part) => part.kind === 'text');
}

function textOf(value: Word): string {
  return value.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Two opening braces that are not closed would take all that follows, up to the next closing ones, for an expression. */
function unclosed(text: string): string | undefined {
  for (let at = text.indexOf('{{'); at >= 0; ) {
    const end = text.indexOf('}}', at + 2);
    if (end < 0) return text.slice(at, at + 40).split('\n')[0];
    at = text.indexOf('{{', end + 2);
  }
  return undefined;
}
