import { type Decision, decisions, type EventAnswer, type EventContext, type HookRun } from '../model/event.js';
import { mergeResults } from './merge-results.js';
import { mergeSpecific } from './merge-specific.js';

/**
 * One answer from the answers of all hooks, in the order of the hooks and not of their ends: the strictest decision counts,
 * with the reasons of all who came to it.
 */
export function mergeAnswers(event: string, context: EventContext, runs: readonly HookRun[]): EventAnswer {
  const answers = runs.map((run) => run.answer);
  const decision = strictest(answers.map((answer) => answer.decision));
  const reasons = answers.filter((answer) => answer.decision === decision).map((answer) => answer.reason);
  const stops = answers.map((answer) => answer.stop).filter((stop) => stop !== undefined);
  return {
    event,
    decision,
    reason: decision === 'none' ? undefined : joined(reasons),
    stop: stops.length > 0 ? (joined(stops) ?? '') : undefined,
    updatedArguments: decision === 'deny' ? undefined : updatedArguments(context, runs),
    additionalContext: texts(answers.map((answer) => answer.additionalContext)),
    systemMessages: texts(answers.map((answer) => answer.systemMessage)),
    specific: mergeSpecific(answers, decision),
    result: mergeResults(answers.map((answer) => answer.result).filter((result) => result !== undefined)),
    runs,
  };
}

function strictest(all: readonly Decision[]): Decision {
  return decisions[Math.max(0, ...all.map((one) => decisions.indexOf(one)))]!;
}

/** Changes are made one after another, so that a later hook does not undo what an earlier one did elsewhere. */
function updatedArguments(context: EventContext, runs: readonly HookRun[]): EventAnswer['updatedArguments'] {
  const updates = runs.flatMap((run) => run.answer.update ?? []);
  if (updates.length === 0) return undefined;
  const before = context.tool_args;
  const start = typeof before === 'object' && before !== null ? { ...before } : {};
  let args: Readonly<Record<string, unknown>> = start;
  for (const update of updates) args = update.kind === 'replace' ? update.args : { ...args, ...update.args };
  return args;
}

function joined(all: readonly (string | undefined)[]): string | undefined {
  const said = texts(all);
  return said.length > 0 ? said.join('\n') : undefined;
}

/** Each text once: hooks that run the same check say the same. */
function texts(all: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(all.filter((text) => text !== undefined && text !== ''))] as string[];
}
