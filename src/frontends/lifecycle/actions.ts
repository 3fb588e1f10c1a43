import type * as z from 'zod/mini';
import type { Report } from '../../diagnostics/diagnostics.js';
import { type RunVariable, runVariables } from '../../lang/variable-names.js';
import { type Located, usualRule, type WrittenRule, type WrittenStep } from '../../model/layer.js';
import type { Watched } from '../../model/rule.js';
import type { Policy } from '../../model/step.js';
import { check } from '../schema-issues.js';
import { keySpan, locate, type Written, type WrittenList, type WrittenMap } from '../written.js';
import { readInlineStep, readPolicy } from '../written-step.js';
import { type LifecyclePoint, lifecycleSchemas, places } from './schema.js';
import { variablesAt } from './variables.js';

/** What a list of actions is in. */
export interface ActionFile {
  readonly point: LifecyclePoint;
  /** A key for the list that no other one has. */
  readonly list: string;
  /** The stage that the file is about. */
  readonly stage: Located<string> | undefined;
  readonly promptsDirectory: string;
  readonly report: Report;
}

export interface Actions {
  readonly rules: readonly WrittenRule[];
  /** False where actions with mistakes were left out. */
  readonly complete: boolean;
}

/** Reads a list such as `on_stage_complete`. What has mistakes is reported and left out. */
export function readActions(file: ActionFile, list: WrittenList): Actions {
  const texts = list.items.map((item) => JSON.stringify(item.value));
  const rules = list.items.flatMap((item, index): readonly WrittenRule[] => {
    const rule = readAction(file, item);
    if (!rule) return [];
    const watched = watchedBy(texts.slice(index + 1), rule);
    const { point, list, stage: loop } = file;
    const { around, dispensable } = places[point];
    const kind = { around, dispensable, variables: variablesAt(point) };
    return [{ ...rule, action: { point, list, loop, watched, ...kind } }];
  });
  return { rules, complete: rules.length === list.items.length };
}

/** A name counts with or without braces, because a command finds it in its environment. */
function watchedBy(later: readonly string[], { step }: Pick<WrittenRule, 'step'>): Watched {
  const asks = (name: string | undefined) =>
    name !== undefined && later.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  const output = step.kind === 'inline' ? outputs.get(step.definition.type) : undefined;
  return { status: asks('LAST_HOOK_STATUS'), output: asks(output) };
}

/** The variable for what an action of a type gives, where it waits for that. */
const outputs: ReadonlyMap<string, string> = new Map([
  ['webhook', 'HOOK_RESPONSE'],
  ['spawn', 'SPAWN_OUTPUT'],
]);

type ActionFields = z.output<ReturnType<typeof lifecycleSchemas>['otherAction']>;

function readAction(file: ActionFile, written: Written): WrittenRule | undefined {
  const { report, promptsDirectory } = file;
  const type = written.kind === 'map' ? written.value.type : undefined;
  if (written.kind === 'map' && !written.fields.has('type')) {
    report('DW351', { point: file.point }, { span: written.span });
    return undefined;
  }
  const { actions, otherAction } = lifecycleSchemas();
  const schema = typeof type === 'string' && isOwn(type) ? actions[type] : otherAction;
  const fields: ActionFields | undefined = check(schema, written, `an action of ${file.point}`, report);
  if (!fields || written.kind !== 'map') return undefined;
  const how = manner(fields, written, report);
  const definition = adapted(readInlineStep(fields, written, promptsDirectory), how.waits);
  const { point, run, order } = places[file.point];
  return {
    ...usualRule,
    point,
    run,
    step: { kind: 'inline', definition: { ...definition, syntax: { names: runVariables, kept: keptBy(definition) } } },
    id: fields.id === undefined ? undefined : { value: fields.id, span: locate(written, ['id']).span },
    when: fields.when === undefined ? undefined : { value: String(fields.when), span: locate(written, ['when']).span },
    order,
    await: how.waits,
    policy: how.policy,
    span: written.span,
  };
}

function isOwn(type: string): type is keyof ReturnType<typeof lifecycleSchemas>['actions'] {
  return Object.hasOwn(lifecycleSchemas().actions, type);
}

interface Manner {
  readonly waits: boolean;
  readonly policy: Partial<Policy>;
}

/** What is usual in lifecycle files. Steps of other types are gates, and keep what is usual for them. */
function manner(fields: ActionFields, written: WrittenMap, report: Report): Manner {
  const stated = readPolicy(fields);
  const warn = (field: string, because: string) =>
    report('DW326', { field, because }, { span: keySpan(written, field) });
  const waits = fields.await ?? usuallyWaits(fields.type);
  if (!waits && stated.onFailure === 'abort') warn('on_failure', 'nothing waits for the action without `await: true`');
  switch (fields.type) {
    case 'shell': {
      const { retries, ...policy } = stated;
      const retried = stated.onFailure === 'retry';
      if (retries !== undefined && !retried) warn('retries', '`on_failure` is not retry');
      const again = retried && retries !== undefined ? { retries } : {};
      return { waits, policy: { onFailure: 'continue', timeout: shellSeconds, ...policy, ...again } };
    }
    case 'webhook':
      if (waits && stated.onFailure === 'continue' && written.value.on_timeout === 'abort')
        warn('on_timeout', 'with `on_failure: continue` the run goes on whatever comes of the action');
      // Who asks for a decision and cannot, or is refused, has not got one.
      return {
        waits,
        policy: { onFailure: waits ? 'abort' : 'continue', retries: sendRetries, ...waiting(waits), ...stated },
      };
    case 'spawn':
      return { waits, policy: { onFailure: 'continue', retries: 0, ...stated } };
    default:
      return { waits, policy: stated };
  }
}

function usuallyWaits(type: string): boolean {
  return type !== 'shell' && type !== 'webhook';
}

const shellSeconds = 300;
const waitSeconds = 3600;
const sendRetries = 3;

function waiting(waits: boolean): Partial<Policy> {
  return waits ? { timeout: waitSeconds } : {};
}

/** A webhook that is waited for is one that waits for its callback. */
function adapted(step: WrittenStep, waits: boolean): WrittenStep {
  return step.type === 'webhook' && waits ? { ...step, config: { ...step.config, callback: true } } : step;
}

/** A step that waits to be called back is the one that knows where. */
function keptBy({ config }: WrittenStep): RunVariable | undefined {
  return config.callback === true ? 'CALLBACK_URL' : undefined;
}
