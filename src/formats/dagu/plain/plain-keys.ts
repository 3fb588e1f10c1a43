import { madeLate } from '../../../lang/late.js';
import { isRefusedBeside } from '../beside-run.js';
import { dialectOfRootKey, dialectOfStepKey } from '../dialect.js';
import { type Field, fieldIn, type Level } from '../field-table.js';
import { keysOf } from '../keys.js';

/**
 * What a key of a plain document is for. A step with a key that is in no table makes a document other than plain; such a key of the root
 * belongs to the shape, word for word.
 */
export const keyUse = {
  none: 0,
  name: 1,
  type: 2,
  env: 3,
  params: 4,
  steps: 5,
  needs: 6,
  call: 7,
  work: 8,
  output: 9,
  /** Its inner keys are looked at. */
  retries: 10,
  /** The step may be skipped. */
  condition: 11,
  /** In 2.x a command, in 1.x the name of a DAG. */
  run: 12,
  id: 13,
  action: 14,
  /** What an action or an executor is given. */
  given: 15,
  /** A text that nobody here asks for, whose other forms are read. */
  text: 16,
  /** What it says belongs to the shape, word for word. */
  rare: 17,
  /** It says nothing that anybody here asks for. */
  other: 18,
  /** A text, or a list of texts. */
  command: 19,
  /** It says in which folder steps start. */
  folder: 20,
} as const;

/** A key with what it is for, and which versions of the engine it speaks for. */
export interface PlainKey {
  readonly use: number;
  /** 0 for none, 1 for 1.x, 2 for 2.x. */
  readonly speaksFor: number;
  /** In every version that knows the key: the version is found out later. */
  readonly field: Field | undefined;
  /** Is it one that a version refuses beside `run` or `action`? */
  readonly isOtherWord: boolean;
}

const versions = { v1: 1, v2: 2 } as const;

function tableOf(
  uses: Readonly<Record<string, string>>,
  dialectOf: (key: string) => 'v1' | 'v2' | undefined,
  level: Level,
): () => ReadonlyMap<string, PlainKey> {
  return madeLate(
    () =>
      new Map(
        Object.entries(uses).flatMap(([use, keys]) =>
          keys.split(' ').map((key): [string, PlainKey] => {
            const dialect = dialectOf(key);
            const speaksFor = dialect ? versions[dialect] : 0;
            const isOtherWord = level === 'step' && isRefusedBeside('run', key, 'v2');
            const field = fieldIn(level, key, 'both');
            return [key, { use: keyUse[use as keyof typeof keyUse], speaksFor, field, isOtherWord }];
          }),
        ),
      ),
  );
}

export const rootKeys = tableOf(
  {
    name: 'name',
    type: 'type',
    env: 'env',
    params: 'params',
    steps: 'steps',
    folder: 'workingDir working_dir',
    other: [
      'description schedule tags group queue logDir histRetentionDays maxActiveRuns maxActiveSteps timeoutSec delaySec',
      'maxCleanUpTimeSec skipIfSuccessful restartWaitSec log_dir hist_retention_days max_active_runs max_active_steps',
      'timeout_sec delay_sec max_clean_up_time_sec skip_if_successful restart_wait_sec',
      'mailOn errorMail infoMail waitMail maxOutputSize mail_on error_mail info_mail wait_mail max_output_size smtp otel',
    ].join(' '),
  },
  dialectOfRootKey,
  'document',
);

export const stepKeys = tableOf(
  {
    name: 'name',
    needs: 'depends',
    call: 'call',
    command: 'command',
    work: 'script',
    run: 'run',
    output: 'output',
    retries: 'retryPolicy retry_policy',
    condition: 'preconditions',
    params: 'params',
    id: 'id',
    action: 'action',
    given: 'with',
    text: 'stdout stderr',
    rare: [
      'type config executor container parallel shell shellPackages shell_packages shell_args logOutput log_output',
      'continueOn continue_on repeatPolicy repeat_policy workerSelector worker_selector',
    ].join(' '),
    other: [
      'description env dir workingDir working_dir timeoutSec timeout_sec signalOnStop signal_on_stop',
      'mailOnError mail_on_error',
    ].join(' '),
  },
  dialectOfStepKey,
  'step',
);

/** The keys of a retry policy, as either version spells them. */
export const retryKeys: ReadonlySet<string> = keysOf('retries', 'both');

/** The keys of a precondition. */
export const conditionKeys: ReadonlySet<string> = keysOf('condition', 'both');

/** The keys of an output that is more than a name, in 1.x. */
export const outputKeys: ReadonlySet<string> = new Set(['name', 'key', 'omit']);
