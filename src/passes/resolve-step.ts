import type { Report } from '../diagnostics/diagnostics.js';
import { nearestName } from '../lang/nearest.js';
import type { WrittenStep } from '../model/layer.js';
import type { Span } from '../model/source.js';
import type { StepDefinition } from '../model/step.js';
import { stepTypes } from '../steps/index.js';
import type { ConfigIssue, StepType } from '../steps/step-type.js';

/** Checks a step by its type. `undefined` where it has mistakes; they are reported. */
export function resolveStep(written: WrittenStep, report: Report): StepDefinition | undefined {
  const type = stepTypes.get(written.type);
  if (!type) {
    const known = [...stepTypes.keys()];
    const args = { type: written.type, nearest: nearestName(written.type, known), known };
    report('DW331', args, { span: written.typeSpan ?? written.nameSpan });
    return undefined;
  }
  const config = withOnePrompt(written, report);
  const checked = type.check(config);
  if (!checked.ok) {
    for (const issue of checked.issues) reportIssue({ written, type, report }, issue);
    return undefined;
  }
  const { name, policy, output, promptsDirectory, span, fieldSpans } = written;
  return { type: type.name, name, config, policy, output, promptsDirectory, span, fieldSpans };
}

/** Where a step has a prompt and a prompt file, the file is used. */
function withOnePrompt({ config, keySpans }: WrittenStep, report: Report): StepDefinition['config'] {
  if (!Object.hasOwn(config, 'prompt') || !Object.hasOwn(config, 'prompt_file')) return config;
  report('DW335', {}, { span: keySpans.get('prompt') });
  const { prompt: _, ...others } = config;
  return others;
}

interface Checking {
  readonly written: WrittenStep;
  readonly type: StepType<unknown>;
  readonly report: Report;
}

function reportIssue(checking: Checking, issue: ConfigIssue): void {
  const { written, report } = checking;
  const type = written.type;
  if (issue.keys) {
    reportUnknownFields(checking, issue.path, issue.keys);
    return;
  }
  const field = issue.path.join('.');
  const value = valueAt(written.config, issue.path);
  if (issue.path.length > 0 && value === undefined) {
    report('DW333', { type, field, stated: written.typeSpan !== undefined }, { span: placeOf(written, issue.path) });
    return;
  }
  const found = typeof value === 'string' && issue.message.includes('number') ? value.trim() : '';
  const bare = found !== '' && Number.isFinite(Number(found)) ? found : undefined;
  const args = { type, field: field || undefined, problem: issue.message, bare };
  report('DW334', args, { span: placeOf(written, issue.path) });
}

function reportUnknownFields(
  { written, type, report }: Checking,
  path: ConfigIssue['path'],
  keys: readonly string[],
): void {
  const known = path.length === 0 ? [...type.fields, ...written.surrounding] : [];
  for (const key of keys) {
    const field = [...path, key].join('.');
    const args = {
      type: type.name,
      field,
      nearest: nearestName(key, known),
      known: path.length === 0 ? type.fields : [],
    };
    report('DW332', args, { span: written.keySpans.get(field) ?? placeOf(written, path) });
  }
}

function valueAt(config: unknown, path: ConfigIssue['path']): unknown {
  let value = config;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return value;
}

/** The value itself, or the nearest one around it that was written. */
function placeOf(written: WrittenStep, path: ConfigIssue['path']): Span {
  for (let length = path.length; length > 0; length -= 1) {
    const span = written.fieldSpans.get(path.slice(0, length).join('.'));
    if (span) return span;
  }
  return written.typeSpan ?? written.nameSpan;
}
