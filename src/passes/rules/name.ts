import { createHash } from 'node:crypto';
import { hookPrefix } from '../../model/mark.js';
import type { Rule } from '../../model/rule.js';

/** The name an injected node has where nothing is in its way: `hook-<definition>`, inline `hook-<type>`, `hook-on-error`. */
export function hookName(rule: Rule): string {
  const name = `${hookPrefix}${(rule.step.name ?? rule.action?.point ?? rule.step.type).replaceAll('_', '-')}`;
  const legal = name.replace(/[^A-Za-z0-9.-]+/g, '-');
  return legal === name ? name : `${legal}-${digest(name)}`;
}

export interface GivenName {
  readonly name: string;
  /** The name it would have if nothing were called so already; otherwise the same. */
  readonly first: string;
}

/** Gives each caller the first of `name`, `name-2`, `name-3`, … that is not taken, cut to the engine's limit. */
export function nameGiver(taken: Iterable<string>, maxBytes: number): (name: string) => GivenName {
  const used = new Set(taken);
  // How far each name was counted, so that many hooks of one name stay cheap.
  const reached = new Map<string, number>();
  return (name) => {
    for (let number = (reached.get(name) ?? 0) + 1; ; number += 1) {
      const suffix = number === 1 ? '' : `-${number}`;
      const candidate = `${cut(name, maxBytes - suffix.length)}${suffix}`;
      if (used.has(candidate)) continue;
      used.add(candidate);
      reached.set(name, number);
      return { name: candidate, first: cut(name, maxBytes) };
    }
  };
}

/** Names here are ASCII, so characters are bytes. What is cut off stays distinguished by a digest of the whole. */
function cut(name: string, maxBytes: number): string {
  if (name.length <= maxBytes) return name;
  return `${name.slice(0, maxBytes - 9).replace(/-+$/, '')}-${digest(name)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** The variable that captures a hook's output: `T001_HOOK_SCAN_RESULT`, `ROOT_…` at the level of the root DAG. */
export function outputVariable(task: string | undefined, node: string): string {
  return variableName(`${task ?? 'ROOT'}_${node}_RESULT`);
}

/** The variable in which an action of a list tells later ones what came of it. Names that look alike in it are distinguished. */
export function actionVariable(task: string | undefined, { id }: Pick<Rule, 'id'>): string {
  const look = task === undefined || /^[a-z][a-z0-9]*$/.test(task) ? '' : `_${digest(task)}`;
  return variableName(`${task ?? 'ROOT'}${look}_${id}`);
}

function variableName(text: string): string {
  const name = text.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
