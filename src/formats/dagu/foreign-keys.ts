import type { Dialect } from './dialect.js';

/**
 * What to write in place of a key that other workflow languages have, and neither version of this one: each refuses a file with it.
 * Other unknown keys are left to their author.
 */
export function insteadOfForeign(key: string, of: 'step' | 'document', dialect: Dialect): string | undefined {
  const words = (of === 'step' ? ofSteps : ofDocuments).get(key.replace(/[-_ ]/g, '').toLowerCase());
  return words?.[dialect === 'v2' ? 'v2' : 'v1'];
}

interface Words {
  readonly v1: string;
  readonly v2: string;
}

const timeout = inPlace('timeoutSec', 'timeout_sec', ', with a number of seconds');
const retries = inPlace('retryPolicy: {limit: 3, intervalSec: 5}', 'retry_policy: {limit: 3, interval_sec: 5}');
const condition = inPlace(
  'preconditions',
  'preconditions',
  ', with a command that fails where the step is to be skipped',
);
const goOn: Words = {
  v1: 'Write `continueOn: {failure: true}` if others go on where it fails; what runs then goes under `handlerOn.failure` of the DAG.',
  v2: 'Write `continue_on: failed` if others go on where it fails; what runs then goes under `handler_on.failure` of the DAG.',
};
const handler: Words = {
  v1: 'Write what runs then under `handlerOn` of the DAG: `init`, `success`, `failure`, `abort` or `exit`.',
  v2: 'Write what runs then under `handler_on` of the DAG: `init`, `success`, `failure`, `abort` or `exit`.',
};
const folder = inPlace('workingDir', 'working_dir');
const image = inPlace('container: {image: …}', 'container: {image: …}');
const items = both('Write what is done for each item as a DAG of its own, and call it with `call` and `parallel`.');
const times = inPlace('schedule', 'schedule', ', with a cron expression');

const ofSteps = table([
  ['timeout timeouts timeoutseconds timeoutsecs timeoutminutes timeoutms', timeout],
  ['retry retries maxretries retrycount retrylimit attempts maxattempts retrydelay retryinterval', retries],
  ['when if onlyif runif condition conditions', condition],
  ['onfailure onerror allowfailure continueonerror continueonfailure ignoreerror ignoreerrors ignorefailure', goOn],
  ['onsuccess onexit onabort oncancel', handler],
  ['workingdirectory workdir cwd', folder],
  ['image docker', image],
  ['matrix loop withitems withparam', items],
  ['uses', both('Write the command that does it, or call a DAG.')],
]);

const ofDocuments = table([
  ['onfailure onerror onsuccess onexit onabort oncancel', handler],
  ['timeout timeoutseconds timeoutsecs timeoutminutes', timeout],
  ['workingdirectory workdir cwd', folder],
  ['image docker', image],
  ['cron trigger triggers', times],
  ['timezone tz', both('Write it before the time: `schedule: CRON_TZ=Asia/Tokyo 0 5 * * *`.')],
  ['version apiversion', both('Remove it.')],
  ['concurrency parallelism maxparallel', inPlace('maxActiveSteps', 'max_active_steps')],
]);

function inPlace(v1: string, v2: string, more = ''): Words {
  return { v1: `Write \`${v1}\`${more}.`, v2: `Write \`${v2}\`${more}.` };
}

function both(words: string): Words {
  return { v1: words, v2: words };
}

function table(rows: readonly (readonly [keys: string, words: Words])[]): ReadonlyMap<string, Words> {
  return new Map(rows.flatMap(([keys, words]) => keys.split(' ').map((key) => [key, words] as const)));
}
