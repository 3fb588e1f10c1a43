import type { Handler } from '../model/event.js';

/**
 * Which rules a file of settings goes by.
 * - `agent`: the first agent settings: `{{tool_name}}` in commands, matchers such as `builtin:*` and `mcp__*`, 30 seconds.
 * - `claude`: today's Claude Code: regular expressions as matchers, bash, 600 seconds, `if` conditions.
 */
export type Dialect = 'agent' | 'claude';

/** One hook of a file of settings, checked, with defaults filled in. */
export interface SettingsHook {
  readonly event: string;
  readonly dialect: Dialect;
  /** `undefined` matches everything. */
  readonly matcher: string | undefined;
  /** A permission rule such as `Bash(git *)`. A hook of an event that is about no tool never runs with one. */
  readonly condition: string | undefined;
  /** The command is as written: `{{…}}` in it is not filled in yet. */
  readonly handler: Handler;
  readonly timeout: number;
  readonly onFailure: 'continue' | 'block';
  /** Nobody waits for it, so nothing that it says counts. */
  readonly unheard: boolean;
  readonly path: Path;
}

/** From the top of the file to a value: `hooks`, `PreToolUse`, 0, `hooks`, 1. */
export type Path = readonly (string | number)[];

/** What is wrong with a value; the one who has the text of the file says it with its place. */
export type SettingsIssue = { readonly path: Path } & (
  | { readonly kind: 'unknown-key'; readonly key: string; readonly where: string; readonly known: readonly string[] }
  | { readonly kind: 'expected'; readonly expected: string }
  | { readonly kind: 'choice'; readonly found: string; readonly choices: readonly string[] }
  | { readonly kind: 'range'; readonly found: number; readonly bound: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown-event'; readonly event: string }
  | { readonly kind: 'matcher'; readonly matcher: string; readonly reason: string }
  | { readonly kind: 'reference'; readonly written: string; readonly reason: string }
  | { readonly kind: 'near-reference'; readonly name: string }
  | { readonly kind: 'unsupported'; readonly type: string }
  | { readonly kind: 'never-runs'; readonly event: string }
  | { readonly kind: 'managed-only'; readonly key: string }
  | { readonly kind: 'unheard-gate' }
);

/** `PreToolUse[0].hooks[1]` */
export function describePath(path: Path): string {
  return path
    .slice(1)
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

/** A file of Claude Code lies in a folder of its own, is managed or the hooks file of a plugin, or names its schema. */
export function dialectOf(path: string, value: unknown): Dialect {
  const parts = path.split(/[\\/]/);
  if (parts.at(-1) === 'managed-settings.json' || parts.at(-2) === 'managed-settings.d') return 'claude';
  if (parts.at(-2) === '.claude' || parts.slice(-2).join('/') === 'hooks/hooks.json') return 'claude';
  const schema =
    typeof value === 'object' && value !== null ? (value as { readonly $schema?: unknown }).$schema : undefined;
  return typeof schema === 'string' && schema.includes('claude-code') ? 'claude' : 'agent';
}
