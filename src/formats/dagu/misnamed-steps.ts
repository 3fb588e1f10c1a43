import type { Report } from '../../diagnostics/diagnostics.js';
import { asMap, asSequence } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';

/** A list of what looks like steps under a key that other languages have for them. */
export const misnamedSteps =
  /^(?:steps|step|tasks|stages|nodes)[ \t]*:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*-[ \t]+["']?(?:name|id|title|command|cmd|run|script|call)["']?[ \t]*:/im;

/** Reports a document whose steps are under another key than `steps`: then no engine finds any. */
export function reportMisnamedSteps({ root, file }: DaguDocument, dialect: Dialect, report: Report): void {
  if (root.pairs.some(({ key }) => key.value === 'steps')) return;
  const pair = root.pairs.find((one) => isSteps(one, dialect));
  if (!pair) return;
  const span = { file, start: pair.key.start, end: pair.key.end };
  report('DW229', { key: pair.key.value }, { span, fix: [{ ...span, text: 'steps' }] });
}

/** 1.x takes keys in any case; `tasks` of 2.x are the goals of an agent, which have no command. */
function isSteps({ key, value }: YamlPair, dialect: Dialect): boolean {
  const name = key.value.toLowerCase();
  if (name === 'steps') return dialect !== 'v1';
  const items = asSequence(value)?.items.map((item) => asMap(item.value)) ?? [];
  return (
    otherNames.has(name) &&
    items.length > 0 &&
    items.every((item) => item?.pairs.some((one) => runs.has(one.key.value)))
  );
}

const otherNames: ReadonlySet<string> = new Set(['step', 'tasks', 'stages', 'nodes']);
const runs: ReadonlySet<string> = new Set(['command', 'cmd', 'run', 'script', 'call', 'action']);
