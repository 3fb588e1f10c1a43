import type { PlainWorkflow, StepTexts } from '../../formats/format.js';
import type { Denial, Match } from '../../model/match.js';
import type { Rule } from '../../model/rule.js';
import type { Task } from '../../passes/graph/tasks.js';
import type { MatchedSteps } from '../../passes/select/matched-steps.js';

/** Which rules match steps, known from steps of other DAGs that say the same. */
export interface KnownSteps {
  /** @returns `undefined` where one of the steps is new */
  find(dag: number): MatchedSteps | undefined;
  /** Of a DAG in which nothing is forbidden or runs unguarded, where each answer was certain. */
  keep(dag: number, matched: MatchedSteps): void;
}

interface KnownStep {
  readonly rules: readonly Rule[];
  readonly kinds: Task['kinds'];
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
      return steps && matchedSteps(plain, dag, texts.nodes, steps, rules);
    },
    keep(dag, matched) {
      const texts = textsOf(dag);
      if (!texts || room < texts.nodes.length) return;
      room -= texts.nodes.length;
      const steps = known.get(texts.around) ?? new Map<string, KnownStep>();
      known.set(texts.around, steps);
      for (const [node, text] of texts.nodes.entries()) steps.set(text, knownStep(node, matched));
    },
  };
}

/** What is kept is a text for each. */
const mostSteps = 50_000;

function asksAboutSteps({ tasks, tasksExclude, match }: Rule): boolean {
  const isForAll = tasks.length === 1 && tasks[0]!.text === '*' && tasksExclude.length === 0;
  return isForAll && match !== undefined && isAboutSteps(match);
}

/** By patterns that match whatever digits there are: none is in them, and nothing but `*` matches one. */
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
        return clause.patterns.every(({ text }) => isWithoutDigits(text));
      default:
        return false;
    }
  });
}

function isWithoutDigits(pattern: string): boolean {
  const isExpression = pattern.startsWith('/') && pattern.endsWith('/');
  return !isExpression && !/[\d?[\]{}()\\]/.test(pattern);
}

function matchedSteps(
  plain: PlainWorkflow,
  dag: number,
  texts: readonly string[],
  steps: ReadonlyMap<string, KnownStep>,
  rules: readonly Rule[],
): MatchedSteps | undefined {
  let found: Map<Rule, Task[]> | undefined;
  for (const [node, text] of texts.entries()) {
    const step = steps.get(text);
    if (!step) return undefined;
    if (step.rules.length === 0) continue;
    found ??= new Map();
    const task = taskOf(plain, dag, node, step);
    for (const rule of step.rules) {
      const tasks = found.get(rule);
      if (tasks) tasks.push(task);
      else found.set(rule, [task]);
    }
  }
  if (!found) return none;
  return new Map(rules.flatMap((rule) => (found.has(rule) ? [[rule, found.get(rule)!] as const] : [])));
}

const none: MatchedSteps = new Map();

function taskOf(plain: PlainWorkflow, dag: number, node: number, { kinds }: KnownStep): Task {
  const name = plain.nodeName(dag, node);
  return { name, id: undefined, body: undefined, node: { dag, node }, ...(kinds && { kinds }) };
}

function knownStep(node: number, matched: MatchedSteps): KnownStep {
  const rules: Rule[] = [];
  let kinds: Task['kinds'];
  for (const [rule, tasks] of matched) {
    const task = tasks.find((one) => one.node!.node === node);
    if (!task) continue;
    rules.push(rule);
    kinds = task.kinds;
  }
  return { rules, kinds };
}
