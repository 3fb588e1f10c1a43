import type { ExplainedDagRule, ExplainedDenial, ExplainedStep, ExplainedTask } from '../../model/explanation.js';
import { isOfPolicy } from '../../model/layer.js';
import { roleOf } from '../../model/picture.js';
import type { Rule } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import { deniedWords, gateWords, handlerWords } from '../graph/words.js';
import { list, type Pen, placeOf, placeWords, type Row, shown, table } from './lines.js';

/** What happens to a task or step: what is wrong with it and what the rules add, then why the others do nothing. */
export function taskText({ what, name, dag, span, ...task }: ExplainedTask, pen: Pen): string {
  const { isAdded, ofTask, enabled, hooks, before, behind, refused, denials, ofDag } = task;
  const where = name === dag ? '' : ` in ${shown(dag)}`;
  const title = `${titles[what]} ${shown(name)}${where} (${placeOf(span, pen)})`;
  const [forbidding, others] = [true, false].map((holds) =>
    denials.filter(({ failed }) => (failed === undefined) === holds).map((denial) => denialRow(denial, pen)),
  );
  const added = hooks.length > 0 ? 'What rules add, in order' : 'No rule adds anything';
  return [
    pen.colors.strong(title),
    ...(isAdded ? ['The workflow has no such handler: rules add it.'] : []),
    ...(enabled ? [] : ['Hooks are not enabled, so nothing of this is in force.']),
    ...(ofTask ? [`It ${ofTask.how} the task ${shown(ofTask.task)}: see --task ${shown(ofTask.task)} too.`] : []),
    ...section('Forbidden by `deny`', forbidding!, pen),
    ...(hooks.length > 0
      ? section(
          added,
          hooks.map((hook) => hookRow(hook, pen)),
          pen,
        )
      : [`${added} here.`]),
    ...section(
      'Other hooks beside it',
      [
        ...before.map((hook) => besideRow(hook, 'before it', pen)),
        ...behind.map((hook) => besideRow(hook, 'after it', pen)),
      ],
      pen,
    ),
    ...section(
      'Rules that do not match',
      refused.map(({ rule, failed }) => [
        ruleName(rule),
        `${shown(failed.why)}${written(failed.span ?? rule.span, pen)}`,
      ]),
      pen,
    ),
    ...section('`deny` rules that do not match', others!, pen),
    ...section(
      'Rules for the whole DAG',
      ofDag.map((one) => [ruleName(one.rule), dagRuleWords(one, pen)]),
      pen,
    ),
    '',
  ].join('\n');
}

const titles = { task: 'Task', step: 'Step', handler: 'Handler' } as const;

function dagRuleWords({ rule, hooks, failed }: ExplainedDagRule, pen: Pen): string {
  const point = rule.run === 'success' ? rule.point : `${rule.point}, ${handlerWords[rule.run]}`;
  const because = failed ? `nothing here; ${shown(failed.why)}` : 'nothing here';
  return `${point}: ${hooks.length > 0 ? list(hooks) : because}${written(failed?.span ?? rule.span, pen)}`;
}

function section(title: string, rows: readonly Row[], { colors }: Pen): readonly string[] {
  return rows.length === 0 ? [] : [`${colors.strong(title)}:`, ...table(rows)];
}

function hookRow(hook: ExplainedStep, pen: Pen): Row {
  const { name, rule, place, when } = hook;
  const group = rule.parallel === undefined ? '' : `; parallel in ${shown(rule.parallel)}`;
  const only = when === undefined ? '' : `; only if ${shown(when)}`;
  const isLost = 'anchor' in place && place.anchor === 'missing';
  const lost = isLost ? `, because \`${shown(rule.anchor!.pattern.text)}\` is not there` : '';
  return [
    shown(name),
    `${placeWords(hook)}${lost}; ${gateWords[roleOf(hook)]}${group}${only}; rule ${ruleName(rule)}${written(rule.span, pen)}`,
  ];
}

function besideRow({ name, rule, task }: ExplainedStep, order: string, pen: Pen): Row {
  const forTask = task === undefined ? '' : `; for the task ${shown(task)}`;
  return [shown(name), `${order}${forTask}; rule ${ruleName(rule)}${written(rule.span, pen)}`];
}

function denialRow({ denial, failed, ...denied }: ExplainedDenial, pen: Pen): Row {
  const place = pen.colors.faint(` (${denial.ofPolicy ? 'policy, ' : ''}${placeOf(denial.span, pen)})`);
  if (failed) return [shown(denial.message), `${shown(failed.why)}${place}`];
  return [denial.severity, `${shown(denial.message)}; ${shown(deniedWords(denied))}${place}`];
}

function ruleName(rule: Rule): string {
  return isOfPolicy(rule) ? `${shown(rule.id)} (policy)` : shown(rule.id);
}

function written(span: Span, pen: Pen): string {
  return pen.colors.faint(` (${placeOf(span, pen)})`);
}
