import { meetsCommand } from './permission/command-rule.js';
import { meetsPath } from './permission/path-rule.js';
import { wildcard } from './permission/wildcard.js';

/**
 * Does a permission rule such as `Bash(git *)`, `Edit(*.ts)` or `mcp__memory` meet this call of a tool? Where that cannot be told,
 * it does: a hook that runs once too often is better than a gate that is passed by.
 */
export function meetsPermissionRule(rule: string, tool: string, args: Readonly<Record<string, unknown>>): boolean {
  const [, name, pattern] = /^([^()\s]+)(?:\((.*)\))?$/s.exec(rule.trim()) ?? [];
  // Several rules are not one.
  if (name === undefined || (pattern !== undefined && /\)[\s,|&]+\w+\(/.test(pattern))) return true;
  if (!meetsTool(name, tool.replace(/^builtin:/, ''))) return false;
  if (pattern === undefined || pattern.trim() === '' || pattern === '*') return true;
  const ofParameter = meetsParameter(pattern, args);
  if (ofParameter !== undefined) return ofParameter;
  if (typeof args.command === 'string') return meetsCommand(pattern.trim(), args.command);
  if (pattern.startsWith('domain:')) return meetsDomain(pattern.slice('domain:'.length), args.url);
  const path = [args.file_path, args.notebook_path, args.path].find((one) => typeof one === 'string');
  return path === undefined || meetsPath(pattern, path as string);
}

/** The name of a server means all of its tools, and a rule for one tool holds for those that do the same in another way. */
function meetsTool(name: string, tool: string): boolean {
  const names = [name, ...(Object.hasOwn(alike, name) ? alike[name]! : [])];
  if (names.some((one) => wildcard(one)(tool))) return true;
  return name.startsWith('mcp__') && tool.startsWith(`${name}__`);
}

const alike: Readonly<Record<string, readonly string[]>> = {
  Edit: ['Write', 'MultiEdit', 'NotebookEdit'],
  Read: ['Grep', 'Glob', 'LS', 'NotebookRead'],
};

/** `model:opus`, where the call has such an argument; what a tool is for is not asked in this way. */
function meetsParameter(pattern: string, args: Readonly<Record<string, unknown>>): boolean | undefined {
  const [, name, value] = /^(\w+)\s*:\s*(.*)$/s.exec(pattern) ?? [];
  if (name === undefined || !Object.hasOwn(args, name) || contents.has(name)) return undefined;
  return wildcard(value!)(String(args[name]));
}

const contents: ReadonlySet<string> = new Set(['command', 'file_path', 'path', 'notebook_path', 'url']);

function meetsDomain(domain: string, url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return true;
  return wildcard(domain.trim().toLowerCase())(new URL(url).hostname.replace(/\.$/, ''));
}
