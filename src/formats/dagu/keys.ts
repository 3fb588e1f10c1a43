import { type Dialect, dialectOfStepKey } from './dialect.js';

/** What has keys of its own that are read. */
export type KeyedMap = keyof typeof keys;

/** The keys that a mapping may have, as each version spells them. Both refuse a file whose steps or document have any other. */
export function keysOf(of: KeyedMap, dialect: Dialect): ReadonlySet<string> {
  return keys[of][dialect];
}

export function isKeyedMap(level: string): level is KeyedMap {
  return Object.hasOwn(keys, level);
}

function spellings(v1: string, v2: string): Readonly<Record<Dialect, ReadonlySet<string>>> {
  const [old, current] = [v1.split(/\s+/), v2.split(/\s+/)];
  return { v1: new Set(old), v2: new Set(current), both: new Set([...old, ...current]) };
}

const keys = {
  step: spellings(
    `call command config container continueOn depends description dir env executor id llm logOutput mailOnError messages
    name output parallel params precondition preconditions repeatPolicy retryPolicy run script shell shellPackages
    signalOnStop stderr stdout timeoutSec type workerSelector workingDir`,
    `action approval call command config container continue_on dependencies depends description env exec foreach id inputs
    llm log_output mail_on_error messages name output output_schema outputs parallel params preconditions repeat_policy
    retry_policy routes run script shell shell_args shell_packages signal_on_stop stderr stdout timeout_sec type value with
     worker_selector working_dir`,
  ),
  document: spellings(
    `container delaySec description dotenv env errorMail group handlerOn histRetentionDays infoMail llm logDir logOutput
    mailOn maxActiveRuns maxActiveSteps maxCleanUpTimeSec maxOutputSize name otel params precondition preconditions queue
    registryAuths restartWaitSec runConfig schedule secrets shell skipIfSuccessful smtp ssh steps tags timeoutSec type
    waitMail workerSelector workingDir`,
    `actions artifacts catchup_window consts container defaults delay_sec description dotenv env error_mail group handler_on
    harness harnesses hist_retention_days hist_retention_runs info_mail kubernetes labels llm log_dir log_output mail_on
    max_active_runs max_active_steps max_clean_up_time_sec max_output_size name otel overlap_policy params preconditions
    queue redis registry_auths resources restart_wait_sec retry_policy run_config s3 schedule secrets shell shell_args
    skip_if_successful smtp ssh step_types steps tags tasks timeout_sec tools type wait_mail webhook worker_selector
    working_dir`,
  ),
  defaults: spellings(
    '',
    'continue_on env mail_on_error preconditions repeat_policy retry_policy signal_on_stop timeout_sec',
  ),
  handlers: spellings('init success failure abort cancel exit wait', 'init success failure abort exit wait'),
  foreach: spellings('as collect items key max_concurrent steps', 'as collect items key max_concurrent steps'),
  parallel: spellings('items maxConcurrent', 'items max_concurrent'),
  condition: spellings('command condition expected negate', 'condition eval expected negate'),
  continueOn: spellings(
    'exitCode failed failure markSuccess output skipped',
    'exit_code failed failure mark_success output skipped',
  ),
  retries: spellings(
    'backoff exitCode intervalSec limit maxIntervalSec',
    'backoff exit_code interval_sec limit max_interval_sec',
  ),
  repetition: spellings(
    'backoff condition exitCode expected intervalSec limit maxIntervalSec repeat',
    'backoff condition exit_code expected interval_sec limit max_interval_sec repeat',
  ),
} as const;

/** What the mappings in the value of a key are; the steps of a document are read as its list. */
export function innerOf(of: KeyedMap, key: string): KeyedMap | undefined {
  if (of === 'handlers') return 'step';
  if (of === 'foreach') return key === 'steps' ? 'step' : undefined;
  return of === 'step' || of === 'document' || of === 'defaults'
    ? inner.get(key.replaceAll('_', '').toLowerCase())
    : undefined;
}

const inner: ReadonlyMap<string, KeyedMap> = new Map([
  ['handleron', 'handlers'],
  ['defaults', 'defaults'],
  ['foreach', 'foreach'],
  ['parallel', 'parallel'],
  ['precondition', 'condition'],
  ['preconditions', 'condition'],
  ['continueon', 'continueOn'],
  ['retrypolicy', 'retries'],
  ['repeatpolicy', 'repetition'],
]);

/** Which version alone reads a key there; `undefined` for one of both, and for one of neither. */
export function dialectOfKeyIn(of: KeyedMap, key: string): 'v1' | 'v2' | undefined {
  if (of === 'step') return dialectOfStepKey(key);
  const isOld = keys[of].v1.has(key);
  return isOld === keys[of].v2.has(key) ? undefined : isOld ? 'v1' : 'v2';
}

/** 1.30 takes any key in `parallel` and reads two: with that of 2.x for a limit it runs all items at once. */
export function isPassedOver(of: KeyedMap, key: string, dialect: Dialect): boolean {
  return dialect === 'v1' && of === 'parallel' && key === 'max_concurrent';
}

/** Does a key of a step say how, where, when or with what something runs, and nothing of what that is? */
export function saysNoWork(key: string): boolean {
  return withoutWork.has(key.replaceAll('_', '').toLowerCase());
}

const withoutWork: ReadonlySet<string> = new Set([
  ...['depends', 'description', 'dir', 'env', 'id', 'name', 'precondition', 'preconditions', 'workingdir'],
  ...['continueon', 'repeatpolicy', 'retrypolicy', 'timeoutsec', 'signalonstop'],
  ...['logoutput', 'mailonerror', 'stderr', 'stdout', 'output', 'outputs', 'outputschema'],
  ...['inputs', 'params', 'parallel'],
  ...['shell', 'shellargs', 'shellpackages', 'config', 'with', 'workerselector'],
  ...['llm', 'messages', 'approval', 'routes', 'value'],
]);
