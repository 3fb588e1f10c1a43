import {
  type Decision,
  decisions,
  type EventAnswer,
  type EventContext,
  type HookAnswer,
  type HookRun,
} from '../model/event.js';

/**
 * One answer from the answers of all hooks, in the order of the hooks and not of their ends: the strictest decision counts,
 * with the reasons of all who came to it.
 */
export async function mergeAnswers(
  event: string,
  context: EventContext,
  runs: readonly HookRun[],
): Promise<EventAnswer> {
  const answers = runs.map((run) => run.answer);
  const decision = strictest(answers.map((answer) => answer.decision));
  const reasons = answers.filter((answer) => answer.decision === decision).map((answer) => answer.reason);
  const byPlace = widestFirst(runs);
  const stops = answers.map((answer) => answer.stop).filter((stop) => stop !== undefined);
  return {
    event,
    decision,
    reason: decision === 'none' ? undefined : joined(reasons),
    stop: stops.length > 0 ? (joined(stops) ?? '') : undefined,
    updatedArguments: decision === 'deny' ? undefined : updatedArguments(context, byPlace),
    additionalContext: texts(answers.map((answer) => answer.additionalContext)),
    systemMessages: texts(answers.map((answer) => answer.systemMessage)),
    specific: await specificFields(
      byPlace.map((run) => run.answer),
      decision,
    ),
    metadata: metadata(byPlace),
    result: await results(answers),
    runs,
  };
}

/** Few hooks say what only their event knows, and what merges that is loaded for those. */
async function specificFields(answers: readonly HookAnswer[], decision: Decision): Promise<EventAnswer['specific']> {
  if (answers.every(({ specific }) => Object.keys(specific).length === 0)) return {};
  const { mergeSpecific } = await import('./merge-fields.js');
  return mergeSpecific(answers, decision);
}

async function results(answers: readonly HookAnswer[]): Promise<EventAnswer['result']> {
  const given = answers.map(({ result }) => result).filter((result) => result !== undefined);
  if (given.length === 0) return {};
  const { mergeResults } = await import('./merge-fields.js');
  return mergeResults(given);
}

function strictest(all: readonly Decision[]): Decision {
  return decisions[Math.max(0, ...all.map((one) => decisions.indexOf(one)))]!;
}

/**
 * From the file that counts least to the one that counts most, the hooks of each in their order: where two say different things about
 * the same, what comes last holds.
 */
function widestFirst(runs: readonly HookRun[]): readonly HookRun[] {
  const files = [...new Set(runs.map(({ hook }) => hook.source))];
  return files.toReversed().flatMap((file) => runs.filter(({ hook }) => hook.source === file));
}

function metadata(runs: readonly HookRun[]): EventAnswer['metadata'] {
  const objects = runs.map(({ answer }) => answer.metadata).filter(isObject);
  return objects.length === 0 ? undefined : Object.fromEntries(objects.flatMap((one) => Object.entries(one)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
