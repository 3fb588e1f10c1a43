import type { EventAnswer } from '../model/event.js';
import { eventKind } from '../model/event-table.js';
import { escapedJson, isBlocked, textOf, withoutNothing } from './answer-json.js';

/** What a hook of Claude Code prints, for a caller that takes dispatch for one: JSON, or the path of a worktree that was made. */
export function claudeOutput(answer: EventAnswer): string {
  if (answer.event !== 'WorktreeCreate' || isBlocked(answer)) return escapedJson(claudeAnswer(answer));
  const { worktreePath } = answer.specific;
  return typeof worktreePath === 'string' ? worktreePath : '';
}

function claudeAnswer(answer: EventAnswer): Readonly<Record<string, unknown>> {
  const { event, decision, reason, stop, systemMessages, runs } = answer;
  const failures = runs
    .filter(({ answer: one }) => one.failure !== undefined && one.decision !== 'deny')
    .map(({ hook, answer: one }) => `${hook.id}: ${one.failure}`);
  const isSaidInside =
    ['PreToolUse', 'PermissionRequest', 'PreModelSwitch'].includes(event) || answer.specific.action !== undefined;
  return withoutNothing({
    continue: stop === undefined ? undefined : false,
    stopReason: stop || undefined,
    systemMessage: textOf([...systemMessages, ...failures]),
    decision: decision === 'deny' && !isSaidInside ? 'block' : undefined,
    reason: decision === 'deny' && !isSaidInside ? reason : undefined,
    hookSpecificOutput: specificOutput(answer),
  });
}

/**
 * Exit code 2 blocks in every version, whatever becomes of the JSON beside it. To end all, or to answer a form in the words of a hook,
 * the JSON has to be read; at an event that reads a path, there is no other word than the exit code.
 */
export function claudeExitCode(answer: EventAnswer): number {
  const { event, decision, stop, specific } = answer;
  if (event === 'WorktreeCreate') return isBlocked(answer) ? 2 : 0;
  const blocks = eventKind(event)?.blocking !== 'nothing';
  return decision === 'deny' && blocks && stop === undefined && specific.action === undefined ? 2 : 0;
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
