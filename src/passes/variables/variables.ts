import { nearestName } from '../../lang/nearest.js';
import { isSecretName } from '../../lang/secret-names.js';
import { parseTemplate } from '../../lang/template.js';
import { type BuiltInName, builtInNames } from '../../lang/variable-names.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Rule, RuleSet, RuleVariable } from '../../model/rule.js';
import { type Span, standardInputPath } from '../../model/source.js';
import type { Part } from '../../model/step.js';
import { valueFrom } from './action-variables.js';
import { createArboristFinder } from './arborist.js';
import type { ActionPlace, ActionView, BindPlace } from './bind-place.js';
import {
  joinText,
  type Lookup,
  type VariableOptions,
  type VariableSource,
  type VariableTable,
} from './variable-table.js';
import {
  createOutputs,
  fromDefaults,
  fromSettings,
  fromWorkflow,
  nameOf,
  type OutputsOf,
} from './workflow-variables.js';

/** @returns what gives the variables of a rule at a place, or those of any rule but for `step.…`; the templates of `hooks.context` are read once for all */
export function createVariables(
  rules: RuleSet,
  options: VariableOptions,
  view?: ActionView,
): (rule: Rule | undefined, place: BindPlace) => VariableTable {
  const contexts = [rules, rules.ofPolicy ?? rules].map(
    ({ context }) =>
      new Map([...context].map(([name, { text, span }]) => [name, { ...parseTemplate(text, 'command'), span }])),
  );
  const outputsOf = createOutputs(rules);
  const defaults = { sourceDateEpoch: options.sourceDateEpoch, isArborist: createArboristFinder() };
  const builtInsAt = rememberedForPlace();
  return (rule, place) => {
    const known = new Map<string, Lookup>();
    const context = contexts[rule && isOfPolicy(rule) ? 1 : 0]!;
    // Templates may speak of the rule; without them these variables are the same for all rules at a place.
    const builtIns = context.size > 0 ? known : builtInsAt(place);
    const table: VariableTable = (name) => {
      const lookups = isBuiltIn(name) ? builtIns : known;
      const earlier = lookups.get(name);
      if (earlier) return earlier;
      lookups.set(name, { ok: false, name, why: 'circular' });
      const lookup = isBuiltIn(name) ? builtIn(name) : (brought(name) ?? namespaced(name, rule, place, rules, options));
      lookups.set(name, lookup);
      return lookup;
    };
    const given = (name: string): Lookup | undefined => {
      const option = options.variables?.get(name);
      if (option !== undefined) return found(option, { kind: 'option' });
      const template = context.get(name);
      return template && render(template.pieces, table, template.span);
    };
    const brought = (name: string): Lookup | undefined => {
      const variable = rule?.action?.variables.get(name);
      if (!variable || !isAction(rule) || !view) return undefined;
      const stated = given(name) ?? fromRun(name, variable, place, outputsOf);
      return stated ?? valueFrom(name, variable, { rule, place }, table, view);
    };
    const builtIn = (name: BuiltInName): Lookup => {
      const stated = given(name);
      if (stated) return stated;
      const variable = fromWorkflow(name, place, outputsOf) ?? fromDefaults(name, place, table, defaults);
      return variable ? { ok: true, ...variable } : { ok: false, name, why: name === 'task_id' ? 'no-task' : 'unset' };
    };
    return table;
  };
}

/** Of the last place only: the hooks of a DAG are bound one after another. */
function rememberedForPlace(): (place: BindPlace) => Map<string, Lookup> {
  let last: BindPlace | undefined;
  let known = new Map<string, Lookup>();
  return (place) => {
    if (last?.dag !== place.dag || last.task !== place.task) known = new Map();
    last = place;
    return known;
  };
}

function isAction(rule: Rule | undefined): rule is ActionPlace['rule'] {
  return rule?.action !== undefined;
}

/** What the workflow itself sets, or leaves in a variable of that name while it runs. */
function fromRun(
  name: string,
  { mayBePrinted }: RuleVariable,
  place: BindPlace,
  outputsOf: OutputsOf,
): Lookup | undefined {
  const { dag } = place;
  if (mayBePrinted && !dag.env.has(name) && outputsOf(dag).has(name)) {
    const value = [{ kind: 'expression' as const, expression: place.shell.variable(name) }];
    return { ok: true, value, source: { kind: 'workflow', dag: dag.name, name } };
  }
  const set = fromSettings([name], place, outputsOf);
  return set && { ok: true, ...set };
}

function isBuiltIn(name: string): name is BuiltInName {
  return (builtInNames as readonly string[]).includes(name);
}

function found(text: string, source: VariableSource): Lookup {
  return { ok: true, value: [{ kind: 'text', text }], source };
}

function namespaced(
  name: string,
  rule: Rule | undefined,
  place: BindPlace,
  rules: RuleSet,
  options: VariableOptions,
): Lookup {
  const key = name.slice(name.indexOf('.') + 1);
  if (name.startsWith('env.') && isSecretName(key) && options.environment?.has(key)) {
    return { ok: false, name, why: 'secret' };
  }
  if (name.startsWith('env.')) return from(options.environment, key, name, { kind: 'environment' });
  if (name.startsWith('vars.')) {
    const given = options.variables?.get(name) ?? options.variables?.get(key);
    return given === undefined ? from(rules.vars, key, name, { kind: 'vars' }) : found(given, { kind: 'option' });
  }
  if (name.startsWith('params.') && rule?.step.parameters) {
    return from(rule.step.parameters, key, name, { kind: 'parameter' });
  }
  if (name === 'dag.name') return { ok: true, value: nameOf(place.dag), source: { kind: 'place' } };
  if (name === 'dag.file' && place.dag.file === standardInputPath) return { ok: false, name, why: 'unset' };
  const here = placeVariables(rule, place);
  if (!here.has(name)) return { ok: false, name, why: 'unknown', nearest: nearestName(name, here.keys()) };
  const text = here.get(name);
  return text === undefined ? { ok: false, name, why: 'no-task' } : found(text, { kind: 'place' });
}

function from(
  values: ReadonlyMap<string, string> | undefined,
  key: string,
  name: string,
  source: VariableSource,
): Lookup {
  const text = values?.get(key);
  if (text !== undefined) return found(text, source);
  const nearest = nearestName(key, values?.keys() ?? []);
  return { ok: false, name, why: 'unset', nearest: nearest && `${name.slice(0, -key.length)}${nearest}` };
}

function placeVariables(
  rule: Rule | undefined,
  { workflow, dag, task }: BindPlace,
): ReadonlyMap<string, string | undefined> {
  const node = task?.body === undefined && task?.node ? workflow.dags[task.node.dag]!.nodes[task.node.node] : undefined;
  return new Map([
    ['task.id', task?.id ?? task?.name],
    ['task.name', task?.name],
    ['task.tool', task && (task.matchedAs ?? task.name)],
    ['task.kind', task && (node?.type ?? 'dag')],
    ['task.command', task && (node?.command ?? '')],
    ['dag.name', dag.name],
    ['dag.file', dag.file],
    ['step.name', rule && (rule.step.name ?? rule.step.type)],
    ['step.type', rule?.step.type],
  ]);
}

function render(pieces: ReturnType<typeof parseTemplate>['pieces'], table: VariableTable, span: Span): Lookup {
  const value: Part[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') value.push(piece);
    if (piece.kind !== 'variable') continue;
    const lookup = table(piece.name);
    if (!lookup.ok) return { ...lookup, within: span };
    value.push(...lookup.value);
  }
  return { ok: true, value: joinText(value), source: { kind: 'context', span } };
}
