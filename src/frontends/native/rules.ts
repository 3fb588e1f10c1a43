import type * as z from 'zod/mini';
import type { Arguments } from '../../diagnostics/catalog.js';
import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { InlineStep, StepReference, WrittenAnchor, WrittenRule } from '../../model/layer.js';
import type { Denial, Match } from '../../model/match.js';
import { type HookPoint, hookPoints, isOfTaskEnd, isOfTasks } from '../../model/rule.js';
import { readExpect, readMatch } from '../match-schema.js';
import { checkByKeys } from '../schema-issues.js';
import { ruleKeys, ruleSchema } from '../section-schema.js';
import { keySpan, locate, readTexts, type Written, type WrittenMap } from '../written.js';
import { readInlineStep, readPolicy } from '../written-step.js';

export interface Rules {
  readonly rules: readonly WrittenRule[];
  /** False where rules with mistakes were left out. */
  readonly complete: boolean;
}

/** Reads the lists of `injections`. What has mistakes is reported and left out. */
export function readRules(section: WrittenMap, promptsDirectory: string, report: Report): Rules {
  const read = hookPoints.flatMap((point) => {
    const list = section.fields.get(point)?.value;
    if (list?.kind !== 'list') return [];
    return list.items.map((written) => readRule({ point, promptsDirectory, report }, written));
  });
  const rules = read.filter((rule) => rule !== undefined);
  return { rules, complete: rules.length === read.length };
}

/** What the section forbids, once the schema has let it pass. */
export function readDenials(section: WrittenMap): readonly Denial[] {
  const list = section.fields.get('deny')?.value;
  return (list?.kind === 'list' ? list.items : []).map((entry) => {
    const value = (key: string) => locate(entry, [key]);
    const severity =
      entry.kind === 'map' && entry.fields.get('severity')?.value.value === 'warning' ? 'warning' : 'error';
    return { match: readMatch(value('match')), message: textOf(value('message')), severity, span: entry.span };
  });
}

function textOf(written: Written): string {
  return written.kind === 'scalar' ? written.text : '';
}

interface RuleContext {
  readonly point: HookPoint;
  readonly promptsDirectory: string;
  readonly report: Report;
}

type RuleFields = z.output<ReturnType<typeof ruleSchema.whole>>;

function readRule(reading: RuleContext, written: Written): WrittenRule | undefined {
  const fields = checkByKeys(ruleSchema, written, 'a rule', tellingOfRule(written, reading.report));
  if (!fields || written.kind !== 'map') return undefined;
  const outside = [...written.fields.keys()].find((key) => onlyOfMatches.has(key));
  if (outside !== undefined) {
    const way = `write it below \`match\`: \`match: {${outside}: …}\``;
    reading.report('DW381', { key: outside, way }, { span: keySpan(written, outside) });
    return undefined;
  }
  const sound = [checkAnchor, checkRun, checkExpect].map((check) => check(reading, fields, written));
  warnOfIdleFields(reading, fields, written);
  const step = readStep(reading, fields, written);
  if (!step || sound.includes(false)) return undefined;
  return {
    point: reading.point,
    step,
    id: fields.id === undefined ? undefined : { value: fields.id, span: locate(written, ['id']).span },
    enabled: fields.enabled ?? true,
    tasks: fields.tasks === undefined ? undefined : readTexts(fields.tasks, locate(written, ['tasks'])),
    tasksExclude: readTexts(fields.tasks_exclude ?? [], locate(written, ['tasks_exclude'])),
    anchor: readAnchor(fields, written),
    when: fields.when === undefined ? undefined : { value: String(fields.when), span: locate(written, ['when']).span },
    order: fields.order ?? 0,
    parallel: fields.parallel,
    await: fields.await ?? true,
    policy: readPolicy(fields),
    run: fields.run ?? 'success',
    environments: undefined,
    optional: fields.optional ?? false,
    once: fields.once ?? false,
    action: undefined,
    span: written.span,
    ...matchOf(reading, fields, written),
  };
}

/** Keys of a match that no step has as a field. */
const onlyOfMatches: ReadonlySet<string> = new Set(['runs', 'calls', 'cel']);

/** Reports the name of a step alone, and a command where the end of a run is meant, with the way to write them. */
function tellingOfRule(written: Written, report: Report): Report {
  const text = written.kind === 'scalar' && written.value !== null ? written.text : '';
  return (code, args, place) => {
    if (code === 'DW311' && text !== '')
      report('DW311', { ...(args as Arguments<'DW311'>), hint: hintForText(text) }, place);
    else if (code === 'DW312' && (args as Arguments<'DW312'>).field === 'run')
      report('DW312', { ...(args as Arguments<'DW312'>), hint: hintForRun }, place);
    else report(code, args, place);
  };
}

function hintForText(text: string): string {
  if (/\s/.test(text)) return 'write a command as `{type: shell, command: …}`';
  return `write \`step: ${text}\` to use a step definition, or a step with its \`type\``;
}

const hintForRun = 'write a command as `command`, beside `type: shell`; `run` is success, failure, abort or always';

/** What a step runs or is belongs to one step, so such a rule means each step, and not a task with all that runs in it. */
function matchOf(
  { point }: RuleContext,
  fields: RuleFields,
  written: WrittenMap,
): Pick<WrittenRule, 'match' | 'each' | 'expect'> {
  const match = fields.match && readMatch(locate(written, ['match']));
  const usual = match && asksWhatRuns(match) ? 'step' : 'task';
  const each = isOfTasks({ point }) && (fields.each ?? usual) === 'step' ? 'step' : undefined;
  const expect = fields.expect && readExpect(fields.expect, locate(written, ['expect']), fields.optional ?? false);
  return { ...(match && { match }), ...(each && { each }), ...(expect && { expect }) };
}

function asksWhatRuns({ clauses }: Match): boolean {
  return clauses.some((clause) => {
    if (clause.kind === 'any') return clause.of.some(asksWhatRuns);
    return clause.kind === 'not' ? asksWhatRuns(clause.match) : !['step', 'dag', 'file'].includes(clause.kind);
  });
}

function checkAnchor({ report }: RuleContext, fields: RuleFields, written: WrittenMap): boolean {
  if (fields.after === undefined || fields.before === undefined) return true;
  const related = { message: 'and this is the other', span: keySpan(written, 'after') };
  report('DW324', {}, { span: keySpan(written, 'before'), related });
  return false;
}

function checkRun({ report, point }: RuleContext, fields: RuleFields, written: WrittenMap): boolean {
  if (fields.run === undefined || point === 'final' || (point === 'post_task' && fields.run !== 'abort')) return true;
  report('DW325', { point, run: fields.run }, { span: keySpan(written, 'run') });
  return false;
}

function checkExpect({ report }: RuleContext, { expect }: RuleFields, written: WrittenMap): boolean {
  const { min, max } = expect ?? {};
  if (min === undefined || max === undefined || min <= max) return true;
  const { span } = locate(written, ['expect', 'max']);
  report(
    'DW313',
    { field: 'expect.max', found: String(max), bound: `at least ${min}, which is its \`min\`` },
    { span },
  );
  return false;
}

/** What a field says must not be dropped in silence where nothing comes of it. */
function warnOfIdleFields({ report, point }: RuleContext, fields: RuleFields, written: WrittenMap): void {
  const warn = (field: string, because: string) => {
    report('DW326', { field, because }, { span: keySpan(written, field) });
  };
  if (fields.on_missing_anchor !== undefined && fields.after === undefined && fields.before === undefined) {
    warn('on_missing_anchor', 'the rule has neither `after` nor `before`');
  }
  if (isOfTaskEnd({ point, run: fields.run ?? 'success' })) {
    for (const field of ['after', 'before', 'parallel'] as const)
      if (fields[field] !== undefined) warn(field, 'a hook that runs after a failure too is behind all of its task');
  }
  if (isOfTasks({ point })) return;
  if (fields.each !== undefined) warn('each', `${point} is a place of the whole workflow, not of a task`);
  const everyTask = [fields.tasks ?? '*'].flat().every((pattern) => pattern === '*');
  if (!everyTask) warn('tasks', `${point} is a place of the whole workflow, not of a task`);
  if (fields.tasks_exclude?.length) warn('tasks_exclude', `${point} is a place of the whole workflow, not of a task`);
}

function readStep(
  reading: RuleContext,
  fields: RuleFields,
  written: WrittenMap,
): StepReference | InlineStep | undefined {
  const { report } = reading;
  if (fields.step !== undefined && fields.type !== undefined) {
    const related = { message: 'the definition named here has a type already', span: keySpan(written, 'step') };
    report('DW322', {}, { span: keySpan(written, 'type'), related });
    return undefined;
  }
  if (fields.type !== undefined) {
    return { kind: 'inline', definition: readInlineStep(fields, written, reading.promptsDirectory) };
  }
  if (fields.step === undefined) {
    report('DW321', {}, { span: written.span });
    return undefined;
  }
  const known = ruleKeys.filter((key) => key !== 'type' && key !== 'output');
  const foreign = [...written.fields.keys()].filter((key) => !known.includes(key));
  for (const key of foreign) {
    const args = { key, step: fields.step, nearest: nearestName(key, known) };
    report('DW323', args, { span: keySpan(written, key) });
  }
  return foreign.length > 0
    ? undefined
    : { kind: 'reference', name: fields.step, span: locate(written, ['step']).span };
}

function readAnchor(fields: RuleFields, written: WrittenMap): WrittenAnchor | undefined {
  const side = fields.after === undefined ? 'before' : 'after';
  const value = fields[side];
  if (value === undefined) return undefined;
  const pattern = { value, span: locate(written, [side]).span };
  const { on_missing_anchor: onMissing } = fields;
  return { side, pattern, onMissing: onMissing ?? 'default', isMissingStated: onMissing !== undefined };
}
