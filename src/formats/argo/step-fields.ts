import type { EngineSetting } from '../../model/engine-setting.js';
import type { InjectedNode, Injection } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { Field, PrintedMap } from '../../text/print-yaml.js';
import { approvalTemplate } from './approval.js';
import { environmentField } from './carried-environment.js';
import type { HookWait } from './hook-needs.js';
import { argumentsField, type Given, handed, inputsField, withInputs } from './hook-references.js';
import { hookScript } from './hook-script.js';
import { spawnTemplate } from './spawn.js';
import { notFast } from './template-defaults.js';

/** What the templates of hooks are written for. */
export interface TemplatePlace {
  readonly image: string;
  /** Every template is tried again unless it says otherwise. */
  readonly retriesAll: boolean;
  /** The engine allows a time limit for every template, and the workflow has one. */
  readonly endsAll: boolean;
  /** It ends every template at the first failure in it unless that says otherwise. */
  readonly failsAllFast: boolean;
}

/** What hooks are written for: the template that they are in. */
export interface HookPlace extends TemplatePlace {
  /** The key of what a task waits for; `undefined` in a list of steps, where position says it. */
  readonly needs: 'dependencies' | 'depends' | undefined;
  /** The engine ends the template at the first failure in it, one that may be and one that is tried again included. */
  readonly failsFast: boolean;
  /** Nothing waits for a hook of a DAG, so how it ends counts, or where it is left out, what failed before it. */
  isLast(node: InjectedNode): boolean;
  /** The DAG forgets what fails before it, so a hook that may fail has to do so as well. */
  forgets(node: InjectedNode): boolean;
  /**
   * What comes next may be left out or skipped although all went well. To the engine, that ended as what is right before it did, a step in a
   * step of that included.
   */
  decidesNext(node: InjectedNode): boolean;
  /** What a hook waits for, as an expression. */
  expressionOf(node: InjectedNode): HookWait | undefined;
}

/** An injected node in the fields of a task, or of a step. Its template is written inside, so that one block is all of it. */
export function stepFields(node: InjectedNode, place: HookPlace): readonly Field[] {
  const { injection } = node;
  const wait = place.needs === 'depends' ? place.expressionOf(node) : undefined;
  const waits = wait ? wait.expression : place.needs && node.needs;
  const template = templateOf(node.name, injection, place);
  const isSoft = mayFail(injection.rule) || node.detached;
  const isRetried = injection.call.kind !== 'approval' && injection.rule.policy.retries > 0;
  // Beside `depends`, Argo allows no `continueOn`. What fails in a template of its own is no failure in this one. Of what ends a DAG,
  // `continueOn` would forgive the failure of tasks before it as well.
  const isClosed = isSoft && place.decidesNext(node);
  const isWrapped = place.failsFast
    ? isSoft || isRetried
    : isSoft && (place.needs === 'depends' || place.isLast(node) || isClosed);
  const given = givenTo(injection);
  const asked = wait?.asked ?? [];
  return [
    { key: 'name', value: node.name },
    ...(waits === undefined ? [] : [{ key: place.needs!, value: waits }]),
    ...(isSoft && (!isWrapped || place.forgets(node)) ? [goesOn] : []),
    ...argumentsField([...endsOf(asked), ...given]),
    {
      key: 'inline',
      value: isWrapped ? wrapped(template, place, { asked, given, isSoft, isClosed }) : { fields: template },
    },
  ];
}

const goesOn: Field = {
  key: 'continueOn',
  value: {
    fields: [
      { key: 'failed', value: true },
      { key: 'error', value: true },
    ],
  },
};

interface Wrapping {
  /** Tasks whose ends it is given, and that have to have gone well. */
  readonly asked?: readonly string[];
  /** What it hands on. */
  readonly given?: readonly Given[];
  /** The failure of the step is no failure of the whole. */
  readonly isSoft?: boolean;
  /** Its failure has to be none for what comes next either. */
  readonly isClosed?: boolean;
}

/** A template of one step. */
export function wrapped(
  template: readonly Field[],
  { failsAllFast }: Pick<TemplatePlace, 'failsAllFast'>,
  { asked = [], given = [], isSoft = true, isClosed = false }: Wrapping = {},
): PrintedMap {
  const conditions = asked.map(
    (_, index) => `'{{inputs.parameters.${parameter(index)}}}' in ('Succeeded', 'Skipped', 'Daemoned')`,
  );
  const run: PrintedMap = {
    fields: [
      { key: 'name', value: 'run' },
      ...(asked.length === 0 ? [] : [{ key: 'when', value: conditions.join(' && ') }]),
      ...(isSoft ? [goesOn] : []),
      ...argumentsField(given.map(({ input }) => ({ input, value: handed(input) }))),
      { key: 'inline', value: { fields: template } },
    ],
  };
  return {
    fields: [
      ...inputsField([...asked.map((_, index) => parameter(index)), ...given.map(({ input }) => input)]),
      ...(failsAllFast ? [notFast] : []),
      { key: 'steps', value: isClosed ? [[run], [nothing]] : [[run]] },
    ],
  };
}

/** A step that is always skipped. */
const nothing: PrintedMap = {
  fields: [
    { key: 'name', value: 'done' },
    { key: 'when', value: 'false' },
    { key: 'inline', value: { fields: [{ key: 'suspend', value: { fields: [] } }] } },
  ],
};

function endsOf(asked: readonly string[]): readonly Given[] {
  return asked.map((task, index) => ({ input: parameter(index), value: `{{tasks.${task}.status}}` }));
}

function givenTo(injection: Injection): readonly Given[] {
  const { kind } = injection.call;
  return kind === 'approval' || kind === 'spawn' ? [] : withInputs(hookScript(injection)).given;
}

function parameter(index: number): string {
  return index === 0 ? 'before' : `before-${index + 1}`;
}

/** What a hook runs, as a template. */
export function templateOf(name: string, injection: Injection, place: TemplatePlace): readonly Field[] {
  const { call, rule } = injection;
  if (call.kind === 'approval')
    return approvalTemplate(call, { name, timeout: rule.policy.timeout, retriesAll: place.retriesAll });
  if (call.kind === 'spawn') return [...limits(injection, place, true), ...spawnTemplate(call)];
  const {
    script: { source, env },
    given,
  } = withInputs(hookScript(injection));
  return [
    ...inputsField(given.map(({ input }) => input)),
    ...limits(injection, place, call.kind === 'script'),
    {
      key: 'script',
      value: {
        fields: [
          { key: 'image', value: place.image },
          { key: 'command', value: ['sh', '-e'] },
          ...environmentField(env),
          { key: 'source', value: source },
        ],
      },
    },
  ];
}

/**
 * How often the engine tries it, and for how long.
 * @param byEngine the engine keeps the time and tries again; a line of ours does so itself
 */
function limits(
  { rule: { policy } }: Pick<Injection, 'rule'>,
  { retriesAll, endsAll }: Pick<HookPlace, 'retriesAll' | 'endsAll'>,
  byEngine: boolean,
): readonly Field[] {
  const retries = byEngine ? policy.retries : 0;
  const timeout = byEngine ? policy.timeout : undefined;
  const delay = { key: 'backoff', value: { fields: [{ key: 'duration', value: `${policy.retryDelay}s` }] } };
  const retry = [
    { key: 'limit', value: String(retries) },
    ...(retries > 0 ? [{ key: 'retryPolicy', value: 'Always' }] : []),
    ...(retries > 0 && policy.retryDelay > 0 ? [delay] : []),
  ];
  return [
    ...(retries > 0 || retriesAll ? [{ key: 'retryStrategy', value: { fields: retry } }] : []),
    ...(timeout !== undefined ? [{ key: 'activeDeadlineSeconds', value: timeout }] : []),
    ...(timeout === undefined && endsAll ? [{ key: 'activeDeadlineSeconds', value: longest }] : []),
  ];
}

/** A year. */
const longest = 31_536_000;

/** The setting of the configuration, or an image that has a shell and little else. */
export function runtimeImage(settings: ReadonlyMap<string, EngineSetting> | undefined): string {
  const image = settings?.get('argo.runtime_image');
  return typeof image === 'string' ? image : usualImage;
}

const usualImage = 'busybox:1.36';
