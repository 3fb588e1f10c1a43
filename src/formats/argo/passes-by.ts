import type { Depends } from './depends.js';

/** A DAG with its hooks. */
export interface GatedTasks {
  /** What a task asks for, without hooks; `undefined` for a hook and for a task that asks for nothing. */
  treeOf(task: string): Depends | undefined;
  /** What a task or a hook waits for, hooks included. */
  needsOf(name: string): readonly string[];
  /** Does a task ask a gate itself, or hooks behind it? */
  asks(task: string, gate: string): boolean;
  /** Tasks that went well wherever a gate ran. */
  wellBefore(gate: string): readonly string[];
}

/**
 * Where a gate failed: whether a task is left out then, is left out at times, or has nothing to do with it. What the gate itself asks
 * for went well, or else the gate would not have run.
 */
type Fate = 'never runs' | 'may run' | 'free' | 'went well';

/**
 * How an expression comes out where a gate failed: as the engine has it, and as it would if nothing were known of what is behind the
 * gate. One that holds by what is known of other tasks does not pass the gate by; one that holds because a task was left out does.
 */
type Outcome = 'holds' | 'holds by what is left out' | 'fails' | 'fails by what is left out';

/**
 * Can a task run although a gate failed, because it asks whether what is behind the gate was left out? Parts of an expression are taken
 * to be independent of each other, so the answer may be yes where it is no; and it is where a DAG is too large to find out.
 */
export function passesBy(dag: GatedTasks): (task: string, gate: string) => boolean {
  let left = mostVisits;
  const fates = new Map<string, Map<string, Fate>>();
  return (task, gate) => {
    if (dag.asks(task, gate)) return false;
    const known = fates.get(gate) ?? fatesAround(gate, dag);
    fates.set(gate, known);
    const fateOf = (name: string): Fate => known.get(name) ?? 'free';
    // A task is known once all that it waits for is.
    const open = [...dag.needsOf(task)];
    const entered = new Set<string>();
    while (open.length > 0) {
      if (left <= 0) return true;
      left -= 1;
      const name = open.at(-1)!;
      const isReady = entered.has(name);
      entered.add(name);
      const waits = isReady || known.has(name) ? [] : dag.needsOf(name).filter((need) => !entered.has(need));
      left -= dag.needsOf(name).length;
      if (waits.length > 0) {
        for (const need of waits) open.push(need);
        continue;
      }
      open.pop();
      if (!known.has(name)) known.set(name, fate(name, gate, dag, fateOf));
    }
    const tree = dag.treeOf(task);
    return tree !== undefined && outcomes(tree, fateOf).has('holds by what is left out');
  };
}

function fatesAround(gate: string, dag: GatedTasks): Map<string, Fate> {
  const wentWell = dag.wellBefore(gate).map((name) => [name, 'went well'] as const);
  return new Map<string, Fate>([[gate, 'never runs'], ...wentWell]);
}

const mostVisits = 1_000_000;

function fate(name: string, gate: string, dag: GatedTasks, fateOf: (name: string) => Fate): Fate {
  if (dag.asks(name, gate)) return 'never runs';
  if (dag.needsOf(name).every((need) => fateOf(need) === 'free' || fateOf(need) === 'went well')) return 'free';
  const tree = dag.treeOf(name);
  if (!tree) return 'may run';
  const found = outcomes(tree, fateOf);
  return found.has('holds') || found.has('holds by what is left out') ? 'may run' : 'never runs';
}

function outcomes(tree: Depends, fateOf: (name: string) => Fate): ReadonlySet<Outcome> {
  if (tree.kind === 'task') return outcomesOfTask(tree.result, fateOf(tree.name));
  if (tree.kind === 'not') return new Set([...outcomes(tree.inner, fateOf)].map(negated));
  // All parts hold where none of them fails.
  const turned = tree.kind === 'and' ? negated : (one: Outcome) => one;
  let found: readonly Outcome[] = ['fails'];
  for (const part of tree.parts) {
    const own = [...outcomes(part, fateOf)].map(turned);
    found = [...new Set(found.flatMap((one) => own.map((other) => eitherOf(one, other))))];
  }
  return new Set(found.map(turned));
}

function outcomesOfTask(result: string | undefined, ends: Fate): ReadonlySet<Outcome> {
  if (ends === 'went well') return new Set(bad.has(result ?? '') ? ['fails'] : ['holds', 'fails']);
  const leftOut: Outcome = result === 'Omitted' ? 'holds by what is left out' : 'fails by what is left out';
  if (ends === 'never runs') return new Set([leftOut]);
  return new Set<Outcome>(ends === 'free' ? ['holds', 'fails'] : ['holds', 'fails', leftOut]);
}

/** Results that a task does not have that went well or was skipped. */
const bad: ReadonlySet<string> = new Set(['Failed', 'Errored', 'Omitted', 'AllFailed']);

function negated(one: Outcome): Outcome {
  return opposite[one];
}

const opposite = {
  holds: 'fails',
  fails: 'holds',
  'holds by what is left out': 'fails by what is left out',
  'fails by what is left out': 'holds by what is left out',
} as const satisfies Readonly<Record<Outcome, Outcome>>;

/** Whether one of two parts holds: for certain, because of one that was left out, or not. */
function eitherOf(one: Outcome, other: Outcome): Outcome {
  for (const outcome of strongest) if (one === outcome || other === outcome) return outcome;
  return 'fails';
}

const strongest = ['holds', 'holds by what is left out', 'fails by what is left out'] as const;
