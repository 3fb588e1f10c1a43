import { type CompiledPattern, compilePattern } from '../../lang/pattern.js';
import { shownText } from '../../lang/shell/shown-text.js';
import type { LateWord, NodeFacts, WorkflowFacts } from '../../model/facts.js';
import type { Match, MatchClause, TextKey } from '../../model/match.js';
import type { Pattern } from '../../model/pattern.js';
import type { Workflow } from '../../model/workflow.js';
import type { Matches } from '../graph/tasks.js';
import { type Answer, allOf, anyOf, no, yes } from './answer.js';
import { createCelMatcher } from './cel.js';
import { type CommandLine, createCommandReader } from './commands.js';
import { entriesHold } from './entries.js';
import { environmentHolds } from './environment.js';
import { type ImageCall, mayBeProgramOf } from './image-calls.js';
import { whyWordMayMatch } from './late-words.js';
import type { MatchPlace } from './match-place.js';

export type Matcher = (match: Match, place: MatchPlace) => Answer;

type TextClause = Extract<MatchClause, { readonly kind: TextKey }>;

/** Keys of what is compared as it is written; `runs` is compared with commands. */
type PlainTextKey = Exclude<TextKey, 'runs'>;

/** Compares matches with places of a workflow. A command that cannot be read for certain counts as a match, unless the match says otherwise. */
export function createMatcher(workflow: Workflow, facts: WorkflowFacts, matches: Matches): Matcher {
  const readCommands = createCommandReader();
  const mayMatch = createMayMatch();
  const celHolds = createCelMatcher(workflow, facts, readCommands);

  const answer = (match: Match, place: MatchPlace, isNegated: boolean): Answer => {
    const all = allOf(match.clauses, (clause) => holds(clause, place, isNegated));
    if (all.kind !== 'unsure' || match.unsure === 'match') return all;
    return { kind: 'no', miss: () => ({ clause: all.clause, seen: [], unsure: all.why }) };
  };

  const holds = (clause: MatchClause, place: MatchPlace, isNegated: boolean): Answer => {
    switch (clause.kind) {
      case 'any':
        return anyOf(
          clause.of.map((one) => answer(one, place, isNegated)),
          (all) => (all.length === 0 ? yes : no(clause, () => all.flatMap(({ miss }) => miss().seen))),
        );
      case 'not': {
        const inner = answer(clause.match, place, !isNegated);
        if (inner.kind === 'unsure') return inner;
        return inner.kind === 'yes' ? no(clause, () => (inner.command === undefined ? [] : [inner.command])) : yes;
      }
      case 'labels':
        return entriesHold(clause, place.facts?.labels ?? facts.dag(place.dag).labels, matches);
      case 'env':
        return place.facts
          ? environmentHolds(clause, place.facts, { readCommands, matches, isNegated })
          : entriesHold(clause, workflow.dags[place.dag]!.env, matches);
      case 'runs':
        return runsOne(clause, place.facts);
      case 'cel':
        return celHolds(clause, place);
      default:
        return textHolds(clause, clause.kind, place);
    }
  };

  const textHolds = (clause: TextClause, key: PlainTextKey, place: MatchPlace): Answer => {
    const texts = textsOf(key, place, workflow);
    if (texts.some((text) => matchesOne(clause, text))) return yes;
    const why = whyWordMayMatch(lateWordsOf(key, place), clause.patterns);
    return why === undefined ? no(clause, () => texts) : { kind: 'unsure', clause, because: 'words', why };
  };

  const matchesOne = ({ patterns }: { readonly patterns: readonly Pattern[] }, text: string) =>
    patterns.some((pattern) => matches(pattern, text));

  const runsOne = (clause: TextClause, facts: NodeFacts | undefined): Answer => {
    if (!facts) return no(clause, () => []);
    const { scripts, unread } = facts;
    const { lines, forImages, unsure } = readCommands(scripts);
    const line = lines.find(
      ({ text, asWritten }) => matchesOne(clause, text) || (asWritten !== text && matchesOne(clause, asWritten)),
    );
    if (line) return { kind: 'yes', command: line.asWritten };
    const open = lines.find(
      (one) => one.doubts.length > 0 && clause.patterns.some((pattern) => mayMatch(pattern, one)),
    );
    const call = forImages.find((one) =>
      clause.patterns.some((pattern) => mayBeProgramOf(one, pattern.text, (text) => matches(pattern, text))),
    );
    const why = unread ?? unsure ?? (open && openBecause(open)) ?? (call && imageBecause(call));
    if (why !== undefined) return { kind: 'unsure', clause, because: 'commands', why };
    return no(clause, () => lines.map(shownLine));
  };

  return (match, place) => answer(match, place, false);
}

function textsOf(key: PlainTextKey, place: MatchPlace, { dags }: Workflow): readonly string[] {
  if (key === 'step') return place.names;
  const { name, file } = dags[place.dag]!;
  if (key === 'dag') return [name];
  if (key === 'file') return [file.replaceAll('\\', '/')];
  return (key === 'image' ? place.facts?.images : place.facts?.[key]) ?? [];
}

function lateWordsOf(key: PlainTextKey, { facts }: MatchPlace): readonly LateWord[] {
  const kind = key === 'image' ? 'images' : key === 'uses' || key === 'calls' ? key : undefined;
  return (kind && facts?.late?.[kind]) ?? [];
}

/** A command for reading, cut where it is not certain. */
function shownLine({ asWritten, doubts }: CommandLine): string {
  const [known, next] = doubts.at(-1) ?? [];
  if (known?.kind !== 'text') return asWritten;
  return next?.kind === 'more' ? `${known.text} …` : `${known.text}…`;
}

function openBecause({ text, doubts }: CommandLine): string {
  const [known] = doubts[0]!;
  return known?.kind === 'text' && known.text === text
    ? `more arguments than are written may follow \`${text}\``
    : `the arguments of \`${text}\` depend on variables`;
}

function imageBecause({ within }: ImageCall): string {
  return `the image in \`${shownText(within)}\` may have that program as its own`;
}

/** A glob says word for word what it is about. An expression may let any words pass, so that fewer of them are in doubt. */
function createMayMatch(): (pattern: Pattern, line: CommandLine) => boolean {
  const compiled = new Map<string, CompiledPattern>();
  return ({ text: source }, { doubts, doubtsAbout }) => {
    const pattern = compiled.get(source) ?? compilePattern(source);
    compiled.set(source, pattern);
    if (!pattern.ok) return false;
    return (pattern.kind === 'regex' ? doubtsAbout((option) => source.includes(option)) : doubts).some(
      pattern.mayMatch,
    );
  };
}
