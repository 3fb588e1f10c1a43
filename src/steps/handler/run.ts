import { addAbortSignal } from 'node:stream';
import { runHandler } from '../../dispatch/handler/run-handler.js';
import { completeContext, mostContextBytes } from '../../dispatch/read-event.js';
import type { EventContext, EventHook, Handler, HandlerContract, HookRun } from '../../model/event.js';
import { usualTimeout as registryTimeout } from '../../model/registry.js';
import { type Outcome, unable } from '../../runtime/attempt.js';
import { reasonOf } from '../../runtime/reason.js';
import { readConfig } from '../../runtime/user-code/config-value.js';
import type { ValuesOf } from '../fields.js';
import { runnable, type StepAttempt } from '../runnable.js';
import { handlerFields } from './fields.js';
import type { RegistryStep } from './registry-step.js';

type Flags = ValuesOf<typeof handlerFields>;

/** A hook of an event. Only what it decides fails the step; where it fails itself, that is said and the step succeeds. */
export const run = runnable(handlerFields, 0, async (flags, attempt) => {
  const { event } = flags;
  if (event === undefined) return unable('no event: give --event NAME');
  const contract = contractOf(flags.contract);
  if (!contract) return unable(`unknown contract "${flags.contract}": choose settings, claude or registry`);
  const timeout = flags.hook_timeout ?? (contract === 'registry' ? registryTimeout : 30);
  if (!(timeout > 0 && timeout <= longestSeconds))
    return unable(`--hook-timeout must be more than 0 and at most ${longestSeconds}`);
  const text = flags.context === '-' ? await standardInput(attempt.signal) : { ok: true as const, text: flags.context };
  if (!text.ok) return unable(text.reason);
  const given = readConfig(text.text, flags.context_value);
  if (!given.ok) return unable(given.problem.replace('--config', '--context').replace('configuration', 'context'));
  const place = contract === 'registry' ? await placeOf(event, flags, attempt) : undefined;
  if (place?.missed !== undefined) return passedOver(event, place.missed);
  const directory = place?.directory ?? (await projectFolder(attempt));
  const known = place?.known ?? (event === 'PostToolUse' ? await knownOfTool(attempt) : {});
  const context = await contextOf(event, { ...known, ...(given.config as EventContext) }, { ...attempt, directory });
  const handler = await handlerOf(flags, context);
  if (typeof handler === 'string') return unable(handler);
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: { event, decision: 'none', context } };
  const hook: EventHook = {
    id: flags.hook ?? event,
    source: 'dagweave step handler',
    handler,
    timeout,
    onFailure: flags.gate ? 'block' : 'continue',
    contract,
  };
  const { host, signal } = attempt;
  // Hooks of Claude Code find their scripts by it.
  const project = host.variable('CLAUDE_PROJECT_DIR') ?? directory;
  const env = new Map([...attempt.env, ['CLAUDE_PROJECT_DIR', project]]);
  const run = await runHandler(hook, event, context, { host: { ...host, stopped: signal }, directory, env });
  tell(run, attempt);
  return outcomeOf(run, event);
});

type FoundText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** By the stream of the platform: a dispatch reads at one go, in which a step would hear neither signals nor its time limit. */
async function standardInput(signal: AbortSignal): Promise<FoundText> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, process.stdin)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostContextBytes)
        return { ok: false, reason: `standard input has more than ${mostContextBytes} bytes` };
    }
  } catch (error) {
    return { ok: false, reason: `standard input cannot be read: ${reasonOf(error)}` };
  }
  return { ok: true, text: Buffer.concat(chunks).toString('utf8') };
}

const longestSeconds = 2_147_483;

/** Loaded here, so that hooks of other files do not pay for it. */
async function placeOf(event: string, flags: Flags, attempt: StepAttempt): Promise<RegistryStep> {
  const { registryStep } = await import('./registry-step.js');
  return registryStep(event, flags, { ...attempt, directory: await projectFolder(attempt) });
}

/** Hooks run in the folder of the workflow, where their scripts are, unless they have been given another. */
async function projectFolder({ directory, host, engine }: StepAttempt): Promise<string> {
  return directory === host.directory ? (await engine()).workflowFolder(host) : directory;
}

/** What the engine knows of the step that a PostToolUse hook is behind: what it printed, and how long it took, in seconds. */
async function knownOfTool({ host, context, engine }: StepAttempt): Promise<EventContext> {
  const task = context.task_id ?? undefined;
  if (task === undefined) return {};
  const { printedBy, taskStart } = await engine();
  const [result, start] = await Promise.all([printedBy(host, task), taskStart(host, task)]);
  return {
    ...(result !== undefined && { result }),
    ...(start !== undefined && { execution_time: Math.max(0, host.now() - start) / 1000 }),
  };
}

function passedOver(event: string, why: string): Outcome {
  return { verdict: 'success', skipped: true, fields: { event, decision: 'none', reason: why } };
}

function contractOf(name: string | undefined): HandlerContract | undefined {
  if (name === undefined || name === 'settings' || name === 'claude') return 'settings';
  return name === 'registry' ? 'registry' : undefined;
}

/** A run of the DAG is the session. */
async function contextOf(event: string, given: EventContext, attempt: StepAttempt): Promise<EventContext> {
  const { host, directory, context, engine } = attempt;
  const run = (await engine()).runId(host);
  const defaults = { directory, now: context.timestamp ?? new Date(host.now()).toISOString() };
  return completeContext(event, { ...(run !== undefined && { session_id: run }), ...given }, defaults);
}

async function handlerOf(flags: Flags, context: EventContext): Promise<Handler | string> {
  const { command, prompt, agent, url } = flags;
  const given = [command, prompt, agent, url].filter((one) => one !== undefined).length;
  if (given !== 1) return 'give one of --command, --prompt, --agent and --url';
  if (command !== undefined) return commandOf(command, flags, context);
  if (url !== undefined) {
    return { kind: 'http', url, headers: flags.header ?? new Map(), allowedVariables: flags.allow_variable ?? [] };
  }
  const { runner, model, base_url, api_key_env, cache, allowed_tool, max_turns } = flags;
  const options = { runner, model, base_url, api_key_env, cache, allowed_tool, max_turns };
  return {
    kind: prompt === undefined ? 'agent' : 'prompt',
    prompt: (prompt ?? agent)!,
    options: Object.fromEntries(
      Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

async function commandOf(command: string, flags: Flags, context: EventContext): Promise<Handler | string> {
  const shell = flags.shell ?? (flags.contract === 'claude' ? 'bash' : 'sh');
  if (shell !== 'sh' && shell !== 'bash' && shell !== 'powershell') {
    return `unknown shell "${shell}": choose sh, bash or powershell`;
  }
  const own = {
    kind: 'command',
    command,
    args: flags.arg,
    shell,
    env: new Map(),
    workingDirectory: undefined,
  } as const;
  const isTemplate = (flags.contract ?? 'settings') === 'settings' && flags.arg === undefined && command.includes('{{');
  if (!isTemplate) return own;
  const { fillCommand } = await import('../../dispatch/fill-command.js');
  const filled = fillCommand(command, context);
  return filled.ok ? { ...own, command: filled.command, env: filled.env } : filled.reason;
}

function tell({ answer, hook }: HookRun, { host }: StepAttempt): void {
  const { failure, systemMessage, additionalContext, result } = answer;
  const role = hook.onFailure === 'block' ? 'it is a gate, so that blocks' : 'it is no gate, so the run goes on';
  if (failure !== undefined) host.say(`the hook of ${hook.id} failed: ${failure} (${role})`);
  for (const text of [systemMessage, additionalContext]) if (text !== undefined) host.say(text);
  for (const text of result?.messages_to_user ?? []) host.say(text);
  for (const { level, message } of result?.logs ?? []) host.say(`${level}: ${message}`);
}

/** In a DAG nobody can be asked, so a wish to ask is a no. */
function outcomeOf({ answer, exitCode, stdout, stderr }: HookRun, event: string): Outcome {
  const { decision, reason, stop, failure, result } = answer;
  const asks = decision === 'ask' || decision === 'defer';
  const blocks = decision === 'deny' || asks || stop !== undefined;
  const why = reason || stop || 'no reason was given';
  return {
    verdict: blocks ? 'blocked' : 'success',
    error: asks ? `a person must decide, but a DAG cannot ask one: ${why}` : why,
    fields: {
      event,
      decision,
      ...(reason !== undefined && { reason }),
      ...(failure !== undefined && { failure }),
      ...(result !== undefined && { data: result }),
      exit_code: exitCode,
      stdout,
      stderr,
    },
  };
}
