import type { EventAnswer } from '../model/event.js';
import { eventKind } from '../model/event-table.js';
import { textOf, withoutNothing } from './answer-json.js';

/** The answer as a hook of Claude Code gives it, for a caller that takes dispatch for one. */
export function claudeAnswer(answer: EventAnswer): Readonly<Record<string, unknown>> {
  const { event, decision, reason, stop, systemMessages, runs } = answer;
  const failures = runs
    .filter(({ answer: one }) => one.failure !== undefined && one.decision !== 'deny')
    .map(({ hook, answer: one }) => `${hook.id}: ${one.failure}`);
  const isPermission = event === 'PreToolUse' || event === 'PermissionRequest' || event === 'PreModelSwitch';
  return withoutNothing({
    continue: stop === undefined ? undefined : false,
    stopReason: stop || undefined,
    systemMessage: textOf([...systemMessages, ...failures]),
    decision: decision === 'deny' && !isPermission ? 'block' : undefined,
    reason: decision === 'deny' && !isPermission ? reason : undefined,
    hookSpecificOutput: specificOutput(answer),
  });
}

/** Exit code 2 blocks in every version, whatever becomes of the JSON beside it; to end all, the JSON has to be read. */
export function claudeExitCode({ event, decision, stop }: EventAnswer): number {
  const blocks = eventKind(event)?.blocking !== 'nothing';
  return decision === 'deny' && blocks && stop === undefined ? 2 : 0;
}

function specificOutput(answer: EventAnswer): Readonly<Record<string, unknown>> | undefined {
  const { event, additionalContext, specific } = answer;
  const said = withoutNothing({ ...specific, ...permission(answer), additionalContext: textOf(additionalContext) });
  return Object.keys(said).length > 0 ? { hookEventName: event, ...said } : undefined;
}

function permission({ event, decision, reason, updatedArguments, specific }: EventAnswer) {
  if (event === 'PreToolUse' || event === 'PreModelSwitch') {
    const permissionDecision = decision === 'none' ? undefined : decision;
    const permissionDecisionReason = permissionDecision && reason;
    return { permissionDecision, permissionDecisionReason, updatedInput: updatedArguments };
  }
  if (event !== 'PermissionRequest' || (decision !== 'allow' && decision !== 'deny')) return {};
  const others = typeof specific.decision === 'object' ? specific.decision : {};
  const message = decision === 'deny' ? reason : undefined;
  return { decision: withoutNothing({ ...others, behavior: decision, message, updatedInput: updatedArguments }) };
}
