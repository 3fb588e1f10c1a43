import { posix } from 'node:path';
import { compileRegex } from '../lang/regex.js';
import { commandsOf, type ShellCommand } from '../lang/shell/commands-of.js';
import { joined } from '../lang/shell/word.js';
import { wildcard } from './matcher.js';

/**
 * Does a permission rule such as `Bash(git *)`, `Edit(*.ts)` or `mcp__memory` match this call of a tool? Where that is unknown,
 * it does: a hook that runs once too often is better than a gate that is passed by.
 */
export function matchesPermissionRule(rule: string, tool: string, args: Readonly<Record<string, unknown>>): boolean {
  const [, name, pattern] = /^([^()\s]+)(?:\((.*)\))?$/s.exec(rule.trim()) ?? [];
  // Several rules are not one.
  if (name === undefined || (pattern !== undefined && /\)[\s,|&]+\w+\(/.test(pattern))) return true;
  if (!matchesTool(name, tool.replace(/^builtin:/, ''))) return false;
  if (pattern === undefined || pattern.trim() === '' || pattern === '*') return true;
  const ofParameter = matchesParameter(pattern, args);
  if (ofParameter !== undefined) return ofParameter;
  if (typeof args.command === 'string') return matchesCommand(pattern.trim(), args.command);
  if (pattern.startsWith('domain:')) return matchesDomain(pattern.slice('domain:'.length), args.url);
  const path = [args.file_path, args.notebook_path, args.path].find((one) => typeof one === 'string');
  return path === undefined || matchesPath(pattern, path as string);
}

/** The name of a server means all of its tools, and a rule for one tool holds for those that do the same in another way. */
function matchesTool(name: string, tool: string): boolean {
  const names = [name, ...(Object.hasOwn(alike, name) ? alike[name]! : [])];
  if (names.some((one) => wildcard(one)(tool))) return true;
  return name.startsWith('mcp__') && tool.startsWith(`${name}__`);
}

const alike: Readonly<Record<string, readonly string[]>> = {
  Edit: ['Write', 'MultiEdit', 'NotebookEdit'],
  Read: ['Grep', 'Glob', 'LS', 'NotebookRead'],
};

/** `model:opus`, where the call has such an argument; what a tool is for is not asked in this way. */
function matchesParameter(pattern: string, args: Readonly<Record<string, unknown>>): boolean | undefined {
  const [, name, value] = /^(\w+)\s*:\s*(.*)/s.exec(pattern) ?? [];
  if (name === undefined || !Object.hasOwn(args, name) || contents.has(name)) return undefined;
  return wildcard(value!)(String(args[name]));
}

const contents: ReadonlySet<string> = new Set(['command', 'file_path', 'path', 'notebook_path', 'url']);

function matchesDomain(domain: string, url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return true;
  return wildcard(domain.trim().toLowerCase())(new URL(url).hostname.replace(/\.$/, ''));
}

/** Does a rule such as `git push *` match one of the commands in this line? */
function matchesCommand(written: string, line: string): boolean {
  // `git:*` is the older way to write it.
  const pattern = written.endsWith(':*') ? `${written.slice(0, -2)} *` : written;
  const isPrefix = pattern.endsWith(' *') && pattern.indexOf('*') === pattern.length - 1;
  const bare = isPrefix ? pattern.slice(0, -2) : undefined;
  const start = pattern.split('*')[0]!;
  const found = commandsOf(line.replaceAll('\r\n', '\n'));
  // As Claude Code has it: what a variable or a command yields may be the word that a rule of several words asks for.
  if (found.unsure.some(({ kind }) => kind !== 'file') || (found.expands && !/^[^\s*]+(?: ?\*)?$/.test(pattern)))
    return true;
  const matches = wildcard(pattern);
  const isMatch = (text: string) => matches(text) || text === bare;
  return (
    isMatch(line.trim()) ||
    found.written.some(isMatch) ||
    found.commands.some((command) =>
      callsOf(command).some(({ text, known }) => {
        if (isMatch(text)) return true;
        if (known === Number.POSITIVE_INFINITY) return false;
        const sure = text.slice(0, known);
        return sure.startsWith(start) || start.startsWith(sure);
      }),
    )
  );
}

/** A program and its arguments as one text. So many characters of it are certain. */
interface Call {
  readonly text: string;
  readonly known: number;
}

/** With the program as it is written, and by its last path part. */
function callsOf({ program, words, open }: ShellCommand): readonly Call[] {
  const { text, known } = joined(words);
  const call = open ? { text: `${text} `, known: Math.min(known, text.length + 1) } : { text, known };
  const first = words[0]!;
  const shorter = first.text.length - program.length;
  if (shorter === 0 || first.known < shorter) return [call];
  return [call, { text: call.text.slice(shorter), known: known - shorter }];
}

/**
 * Does a rule in the syntax of ignore files match this path? From where the path is meant is not known here, so a pattern may begin
 * at any part of it; it matches what lies in a folder that it names. Letters count as equal in both cases, as some systems of
 * files have it.
 */
function matchesPath(pattern: string, path: string): boolean {
  if (path.length > longest || pattern.startsWith('!')) return true;
  const bare = pattern.replace(/^(?:\/\/|~\/|\.\/|\/)/, '').replace(/\/$/, '');
  const compiled = compileRegex(`(?is)(?:^|/)${expressionOf(bare)}(?:/|$)`);
  if (!compiled.ok) return true;
  return [path, posix.normalize(path)].some((one) => compiled.regex.test(one));
}

const longest = 10_000;

function expressionOf(pattern: string): string {
  return pattern.replace(
    /\*\*\/|\*\*|\*|\?|\[(!|\^)?(\]?[^\]/]{0,200})\]|\\(.)|[\s\S]/gu,
    (found, negated: string | undefined, inside: string | undefined, escaped: string | undefined) => {
      if (found === '**/') return '(?:.*/)?';
      if (found === '**') return '.*';
      if (found === '*') return '[^/]*';
      if (found === '?') return '[^/]';
      if (inside !== undefined) return `[${negated ? '^/' : ''}${inside.replace(/[\\[\]&~^]/g, '\\$&')}]`;
      return literal(escaped ?? found);
    },
  );
}

function literal(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
