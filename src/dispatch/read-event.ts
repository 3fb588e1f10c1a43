import { fstatSync, readFileSync, readSync } from 'node:fs';
import { nestsTooDeep } from '../lang/json-depth.js';
import type { EventContext } from '../model/event.js';
import { eventKind, eventNames } from '../model/event-table.js';
import { reasonOf } from '../runtime/reason.js';
import { type Problem, problem } from './findings.js';

export type ReadEvent =
  | { readonly ok: true; readonly event: string; readonly context: EventContext; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The event that is dispatched and what its caller says about it. */
export async function readEvent(named: string | undefined, file: string | undefined): Promise<ReadEvent> {
  const text = file === undefined ? readStandardInput() : readFile(file);
  if (typeof text !== 'string') return failed(text);
  const context = parse(text, file ?? '<stdin>');
  if (!context.ok) return failed(context.problem);
  const { hook_event_name: first, event_type: second } = context.value;
  const inContext = [first, second].find(
    (name): name is string => typeof name === 'string' && eventKind(name) !== undefined,
  );
  const event = named ?? inContext ?? [first, second].find((name): name is string => typeof name === 'string');
  if (event === undefined) return failed(problem('DW852', {}));
  const differs = inContext !== undefined && inContext !== event;
  const problems = differs ? [problem('DW854', { event, named: inContext })] : [];
  return { ok: true, event, context: context.value, problems };
}

/** @param own events that hooks of the registry wait for */
export async function unknownEvent(event: string, own: readonly string[]): Promise<Problem> {
  const { nearestName } = await import('../lang/nearest.js');
  const known = [...new Set([...eventNames, ...own])];
  return problem('DW853', { event, nearest: nearestName(event, known), known });
}

function failed(one: Problem): ReadEvent {
  return { ok: false, problems: [one] };
}

type Parsed = { readonly ok: true; readonly value: EventContext } | { readonly ok: false; readonly problem: Problem };

/** Nothing at all is a context without fields. */
function parse(text: string, path: string): Parsed {
  // Some programs put a byte order mark before what they write; `trim` takes it for white space.
  const json = text.trim();
  if (json === '') return { ok: true, value: {} };
  try {
    const value: unknown = JSON.parse(json);
    if (nestsTooDeep(value)) {
      return { ok: false, problem: problem('DW850', { path, reason: 'it nests too deep to be handed on' }) };
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ok: true, value: value as EventContext };
    return { ok: false, problem: problem('DW851', { path }) };
  } catch (error) {
    return { ok: false, problem: problem('DW850', { path, reason: (error as Error).message }) };
  }
}

function readFile(path: string): string | Problem {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return problem('DW802', { path, reason: reasonOf(error) });
  }
}

/** Only a device can be a terminal; the module that knows more takes longer to load than all else of a dispatch to no hook. */
function isTerminal(): boolean {
  try {
    return fstatSync(0).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(0);
  } catch {
    return false;
  }
}

/** At once, without the stream of the platform, which takes longer to load than all of this. */
function readStandardInput(): string | Problem {
  if (isTerminal()) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.alloc(64 * 1024);
    const bytes = readSome(chunk);
    if (typeof bytes !== 'number') return bytes;
    if (bytes === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(chunk.subarray(0, bytes));
    size += bytes;
    if (size > mostContextBytes) return problem('DW804', { path: '<stdin>', bytes: size, limit: mostContextBytes });
  }
}

/** Bytes. */
export const mostContextBytes = 64 * 1024 * 1024;

function readSome(chunk: Buffer): number | Problem {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') return problem('DW802', { path: '<stdin>', reason: reasonOf(error) });
      // The writer is slow and the pipe empty.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** What the caller did not say and handlers expect. */
export interface Defaults {
  readonly directory: string;
  /** ISO 8601. */
  readonly now: string;
}

/**
 * The context as handlers get it: what the caller gave, each value under both of its names (agent settings say `tool_args`, today's
 * Claude Code `tool_input`), and the few fields that every context has.
 */
export function completeContext(event: string, given: EventContext, { directory, now }: Defaults): EventContext {
  const both = Object.fromEntries(
    pairs.flatMap(([first, second]) => {
      const value = given[first] ?? given[second];
      return value === undefined ? [] : [first, second].map((name) => [name, given[name] ?? value] as const);
    }),
  );
  return {
    session_id: 'unknown',
    cwd: directory,
    timestamp: now,
    ...given,
    ...both,
    hook_event_name: event,
    event_type: given.event_type ?? event,
  };
}

/** The same thing under two names. */
const pairs = [
  ['tool_args', 'tool_input'],
  ['result', 'tool_response'],
  ['user_input', 'prompt'],
] as const;
