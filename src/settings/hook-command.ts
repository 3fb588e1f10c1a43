import {
  codePlaces,
  placeValues,
  readShell,
  refusedPlaces,
  type ShellPiece,
  type ShellText,
} from '../lang/shell/place-values.js';
import { agentTools, modelRunners } from '../model/step.js';
import type { Fields } from './fields.js';

/** What the command of a hook may name between `{{` and `}}`; of `tool_args` and `result` also what is inside of them. */
export const hookVariables = [
  'tool_name',
  'tool_args',
  'result',
  'error',
  'message',
  'timestamp',
  'session_id',
  'user_input',
] as const;

/** The command of a hook, its references found and understood. */
export interface HookCommand {
  /** The paths that it names, each once: `tool_args.command`. */
  readonly paths: readonly string[];
  /** References that no quoting makes safe, and why. */
  readonly refused: readonly { readonly written: string; readonly reason: string }[];
  /** What else is between double braces and might have been meant. */
  readonly others: readonly string[];
  /** The command with each reference as the variable of the environment that holds its value, in quotes for its place. */
  text(variableOf: (path: string) => string): string;
}

/** Reads the shell text of a hook. What is no reference of ours stays as it is, byte for byte. */
export function readHookCommand(source: string): HookCommand {
  if (!source.includes('{{')) return { paths: [], refused: [], others: [], text: () => source };
  const { pieces, others } = piecesOf(source);
  const shell = readShell(pieces);
  const names = pieces.flatMap((piece) => (piece.kind === 'variable' ? [piece.name] : []));
  return {
    paths: [...new Set(names)],
    refused: refusals(shell, source),
    others,
    text: (variableOf) =>
      placeValues(
        shell,
        ({ name }) => [{ kind: 'expression', expression: `\${${variableOf(name)}}` }],
        (literal) => literal,
      ),
  };
}

/** The name of the environment variable for each path, such as `HOOK_TOOL_ARGS_COMMAND`. */
export function variableNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const path of paths) {
    const wanted = `HOOK_${path.toUpperCase().replace(/\W/g, '_')}`;
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
    taken.add(name);
    names.set(path, name);
  }
  return names;
}

function piecesOf(source: string): { readonly pieces: readonly ShellPiece[]; readonly others: readonly string[] } {
  const pieces: ShellPiece[] = [];
  const others: string[] = [];
  let from = 0;
  for (const match of source.matchAll(/(?<![${])\{\{\s{0,8}([A-Za-z_][\w.-]{0,200})\s{0,8}\}\}/g)) {
    const path = match[1]!;
    const end = match.index + match[0].length;
    if (!isPath(path)) {
      others.push(path);
      continue;
    }
    if (match.index > from) pieces.push({ kind: 'text', text: source.slice(from, match.index) });
    pieces.push({ kind: 'variable', name: path, raw: false, start: match.index, end });
    from = end;
  }
  if (from < source.length) pieces.push({ kind: 'text', text: source.slice(from) });
  return { pieces, others };
}

function isPath(path: string): boolean {
  const [root, ...inner] = path.split('.');
  if (!(hookVariables as readonly string[]).includes(root!)) return false;
  return inner.length === 0 || ((root === 'tool_args' || root === 'result') && !inner.includes(''));
}

function refusals(shell: ShellText, source: string): HookCommand['refused'] {
  return [...refusedPlaces(shell), ...codePlaces(shell)].map(({ variable, reason }) => ({
    written: source.slice(variable.start, variable.end),
    reason,
  }));
}

/** Looks for references in a command that cannot be handed over, and for those that name nothing of an event. */
export function checkCommand(command: string, fields: Fields): void {
  const { refused, others } = readHookCommand(command);
  for (const { written, reason } of refused) fields.add('command', { kind: 'reference', written, reason });
  for (const name of others) fields.add('command', { kind: 'near-reference', name });
}

/** Looks for an unknown runner and for unknown tools of an agent, which would be reported only when the hook is to run. */
export function checkModel(fields: Fields): void {
  if (fields.text('runner') !== undefined) fields.choice('runner', modelRunners);
  for (const name of ['allowedTools', 'allowed_tools']) {
    const known: readonly string[] = agentTools;
    const found = fields.texts(name)?.find((tool) => !known.includes(tool.toLowerCase()));
    if (found !== undefined) fields.add(name, { kind: 'choice', found, choices: known });
  }
}
