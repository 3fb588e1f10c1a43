import type { Report } from '../../diagnostics/diagnostics.js';
import { madeLate } from '../../lang/late.js';
import { nearestName } from '../../lang/nearest.js';
import type { DagPlan, InjectedNode, Injection } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import { writtenValue } from '../step-script/own-values.js';
import type { ArgoPlace, ArgoWorkflow } from './argo-workflow.js';
import { referenceOf } from './calls.js';
import { itemsOf, nameOf } from './check-refused.js';
import { takesOver } from './merged.js';
import { runBy } from './scripts.js';

/** What a hook can read where it is. */
export interface HookReferences {
  readonly dag: string;
  /** Why it cannot read what a tag such as `tasks.build.status` says, in words that follow "because". */
  whyNot(tag: string): string | undefined;
}

/** Reports what a rule wants to read of the run that is not there for its hook: Argo refuses the whole workflow for that. */
export function checkHookReferences({ call, rule }: Injection, { dag, whyNot }: HookReferences, report: Report): void {
  if (call.kind !== 'script') return;
  const written = call.env.flatMap(({ name }) => {
    const text = writtenValue(rule.step.config, 'env', name);
    return text === undefined ? [] : [{ text, span: rule.step.fieldSpans.get(`env.${name}`) ?? rule.span }];
  });
  for (const { text, span } of [{ text: call.script, span: rule.span }, ...written]) {
    for (const [tag, inside] of text.matchAll(engineTag)) {
      const why = whyNot(inside!.trim());
      if (why !== undefined) report('DW638', { rule: rule.id, dag, tag: tag!, why }, { span });
    }
  }
}

const engineTag = /\{\{[ \t]*((?:inputs|item|steps|tasks|workflow)\b[^{}]*)\}\}/g;

/** Nothing of the run's tasks is known in its exit handler. */
export function notAtEnd(tag: string): string | undefined {
  const [head] = tag.split('.');
  return head === 'workflow' ? undefined : `\`${head}\` means nothing in the exit handler`;
}

/** What the hooks of a DAG can read. */
export function referencesIn(read: ArgoWorkflow, plan: DagPlan): (node: InjectedNode) => HookReferences {
  const { dag } = read.texts[plan.dag]!;
  const place = read.places[plan.dag]!;
  const own = place.list.kind === 'dag' ? 'tasks' : 'steps';
  const outputs = outputsIn(read, place, dag);
  const needs = madeLate(() => needsByName(dag, plan));
  const given = madeLate(() => givenAtSubmit(place));
  return (node) => {
    // Most hooks read nothing of the others.
    const before = madeLate(() => (own === 'tasks' ? tasksBefore(needs(), node) : stepsBefore(place, dag, plan, node)));
    const ofTask = (name: string, of: string): string | undefined => {
      if (!before().has(name)) {
        const isThere = dag.nodes.some((one) => one.name === name);
        return isThere ? `\`${name}\` does not run before it` : `\`${dag.name}\` has no such ${own.slice(0, -1)}`;
      }
      if (of.startsWith('outputs.artifacts')) return 'an artifact is no text';
      const [, parameter] = /^outputs\.parameters\.(.+)$/.exec(of) ?? [];
      const known = parameter === undefined ? undefined : outputs(name);
      return known === undefined || known.includes(parameter!) ? undefined : `\`${name}\` has no such output`;
    };
    return {
      dag: dag.name,
      whyNot(tag) {
        const [head, name, ...rest] = tag.split('.');
        if (head === 'item') return 'the hook runs once, and not for each item';
        if (head === 'inputs') return missingInput(place, name!, rest.join('.'));
        if (head === 'workflow') return missingOfWorkflow(place, name, rest.join('.'), given);
        if (head !== own) return `\`${dag.name}\` has ${own}, and no ${head}`;
        return ofTask(name ?? '', rest.join('.'));
      },
    };
  };
}

/** Names of the output parameters of a task; `undefined` where they are not all known. */
function outputsIn(
  { library }: ArgoWorkflow,
  { document, list }: ArgoPlace,
  { nodes }: Dag,
): (name: string) => readonly string[] | undefined {
  return (name) => {
    const task = list.steps[nodes.findIndex((one) => one.name === name)]?.map;
    if (!task) return undefined;
    const reference = referenceOf(task);
    const template = reference ? library.find(reference)?.map : runBy(document, task);
    const outputs = template && asMap(pairOf(template, 'outputs')?.value);
    if (!template || takesOver(template) || (outputs && takesOver(outputs))) return undefined;
    return itemsOf(outputs, 'parameters')?.map(nameOf);
  };
}

type Needs = ReadonlyMap<string, readonly string[]>;

function needsByName(dag: Dag, { nodes }: DagPlan): Needs {
  return new Map(
    nodes.map((node): readonly [string, readonly string[]] => {
      if (node.kind === 'injected') return [node.name, node.needs ?? []];
      const { name, needs: own } = dag.nodes[node.node]!;
      return [name, node.needs ?? (own ?? []).map((need) => need.name)];
    }),
  );
}

function tasksBefore(needs: Needs, hook: InjectedNode): ReadonlySet<string> {
  const found = new Set(hook.needs);
  for (const name of found) for (const need of needs.get(name) ?? []) found.add(need);
  return found;
}

/** Those in lists before its own; the ones beside it have not run yet. */
function stepsBefore({ list }: ArgoPlace, dag: Dag, { nodes }: DagPlan, hook: InjectedNode): ReadonlySet<string> {
  const earlier = nodes.slice(0, nodes.indexOf(hook));
  const beside = hook.joins === undefined ? undefined : list.steps[hook.joins]?.entry;
  return new Set(
    earlier.flatMap((node) => {
      if (node.kind === 'injected') return [node.name];
      return beside !== undefined && list.steps[node.node]?.entry === beside ? [] : [dag.nodes[node.node]!.name];
    }),
  );
}

function missingInput({ template: { map, name } }: ArgoPlace, kind: string, input: string): string | undefined {
  const inputs = asMap(pairOf(map, 'inputs')?.value);
  const known = takesOver(map) || (inputs && takesOver(inputs)) ? undefined : itemsOf(inputs, 'parameters');
  if (kind !== 'parameters' || !known || known.some((item) => nameOf(item) === input)) return undefined;
  return `the template \`${name}\` has no such input`;
}

function missingOfWorkflow(
  place: ArgoPlace,
  head: string | undefined,
  rest: string,
  given: () => ReadonlySet<string>,
): string | undefined {
  const { kind, spec } = place.document;
  if (head === 'failures') return 'it is known in the exit handler alone';
  const nearest = head === undefined || ofWorkflow.includes(head) ? undefined : nearestName(head, ofWorkflow);
  if (nearest !== undefined) return `there is no \`workflow.${head}\`; did you mean \`workflow.${nearest}\`?`;
  const declared = asMap(pairOf(spec, 'arguments')?.value);
  const parameters = declared && takesOver(declared) ? undefined : itemsOf(declared, 'parameters');
  const isClosed = (kind === 'Workflow' || kind === 'CronWorkflow') && !takesOver(spec);
  if (head !== 'parameters' || !isClosed || !parameters || rest === 'json' || rest === '') return undefined;
  return parameters.some((item) => nameOf(item) === rest) || given().has(`workflow.parameters.${rest}`)
    ? undefined
    : 'it is not among the `arguments` of the workflow';
}

/** What a workflow itself reads and does not declare is given to each of its runs: `argo submit -p`. */
function givenAtSubmit({ document: { kind, text } }: ArgoPlace): ReadonlySet<string> {
  return new Set(kind === 'Workflow' ? text.match(workflowParameter) : []);
}

const workflowParameter = /\bworkflow\.parameters\.[-A-Za-z0-9_]+/g;

const ofWorkflow: readonly string[] = [
  'annotations',
  'creationTimestamp',
  'duration',
  'labels',
  'mainEntrypoint',
  'name',
  'namespace',
  'outputs',
  'parameters',
  'priority',
  'scheduledTime',
  'serviceAccountName',
  'status',
  'uid',
];
