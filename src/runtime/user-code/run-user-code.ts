import type { Attempt, Outcome } from '../attempt.js';
import { sayUnset } from '../empty-values.js';
import { jsonInText } from '../json-in-text.js';
import { describeEnd, type ProcessEnd, type Program, type StepHost } from '../step-host.js';

/** What a process that runs user code reads on standard input, as JSON. */
export interface UserCodeRequest {
  /** What to run: a Python class, or a module. */
  readonly name: string;
  /** Of a module. */
  readonly export: string;
  readonly config: object;
  readonly context: object;
  /** Where to look for the code, absolute, first one first. */
  readonly folders: readonly string[];
}

/**
 * What it answers on file descriptor 3, as JSON, so that what the code prints stays apart.
 * `unable`: the code could not be loaded. `raised`: it ended with an error of its own.
 */
export type UserCodeReply = (
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'unable' | 'raised'; readonly error: string }
) & {
  /** Names in the context that the code read although they have no value. */
  readonly unset?: readonly string[];
};

/** Runs code of the user in a process of its own and makes an outcome of what it returned. */
export async function runUserCode(program: Program, request: UserCodeRequest, attempt: Attempt): Promise<Outcome> {
  const end = await attempt.host.run({
    start: program,
    directory: attempt.directory,
    env: attempt.env,
    input: JSON.stringify(request),
    signal: attempt.signal,
    reply: true,
    echo: attempt.verbose,
  });
  const outcome = read(end, attempt.host);
  return { ...outcome, fields: { data: null, ...outcome.fields, stdout: end.stdout.text, stderr: end.stderr.text } };
}

function read(end: ProcessEnd, host: StepHost): Outcome {
  if (end.how.kind === 'unstartable') return { verdict: 'unable', error: end.how.reason, fields: {} };
  if (end.reply.omitted > 0 || end.reply.text.length > mostReplyBytes)
    return failure(`the result is larger than ${mostReplyBytes} bytes`);
  const found = jsonInText(end.reply.text, deepest);
  if (!found.ok) return failure(`the result cannot be read: ${found.reason}`);
  const reply = found.values[0] as UserCodeReply | undefined;
  if (reply === undefined)
    return failure(`the code ended without a result: ${describeEnd(end).error ?? 'exit code 0'}`);
  sayUnset(reply.unset ?? [], host);
  if (reply.kind === 'returned') return judge(reply.value);
  return reply.kind === 'unable' ? { verdict: 'unable', error: reply.error, fields: {} } : failure(reply.error);
}

/** A result with it still fits into one environment variable. */
const mostReplyBytes = 64 * 1024;
const deepest = 100;

/** A step that does not say clearly whether it succeeded has not. */
function judge(value: unknown): Outcome {
  if (typeof value === 'boolean') return value ? { verdict: 'success', fields: {} } : failure('the code said no');
  if (typeof value !== 'object' || value === null)
    return failure('the code returned no result; return `success` and `data`');
  const answer = new Map(Object.entries(value));
  const success = answer.get('success');
  const error = answer.get('error');
  if (typeof success !== 'boolean')
    return failure('the result has no `success` that is true or false', { data: value });
  const data = answer.has('data') ? answer.get('data') : remaining(answer);
  if (!success) return failure(typeof error === 'string' && error !== '' ? error : 'the code said no', { data });
  return { verdict: 'success', skipped: answer.get('skipped') === true, fields: { data } };
}

/** A result class of the user's own may have fields beside the usual ones. */
function remaining(answer: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries([...answer].filter(([name]) => !['success', 'error', 'skipped'].includes(name)));
}

function failure(error: string, fields: Outcome['fields'] = {}): Outcome {
  return { verdict: 'failure', error, fields };
}
