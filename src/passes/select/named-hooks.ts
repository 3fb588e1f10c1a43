import { isExactPattern } from '../../lang/pattern.js';
import type { Pattern } from '../../model/pattern.js';
import type { Dag } from '../../model/workflow.js';
import { nodesAbout } from '../graph/nodes-about.js';
import type { Hook } from '../graph/slot.js';
import type { Matches } from '../graph/tasks.js';
import { hookName, namesOfRule } from '../rules/hook-name.js';

/** The hooks of one place, by what an anchor may call them; of several with one name the first counts. */
export interface NamedHooks {
  add(hook: Hook): void;
  /** By its own name, or by one that its rule is known by. */
  find(pattern: Pattern): Hook | undefined;
}

export function createNamedHooks(dag: Dag, matches: Matches): NamedHooks {
  const hooks: Hook[] = [];
  const byName = new Map<string, Hook>();
  const byRule = new Map<string, Hook>();
  const byType = new Map<string, Hook>();
  return {
    add(hook) {
      hooks.push(hook);
      const [own, ofType] = namesOfRule(hook.rule);
      addFirst(byName, fullName(hook, dag), hook);
      addFirst(byRule, own!, hook);
      addFirst(byRule, hook.rule.id, hook);
      addFirst(byType, ofType!, hook);
    },
    find(pattern) {
      const { text } = pattern;
      const named = byName.get(text) ?? byRule.get(text) ?? byType.get(text);
      if (named || isExactPattern(text)) return named;
      return hooks.find(({ rule }) => matches(pattern, namesOfRule(rule)[0]!));
    },
  };
}

/** All that an anchor without signs of patterns may call a hook. */
export function namesOfHook(hook: Hook, dag: Dag): ReadonlySet<string> {
  return new Set([fullName(hook, dag), ...namesOfRule(hook.rule), hook.rule.id]);
}

const unlimited = { maxNameBytes: Number.POSITIVE_INFINITY };

function fullName(hook: Hook, dag: Dag): string {
  return hookName(hook.rule, nodesAbout(hook, dag), unlimited);
}

function addFirst(hooks: Map<string, Hook>, name: string, hook: Hook): void {
  if (!hooks.has(name)) hooks.set(name, hook);
}
