import { isMap, isScalar, isSeq, type Node, parseAllDocuments, type YAMLMap } from 'yaml';
import type { CompileResult } from '../../src/compile.js';
import type { InjectedNode, Plan } from '../../src/model/plan.js';
import type { Dag } from '../../src/model/workflow.js';
import { predecessorsOf, sequenced, writtenReading } from '../../src/passes/graph/topology.js';
import { marked } from '../oracle/hooks.js';
import { type OraclePoint, type OracleRule, oraclePoints } from '../oracle/rules.js';
import { type Case, compileCase } from './laws.js';
import type { DocumentModel, WorkflowModel } from './model.js';

/** Another step, in the root or in a body, with a name that looks like that of one which is there. */
export function otherStepChangesNoHook(one: Case, place: number): Compared {
  const model = place % 3 === 0 ? withoutNames(one.model) : one.model;
  const documents = [model.root, ...model.bodies];
  const which = place % documents.length;
  const at = placeOf(documents[which]!, place);
  const [root, ...bodies] = documents.map((document, index) =>
    index === which ? withStep(document, at, place) : document,
  );
  const first = { ...one, model };
  return compareHooks(first, { ...first, model: { ...model, root: root!, bodies } }, { dag: which, at });
}

/** Another rule with an id of its own, at any place in its list. */
export function otherRuleChangesNoHook(
  one: Case,
  { point, rule }: { readonly point: OraclePoint; readonly rule: OracleRule },
  place: number,
): Compared {
  const { hooks } = one.config;
  const rules = hooks.injections[point] ?? [];
  const at = place % (rules.length + 1);
  const added = { ...rule, id: 'added', step: 'added' };
  const injections = { ...hooks.injections, [point]: [...rules.slice(0, at), added, ...rules.slice(at)] };
  const definitions = { ...hooks.step_definitions, added: { type: 'shell', command: marked('added') } };
  const model = place % 3 === 0 ? withoutNames(one.model) : one.model;
  const config = { hooks: { ...hooks, step_definitions: definitions, injections } };
  return compareHooks({ ...one, model }, { model, config });
}

/** Steps that nothing refers to may do without a name: the engine makes one up from where they are. */
function withoutNames(model: WorkflowModel): WorkflowModel {
  const changed = (document: DocumentModel): DocumentModel => {
    const needed = new Set(document.steps.flatMap(({ needs }) => needs ?? []));
    const nameless = (index: number) =>
      !document.asMap && !needed.has(index) && document.steps[index]!.id === undefined && index % 2 === 0;
    return { ...document, steps: document.steps.map((step, index) => ({ ...step, nameless: nameless(index) })) };
  };
  return { ...model, root: changed(model.root), bodies: model.bodies.map(changed) };
}

/** The rules of a configuration with the points that they are at. */
export function rulesOf({
  hooks,
}: Case['config']): readonly { readonly point: OraclePoint; readonly rule: OracleRule }[] {
  return oraclePoints.flatMap((point) => (hooks.injections[point] ?? []).map((rule) => ({ point, rule })));
}

/** How many hooks kept every byte, and how many changed in which part. */
export type Compared = ReadonlyMap<Part | 'same', number>;

/**
 * What of a block speaks of other steps, and so may change with them:
 * - `depends`: where the hook waits for something else now, which has to do with what was added. The mark's digest is of the block, so it changes as well, and only then.
 * - `waited`: lines of the mark tell what steps waited for before they waited for the hook, where its own needs, through
 *   hooks, do not tell; without them nobody could take the hook out again.
 * - `given`: lines of the mark tell of steps whose made-up name got written down for the hook, as another place in the list would change it.
 * - `background`: in a chain a hook that nothing waits for starts in the background, but not at the end, where the run would end without it.
 * - `output`: of results that nobody asked for, the first fifty of a DAG are captured; one more before them takes the place of the last.
 */
type Part = 'depends' | 'waited' | 'given' | 'background' | 'output';

interface AddedStep {
  readonly dag: number;
  readonly at: number;
}

function compareHooks(first: Case, second: Case, added?: AddedStep): Compared {
  const [before, after] = [first, second].map((one) => compileCase(withResults(one))) as [CompileResult, CompileResult];
  const counts = new Map<Part | 'same', number>();
  if (!before.ok || !after.ok) return counts;
  compareHandlers(before, after);
  const old = hooksOf(before);
  const fresh = withEarlierNames(hooksOf(after), earlierNames(before, after, added));
  const madeUp = aboutMadeUpNames(before);
  for (const [key, hook] of old) {
    const other = fresh.get(key);
    const fault = (what: string) =>
      new Error(
        `${key}: ${what}\n${hook.block}\n${other?.block}\n--- before\n${before.outputs[0]!.text}\n--- after\n${after.outputs[0]!.text}`,
      );
    if (madeUp.has(key)) continue;
    if (!other) throw fault('is gone');
    const parts = changedParts({ hook, other, old, fresh }, fault);
    for (const part of parts.length === 0 ? (['same'] as const) : parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}

/** Hooks in handlers share their text, so what each of them is called and runs is compared. */
function compareHandlers(before: CompileResult, after: CompileResult): void {
  const [old, fresh] = [before, after].map(
    ({ workflows }) =>
      new Map(
        workflows.flatMap(({ plan }) =>
          plan.handlers.flatMap(({ dag, event, injections }) =>
            injections.map(({ name, injection: { rule, call, output } }) => [
              `${dag} ${event} ${rule.id}`,
              JSON.stringify([name, call, output]),
            ]),
          ),
        ),
      ),
  );
  for (const [hook, own] of old!) {
    if (fresh!.get(hook) !== own) throw new Error(`handler hook ${hook} is ${fresh!.get(hook)} and was ${own}`);
  }
}

interface Hook {
  readonly dag: number;
  readonly name: string;
  /** From its mark to its end. */
  readonly block: string;
  /** The same without the parts that speak of other steps. */
  readonly own: string;
  /** Lines of the mark about steps whose made-up names got written down. */
  readonly given: string;
  readonly digest: string | undefined;
  readonly command: string;
  readonly output: string;
  /** `names`: where the engine makes them up, as they were before the change. */
  readonly depends: { readonly text: string; readonly names: readonly string[]; readonly written: readonly string[] };
  /** By the step that waited. */
  readonly waited: ReadonlyMap<string, string>;
  readonly background: boolean;
  readonly graph: NamedGraph;
}

/** What each step of a DAG waits for, by name. */
type NamedGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Some hooks have a result that is captured. */
function withResults({ model, config: { hooks } }: Case): Case {
  const definitions = Object.entries(hooks.step_definitions).map(([name, definition]) => {
    const measures = /_[ac]$/.test(name) && { type: 'quality_check', min_score: 1 };
    return [name, { ...definition, ...measures }] as const;
  });
  return { model, config: { hooks: { ...hooks, step_definitions: Object.fromEntries(definitions) } } };
}

const namesGiven = /^[ \t]*# dagweave: ".*" had no name\r?\n/gm;
const linesOfWaiters = /^[ \t]*# dagweave: ".*" waited for .*\r?\n/gm;

type Hooks = ReadonlyMap<string, Hook>;

interface Pair {
  readonly hook: Hook;
  readonly other: Hook;
  /** All hooks before and after. */
  readonly old: Hooks;
  readonly fresh: Hooks;
}

/** @throws where a part changed without a reason */
function changedParts(pair: Pair, fault: (what: string) => Error): readonly Part[] {
  const { hook, other, old, fresh } = pair;
  if (hook.block === other.block) return [];
  if (hook.own !== other.own) throw fault('says something else');
  const background = hook.background !== other.background;
  if (hook.command !== other.command && !background) throw fault('runs something else');
  // What starts in the background is not captured.
  const output = hook.output !== other.output && !background;
  const most = Math.max(captured(old, hook.dag), captured(fresh, hook.dag));
  if (output && (most < 50 || (hook.output && other.output))) throw fault('is captured otherwise');

  const depends = hook.depends.text !== other.depends.text;
  const changed = exclusiveTo(hook.depends.names, other.depends.names);
  if (depends && changed.length === 0 && hook.depends.names.join() === other.depends.written.join())
    throw fault('writes `depends` in another way');
  const given = hook.given !== other.given;
  const far = changed.filter((name) => !isBesideNew(name, pair));
  if (far.length > 0) throw fault(`${far.join(', ')} in \`depends\` has nothing to do with what was added`);
  if ((hook.digest !== other.digest) !== (depends || background || output || given))
    throw fault('has another digest, or the same, for no reason');

  const waiters = new Set([...hook.waited.keys(), ...other.waited.keys()]);
  const told = [...waiters].filter((waiter) => hook.waited.get(waiter) !== other.waited.get(waiter));
  const idle = told.filter(
    (waiter) => !isBehindChange(pair) && sameNames(hook.graph.get(waiter), other.graph.get(waiter)),
  );
  if (idle.length > 0) throw fault(`says of ${idle.join(', ')} something else, although it waits for the same`);
  return [
    ...(depends ? (['depends'] as const) : []),
    ...(told.length > 0 ? (['waited'] as const) : []),
    ...(given ? (['given'] as const) : []),
    ...(background ? (['background'] as const) : []),
    ...(output ? (['output'] as const) : []),
  ];
}

function captured(hooks: Hooks, dag: number): number {
  return [...hooks.values()].filter((hook) => hook.dag === dag && hook.output).length;
}

function exclusiveTo(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
}

/** Is it new, or is something new right before or behind it, but for hooks between them? */
function isBesideNew(name: string, { hook, other, fresh }: Pair): boolean {
  const isNew = (one: string) => !hook.graph.has(one);
  const isHook = (one: string) => fresh.has(`${hook.dag} ${one}`);
  const needs = (one: string) => [...(other.graph.get(one) ?? [])];
  const waiters = (one: string) => [...other.graph].flatMap(([to, before]) => (before.has(one) ? [to] : []));
  const leadsToNew = (one: string, next: (one: string) => readonly string[]): boolean =>
    next(one).some((step) => isNew(step) || (isHook(step) && leadsToNew(step, next)));
  return isNew(name) || leadsToNew(name, needs) || leadsToNew(name, waiters);
}

/** Does it, or a hook that it waits for through hooks alone, wait for something else than before? */
function isBehindChange({ hook, other, old, fresh }: Pair): boolean {
  const needs = other.graph.get(hook.name)!;
  if (!sameNames(hook.graph.get(hook.name), needs)) return true;
  return [...needs].some((name) => {
    const [before, after] = [old, fresh].map((hooks) => hooks.get(`${hook.dag} ${name}`));
    return before && after && isBehindChange({ hook: before, other: after, old, fresh });
  });
}

function sameNames(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return (
    one !== undefined && other !== undefined && one.size === other.size && [...one].every((name) => other.has(name))
  );
}

function hooksOf({ outputs, workflows }: CompileResult): Hooks {
  const { text } = outputs[0]!;
  const lists = parseAllDocuments(text).map((document) => stepMaps(document.get('steps', true) as Node));
  const hooks = new Map<string, Hook>();
  for (const { plan, after, extents: spans } of workflows) {
    plan.dags.forEach(({ dag, nodes }, index) => {
      const graph = graphOf(after!.dags[dag]!);
      nodes.forEach((node, at) => {
        if (node.kind === 'kept') return;
        const { start, end } = spans()[index]![at]!;
        const step = lists[dag]![at]!;
        const extents = [['depends'], ['description'], ['output'], ['command', 'run']].map((keys) =>
          extentOf(step, keys, text),
        );
        const [depends, , output, command] = extents.map((one) => (one ? text.slice(one.start, one.end) : ''));
        const cut = extents.flatMap((one) => one ?? []).sort((a, b) => b.start - a.start);
        const own = cut.reduce(
          (left, one) => left.slice(0, one.start - start) + left.slice(one.end - start),
          text.slice(start, end),
        );
        const mark = /dagweave: \S+ ([0-9a-f]{12})/.exec(text.slice(start, end));
        const described = String(step.get('description') ?? '')
          .split('\n')
          .slice(1);
        const commented = text.slice(start, end).match(linesOfWaiters) ?? [];
        const told = [...described, ...commented.map((line) => line.trim().slice('# '.length))];
        hooks.set(`${dag} ${node.name}`, {
          dag,
          name: node.name,
          block: text.slice(start, end),
          own: (mark ? own.replaceAll(mark[1]!, '…') : own).replace(namesGiven, '').replace(linesOfWaiters, ''),
          given: text.slice(start, end).match(namesGiven)?.join('') ?? '',
          digest: mark?.[1],
          command: command!,
          output: output!,
          depends: { text: depends!, names: node.needs ?? [], written: node.needs ?? [] },
          waited: new Map(
            told.map((line) => [JSON.parse(/^dagweave: ("(?:[^"\\]|\\.)*") /.exec(line)![1]!) as string, line]),
          ),
          background: node.detached,
          graph,
        });
      });
    });
  }
  return hooks;
}

/** For each DAG, what a name that the engine made up was before a step was added, also as a part of the names of hooks. */
function earlierNames(
  before: CompileResult,
  after: CompileResult,
  added: AddedStep | undefined,
): readonly ReadonlyMap<string, string>[] {
  const [{ workflow: old, plan: oldPlan }, { workflow: fresh, plan }] = [before.workflows[0]!, after.workflows[0]!];
  return fresh.dags.map(({ nodes, index: dag }) => {
    const names = new Map<string, string>();
    nodes.forEach(({ name, named }, index) => {
      const isBehind = added?.dag === dag && index > added.at;
      if (!named && !(added?.dag === dag && index === added.at))
        names.set(name, old.dags[dag]!.nodes[index - (isBehind ? 1 : 0)]!.name);
    });
    const hooks = hooksIn(oldPlan, dag);
    for (const { name, injection } of hooksIn(plan, dag)) {
      const task = injection.task === undefined ? undefined : names.get(injection.task);
      const same =
        task === undefined
          ? undefined
          : hooks.find((one) => one.injection.rule.id === injection.rule.id && one.injection.task === task);
      if (same) names.set(name, same.name);
    }
    return names;
  });
}

function hooksIn({ dags }: Plan, dag: number): readonly InjectedNode[] {
  const nodes = dags.find((one) => one.dag === dag)?.nodes ?? [];
  return nodes.filter((node) => node.kind === 'injected');
}

function withEarlierNames(hooks: Hooks, names: readonly ReadonlyMap<string, string>[]): Hooks {
  return new Map(
    [...hooks].map(([key, hook]) => {
      const earlier = (name: string) => names[hook.dag]!.get(name) ?? name;
      const told = [...hook.waited].map(
        ([name, line]) =>
          [
            earlier(name),
            line.replace(/"(?:[^"\\]|\\.)*"/g, (text) => JSON.stringify(earlier(JSON.parse(text) as string))),
          ] as const,
      );
      const graph = new Map([...hook.graph].map(([name, needs]) => [earlier(name), new Set([...needs].map(earlier))]));
      const depends = { ...hook.depends, names: hook.depends.names.map(earlier) };
      return [key, { ...hook, depends, waited: new Map(told), graph }];
    }),
  );
}

/** Hooks whose own task, or the step of their anchor, is called as the engine calls it by its place: those change with it. */
function aboutMadeUpNames({ workflows }: CompileResult): ReadonlySet<string> {
  return new Set(
    workflows.flatMap(({ workflow, plan }) =>
      plan.dags.flatMap(({ dag }) => {
        const names = workflow.dags[dag]!.nodes.filter(({ named }) => !named).map(({ name }) => name);
        const isAbout = ({ name, injection }: InjectedNode) =>
          names.some((one) => injection.task === one || name.includes(`-${one}`));
        return hooksIn(plan, dag)
          .filter(isAbout)
          .map(({ name }) => `${dag} ${name}`);
      }),
    ),
  );
}

/** The steps of a list or a mapping, those of nested lists among them. */
function stepMaps(steps: Node): readonly YAMLMap[] {
  if (isSeq(steps)) return steps.items.flatMap((item) => (isSeq(item) ? stepMaps(item) : [item as YAMLMap]));
  return isMap(steps) ? steps.items.map(({ value }) => value as YAMLMap) : [];
}

/** A field, called by one of these keys, with what divides it from the one before. */
function extentOf(
  step: YAMLMap,
  keys: readonly string[],
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const pair = step.items.find((one) => isScalar(one.key) && keys.includes(String(one.key.value)));
  if (!pair) return undefined;
  const [start] = (pair.key as Node).range!;
  const [, end] = (pair.value as Node).range!;
  return { start: text.slice(0, start).replace(/[\s,]+$/, '').length, end: text.slice(0, end).trimEnd().length };
}

function graphOf(dag: Dag): NamedGraph {
  const needs = predecessorsOf(sequenced(dag), writtenReading(dag).sequence);
  return new Map(
    dag.nodes.map(({ name, index }) => [name, new Set(needs[index]!.map((need) => dag.nodes[need]!.name))]),
  );
}

function placeOf({ steps }: DocumentModel, place: number): number {
  let at = place % (steps.length + 1);
  while (steps[at]?.joins) at += 1;
  return at;
}

function withStep(document: DocumentModel, at: number, place: number): DocumentModel {
  const moved = document.steps.map((step) => ({
    ...step,
    needs: step.needs?.map((need) => (need >= at ? need + 1 : need)),
  }));
  const { whim } = document.steps[0]!;
  const name = document.steps.find((step) => step.name.includes('-'))?.name.replaceAll('-', '_') ?? 'another';
  const needs = document.type === 'graph' && at > 0 && place % 2 === 0 ? [at - 1] : undefined;
  const added = { name, id: undefined, needs, calls: undefined, joins: false, whim };
  return { ...document, steps: [...moved.slice(0, at), added, ...moved.slice(at)] };
}
