import type { Report } from '../../diagnostics/diagnostics.js';
import {
  type Condition,
  falseParts,
  namesOf,
  operandsOf,
  parseCondition,
  printCondition,
  simplify,
} from '../../lang/condition.js';
import { isOurs } from '../../lang/variable-names.js';
import type { ConditionText, Rule, RuleSet } from '../../model/rule.js';
import type { Word } from '../../model/step.js';
import type { ActionView, BindPlace, ConditionAt, WhyNeverAt } from './bind-place.js';
import { createEnvironments } from './environments.js';
import { passable, reportNotHere } from './template-findings.js';
import { unsetNameWarner, type WarnOfUnset } from './unset-names.js';
import type { VariableOptions, VariableTable } from './variable-table.js';
import { createVariables } from './variables.js';
import { createOutputs } from './workflow-variables.js';

export interface Conditions {
  readonly at: ConditionAt;
  readonly whyNever: WhyNeverAt;
  /** Is it certain, whatever is reported of its variables elsewhere, that a rule does not run at a place? */
  isNever(rule: Rule, place: BindPlace): boolean;
  /** Tells of each rule where its condition kept it away. */
  tell(): void;
}

/** Conditions are read once, and what is known before the run is filled in at each place. */
export function createConditions(
  rules: RuleSet,
  options: VariableOptions,
  report: Report,
  viewWith?: (conditionAt: ConditionAt) => ActionView,
): Conditions {
  const view = viewWith?.((rule, place) => at(rule, place));
  const variablesAt = createVariables(rules, options, view);
  const warnOfUnset = unsetNameWarner(rules, createOutputs(rules));
  const read = new Map<ConditionText, Condition>();
  const refused = new Map<Rule, Set<string>>();
  const environments = createEnvironments(options, report);
  const conditionIn = (when: ConditionText) => {
    const condition = read.get(when) ?? conditionOf(when);
    read.set(when, condition);
    return condition;
  };
  const decidingAt = (rule: Rule, place: BindPlace): Deciding => {
    const isOfUs = (name: string) => isOurs(name) || rule.action?.variables.has(name) === true;
    const table = variablesAt(rule, place);
    return { rule, place, table, isOfUs, warnOfUnset, environment: options.environment, report };
  };
  const at: ConditionAt = (rule, place) => {
    const { when } = rule;
    if (!environments.admits(rule)) return 'never';
    if (!when) return 'always';
    const verdict = decide(conditionIn(when), when, decidingAt(rule, place));
    if (verdict === 'never') addTo(refused, rule, place.task?.name ?? place.dag.name);
    return verdict;
  };
  const whyNever: WhyNeverAt = (rule, place) => {
    if (!environments.includesHere(rule)) return { kind: 'environment', here: environments.here };
    const deciding = decidingAt(rule, place);
    const parts = falseParts(conditionIn(rule.when!), (name) => textOf(name, deciding));
    return { kind: 'condition', parts, table: deciding.table };
  };
  return {
    at,
    whyNever,
    isNever(rule, place) {
      if (!environments.includesHere(rule)) return true;
      if (!rule.when) return false;
      const deciding = decidingAt(rule, place);
      const rest = simplify(conditionIn(rule.when), (name) => knownText(name, deciding));
      return rest.kind === 'constant' && !rest.value;
    },
    tell() {
      for (const [{ id, when }, places] of refused) {
        report('DW421', { rule: id, places: [...places] }, { span: when?.span });
      }
      environments.tell();
    },
  };
}

function conditionOf({ text }: ConditionText): Condition {
  const parsed = parseCondition(text);
  if (!parsed.ok) throw new Error('a condition that cannot be read should have been refused before');
  return parsed.condition;
}

function addTo(refused: Map<Rule, Set<string>>, rule: Rule, place: string): void {
  refused.set(rule, (refused.get(rule) ?? new Set()).add(place));
}

interface Deciding {
  readonly rule: Rule;
  readonly place: BindPlace;
  readonly table: VariableTable;
  /** Is a name one that we give a value to? */
  readonly isOfUs: (name: string) => boolean;
  readonly warnOfUnset: WarnOfUnset;
  readonly environment: VariableOptions['environment'];
  readonly report: Report;
}

function decide(condition: Condition, when: ConditionText, deciding: Deciding): ReturnType<ConditionAt> {
  const { rule, place, isOfUs, warnOfUnset, report } = deciding;
  const later = new Map<string, Word>();
  const secrets = new Map<string, string>();
  const rest = simplify(condition, (name) => {
    if (!isOfUs(name)) return undefined;
    const secret = secretOf(name, deciding);
    if (secret !== undefined) {
      secrets.set(name, secret);
      return secret;
    }
    const value = valueOfOurs(name, when, deciding);
    if (value.every((part) => part.kind === 'text')) return value.map((part) => part.text).join('');
    later.set(name, value);
    return undefined;
  });
  if (rest.kind === 'constant') return rest.value ? 'always' : 'never';
  const written = new Set(operandsOf(condition));
  const filledIn = operandsOf(rest).filter((operand) => !written.has(operand));
  for (const [name, secret] of secrets) {
    const isLeft = filledIn.some((operand) => 'text' in operand && operand.text === secret);
    if (isLeft) report('DW514', { name, why: 'secret', nearest: undefined }, { span: when.span });
  }
  const left = namesOf(rest);
  for (const one of left) if (!isOfUs(one.name)) warnOfUnset(one, rule, place, report);
  const asked = new Set(left.map(({ name }) => name));
  return { text: printCondition(rest), values: new Map([...later].filter(([name]) => asked.has(name))) };
}

/** The same, but for what has no value at a place, of which nothing follows. */
function knownText(name: string, deciding: Deciding): string | undefined {
  return deciding.table(name).ok ? textOf(name, deciding) : undefined;
}

/** What a name is as far as that is known before the run; without a value it counts as empty. */
function textOf(name: string, deciding: Deciding): string | undefined {
  if (!deciding.isOfUs(name)) return undefined;
  const secret = secretOf(name, deciding);
  const lookup = deciding.table(name);
  if (secret !== undefined || !lookup.ok) return secret ?? '';
  return lookup.value.every((part) => part.kind === 'text')
    ? lookup.value.map((part) => part.text).join('')
    : undefined;
}

/** A secret of the environment may decide a condition, as long as no part of it is left for the run. */
function secretOf(name: string, { table, environment }: Deciding): string | undefined {
  const lookup = table(name);
  const isSecret = !lookup.ok && lookup.why === 'secret' && lookup.name === name;
  return isSecret ? environment?.get(name.slice('env.'.length)) : undefined;
}

/** A variable without a value is a mistake that has been reported; it counts as empty. */
function valueOfOurs(name: string, { span }: ConditionText, { table, report }: Deciding): Word {
  const lookup = table(name);
  if (!lookup.ok && lookup.why === 'not-here') {
    reportNotHere(lookup, span, report);
    return [];
  }
  if (!lookup.ok) {
    const related = lookup.within && { message: `\`${name}\` is made of it here`, span: lookup.within };
    report('DW514', { name: lookup.name, why: lookup.why, nearest: lookup.nearest }, { span, related });
    return [];
  }
  if (lookup.hidden) report('DW513', { name, dag: lookup.hidden.dag, setting: lookup.hidden.name }, { span });
  return passable(name, lookup.value, span, report) ?? [];
}
