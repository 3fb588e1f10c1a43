import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { truthHint } from '../../lang/truth-words.js';
import type { WrittenStep } from '../../model/layer.js';
import type { Span } from '../../model/source.js';
import type { StepDefinition } from '../../model/step.js';
import { stepTypes } from '../../steps/index.js';
import type { ConfigIssue } from '../../steps/schema.js';
import type { StepType } from '../../steps/step-type.js';
import { valueAt } from './value-at.js';

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
    reportStepIssues({ written, type, report }, checked.issues);
    return undefined;
  }
  const { name, policy, output, syntax, promptsDirectory, parameters, filledIn, span, fieldSpans } = written;
  const ofPack = parameters && { parameters, filledIn };
  return { type: type.name, name, config, policy, output, syntax, promptsDirectory, ...ofPack, span, fieldSpans };
}

/** Where a step has a prompt and a prompt file, the file is used. */
function withOnePrompt({ config, keySpans }: WrittenStep, report: Report): StepDefinition['config'] {
  if (!Object.hasOwn(config, 'prompt') || !Object.hasOwn(config, 'prompt_file')) return config;
  report('DW335', {}, { span: keySpans.get('prompt') });
  const { prompt: _, ...others } = config;
  return others;
}

/** A step as written, and the type that found issues with it. */
interface Checking {
  readonly written: WrittenStep;
  readonly type: StepType<unknown>;
  readonly report: Report;
}

/** Reports what a step's type found, each at its own place in the configuration. */
function reportStepIssues(checking: Checking, issues: readonly ConfigIssue[]): void {
  const missing = issues.filter((issue) => isMissing(checking.written, issue));
  const misspelt = new Set<string>();
  for (const issue of issues) {
    if (!issue.keys) continue;
    for (const found of reportUnknownFields(checking, issue.path, issue.keys, missing)) misspelt.add(found);
  }
  for (const issue of issues) {
    if (missing.includes(issue)) {
      if (!misspelt.has(issue.path.join('.'))) reportMissing(checking, issue.path);
    } else if (!issue.keys) reportValue(checking, issue);
  }
}

type Path = ConfigIssue['path'];

function isMissing(written: WrittenStep, { path, keys }: ConfigIssue): boolean {
  return !keys && path.length > 0 && valueAt(written.config, path) === undefined;
}

/** @returns the fields that were meant, as far as that can be guessed */
function reportUnknownFields(
  { written, type, report }: Checking,
  path: Path,
  keys: readonly string[],
  missing: readonly ConfigIssue[],
): readonly string[] {
  const besides = missing.filter((one) => one.path.slice(0, -1).join('.') === path.join('.'));
  const known = path.length === 0 ? type.fields : besides.map((one) => String(one.path.at(-1)));
  const surrounding = path.length === 0 ? written.surrounding : [];
  return keys.flatMap((key) => {
    const field = [...path, key].join('.');
    const fields = [...known, ...surrounding];
    const nearest = nearestName(key, fields) ?? fields.find((one) => one === otherNames.get(key));
    const span = written.keySpans.get(field) ?? placeOf(written, path);
    report('DW332', { type: type.name, field, nearest, known }, { span });
    return nearest === undefined ? [] : [[...path, nearest].join('.')];
  });
}

/** What other tools call fields of a rule or a step. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['name', 'id'],
  ['if', 'when'],
  ['condition', 'when'],
  ['cmd', 'command'],
  ['cwd', 'working_dir'],
  ['dir', 'working_dir'],
  ['depends', 'after'],
  ['needs', 'after'],
  ['task_id', 'tasks'],
  ['exclude', 'tasks_exclude'],
]);

function reportMissing({ written, type, report }: Checking, path: Path): void {
  const args = { type: type.name, field: path.join('.'), stated: written.typeSpan !== undefined };
  report('DW333', args, { span: placeOf(written, path) });
}

function reportValue({ written, type, report }: Checking, { path, message, help }: ConfigIssue): void {
  const hint = help ?? valueHint(path.at(-1), valueAt(written.config, path), message);
  const args = { type: type.name, field: path.join('.') || undefined, problem: message, hint };
  report('DW334', args, { span: placeOf(written, path) });
}

/** The value itself, or the nearest one around it that was written. */
function placeOf(written: WrittenStep, path: Path): Span {
  for (let length = path.length; length > 0; length -= 1) {
    const span = written.fieldSpans.get(path.slice(0, length).join('.'));
    if (span) return span;
  }
  return written.typeSpan ?? written.nameSpan;
}

/** What to write instead of a value of which a step's type says what it must be; `undefined` where that says it already. @internal */
export function valueHint(field: string | number | undefined, value: unknown, problem: string): string | undefined {
  if (value === null) return 'give it a value, or take the line out';
  if (problem.startsWith('must be "')) return problem.includes(' or ') ? 'write one of these' : 'write that';
  if (typeof value === 'string') return hintForText(value, problem);
  if (problem.includes('a text')) return hintForOther(field, value);
  if (problem === 'must be a list') return 'write it as a list, in [ ]';
  return problem === 'must be a map' ? 'write it as a mapping, in { }' : undefined;
}

function hintForText(value: string, problem: string): string | undefined {
  const text = value.trim();
  if (problem.includes('number') && text !== '' && Number.isFinite(Number(text)))
    return `write ${text}, without quotes`;
  if (problem === 'must be true or false') return truthHint(text);
  if (problem === 'must be a list') return `write it as a list: [${JSON.stringify(value)}]`;
  return problem === 'must be a map' ? 'write it as a mapping, in { }' : undefined;
}

/** Only `command` is known to be shell text, where several texts are commands one after another. */
function hintForOther(field: string | number | undefined, value: unknown): string {
  if (typeof value !== 'object') return `put it in quotes: ${JSON.stringify(String(value))}`;
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object');
  if (isList && field === 'command') return `write one text: ${JSON.stringify(value.join(' && '))}`;
  const text = JSON.stringify(value);
  return text.length > 60 || text.includes("'") ? 'write it as one text, in quotes' : `write it as one text: '${text}'`;
}
