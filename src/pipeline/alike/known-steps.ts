import type { PlainWorkflow, StepTexts } from '../../formats/format.js';
import type { Denial, Match } from '../../model/match.js';
import type { Rule } from '../../model/rule.js';
import type { Task } from '../../passes/graph/tasks.js';
import type { MatchedSteps } from '../../passes/select/matched-steps.js';

/** Which rules match steps, known from steps of other DAGs that say the same. */
export interface KnownSteps {
  /** @returns `undefined` where one of the steps is new */
  find(dag: number): FoundSteps | undefined;
  /** Of a DAG in which nothing is forbidden or runs unguarded. */
  keep(dag: number, found: FoundSteps): void;
}

export interface FoundSteps {
  readonly matched: MatchedSteps;
  /** Those that are matched because a rule may be for them, and why that is not certain. */
  readonly unsure: readonly UnsureStep[];
}

interface UnsureStep {
  readonly rule: Rule;
  readonly task: Task;
  readonly why: string;
}

interface KnownStep {
  readonly answers: readonly Answer[];
  readonly kinds: Task['kinds'];
}

interface Answer {
  readonly rule: Rule;
  /** Why it is not certain, with a sign for the name of the DAG. */
  readonly why: string | undefined;
}

/**
 * To read what a step does takes many times longer than to find out that another step said the same.
 * @param rules about steps
 * @returns `undefined` where one of them, or what is forbidden, asks for more than what steps say
 */
export function createKnownSteps(
  plain: PlainWorkflow,
  rules: readonly Rule[],
  deny: readonly Denial[],
): KnownSteps | undefined {
  if (rules.length + deny.length === 0) return undefined;
  if (!rules.every(asksAboutSteps) || !deny.every(({ match }) => isAboutSteps(match))) return undefined;
  const known = new Map<string, Map<string, KnownStep>>();
  const places = new Map(rules.map((rule, place) => [rule, place]));
  let latest: { readonly dag: number; readonly texts: StepTexts | undefined } | undefined;
  const textsOf = (dag: number) => {
    if (latest?.dag !== dag) latest = { dag, texts: plain.stepTexts(dag) };
    return latest.texts;
  };
  let room = mostSteps;
  return {
    find(dag) {
      const texts = textsOf(dag);
      const steps = texts && known.get(texts.around);
      return steps && foundSteps(plain, dag, texts.nodes, steps, places);
    },
    keep(dag, found) {
      const texts = textsOf(dag);
      if (!texts || room < texts.nodes.length) return;
      room -= texts.nodes.length;
      const steps = known.get(texts.around) ?? new Map<string, KnownStep>();
      known.set(texts.around, steps);
      for (const [node, step] of knownSteps(plain.names[dag]!, texts.nodes.length, found).entries())
        if (step) steps.set(texts.nodes[node]!, step);
    },
  };
}

/** What is kept is a text for each. */
const mostSteps = 50_000;

function asksAboutSteps({ tasks, tasksExclude, match }: Rule): boolean {
  const isForAll = tasks.length === 1 && tasks[0]!.text === '*' && tasksExclude.length === 0;
  return isForAll && match !== undefined && isAboutSteps(match);
}

/** By patterns to which one digit is as good as another, and so is what differs in digits alone: they have none. */
function isAboutSteps({ clauses }: Match): boolean {
  return clauses.every((clause) => {
    switch (clause.kind) {
      case 'any':
        return clause.of.every(isAboutSteps);
      case 'not':
        return isAboutSteps(clause.match);
      case 'step':
      case 'runs':
      case 'uses':
      case 'image':
      case 'calls':
        return clause.patterns.every(({ text }) => !/\d/.test(text));
      default:
        return false;
    }
  });
}

/** @param places of rules, in which what is found is to be */
function foundSteps(
  plain: PlainWorkflow,
  dag: number,
  texts: readonly string[],
  steps: ReadonlyMap<string, KnownStep>,
  places: ReadonlyMap<Rule, number>,
): FoundSteps | undefined {
  const name = plain.names[dag]!;
  const tasksOf = new Map<Rule, Task[]>();
  const unsure: UnsureStep[] = [];
  for (const [node, text] of texts.entries()) {
    const step = steps.get(text);
    if (!step) return undefined;
    if (step.answers.length === 0) continue;
    const task = taskOf(plain, dag, node, step);
    for (const { rule, why } of step.answers) {
      const tasks = tasksOf.get(rule);
      if (tasks) tasks.push(task);
      else tasksOf.set(rule, [task]);
      if (why !== undefined) unsure.push({ rule, task, why: why.replaceAll(ownName, () => name) });
    }
  }
  if (tasksOf.size === 0) return nothingFound;
  const inOrder = (one: Rule, other: Rule) => places.get(one)! - places.get(other)!;
  return {
    matched: new Map([...tasksOf].sort(([one], [other]) => inOrder(one, other))),
    unsure: unsure.sort((one, other) => inOrder(one.rule, other.rule)),
  };
}

export const nothingFound: FoundSteps = { matched: new Map(), unsure: [] };

function taskOf(plain: PlainWorkflow, dag: number, node: number, { kinds }: KnownStep): Task {
  const name = plain.nodeName(dag, node);
  return { name, id: undefined, body: undefined, node: { dag, node }, ...(kinds && { kinds }) };
}

/** By node; `undefined` where digits are in what there is to say, which may be a part of those of the name. */
function knownSteps(name: string, nodes: number, { matched, unsure }: FoundSteps): readonly (KnownStep | undefined)[] {
  const reasons = new Map<Task, Map<Rule, string>>();
  for (const { rule, task, why } of unsure) {
    const ofTask = reasons.get(task) ?? new Map<Rule, string>();
    reasons.set(task, ofTask.set(rule, why.replaceAll(name, ownName)));
  }
  const found = Array.from({ length: nodes }, () => ({ answers: [] as Answer[], kinds: undefined as Task['kinds'] }));
  for (const [rule, tasks] of matched)
    for (const task of tasks) {
      const step = found[task.node!.node]!;
      step.answers.push({ rule, why: reasons.get(task)?.get(rule) });
      step.kinds = task.kinds;
    }
  return found.map((step) => (step.answers.some(({ why = '' }) => /\d/.test(why)) ? undefined : step));
}

/** No message has this sign. */
const ownName = '\0';
