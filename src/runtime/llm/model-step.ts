import { agentTools } from '../../model/step.js';
import { type Attempt, type Outcome, unable } from '../attempt.js';
import type { LoadEngine } from '../running-engine.js';
import type { AnswerShape } from './answer.js';
import { type AnswerCache, noCache, openCache } from './answer-cache.js';
import { agentDecisionShape, type DecisionAnswer, decisionShape } from './answer-shapes.js';
import { protocols } from './ask-service.js';
import { type CliRequest, cliRunners, isCliRunner, type ToolName } from './cli-runners.js';
import { askFor, type Decided, decide } from './decide.js';
import { findPrompt, type PromptFlags } from './find-prompt.js';
import { findService, keyVariableOf, type Target } from './services.js';

/** The options that all steps with a model share; an agent has no cache. */
interface ModelFlags extends TargetFlags, PromptFlags {
  readonly cache?: boolean | undefined;
  readonly cache_dir?: string | undefined;
  readonly cache_file?: readonly string[] | undefined;
}

/** Outside of a workflow there is no engine. */
interface ModelAttempt extends Attempt {
  readonly engine?: LoadEngine;
}

/** What a type of step makes of the model's answer. */
export interface ModelStep<Value> {
  readonly shape: AnswerShape<Value>;
  /** Fields of the result; `undefined` where there is no answer. */
  fieldsOf(value: Value | undefined): Readonly<Record<string, unknown>>;
  judge(value: Value): Pick<Outcome, 'verdict' | 'error'>;
  readonly agent?: CliRequest['agent'];
  /** Asks in another way than by one question; a second one where the answer cannot be read is its own affair. */
  ask?(target: Target, prompt: string): Promise<Decided<Value>>;
}

/** Runs a step that is one question to a model: finds prompt and model, asks, reads, judges. */
export async function runModelStep<Value>(
  flags: ModelFlags,
  attempt: ModelAttempt,
  step: ModelStep<Value>,
): Promise<Outcome> {
  const found = targetOf(flags);
  const workflowFolder = async () => (await attempt.engine?.())?.workflowFolder(attempt.host) ?? attempt.host.directory;
  const asked = await findPrompt(flags, attempt, workflowFolder);
  if (!asked.ok) return unable(asked.reason);
  const { prompt } = asked;
  if (prompt.trim() === '') return unable(noPrompt(flags));
  if (!found.ok) return unable(found.reason, { prompt_used: prompt });
  const { target } = found;
  const about = { prompt_used: prompt, runner: target.runner, model: target.model ?? null };
  const nothing = () => ({ ...step.fieldsOf(undefined), raw_output: '', ...about });
  if (attempt.dryRun) {
    const described = describeCall(target, askFor(prompt, step.shape), step.agent, attempt);
    if (!described.ok) return unable(described.reason, nothing());
    return { verdict: 'success', skipped: true, fields: { ...nothing(), would_call: described.call } };
  }
  const opened = await cacheFor(flags, target, attempt);
  if (!opened.ok) return unable(opened.reason, nothing());
  const options = { agent: step.agent, cache: opened.cache };
  const decided = await (step.ask?.(target, prompt) ?? decide(target, prompt, step.shape, attempt, options));
  switch (decided.kind) {
    case 'decided': {
      const cached = flags.cache === undefined ? {} : { cached: decided.cached };
      const fields = { ...step.fieldsOf(decided.value), raw_output: decided.text, ...about, ...cached };
      return { ...step.judge(decided.value), fields };
    }
    case 'unreadable':
      return {
        verdict: 'failure',
        error: `the answer could not be read: ${decided.reason}`,
        fields: { ...nothing(), raw_output: decided.text },
      };
    case 'unable':
      return { ...unable(decided.reason, nothing()), retriable: decided.passing };
  }
}

/** An empty one is given where it consists of variables that have no value in this run. */
function noPrompt({ prompt, prompt_file }: ModelFlags): string {
  return prompt === undefined && prompt_file === undefined
    ? 'there is no prompt: give --prompt TEXT or --prompt-file PATH'
    : 'the prompt is empty: no variable in it has a value in this run';
}

type Opened = { readonly ok: true; readonly cache: AnswerCache } | { readonly ok: false; readonly reason: string };

async function cacheFor(flags: ModelFlags, target: Target, attempt: Attempt): Promise<Opened> {
  if (flags.cache !== true) return { ok: true, cache: noCache };
  return openCache(target, flags.cache_file ?? [], flags.cache_dir, attempt);
}

/** A step whose answer is a decision. A denial blocks; no answer is no permission. */
export const decisionStep: ModelStep<DecisionAnswer> = {
  shape: decisionShape,
  fieldsOf: (answer) => ({ allowed: answer?.allowed ?? false, reason: answer?.reason ?? '' }),
  judge: ({ allowed, reason }) =>
    allowed ? { verdict: 'success' } : { verdict: 'blocked', error: `denied: ${reason || 'no reason was given'}` },
};

const agentDecisionStep: ModelStep<DecisionAnswer> = { ...decisionStep, shape: agentDecisionShape };

/** What says which model answers, as options and as fields. */
export interface TargetFlags {
  readonly runner?: string | undefined;
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key_env?: string | undefined;
  readonly max_tokens?: number | undefined;
}

type FoundTarget = { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly reason: string };

/** The model that a step names, by default that of the tool `claude`. */
function targetOf(flags: TargetFlags): FoundTarget {
  const { runner = 'claude', model, base_url: baseUrl, api_key_env: keyVariable, max_tokens: maxTokens } = flags;
  if (runner !== 'openai' && runner !== 'anthropic' && !isCliRunner(runner)) {
    return refused(
      `unknown runner "${runner}": choose ${[...Object.keys(cliRunners), 'openai', 'anthropic'].join(', ')}`,
    );
  }
  if (isCliRunner(runner) && (baseUrl !== undefined || keyVariable !== undefined)) {
    return refused(`--base-url and --api-key-env are for the runners openai and anthropic, not for ${runner}`);
  }
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0)) {
    return refused('--max-tokens must be a whole number above 0');
  }
  return { ok: true, target: { runner, model, baseUrl, keyVariable, maxTokens } };
}

function refused(reason: string): FoundTarget {
  return { ok: false, reason };
}

type CallDescription =
  | { readonly ok: true; readonly call: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string };

/** What asking a model would start or send, as plain JSON for a dry run. It holds the name of the key's variable, never the key. */
function describeCall(target: Target, question: string, agent: CliRequest['agent'], attempt: Attempt): CallDescription {
  const { runner, model, maxTokens } = target;
  if (runner === 'openai' || runner === 'anthropic') {
    const found = findService({ ...target, protocol: runner }, (name) => attempt.host.variable(name));
    if (!found.ok) return found;
    const { url } = protocols[runner].request(found.service, question, maxTokens);
    const key = found.service.key === undefined ? null : keyVariableOf({ ...target, protocol: runner });
    return { ok: true, call: { url, model: found.service.model, key_variable: key, prompt: question } };
  }
  const { program, args, env } = cliRunners[runner].call({ prompt: question, model, agent });
  return { ok: true, call: { program, args, env, directory: attempt.directory, standard_input: question } };
}

export interface AgentFlags extends ModelFlags {
  readonly allowed_tool?: readonly string[] | undefined;
  readonly max_turns?: number | undefined;
}

/** A model that allows or denies after it has looked around in the workspace, in several turns. */
export async function runAgentStep(flags: AgentFlags, attempt: ModelAttempt): Promise<Outcome> {
  const tools: readonly string[] = flags.allowed_tool ?? agentTools;
  const maxTurns = flags.max_turns ?? 20;
  const maxTokens = flags.max_tokens ?? 200_000;
  if (!tools.every(isTool)) return unable(`unknown tool: an agent may have ${agentTools.join(', ')}`);
  if (!Number.isInteger(maxTurns) || maxTurns < 1 || maxTurns > 100) return unable('--max-turns must be from 1 to 100');
  let turns: number | null = null;
  let tokens: number | null = null;
  return runModelStep(flags, attempt, {
    ...agentDecisionStep,
    agent: { tools, maxTurns },
    fieldsOf: (answer) => ({ ...agentDecisionStep.fieldsOf(answer), turns, tokens }),
    async ask(target, prompt) {
      const told = withTools(prompt, tools);
      if (isCliRunner(target.runner)) {
        const { limits } = cliRunners[target.runner];
        if (limits !== undefined) attempt.host.say(limits);
        return decide(target, told, agentDecisionStep.shape, attempt, { agent: { tools, maxTurns } });
      }
      // Loaded here, so that no other step pays for it.
      const { runAgent } = await import('./agent-loop.js');
      const question = askFor(told, agentDecisionStep.shape);
      const settings = { ...target, protocol: target.runner };
      const end = await runAgent(settings, question, agentDecisionStep.shape, { tools, maxTurns, maxTokens }, attempt);
      ({ turns, tokens } = end);
      return end.decided;
    },
  });
}
function isTool(name: string): name is ToolName {
  return agentTools.some((tool) => tool === name);
}

function withTools(prompt: string, tools: readonly ToolName[]): string {
  return `${prompt}\n\nLook at the files of the working folder as far as you need to, with these tools only: ${tools.join(', ')}. Change nothing. Then decide.`;
}
