import { type Cel, type CelResult, compileCel } from '../../lang/cel/cel.js';
import type { FactName, FactReader, FactValue } from '../../lang/cel/facts.js';
import type { WorkflowFacts } from '../../model/facts.js';
import type { MatchClause } from '../../model/match.js';
import type { Workflow } from '../../model/workflow.js';
import { type Answer, no, yes } from './answer.js';
import type { ReadCommands } from './commands.js';
import { environmentStates } from './environment-states.js';
import { whyWordsOpen } from './late-words.js';
import type { MatchPlace } from './match-place.js';

type CelClause = Extract<MatchClause, { readonly kind: 'cel' }>;

/** Asks conditions in CEL about places. One that gives no answer counts as a match; all of them together have a limit to their work. */
export function createCelMatcher(
  workflow: Workflow,
  facts: WorkflowFacts,
  readCommands: ReadCommands,
): (clause: CelClause, place: MatchPlace) => Answer {
  let left = mostWork;
  let steps: bigint | undefined;
  // Every DAG is looked at, and few rules ask.
  const countSteps = () => {
    steps ??= BigInt(workflow.dags.reduce((sum, { nodes }) => sum + nodes.length, 0));
    return steps;
  };

  return (clause, place) => {
    const cel = expressionOf(clause.expression);
    const isOfNothing = !place.facts && cel?.facts.some(({ subject }) => subject === 'step');
    if (!cel || isOfNothing) return no(clause, () => []);
    const asked = cel.facts.some((fact) => isSame(fact, environment)) ? cel.keysOf(environment) : nothing;
    const { states, doubt } = environmentStates(place.facts, readCommands, asked);
    const open = cel.facts.flatMap((fact) => {
      const why = isSame(fact, commands)
        ? unreadCommands(place, readCommands)
        : fact.subject === 'step'
          ? whyWordsOpen(place.facts, fact.name)
          : undefined;
      return why === undefined ? [] : [{ fact, why }];
    });
    const readerIn = (env: ReadonlyMap<string, string> | undefined) =>
      factReader(workflow, facts, { place, countSteps, readCommands, env });
    const evaluate = (one: Cel, read: FactReader) => {
      const result = one.evaluate(read, Math.min(left, mostWorkAtOnce));
      left -= result.cost;
      return result;
    };

    let failed: string | undefined;
    for (const env of states) {
      const result = evaluate(cel, readerIn(env));
      if (result.kind === 'failed') failed ??= result.why;
      else if (result.value && open.every(({ fact }) => cel.growsWith(fact))) return yes;
    }
    if (failed !== undefined) return { kind: 'unsure', clause, because: 'expression', why: failed };
    const why = open[0]?.why ?? doubt;
    const known = open.reduce((one, { fact }) => one.hopeful(fact), cel);
    const read = readerIn(states.at(-1));
    if (why !== undefined && mayHold(evaluate(doubt === undefined ? known : known.hopeful(environment), read)))
      return { kind: 'unsure', clause, because: 'commands', why };
    return no(clause, () => cel.facts.map((fact) => shown(fact, read)));
  };
}

function mayHold(result: CelResult): boolean {
  return result.kind === 'failed' || result.value;
}

/** In characters that are looked at: some tenths of a second at one place, and some seconds in a workflow. */
const mostWorkAtOnce = 100_000_000;
const mostWork = 2_000_000_000;

const commands: FactName = { subject: 'step', name: 'commands' };
const environment: FactName = { subject: 'step', name: 'env' };
const nothing: ReadonlySet<string> = new Set();

function isSame(one: FactName, other: FactName): boolean {
  return one.subject === other.subject && one.name === other.name;
}

/** Is an expression about each step, and not about a DAG as such? */
export function namesStep(expression: string): boolean {
  return expressionOf(expression)?.facts.some(({ subject }) => subject === 'step') ?? true;
}

/** `undefined` where it has mistakes, which are reported already. */
function expressionOf(text: string): Cel | undefined {
  const compiled = compileCel(text);
  return compiled.ok ? compiled.cel : undefined;
}

function unreadCommands({ facts }: MatchPlace, readCommands: ReadCommands) {
  return facts && (facts.unread ?? readCommands(facts.scripts).unsure);
}

interface Reading {
  readonly place: MatchPlace;
  readonly countSteps: () => bigint;
  readonly readCommands: ReadCommands;
  /** Of the step. */
  readonly env: ReadonlyMap<string, string> | undefined;
}

function factReader(
  workflow: Workflow,
  facts: WorkflowFacts,
  { place, countSteps, readCommands, env }: Reading,
): FactReader {
  const { names, facts: node } = place;
  const dag = workflow.dags[place.dag]!;
  const readers: Readonly<Record<string, () => FactValue>> = {
    'step.name': () => names[0] ?? '',
    'step.names': () => names,
    'step.commands': () => (node ? readCommands(node.scripts).lines.map(({ text }) => text) : []),
    'step.uses': () => node?.uses ?? [],
    'step.images': () => node?.images ?? [],
    'step.calls': () => node?.calls ?? [],
    'step.env': () => env ?? dag.env,
    'dag.name': () => dag.name,
    'dag.file': () => dag.file.replaceAll('\\', '/'),
    'dag.labels': () => facts.dag(place.dag).labels,
    'dag.env': () => dag.env,
    'workflow.dags': () => workflow.dags.map(({ name }) => name),
    'workflow.files': () => workflow.files.map(({ path }) => path.replaceAll('\\', '/')),
    'workflow.steps': countSteps,
  };
  return (subject, name) => readers[`${subject}.${name}`]!();
}

/** `step.uses = ["ssh"]` */
function shown({ subject, name }: FactName, read: FactReader): string {
  const value = read(subject, name);
  const list = typeof value === 'object' ? [...value].slice(0, 5).map((one) => [one].flat().join('=')) : [];
  const text = typeof value === 'object' ? `[${list.join(', ')}]` : String(value);
  return `${subject}.${name}: ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}
