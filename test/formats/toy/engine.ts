import type { Engine } from '../../../src/model/engine.js';
import type { InjectedNode } from '../../../src/model/plan.js';
import type { Word } from '../../../src/model/step.js';

const handlers = {
  because: 'it runs nothing at the end of a run',
  instead: 'Put the step into a job behind all others',
};
const gate = { success: 'success', failure: 'failure', left_out: 'success' } as const;
const soft = { ...gate, failure: 'success' } as const;
const ends = { success: false, failure: false, skipped: false, aborted: false };

export const toyEngine: Engine = {
  maxNameBytes: 255,
  maxOutputs: 0,
  can: { handlers, background: true },
  runTable: {
    behind: { success: 'runs', failure: 'aborted', skipped: 'skipped', aborted: 'aborted' },
    behindTolerant: { success: 'runs', failure: 'runs', skipped: 'runs', aborted: 'aborted' },
    hooks: { gate, awaited: soft, aside: soft, background: soft },
    handlers: { failure: ends, abort: ends, always: ends },
  },
  shell: {
    quote: (literal) => (/^[\w./-]+$/.test(literal) ? literal : `'${literal.replaceAll("'", "'\\''")}'`),
    variable: (name, filter) => (filter ? `$(printf '%s' "$${name}" | ${filter})` : `$${name}`),
    ownsVariable: () => false,
    failure: undefined,
    ownFiles: [],
  },
  words: { needs: 'after', asGraph: 'make each step a job of its own' },
};

/** What a hook runs: no policies and no conditions, which its tests do not use. */
export function scriptOf({ injection: { call, rule }, detached }: InjectedNode): string {
  if (call.kind === 'approval') throw new Error('nobody can be asked');
  const command = call.kind === 'spawn' ? call.command : call;
  const text = command.kind === 'script' ? command.script : [command.program, ...command.words.map(wordOf)].join(' ');
  const safe = rule.await ? text : `( ${text} ) || true`;
  return detached ? `{ ${safe}; } &` : safe;
}

function wordOf(word: Word): string {
  const { quote } = toyEngine.shell;
  return word.map((part) => (part.kind === 'text' ? quote(part.text) : `"${part.expression}"`)).join('') || "''";
}
