import { literalBeginning } from '../../lang/pattern.js';
import type { ShellSetting } from '../../lang/shell/settings.js';
import type { NodeFacts } from '../../model/facts.js';
import type { MatchEntry } from '../../model/match.js';
import type { Matches } from '../graph/tasks.js';
import { type Answer, no, yes } from './answer.js';
import type { ReadCommands } from './commands.js';
import { type EntryClause, entriesHold, isEntry, shownEntry } from './entries.js';

interface Asking {
  readonly readCommands: ReadCommands;
  readonly matches: Matches;
  /** A match must not hold: then what a command sets is in doubt, for others may run without it. */
  readonly isNegated: boolean;
}

/** Has a node the variables that a clause wants, by what the workflow says of it or by what its commands set? */
export function environmentHolds(clause: EntryClause, facts: NodeFacts, asking: Asking): Answer {
  const { env, scripts, unread, lateEnv } = facts;
  const { matches, isNegated, readCommands } = asking;
  const written = entriesHold(clause, env, matches);
  if (written.kind === 'yes') return written;
  const { settings, unsure } = readCommands(scripts);
  const doubt = unread ?? unsure ?? unknownName(settings) ?? lateEnv?.others;
  let why: string | undefined;
  for (const entry of clause.entries) {
    if ([...env].some(([key, value]) => isEntry(entry, key, value, matches))) continue;
    const isSet = settings.some(({ name, value }) => name !== undefined && isEntry(entry, name, value, matches));
    const open = isSet ? undefined : settings.find((setting) => mayBe(setting, entry, matches));
    const late = isSet
      ? undefined
      : [...(lateEnv?.names ?? [])].find((name) => mayBeEntry(entry, name, facts, matches));
    if (isSet && isNegated) why ??= `only a command in it sets \`${entry.name.text}\``;
    else if (late) why ??= lateValue(late);
    else if (open) why ??= `the value of \`${open.name}\` depends on variables`;
    else if (!isSet && doubt !== undefined) why ??= doubt;
    else if (!isSet) return no(clause, () => seenIn(env, settings));
  }
  return why === undefined ? yes : { kind: 'unsure', clause, because: 'commands', why };
}

function mayBeEntry(entry: MatchEntry, name: string, { lateEnv }: NodeFacts, matches: Matches): boolean {
  const values = lateEnv?.values?.get(name);
  return values ? [...values].some((value) => isEntry(entry, name, value, matches)) : matches(entry.name, name);
}

/** Why nobody knows the value of a variable that the workflow sets. */
export function lateValue(name: string): string {
  return `only the run knows the value of \`${name}\``;
}

/** Why any variable may be set, where some name is not certain. */
export function unknownName(settings: readonly ShellSetting[]): string | undefined {
  return settings.some(({ name }) => name === undefined)
    ? 'the name of a variable that it sets depends on others'
    : undefined;
}

/** May a value that is not certain to its end be one that is wanted? */
function mayBe({ name, value, known }: ShellSetting, wanted: MatchEntry, matches: Matches): boolean {
  if (name === undefined || known >= value.length + 1) return false;
  const certain = value.slice(0, known);
  if (matches(wanted.name, name)) return wanted.values.some(({ text }) => mayBegin(certain, text));
  return mayBegin(`${name}=${certain}`, wanted.name.text);
}

function mayBegin(certain: string, pattern: string): boolean {
  if (pattern.startsWith('/')) return true;
  const literal = literalBeginning(pattern);
  return literal.startsWith(certain) || certain.startsWith(literal);
}

function seenIn(env: NodeFacts['env'], settings: readonly ShellSetting[]): readonly string[] {
  const set = settings.flatMap(({ name, value, known }) => {
    if (name === undefined) return [];
    return [known > value.length ? shownEntry(name, value) : `${name}=${value.slice(0, known)}…`];
  });
  return [...new Set([...[...env].map(([key, value]) => shownEntry(key, value)), ...set])];
}
