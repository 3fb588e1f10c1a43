import { placeFields, runFields, subjectFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { flag, number, text } from '../flags.js';

/** Where a callback comes in unless a step says otherwise. */
export const usualCallbackPort = 8765;

/** `${NAME}` in the address, the headers and the body is read from the environment, `{{NAME}}` from `--var`. */
export const webhookFields = defineFields({
  ...subjectFields,
  method: {
    config: (is) => is.optional(is.oneOf(['POST', 'PUT', 'PATCH', 'GET', 'DELETE'])),
    flag: text('POST unless given'),
  },
  url: {
    config: (is) => is.checkedText(addressProblem),
    flag: text('where to send it: https, or http to this machine'),
  },
  headers: {
    config: (is) =>
      is.optional(
        is.record(is.named(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not a name that a header can have'), is.scalar()),
      ),
  },
  header: { flag: flag('pairs', 'NAME=VALUE, a header') },
  callback: {
    config: (is) => is.optional(is.boolean()),
    flag: flag(
      'switch',
      'wait until somebody calls ${CALLBACK_URL} with an action: approve, continue, reject or abort',
    ),
  },
  callback_port: {
    config: (is) => is.optional(is.wholeNumber(0, 65_535)),
    flag: number(
      `the port to listen on, on this machine only; ${usualCallbackPort} unless given, 0 for any that is free`,
    ),
  },
  callback_url: {
    config: (is) => is.optional(is.checkedText(addressProblem)),
    flag: text('how others reach that port, where it is not http://127.0.0.1:PORT'),
  },
  on_timeout: {
    config: (is) => is.optional(is.oneOf(['abort', 'continue'])),
    flag: text('abort (the default) or continue if no callback arrives in time'),
  },
  print: {
    flag: text('what goes to standard output: result (unless given), or response, which is what was called back with'),
  },
  env: placeFields.env,
  ...runFields,
  var: { flag: flag('pairs', 'NAME=VALUE, for {{NAME}}') },
  body: { config: (is) => is.maybeJson(), flag: text('what to send, as JSON') },
  body_text: { flag: text('what to send, as plain text') },
  status: { result: (is) => is.maybeNumber() },
  /** What was called back with, or without a callback what the receiver answered. */
  response: { result: (is) => is.maybeJson() },
  decision: { result: (is) => is.optional(is.oneOf(['approved', 'rejected'])) },
  timed_out: { result: (is) => is.maybeFlag() },
  would_send: { result: (is) => is.maybeMap() },
});

/**
 * Why nothing may be sent to an address; `undefined` where it may. What is in the address by name only, as `${NAME}` or
 * `{{name}}`, is held against the same rule when it is known.
 */
function addressProblem(address: string): string | undefined {
  if (/^(?:\$\{|\{\{)/.test(address)) return undefined;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return 'is no address: it has to start with https://, or be ${NAME} of a variable that does';
  if (scheme === 'https') return undefined;
  if (scheme !== 'http') return `cannot be sent to by ${scheme}: use https`;
  const authority = address.slice('http://'.length).split(/[/?#]/)[0]!;
  if (/[{$]/.test(authority)) return undefined;
  return isThisMachine(authority.replace(/^.*@/, '').replace(/:\d*$/, ''))
    ? undefined
    : 'would be sent without encryption: use https; http is for this machine only';
}

/** @param host as in an address, IPv6 in brackets */
export function isThisMachine(host: string): boolean {
  return host.toLowerCase() === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]';
}
