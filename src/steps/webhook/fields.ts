import { contextFlags, placeFlags, policyFlags, reportFlags, subjectFlags } from '../common-fields.js';
import { flag, number, text } from '../flags.js';

/** Where a callback comes in unless a step says otherwise. */
export const usualCallbackPort = 8765;

/** `${NAME}` in the address, the headers and the body is read from the environment, `{{NAME}}` from `--var`. */
export const webhookFlags = {
  ...subjectFlags,
  method: text('POST unless given'),
  url: text('where to send it: https, or http to this machine'),
  header: flag('pairs', 'NAME=VALUE, a header'),
  callback: flag(
    'switch',
    'wait until somebody calls ${CALLBACK_URL} with an action: approve, continue, reject or abort',
  ),
  callback_port: number(`the port to listen on, on this machine only; ${usualCallbackPort} unless given`),
  callback_url: text('how others reach that port, where it is not http://localhost:PORT'),
  on_timeout: text('abort (unless given) or continue where nobody called in time'),
  print: text('what goes to standard output: result (unless given), or response, which is what was called back with'),
  env: placeFlags.env,
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  var: flag('pairs', 'NAME=VALUE, for {{NAME}}'),
  body: text('what to send, as JSON'),
  body_text: text('what to send, as plain text'),
} as const;
