import { isExactPattern } from '../../lang/pattern.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { Matches } from '../graph/tasks.js';
import { namesOfRule } from '../rules/hook-name.js';
import type { Candidate } from './candidate.js';
import { createNamedHooks, type NamedHooks, namesOfHook } from './named-hooks.js';
import { namedRulesByPlace, type PlaceKey, placeKey } from './named-rules.js';
import { createQueue } from './queue.js';

interface Settling {
  readonly workflow: Workflow;
  readonly matches: Matches;
  readonly fallBack: (place: Candidate) => readonly Hook[];
}

interface Lost {
  /** Places whose anchor is no hook either. */
  readonly missing: ReadonlySet<Candidate>;
  /** Rules of a policy whose anchor only a hook of another layer has. */
  readonly foreign: ReadonlySet<Rule>;
}

/**
 * Makes hooks of places whose anchor is a hook, in rounds over all of them, in their order, until nothing changes; then those fall back
 * whose anchor no other place can become. From the second round on, a place has its turn only when the hook is there.
 */
export function settleBesideHooks(
  waiting: readonly Candidate[],
  resolved: Map<Candidate, readonly Hook[]>,
  settling: Settling,
): Lost {
  const [missing, foreign] = [new Set<Candidate>(), new Set<Rule>()];
  const boards = createBoards(waiting, settling);
  for (const hooks of resolved.values()) for (const hook of hooks) boards.add(hook);
  const turns = createQueue(waiting.keys());
  let turn = 0;
  const left = new Set(waiting);
  const settle = (place: Candidate, hooks: readonly Hook[]) => {
    left.delete(place);
    resolved.set(place, hooks);
    for (const hook of hooks)
      for (const position of boards.add(hook)) {
        const inThisRound = turn - (turn % waiting.length) + position;
        turns.add(inThisRound > turn ? inThisRound : inThisRound + waiting.length);
      }
  };
  while (left.size > 0) {
    for (let next = turns.take(); next !== undefined; next = turns.take()) {
      turn = next;
      const place = waiting[turn % waiting.length]!;
      const { side, pattern } = place.rule.anchor!;
      const hook = left.has(place) ? boards.hooksFor(place).find(pattern) : undefined;
      if (hook) settle(place, [{ ...place, slot: hook.slot, beside: { side, hook } }]);
    }
    turn += waiting.length - 1 - (turn % waiting.length);
    for (const place of unresolvable([...left], settling.matches)) {
      const { rule } = place;
      if (boards.allHooksAt(place).find(rule.anchor!.pattern)) foreign.add(rule);
      settle(place, settling.fallBack(place));
      missing.add(place);
    }
  }
  return { missing, foreign };
}

/** Hooks at one place that a rule may go beside, and the positions of those that wait for one. */
interface Board {
  readonly hooks: NamedHooks;
  readonly byName: Map<string, number[]>;
  readonly byPattern: Set<number>;
}

/** Where a rule of a policy goes is not for a hook of another layer to say. */
function createBoards(waiting: readonly Candidate[], { workflow, matches }: Settling) {
  const [all, ofPolicy] = [new Map<PlaceKey, Board>(), new Map<PlaceKey, Board>()];
  const boardAt = (boards: Map<PlaceKey, Board>, place: Candidate) => {
    const key = placeKey(place);
    let board = boards.get(key);
    if (!board) {
      const hooks = createNamedHooks(workflow.dags[place.dag]!, matches);
      board = { hooks, byName: new Map(), byPattern: new Set() };
      boards.set(key, board);
    }
    return board;
  };
  waiting.forEach((place, position) => {
    const { text } = place.rule.anchor!.pattern;
    const { byName, byPattern } = boardAt(isOfPolicy(place.rule) ? ofPolicy : all, place);
    boardAt(all, place);
    const sameName = byName.get(text);
    if (!isExactPattern(text)) byPattern.add(position);
    if (sameName) sameName.push(position);
    else byName.set(text, [position]);
  });
  return {
    hooksFor: (place: Candidate) => boardAt(isOfPolicy(place.rule) ? ofPolicy : all, place).hooks,
    allHooksAt: (place: Candidate) => boardAt(all, place).hooks,
    /** @returns the positions that waited for the hook, each once */
    add(hook: Hook): readonly number[] {
      const key = placeKey(hook);
      const boards = [all.get(key), isOfPolicy(hook.rule) ? ofPolicy.get(key) : undefined];
      const woken: number[] = [];
      for (const board of boards) {
        if (!board) continue;
        board.hooks.add(hook);
        for (const name of namesOfHook(hook, workflow.dags[hook.dag]!)) {
          for (const position of board.byName.get(name) ?? []) woken.push(position);
          board.byName.delete(name);
        }
        const [own] = namesOfRule(hook.rule);
        for (const position of board.byPattern) {
          if (!matches(waiting[position]!.rule.anchor!.pattern, own!)) continue;
          woken.push(position);
          board.byPattern.delete(position);
        }
      }
      return woken;
    },
  };
}

/** Those whose anchor no other waiting place can become; all of them if they depend on each other in a cycle. */
function unresolvable(waiting: readonly Candidate[], matches: Matches): readonly Candidate[] {
  const all = namedRulesByPlace(waiting, matches);
  const ofPolicy = namedRulesByPlace(
    waiting.filter(({ rule }) => isOfPolicy(rule)),
    matches,
  );
  const lost = waiting.filter((place) => {
    const { rule } = place;
    const others = (isOfPolicy(rule) ? ofPolicy : all).get(placeKey(place))!;
    return !others.hasOther(rule.anchor!.pattern, rule);
  });
  return lost.length > 0 ? lost : waiting;
}
