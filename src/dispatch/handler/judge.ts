import type { EventHook, HandlerContract, HookAnswer } from '../../model/event.js';
import { type EventKind, eventKind } from '../../model/event-table.js';
import type { HandlerEnd } from './handler.js';
import { noAnswer } from './handler.js';
import { readRegistryAnswer, readSettingsAnswer } from './read-answers.js';
import { type ReadJson, readJson } from './read-json.js';

/** What the end of a handler means at an event. A gate turns its own failure into a denial. */
export function judge(
  event: string,
  { contract, onFailure }: Pick<EventHook, 'contract' | 'onFailure'>,
  end: HandlerEnd,
): HookAnswer {
  const kind = eventKind(event) ?? unknownKind;
  const answer = readers[contract](event, kind, end);
  if (answer.failure === undefined) return answer;
  const strict = (kind.strict ?? false) || (end.kind === 'late' && (kind.lateBlocks ?? false));
  // A file of the registry says of itself that it blocks, whatever the event is to agents.
  const blocks = contract === 'registry' || (kind.failureBlocks ?? kind.blocking !== 'nothing');
  const gate = onFailure === 'block' && blocks;
  return strict || gate ? { ...answer, decision: 'deny', reason: answer.reason ?? answer.failure } : answer;
}

/** An event that only its caller knows can be denied. */
const unknownKind: EventKind = { matched: undefined, blocking: 'deny', plainText: undefined, origin: 'registry' };

const readers: Readonly<Record<HandlerContract, (event: string, kind: EventKind, end: HandlerEnd) => HookAnswer>> = {
  settings: bySettings,
  registry: byRegistry,
};

/**
 * Exit code 2 blocks whatever else was said. JSON decides at every other code, but where the event is strict; without JSON, all codes
 * but 0 are failures.
 */
function bySettings(event: string, kind: EventKind, end: HandlerEnd): HookAnswer {
  if (end.kind !== 'exited' && end.kind !== 'answered') return { ...noAnswer, failure: failureOf(end) };
  const exitCode = end.kind === 'exited' ? end.exitCode : 0;
  const json = answerOf(end);
  const answer = json.kind === 'object' ? readSettingsAnswer(event, kind, json.value) : noAnswer;
  if (exitCode === 2 && kind.blocking !== 'nothing') {
    const reason = answer.reason ?? firstOf(end.stderr) ?? 'exit code 2, and no reason was given';
    return { ...answer, decision: 'deny', reason, failure: undefined };
  }
  if (json.kind === 'broken') return { ...noAnswer, failure: unreadable(json.reason) };
  if (exitCode !== 0 && (json.kind === 'text' || kind.strict)) return { ...noAnswer, failure: failureOf(end) };
  return withUsablePath(json.kind === 'object' ? answer : plainAnswer(kind, end.stdout.trim()));
}

/** A path is printed as it is to callers that read no JSON, so it must not be able to print anything else. */
function withUsablePath(answer: HookAnswer): HookAnswer {
  const { worktreePath } = answer.specific;
  const isUsable = typeof worktreePath !== 'string' || !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(worktreePath);
  return isUsable ? answer : { ...noAnswer, failure: unreadable('the path has control characters in it') };
}

/** Before its path a hook may print how it came by it. */
function plainAnswer({ plainText }: EventKind, text: string): HookAnswer {
  if (plainText === undefined || text === '') return noAnswer;
  if (plainText === 'context') return { ...noAnswer, additionalContext: text };
  return { ...noAnswer, specific: { worktreePath: text.slice(text.lastIndexOf('\n') + 1).trim() } };
}

/** A service has no exit code, so text from it, such as the page of a proxy, does not say that the hook was asked at all. */
function answerOf(end: HandlerEnd): ReadJson {
  return end.kind === 'answered' ? objectOrNothing(end) : readJson(end);
}

/** Where text has no meaning, whatever it may have been to say is lost. */
function objectOrNothing(end: HandlerEnd): ReadJson {
  const json = readJson(end);
  const isText = json.kind === 'text' && end.stdout.trim() !== '';
  return isText ? { kind: 'broken', reason: 'it is no JSON object' } : json;
}

/** What a handler of the registry prints is one JSON object, or nothing; what it has to say besides goes to standard error. */
function byRegistry(_event: string, kind: EventKind, end: HandlerEnd): HookAnswer {
  const done = end.kind === 'answered' || (end.kind === 'exited' && end.exitCode === 0);
  const json = objectOrNothing(end);
  const answer = json.kind === 'object' ? readRegistryAnswer(json.value) : noAnswer;
  if (isForbidden(answer) && kind.blocking !== 'nothing') return { ...answer, decision: 'deny', failure: undefined };
  if (!done) return { ...answer, failure: answer.failure ?? failureOf(end) };
  return json.kind === 'broken' ? { ...noAnswer, failure: unreadable(json.reason) } : answer;
}

/** The flag by which a handler forbids what it was asked about; any other `error` is a failure of its own. */
function isForbidden({ result }: HookAnswer): boolean {
  return result?.error !== undefined && /^blocked(?:_by_\w+)?$/.test(result.error);
}

function unreadable(reason: string): string {
  return `its answer cannot be read: ${reason}`;
}

function failureOf(end: HandlerEnd): string {
  switch (end.kind) {
    case 'exited': {
      const said = firstOf(end.stderr);
      return said === undefined ? `exit code ${end.exitCode}` : `exit code ${end.exitCode}: ${said}`;
    }
    case 'late':
      return `not done within ${end.seconds} seconds`;
    case 'aborted':
      return 'stopped before it ended';
    case 'unable':
      return end.reason;
    case 'answered':
      return 'no answer';
  }
}

/** All of a text as long as it is short: what a person wrote to be read. */
function firstOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return trimmed.length > longestReason ? `${trimmed.slice(0, longestReason)}…` : trimmed;
}

const longestReason = 10_000;
