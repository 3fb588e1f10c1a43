import type { Report } from '../../diagnostics/diagnostics.js';
import { parseTemplate } from '../../lang/template.js';
import type { EngineSetting } from '../../model/engine-setting.js';
import type { Injection } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { StepCall, Word } from '../../model/step.js';
import { variablesOf, writtenValue } from '../step-script/own-values.js';
import { answerName } from './approval.js';

/** Where a hook is to be, and with what. */
export interface HookSurroundings {
  readonly dag: string;
  readonly settings: ReadonlyMap<string, EngineSetting> | undefined;
}

/** Reports what Argo cannot carry out as a rule has it. */
export function checkHook(injection: Injection, { dag, settings }: HookSurroundings, report: Report): void {
  const { call, rule } = injection;
  const at = { span: rule.span };
  checkTexts(rule, call, report);
  if (call.kind === 'command' && settings?.get('argo.runtime_image') === undefined)
    report('DW625', { type: rule.step.type, setting: 'argo: {runtime_image: …}' }, at);
  if (call.kind === 'approval' && call.inputs.length > 0) report('DW276', { rule: rule.id, inputs: call.inputs }, at);
  const why = whyNot(injection);
  if (call.kind === 'approval' && rule.policy.timeout !== undefined && why === undefined)
    report('DW639', { rule: rule.id, answer: answerName }, at);
  if (why !== undefined) report('DW623', { rule: rule.id, dag, type: rule.step.type, why }, at);
}

/** Engine's tags in what the rule itself says: they have to be whole, and beside a value of anybody else they would be none. */
function checkTexts(rule: Rule, call: StepCall, report: Report): void {
  const written = variablesOf(call).flatMap(({ name }) => {
    const text = writtenValue(rule.step.config, 'env', name);
    return text === undefined ? [] : [{ name, text, span: rule.step.fieldSpans.get(`env.${name}`) ?? rule.span }];
  });
  const scripts = call.kind === 'script' ? [{ text: call.script, span: rule.span }] : [];
  for (const { text, span } of [...scripts, ...written]) {
    const open = unclosed(text);
    if (open !== undefined) report('DW624', { rule: rule.id, text: open }, { span });
  }
  for (const { name, text, span } of written) {
    const { pieces } = parseTemplate(text, 'command');
    const hasTag = pieces.some((piece) => piece.kind === 'text' && piece.text.includes('{{'));
    if (hasTag && pieces.some(({ kind }) => kind === 'variable'))
      report('DW275', { rule: rule.id, name, field: 'env', text }, { span });
  }
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
    if (policy.timeout !== undefined && call.inputs.includes(answerName))
      return `its input \`${answerName}\` is called as the answer of an approval with a \`timeout\` is`;
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
    const another = text.indexOf('{{', at + 3);
    if (end < 0 || (another >= 0 && another < end)) return text.slice(at, at + 40).split('\n')[0];
    at = text.indexOf('{{', end + 2);
  }
  return undefined;
}
