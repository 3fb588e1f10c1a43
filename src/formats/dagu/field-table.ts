import type { Dialect } from './dialect.js';
import { type KindName, kindCalled } from './kinds.js';
import { type Kind, takesAnyText } from './value-kinds.js';

/** A mapping whose fields are known. */
export type Level = keyof typeof tables;

export interface Field {
  /** What its value may be: a kind for each version that the text may be for and that knows the field. */
  readonly kinds: readonly Kind[];
  /** In all of these, any text will do: that is so for most, and known without a look at each. */
  readonly takesAnyText: boolean;
  /** What the mapping in its value is, or each mapping of the list there. */
  readonly inner: Level | undefined;
}

/** `undefined` where no such field is known, or none of whose values is refused. */
export function fieldIn(level: Level, key: string, dialect: Dialect): Field | undefined {
  const known = fieldsFor(level, dialect);
  // 1.x takes keys in any case.
  return known.get(key) ?? (dialect === 'v2' ? undefined : known.get(key.toLowerCase()));
}

/**
 * Every field of a mapping with what its value may be, as a version spells it.
 * @internal
 */
export function fieldsOf(level: Level, version: 'v1' | 'v2'): ReadonlyMap<string, KindName> {
  const { both, ...own }: Table = tables[level];
  return new Map([
    ...namesIn(both).map(([key, kind]) => [fieldNamed(key, version), kind] as const),
    ...namesIn(own[version]),
  ]);
}

/** Does the engine take keys there that are no fields? In a text for either version, one that does is enough. */
export function takesAnyKey(level: Level, dialect: Dialect): boolean {
  const open = takingAnyKey[level];
  return open !== undefined && (open === 'both' || dialect === 'both' || dialect === open);
}

/** Is it what the mappings of a list are, where a field has a list? Those of `parallel` are parameters with any names. */
export function isOfItems(level: Level): boolean {
  return itemLevels.has(level);
}

const itemLevels: ReadonlySet<Level> = new Set(['condition', 'message', 'secret', 'step']);

/** Does a version have such a mapping? */
export function isLevelOf(level: Level, version: 'v1' | 'v2'): boolean {
  const table: Table = tables[level];
  return table.both !== undefined || table[version] !== undefined;
}

/** The name of a field, from the way 2.x spells it. */
export function fieldNamed(key: string, version: 'v1' | 'v2'): string {
  return version === 'v2' ? key : key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function namesIn(fields: Fields | undefined): readonly (readonly [string, KindName])[] {
  return Object.entries(fields ?? {}).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name) => [name, kind as KindName] as const),
  );
}

/** Names of fields by what their values are. */
type Fields = { readonly [K in KindName]?: string };

interface Table {
  /** As 2.x spells them; 1.x has capitals in place of underscores. */
  readonly both?: Fields;
  readonly v1?: Fields;
  readonly v2?: Fields;
}

const mail = { both: { text: 'from prefix', textOrList: 'to', flag: 'attach_logs' } };

/** What stops one of the two versions when it loads a file. What it makes of a value while a step runs is not here. */
const tables = {
  document: {
    both: {
      text: 'name description group queue log_dir working_dir',
      whole: `delay_sec max_active_runs max_active_steps max_clean_up_time_sec max_output_size restart_wait_sec timeout_sec`,
      flag: 'skip_if_successful',
      mapping: 'error_mail info_mail wait_mail handler_on llm mail_on otel run_config smtp ssh',
      textOrList: 'dotenv shell',
      container: 'container',
      textOrMapping: 'registry_auths',
      textsOrMapping: 'params',
      mappings: 'secrets',
      logOutput: 'log_output',
    },
    v1: {
      whole: 'histRetentionDays',
      textOrList: 'tags',
      conditions: 'precondition preconditions',
      mappingOfTexts: 'workerSelector',
      schedule: 'schedule',
    },
    v2: {
      text: 'catchup_window',
      count: 'hist_retention_days',
      positive: 'hist_retention_runs',
      mapping: `actions artifacts defaults harness harnesses kubernetes redis resources retry_policy s3 step_types
        webhook`,
      mappings: 'consts tasks',
      texts: 'shell_args',
      textsOrMapping: 'labels tags',
      worker: 'worker_selector',
      overlap: 'overlap_policy',
      conditionsOf2: 'preconditions',
      scheduleOf2: 'schedule',
    },
  },
  step: {
    both: {
      text: 'name id description call script working_dir type',
      flag: 'mail_on_error',
      count: 'timeout_sec',
      mapping: 'config llm repeat_policy retry_policy',
      texts: 'shell_packages',
      textOrList: 'shell',
      container: 'container',
      textOrMapping: 'output stderr stdout',
      textsOrMapping: 'params',
      parallel: 'parallel',
      mappings: 'messages',
      mappingOfTexts: 'worker_selector',
      command: 'command',
      needs: 'depends',
      environment: 'env',
      continuing: 'continue_on',
      logOutput: 'log_output',
      signal: 'signal_on_stop',
    },
    v1: {
      text: 'dir',
      command: 'run',
      textOrMapping: 'executor',
      conditions: 'precondition preconditions',
    },
    v2: {
      text: 'action value',
      declarations: 'inputs outputs',
      command: 'run',
      texts: 'shell_args',
      conditionsOf2: 'preconditions',
      mapping: 'approval exec foreach output_schema routes with',
    },
  },
  handlers: { both: { mapping: 'init success failure abort exit wait' }, v1: { mapping: 'cancel' } },
  defaults: {
    v2: {
      count: 'timeout_sec',
      flag: 'mail_on_error',
      mapping: 'repeat_policy retry_policy',
      environment: 'env',
      conditionsOf2: 'preconditions',
      continuing: 'continue_on',
      signal: 'signal_on_stop',
    },
  },
  foreach: {
    v2: {
      givenText: 'as key',
      givenItems: 'items',
      givenPositive: 'max_concurrent',
      mappingOfTexts: 'collect',
      filledList: 'steps',
    },
  },
  parallel: { both: { parallelItems: 'items', givenPositive: 'max_concurrent' } },
  condition: {
    both: { givenFlag: 'negate' },
    v1: { givenText: 'expected', filledText: 'condition command' },
    v2: { writtenText: 'condition eval expected' },
  },
  continueOn: {
    both: { givenFlag: 'failed failure mark_success skipped', exitCodes: 'exit_code', textOrTexts: 'output' },
  },
  retries: {
    both: { wholeOrText: 'limit interval_sec', wholes: 'exit_code', factor: 'backoff', whole: 'max_interval_sec' },
  },
  /** Of a whole run, which 1.x does not have. */
  runRetries: { v2: { numeric: 'limit interval_sec max_interval_sec', factor: 'backoff' } },
  repetition: {
    both: { text: 'condition expected', wholes: 'exit_code', repetition: 'repeat' },
    v1: { whole: 'limit intervalSec maxIntervalSec', factor: 'backoff' },
    v2: { wholeOrVariable: 'limit interval_sec max_interval_sec', anyFactor: 'backoff' },
  },
  output: { v1: { filledText: 'name', anything: 'key omit' } },
  executor: { v1: { text: 'type', mapping: 'config' } },
  approval: { v2: { text: 'prompt rewind_to', texts: 'input required' } },
  exec: { v2: { givenText: 'command', list: 'args' } },
  container: {
    both: {
      scalar: 'exec image log_pattern name network platform restart_policy startup user wait_for working_dir',
      truthWord: 'pull_policy',
      anything: 'command env keep_container ports volumes',
    },
    v1: { anything: 'workDir' },
    v2: { mapping: 'healthcheck', anything: 'shell' },
  },
  schedule: { v1: { times: 'start stop restart' }, v2: { timesOf2: 'start stop restart' } },
  smtp: { both: { text: 'host username password', port: 'port' }, v2: { mapping: 'oauth' } },
  mailOn: { both: { flag: 'failure success wait' } },
  mail,
  runConfig: { both: { flag: 'disable_param_edit disable_run_id_edit' } },
  ssh: {
    both: {
      text: 'user host key password known_host_file',
      port: 'port',
      flag: 'strict_host_key',
      textOrList: 'shell',
    },
    v2: { text: 'timeout', mapping: 'bastion' },
  },
  secret: { both: { filledText: 'name provider key', mappingOfTexts: 'options' }, v2: { text: 'ref' } },
  llm: {
    both: {
      text: 'system base_url api_key_name',
      provider: 'provider',
      temperature: 'temperature',
      share: 'top_p',
      positive: 'max_tokens',
      flag: 'stream',
      mapping: 'thinking',
    },
    v1: { text: 'model' },
    v2: {
      textOrMappings: 'model',
      texts: 'tools',
      whole: 'max_tool_iterations max_context_tokens observation_max_bytes observation_keep_recent',
      mapping: 'web_search',
    },
  },
  thinking: { both: { flag: 'enabled include_in_output', effort: 'effort', whole: 'budget_tokens' } },
  message: { both: { filledText: 'content', role: 'role' } },
  artifacts: { v2: { flag: 'enabled', text: 'dir' } },
  resources: { v2: { mapping: 'limits' } },
  limits: { v2: { text: 'cpu memory' } },
  webhook: { v2: { texts: 'forward_headers' } },
} as const satisfies Record<string, Table>;

/** Of documents and steps it is what an author wants to say to others, and reported only where it comes near to a field. */
const takingAnyKey: { readonly [L in Level]?: Dialect } = {
  document: 'both',
  step: 'both',
  continueOn: 'both',
  output: 'both',
  // Reported as what is no key of a schedule.
  schedule: 'both',
  container: 'v1',
  parallel: 'v1',
};

const ofSteps = {
  continueon: 'continueOn',
  precondition: 'condition',
  preconditions: 'condition',
  repeatpolicy: 'repetition',
  retrypolicy: 'retries',
} as const;

const inner: { readonly [L in Level]?: Readonly<Record<string, Level>> } = {
  document: {
    ...{ artifacts: 'artifacts', container: 'container', defaults: 'defaults', handleron: 'handlers', llm: 'llm' },
    ...{ errormail: 'mail', infomail: 'mail', waitmail: 'mail', mailon: 'mailOn', smtp: 'smtp', ssh: 'ssh' },
    ...{ precondition: 'condition', preconditions: 'condition', resources: 'resources', retrypolicy: 'runRetries' },
    ...{ runconfig: 'runConfig', schedule: 'schedule', secrets: 'secret', webhook: 'webhook' },
  },
  handlers: {
    ...{ init: 'step', success: 'step', failure: 'step', abort: 'step', cancel: 'step', exit: 'step', wait: 'step' },
  },
  defaults: ofSteps,
  step: {
    ...ofSteps,
    ...{ approval: 'approval', container: 'container', exec: 'exec', executor: 'executor', foreach: 'foreach' },
    ...{ llm: 'llm', messages: 'message', output: 'output', parallel: 'parallel' },
  },
  foreach: { steps: 'step' },
  llm: { thinking: 'thinking' },
  resources: { limits: 'limits' },
};

/** Made when it is asked for: few workflows have more than three of these mappings. */
function fieldsFor(level: Level, dialect: Dialect): ReadonlyMap<string, Field> {
  const known = fields[dialect].get(level);
  if (known) return known;
  const made = makeFields(level, dialect === 'both' ? ['v1', 'v2'] : [dialect]);
  fields[dialect].set(level, made);
  return made;
}

const fields: Readonly<Record<Dialect, Map<Level, ReadonlyMap<string, Field>>>> = {
  v1: new Map(),
  v2: new Map(),
  both: new Map(),
};

function makeFields(level: Level, versions: readonly ('v1' | 'v2')[]): ReadonlyMap<string, Field> {
  const levels = new Map(Object.entries(inner[level] ?? {}));
  const found = new Map<string, Field>();
  for (const version of versions)
    for (const [key, name] of fieldsOf(level, version)) {
      const plain = key.replaceAll('_', '').toLowerCase();
      const spellings = version === 'v1' ? new Set([key, plain]) : [key];
      for (const one of spellings) {
        const kinds = [...(found.get(one)?.kinds ?? []), kindCalled(name)];
        found.set(one, { kinds, takesAnyText: kinds.every(takesAnyText), inner: levels.get(plain) });
      }
    }
  return found;
}
