import { field, isMap, type OracleDocument, type Version } from './documents.js';
import { commandOf } from './hooks.js';
import type { OracleRule } from './rules.js';
import { unquoted } from './shell-words.js';

/** Is a hook's policy written down so that Dagu keeps it? */
export function checkPolicy(
  name: string,
  fields: Record<string, unknown>,
  rule: OracleRule,
  version: Version,
  document: OracleDocument,
): readonly string[] {
  const problems = fromDefaults(document, fields, version).map(
    (key) => `policy: ${name} takes ${key} from the defaults`,
  );
  // In a mapping of steps Dagu 2.14 reads the keys of 1.x, but `mark_success`.
  const isOldSpelling = version === '1.30' || isMap(document.body.steps);
  const get = (v1: string, v2: string) => field(fields, isOldSpelling ? v1 : v2, version);
  const inner = (value: unknown, v1: string, v2: string) =>
    isMap(value) ? value[version === '1.30' || (isOldSpelling && v1 !== 'markSuccess') ? v1 : v2] : undefined;
  const command = commandOf(fields, version);
  const goOn = get('continueOn', 'continue_on');
  const timeLimit = get('timeoutSec', 'timeout_sec');
  const operators = unquoted(command);
  const swallowed = /\|\|\s*(?:true|:)/.test(operators) || /&\s*$/.test(operators);
  const markedSuccess =
    isMap(goOn) &&
    goOn.failure === true &&
    inner(goOn, 'markSuccess', 'mark_success') === true &&
    (timeLimit === undefined || timeLimit === 0);
  const mayFail = rule.await === false || rule.on_failure === 'continue';
  if (mayFail && !swallowed && !markedSuccess) problems.push(`policy: ${name} may not fail the run, yet can`);
  if (!mayFail && (swallowed || (isMap(goOn) && goOn.failure)))
    problems.push(`policy: ${name} is a gate, yet lets failures pass`);
  if (rule.retries !== undefined && rule.retries > 0) {
    const policy = get('retryPolicy', 'retry_policy');
    const native = isMap(policy) && policy.limit === rule.retries;
    const delay = inner(policy, 'intervalSec', 'interval_sec');
    if (!native && !command.includes(`${rule.retries}`))
      problems.push(`policy: ${name} is not tried again ${rule.retries} times`);
    if (native && swallowed)
      problems.push(`policy: ${name} is never tried again, because its failure is swallowed first`);
    if (native && rule.retry_delay !== undefined && delay !== rule.retry_delay) {
      problems.push(`policy: ${name} waits ${String(delay)} s between tries, not ${rule.retry_delay}`);
    }
  }
  if (rule.timeout !== undefined && timeLimit !== rule.timeout && !command.includes(`${rule.timeout}`)) {
    problems.push(`policy: ${name} has no time limit of ${rule.timeout} s`);
  }
  return problems;
}

/** Dagu 2.x fills what a step does not write from the document's `defaults`. */
function fromDefaults(document: OracleDocument, fields: Record<string, unknown>, version: Version): readonly string[] {
  const { defaults } = document.body;
  if (version === '1.30' || !isMap(defaults)) return [];
  const keys = ['continue_on', 'retry_policy', 'timeout_sec'];
  return keys.filter((key) => Object.hasOwn(defaults, key) && !Object.hasOwn(fields, key));
}
