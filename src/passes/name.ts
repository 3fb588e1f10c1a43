import { createHash } from 'node:crypto';
import type { Rule } from '../model/rule.js';

/** The name an injected node has where nothing else is called so: `hook-<definition>`, inline `hook-<type>`. */
export function hookName(rule: Rule, maxBytes: number): string {
  const name = `hook-${(rule.step.name ?? rule.step.type).replaceAll('_', '-')}`;
  const legal = name.replace(/[^A-Za-z0-9.-]+/g, '-');
  return cut(legal === name ? name : `${legal}-${digest(name)}`, maxBytes);
}

/** The first of `name`, `name-2`, `name-3`, … that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>, maxBytes: number): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = `${cut(name, maxBytes - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Names here are ASCII, so characters are bytes. What is cut off stays told apart by a digest of the whole. */
function cut(name: string, maxBytes: number): string {
  return name.length <= maxBytes ? name : `${name.slice(0, maxBytes - 9)}-${digest(name)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** The variable that captures a hook's output: `T001_HOOK_SCAN_RESULT`, `ROOT_…` at the level of the root DAG. */
export function outputVariable(task: string | undefined, node: string): string {
  const name = `${task ?? 'ROOT'}_${node}_RESULT`.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
