import type { Report } from '../../diagnostics/diagnostics.js';
import { gateOf } from '../../model/picture.js';
import type { DagPlan, InjectedNode, Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { ScriptCall } from '../../model/step.js';
import type { Dag } from '../../model/workflow.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { type ValueField, variablesOf, writtenValue } from '../step-script/own-values.js';
import { whyNoApproval } from './approval.js';
import { gatingOf } from './asked-gates.js';
import { problemsOfCall } from './called-workflow.js';
import { checkBackground } from './check-background.js';
import { checkBehindSkipped } from './check-behind-skipped.js';
import { checkCheckout } from './check-checkout.js';
import { checkReaders } from './check-readers.js';
import { checkRuntime } from './check-runtime.js';
import { writtenCore } from './condition-text.js';
import { conditionNode, conditionOf, passerIn } from './fields.js';
import { timeoutMinutes } from './hook-fields.js';
import { reportLeftQuestions } from './left-questions.js';
import type { GithubWorkflow } from './read.js';
import { knownText } from './shell.js';

/** Reports what GitHub makes of hooks that the rules do not say. */
export function checkHooks(read: GithubWorkflow, plan: Plan, report: Report): void {
  for (const dagPlan of plan.dags) {
    const dag = read.workflow.dags[dagPlan.dag]!;
    for (const node of dagPlan.nodes) if (node.kind === 'injected') checkHook(read, dag, node, report);
    if (dagPlan.dag > 0) reportShared(read, dagPlan, report);
    reportPassers(read, dagPlan, report);
    reportLeftQuestions(read, dagPlan, report);
    if (dagPlan.dag > 0 || read.document.kind === 'action') {
      checkBackground(dag, read.texts[dagPlan.dag]!.list.steps, dagPlan, report);
      continue;
    }
    checkReaders(read, dagPlan, report);
    checkBehindSkipped(dag, dagPlan, report);
  }
  checkCheckout(read, plan, report);
  checkRuntime(read, plan, report);
}

function checkHook(
  { document, settings, callable }: GithubWorkflow,
  dag: Dag,
  node: InjectedNode,
  report: Report,
): void {
  const { injection } = node;
  const { rule, call, statusReport } = injection;
  const { span } = rule;
  const minutes = document.kind === 'workflow' ? timeoutMinutes(injection) : undefined;
  if (minutes !== undefined && (minutes * 60 !== rule.policy.timeout || rule.policy.retries > 0))
    report(
      'DW618',
      { rule: rule.id, seconds: rule.policy.timeout!, minutes, tries: rule.policy.retries + 1 },
      { span },
    );
  if (statusReport && dag.index === 0 && document.kind === 'workflow')
    report('DW246', { rule: rule.id, needed: true }, { span });
  reportMixedValues(rule, 'env', variablesOf(call), report);
  const isJob = dag.index === 0 && document.kind === 'workflow';
  if (call.kind === 'spawn') {
    reportMixedValues(rule, 'inputs', call.inputs, report);
    const problems = isJob ? problemsOfCall(injection, call, callable) : [onlyJobsCall];
    for (const problem of problems) report('DW247', { rule: rule.id, child: call.workflow, ...problem }, { span });
  }
  if (call.kind !== 'approval') return;
  const problem = whyNoApproval(injection, call, dag, document);
  if (problem) report('DW621', { rule: rule.id, dag: dag.name, ...problem }, { span });
  else report('DW619', { rule: rule.id, environment: settings.environment }, { span });
}

const onlyJobsCall = {
  why: 'it would be among the steps of a job, and only a job can call a workflow',
  instead:
    'Put it beside the whole job: write `each: task` in the rule, and no `before` or `after`; or let a hook of type `shell` start it with `gh workflow run`',
};

/** An expression beside a value that may be anybody's would be no expression any more. */
function reportMixedValues(rule: Rule, field: ValueField, values: ScriptCall['env'], report: Report): void {
  for (const { name, value } of values) {
    const template = writtenValue(rule.step.config, field, name);
    if (template === undefined || !template.includes('${{') || template === knownText(value)) continue;
    report(
      'DW275',
      { rule: rule.id, name, field, text: template },
      { span: rule.step.fieldSpans.get(`${field}.${name}`) ?? rule.span },
    );
  }
}

/** Steps that several jobs have by an alias. */
function reportShared({ document, workflow }: GithubWorkflow, { dag }: DagPlan, report: Report): void {
  const jobs = document.bodies[dag - 1]!.jobs.map((job) => document.outer.steps[job]!.key!.value);
  if (jobs.length > 1) report('DW241', { jobs }, { span: workflow.dags[dag]!.span });
}

/** What is behind a gate and decides by its own `if` what runs behind a failure: it asks for the gate, or cannot be made to. */
function reportPassers(read: GithubWorkflow, { dag, nodes }: DagPlan, report: Report): void {
  const own = read.workflow.dags[dag]!;
  const { steps } = read.texts[dag]!.list;
  const { asked } = gatingOf(read, dag, nodes);
  const isGraph = dag === 0 && read.document.kind === 'workflow';
  let gate = false;
  for (const node of nodes) {
    if (node.kind === 'injected') {
      gate ||= gateOf(node.injection) === 'gate';
      continue;
    }
    const { name, span, pastFailure } = own.nodes[node.node]!;
    const { map, node: written } = steps[node.node]!;
    const isShared = written.kind === 'alias' || written.anchor !== undefined;
    const passer = passerIn(map);
    const value = conditionNode(passer);
    const condition = conditionOf(passer)?.replace(/\s+/g, ' ');
    if (!pastFailure || condition === undefined) continue;
    const gates = asked.get(node.node);
    if (gates) {
      const args = { node: name, dag: own.name, condition, names: gates.map((one) => one.name) };
      if (passer === map && !isShared && writtenCore(read.document.file.text, value)) report('DW265', args, { span });
      else report('DW242', args, { span: spanOf(read, value) ?? span });
    } else if (gate && !isGraph) report('DW243', { node: name, dag: own.name, condition }, { span });
  }
}

function spanOf({ document }: GithubWorkflow, value: YamlNode | undefined): Span | undefined {
  return value && { file: document.file.path, start: value.start, end: value.end };
}
