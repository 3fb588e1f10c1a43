import { madeLate } from '../lang/late.js';
import { isFilledIn } from '../lang/variable-names.js';
import type { CommandCall, Policy, Word } from '../model/step.js';
import type { contextFields, policyFields, subjectFields } from './common-fields.js';
import { type Fields, type FlagsOf, flagsOf } from './fields.js';
import { type FlagWords, writeFlags } from './flags.js';
import type { Binder, CallContext, TextPiece } from './step-type.js';

/**
 * A step as a line of ours: `dagweave step TYPE --task … …`, with the context and the policy that types take.
 * @param values of its options; each is in one of them at most
 */
export function commandCall<Table extends Fields>(
  type: string,
  table: Table,
  context: CallContext,
  ...values: readonly FlagWords<FlagsOf<Table>>[]
): CommandCall {
  const common: readonly CommonWords[] = [contextValues(context.binder), policyValues(context.policy)];
  const words = writeFlags(flagsOf(table), ...(common as readonly FlagWords<FlagsOf<Table>>[]), ...values);
  return { kind: 'command', program: context.runtime, words: [literal('step'), literal(type), ...words] };
}

type CommonWords = FlagWords<FlagsOf<typeof subjectFields & typeof contextFields & typeof policyFields>>;

/** The options that all code of the user has. */
export function codeValues(config: CodeConfig, binder: Binder) {
  return {
    working_dir: optionalText(config.working_dir, binder),
    env: pairsOf(config.env, binder),
    ...(config.config && configWords(config.config, binder)),
  };
}

interface CodeConfig {
  readonly working_dir?: string | undefined;
  readonly env?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

export function pairsOf(record: Readonly<Record<string, string | number | boolean>> | undefined, binder: Binder) {
  return record && Object.entries(record).map(([name, value]) => ({ name, value: binder.text(String(value)) }));
}

export function optionalText(template: string | undefined, binder: Binder): Word | undefined {
  return template === undefined ? undefined : binder.text(template);
}

function contextValues(binder: Binder): CommonWords {
  const timestamp = binder.variable('timestamp');
  return {
    task: binder.variable('task_id'),
    spec: binder.variable('spec_id'),
    worktree: binder.variable('worktree_path'),
    branch: binder.variable('branch_name'),
    parent_branch: binder.variable('parent_branch'),
    arborist_home: binder.variable('arborist_home'),
    // The runtime has a clock of its own; only a pinned time has to be reported.
    timestamp: timestamp?.every((part) => part.kind === 'text') ? timestamp : undefined,
  };
}

function policyValues(policy: Policy): CommonWords {
  const retried = policy.retries > 0;
  return {
    timeout: policy.timeout,
    retries: retried ? policy.retries : undefined,
    retry_delay: retried ? policy.retryDelay : undefined,
  };
}

export function literal(text: string): Word {
  return [{ kind: 'text', text }];
}

/**
 * The configuration of user code, as the options `--config JSON` and `--config-value POINTER=VALUE`. Texts in it may hold
 * `{{variables}}`; those known at run time only cannot be inside JSON and go beside it.
 */
export function configWords(config: unknown, binder: Binder): ConfigWords {
  const late: { name: string; value: Word }[] = [];
  const known = bind(config, '', binder, late);
  return { config: JSON.stringify(known), config_value: late.length > 0 ? late : undefined };
}

interface ConfigWords {
  readonly config: string;
  readonly config_value: readonly { readonly name: string; readonly value: Word }[] | undefined;
}

function bind(value: unknown, pointer: string, binder: Binder, late: { name: string; value: Word }[]): unknown {
  if (typeof value === 'string') {
    const word = binder.text(value);
    if (word.every((part) => part.kind === 'text')) return word.map((part) => part.text).join('');
    late.push({ name: pointer, value: word });
    return '';
  }
  if (Array.isArray(value)) return value.map((item, index) => bind(item, `${pointer}/${index}`, binder, late));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => {
      return [key, bind(item, `${pointer}/${escapePointer(key)}`, binder, late)] as const;
    });
    return Object.fromEntries(entries);
  }
  return value;
}

/** JSON Pointer (RFC 6901), with `=` escaped besides, because it ends the pointer on a command line. */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('=', '~2');
}

/**
 * Texts that the runtime fills in: `{{name}}` stays, and the value is beside it as `--var name=value`. So no value can
 * become a mark of the runtime, such as `${SECRET}`.
 */
export interface TemplateWords {
  text(template: string): string;
  /** Every text, names too, in a JSON value. */
  json(value: unknown): unknown;
  variables(): readonly { readonly name: string; readonly value: Word }[] | undefined;
}

export function templateWords(binder: Binder): TemplateWords {
  const values = new Map<string, Word>();
  const text = (template: string) =>
    binder
      .pieces(template)
      .map((piece) => written(piece, values))
      .join('');
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), json(item)]));
  };
  const variables = () => [...values].map(([name, value]) => ({ name, value }));
  return { text, json, variables: () => (values.size > 0 ? variables() : undefined) };
}

/** A tag that was meant as text gets the backslash back that says so. */
function written(piece: TextPiece, values: Map<string, Word>): string {
  if (piece.kind === 'text')
    return piece.text.replace(tag(), (whole, name) => (isFilledIn(name) ? `\\${whole}` : whole));
  values.set(piece.name, piece.value);
  return `{{${piece.name}}}`;
}

/** Made late, as `\p` takes its time. */
const tag = madeLate(() => /\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}/gu);
