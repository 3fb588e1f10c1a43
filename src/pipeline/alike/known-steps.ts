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
      return steps && foundSteps(plain, dag, texts.nodes, steps, rules);
    },
    keep(dag, found) {
      const texts = textsOf(dag);
      if (!texts || room < texts.nodes.length) return;
      room -= texts.nodes.length;
      const steps = known.get(texts.around) ?? new Map<string, KnownStep>();
      known.set(texts.around, steps);
      for (const [node, text] of texts.nodes.entries()) {
        const step = knownStep(plain.names[dag]!, node, found);
        if (step) steps.set(text, step);
      }
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

function foundSteps(
  plain: PlainWorkflow,
  dag: number,
  texts: readonly string[],
  steps: ReadonlyMap<string, KnownStep>,
  rules: readonly Rule[],
): FoundSteps | undefined {
  const found: { readonly task: Task; readonly answers: readonly Answer[] }[] = [];
  for (const [node, text] of texts.entries()) {
    const step = steps.get(text);
    if (!step) return undefined;
    if (step.answers.length > 0) found.push({ task: taskOf(plain, dag, node, step), answers: step.answers });
  }
  if (found.length === 0) return none;
  const matched = new Map<Rule, readonly Task[]>();
  const unsure: UnsureStep[] = [];
  for (const rule of rules) {
    const tasks: Task[] = [];
    for (const { task, answers } of found) {
      const answer = answers.find((one) => one.rule === rule);
      if (!answer) continue;
      tasks.push(task);
      if (answer.why !== undefined)
        unsure.push({ rule, task, why: answer.why.replaceAll(ownName, () => plain.names[dag]!) });
    }
    if (tasks.length > 0) matched.set(rule, tasks);
  }
  return { matched, unsure };
}

const none: FoundSteps = { matched: new Map(), unsure: [] };

function taskOf(plain: PlainWorkflow, dag: number, node: number, { kinds }: KnownStep): Task {
  const name = plain.nodeName(dag, node);
  return { name, id: undefined, body: undefined, node: { dag, node }, ...(kinds && { kinds }) };
}

/** @returns `undefined` where digits are in what there is to say, which may be a part of those of the name */
function knownStep(name: string, node: number, { matched, unsure }: FoundSteps): KnownStep | undefined {
  const answers: Answer[] = [];
  let kinds: Task['kinds'];
  for (const [rule, tasks] of matched) {
    const task = tasks.find((one) => one.node!.node === node);
    if (!task) continue;
    kinds = task.kinds;
    const why = unsure.find((one) => one.rule === rule && one.task === task)?.why.replaceAll(name, ownName);
    if (why !== undefined && /\d/.test(why)) return undefined;
    answers.push({ rule, why });
  }
  return { answers, kinds };
}

/** No message has this sign. */
const ownName = '\0';
