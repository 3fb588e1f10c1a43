import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan, InjectedNode, KeptNode, Plan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { checkBehindSkipped } from './check-behind-skipped.js';
import { conditionOf } from './fields.js';
import { timeoutMinutes } from './hook-fields.js';
import type { GithubWorkflow } from './read.js';
import { runsBehindFailure } from './shell.js';

/** Reports what GitHub makes of hooks that the rules do not say. */
export function checkHooks(read: GithubWorkflow, plan: Plan, report: Report): void {
  for (const dagPlan of plan.dags) {
    const dag = read.workflow.dags[dagPlan.dag]!;
    for (const node of dagPlan.nodes) if (node.kind === 'injected') checkHook(read, dag, node, report);
    if (dagPlan.dag > 0) reportShared(read, dagPlan, report);
    reportPassers(read, dagPlan, report);
    if (dagPlan.dag > 0 || read.document.kind === 'action') continue;
    reportReaders(read, dagPlan, report);
    checkBehindSkipped(dag, dagPlan, report);
  }
}

function checkHook({ document, settings }: GithubWorkflow, dag: Dag, node: InjectedNode, report: Report): void {
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
  if (statusReport || (rule.step.output !== undefined && rule.step.output !== false))
    report('DW246', { rule: rule.id, needed: statusReport !== undefined }, { span });
  if (call.kind === 'spawn') {
    const why = 'GitHub starts a workflow from another one only as a job of its own, and that has no place in a rule';
    const instead =
      'Call the workflow in a job with `uses:`, or let a hook of type `shell` start it with `gh workflow run`';
    report('DW247', { rule: rule.id, child: call.workflow, why, instead }, { span });
  }
  if (call.kind !== 'approval') return;
  const isJob = dag.index === 0 && document.kind === 'workflow';
  const why = !isJob
    ? 'GitHub asks in front of a job and not between its steps'
    : call.inputs.length > 0
      ? 'GitHub asks reviewers for a yes or a no, so there are no `inputs`'
      : rule.await
        ? undefined
        : 'nothing would wait for the answer (`await: false`)';
  if (why !== undefined) report('DW621', { rule: rule.id, dag: dag.name, why }, { span });
  else report('DW619', { rule: rule.id, environment: settings.environment }, { span });
}

/** Steps that several jobs have by an alias. */
function reportShared({ document, workflow }: GithubWorkflow, { dag }: DagPlan, report: Report): void {
  const jobs = document.bodies[dag - 1]!.jobs.map((job) => document.outer.steps[job]!.key!.value);
  if (jobs.length > 1) report('DW241', { jobs }, { span: workflow.dags[dag]!.span });
}

/** What is behind a gate and yet runs where that fails, because its own `if` says so. */
function reportPassers({ workflow, texts, document }: GithubWorkflow, { dag, nodes }: DagPlan, report: Report): void {
  const own = workflow.dags[dag]!;
  const isGraph = dag === 0 && document.kind === 'workflow';
  const gates = new Set(nodes.flatMap((node) => (isGate(node) ? node.name : [])));
  let gate = false;
  for (const node of nodes) {
    if (node.kind === 'injected') {
      gate ||= isGate(node);
      continue;
    }
    const condition = conditionOf(texts[dag]!.list.steps[node.node]!.map);
    const isBehind = isGraph ? (node.needs ?? []).some((need) => gates.has(need)) : gate;
    if (condition === undefined || !isBehind || !runsBehindFailure(condition)) continue;
    const { name, span } = own.nodes[node.node]!;
    report(isGraph ? 'DW242' : 'DW243', { node: name, dag: own.name, condition }, { span });
  }
}

function isGate(node: InjectedNode | KeptNode): node is InjectedNode {
  if (node.kind === 'kept') return false;
  const { rule } = node.injection;
  return rule.await && rule.policy.onFailure !== 'continue' && rule.run === 'success';
}

/** Jobs that look at all of their needs, which are more with a hook among them. */
function reportReaders({ workflow, document }: GithubWorkflow, { dag, nodes }: DagPlan, report: Report): void {
  for (const node of nodes) {
    if (node.kind === 'injected' || !node.needs) continue;
    const { name, span } = workflow.dags[dag]!.nodes[node.node]!;
    const text = document.file.text.slice(span.start, span.end);
    if (/\bneeds\s*\.\s*\*|\btoJSON\s*\(\s*needs\s*\)/i.test(text)) report('DW245', { node: name }, { span });
  }
}
