import { parseJson } from '../../runtime/json-in-text.js';

/** What somebody who called back decided. */
export interface CallbackAnswer {
  readonly decision: 'approved' | 'rejected';
  /** All that was said, with the action. */
  readonly response: Readonly<Record<string, unknown>>;
}

export type ReadAnswer =
  | { readonly ok: true; readonly answer: CallbackAnswer }
  | { readonly ok: false; readonly problem: string };

/** Which action decides what; a call without one of them decides nothing. */
const decisions: ReadonlyMap<string, CallbackAnswer['decision']> = new Map([
  ['approve', 'approved'],
  ['continue', 'approved'],
  ['reject', 'rejected'],
  ['abort', 'rejected'],
]);

export const actions: readonly string[] = [...decisions.keys()];

/** From the address alone: the action, and whatever else is in it. */
export function answerFromQuery(query: URLSearchParams): ReadAnswer {
  return answerFrom(new Map([...query].filter(([name]) => name !== 'token')));
}

/** From a body, an object in JSON or a form, with the action there or in the address. */
export function answerFromBody(body: string, contentType: string, query: URLSearchParams): ReadAnswer {
  const said = body.trim() === '' ? new Map<string, unknown>() : readBody(body, contentType);
  if (!said)
    return { ok: false, problem: 'The body has to be a JSON object such as {"action": "approve"}, or a form.' };
  const inQuery = query.get('action');
  if (inQuery !== null && said.has('action') && !isSame(said.get('action'), inQuery))
    return { ok: false, problem: 'The address and the body name two different actions.' };
  return answerFrom(inQuery === null ? said : new Map([...said, ['action', inQuery]]));
}

function readBody(body: string, contentType: string): ReadonlyMap<string, unknown> | undefined {
  if (contentType.includes('application/x-www-form-urlencoded')) return new Map(new URLSearchParams(body));
  const value = parseJson(body);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? new Map(Object.entries(value)) : undefined;
}

function answerFrom(said: ReadonlyMap<string, unknown>): ReadAnswer {
  const written = said.get('action');
  const action = typeof written === 'string' ? written.trim().toLowerCase() : undefined;
  const decision = action === undefined ? undefined : decisions.get(action);
  if (decision === undefined) {
    const what = written === undefined ? 'There is no action' : 'That action is not known';
    return { ok: false, problem: `${what}; the actions are ${actions.join(', ')}. Nothing was decided.` };
  }
  const response = { action, ...Object.fromEntries([...said].filter(([name]) => name !== 'action')) };
  if (Buffer.byteLength(JSON.stringify(response)) > mostBytes)
    return { ok: false, problem: 'The body says too much. Nothing was decided.' };
  return { ok: true, answer: { decision, response } };
}

function isSame(written: unknown, inQuery: string): boolean {
  return typeof written === 'string' && written.trim().toLowerCase() === inQuery.trim().toLowerCase();
}

/** What a later step may get as one environment variable, with room to spare. */
const mostBytes = 24 * 1024;
