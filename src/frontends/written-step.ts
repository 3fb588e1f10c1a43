import type * as z from 'zod/mini';
import type { WrittenStep } from '../model/layer.js';
import type { Span } from '../model/source.js';
import type { FilledIn, Policy } from '../model/step.js';
import { ruleKeys, type stepSchema } from './section-schema.js';
import { keySpan, type Written, type WrittenMap } from './written.js';

/** The step in a rule that has a `type` of its own. */
export function readInlineStep(fields: StepFields, written: WrittenMap, promptsDirectory: string): WrittenStep {
  const shared = { name: undefined, promptsDirectory, nameSpan: keySpan(written, 'type') };
  // What surrounds the step belongs to the rule and stays with it.
  return { ...shared, ...readStep(fields, written, ruleKeys), policy: {} };
}

export function readPolicy(fields: StepFields): Partial<Policy> {
  return {
    ...(fields.on_failure !== undefined && { onFailure: fields.on_failure }),
    ...(fields.retries !== undefined && { retries: fields.retries }),
    ...(fields.retry_delay !== undefined && { retryDelay: fields.retry_delay }),
    ...(fields.timeout !== undefined && { timeout: fields.timeout }),
  };
}

type StepFields = z.output<ReturnType<typeof stepSchema.whole>>;
type ReadStep = Omit<WrittenStep, 'name' | 'promptsDirectory' | 'nameSpan'>;

/** @param surrounding keys that are no fields of its type */
export function readStep(fields: StepFields, written: WrittenMap, surrounding: readonly string[]): ReadStep {
  const own = [...written.fields].filter(([key]) => !surrounding.includes(key));
  const config: Record<string, unknown> = Object.create(null);
  const fieldSpans = new Map<string, Span>();
  const keySpans = new Map<string, Span>();
  const filledIn = new Map<string, FilledIn>();
  for (const [key, field] of own) {
    config[key] = field.value.value;
    keySpans.set(key, field.key);
    collectSpans(key, field.value, fieldSpans, keySpans);
    collectFilledIn(field.value, filledIn);
  }
  return {
    type: fields.type ?? defaultType,
    config,
    policy: readPolicy(fields),
    output: fields.output,
    ...('override' in fields && { override: fields.override === true }),
    syntax: 'braces',
    span: written.span,
    typeSpan: written.fields.get('type')?.value.span,
    surrounding,
    fieldSpans,
    keySpans,
    ...(filledIn.size > 0 && { filledIn }),
  };
}

/** A definition that states no type is a command. */
const defaultType = 'shell';

function collectSpans(path: string, value: Written, fieldSpans: Map<string, Span>, keySpans: Map<string, Span>): void {
  fieldSpans.set(path, value.span);
  if (value.kind === 'list') {
    for (const [index, item] of value.items.entries()) collectSpans(`${path}.${index}`, item, fieldSpans, keySpans);
  }
  if (value.kind !== 'map') return;
  for (const [key, field] of value.fields) {
    keySpans.set(`${path}.${key}`, field.key);
    collectSpans(`${path}.${key}`, field.value, fieldSpans, keySpans);
  }
}

/** The lines of a prompt are one text. */
function collectFilledIn(value: Written, found: Map<string, FilledIn>): void {
  if (value.kind === 'scalar' && value.filledIn) found.set(value.text, value.filledIn);
  const parts =
    value.kind === 'list'
      ? value.items
      : value.kind === 'map'
        ? [...value.fields.values()].map((one) => one.value)
        : [];
  for (const part of parts) collectFilledIn(part, found);
  if (value.kind !== 'list') return;
  const lines = value.items.filter((item) => item.kind === 'scalar');
  if (!lines.some(({ filledIn }) => filledIn)) return;
  const template = lines.map((line) => line.filledIn?.template ?? line.text).join('\n');
  found.set(lines.map(({ text }) => text).join('\n'), { template, whole: false });
}
