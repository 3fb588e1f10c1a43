import type { Dialect } from './settings-hook.js';

/** A file of Claude Code lies in a folder of its own, is managed or the hooks file of a plugin, or names its schema. */
export function dialectOf(path: string, value: unknown): Dialect {
  const parts = path.split(/[\\/]/);
  if (parts.at(-1) === 'managed-settings.json' || parts.at(-2) === 'managed-settings.d') return 'claude';
  if (parts.at(-2) === '.claude' || parts.slice(-2).join('/') === 'hooks/hooks.json') return 'claude';
  const schema =
    typeof value === 'object' && value !== null ? (value as { readonly $schema?: unknown }).$schema : undefined;
  return typeof schema === 'string' && schema.includes('claude-code') ? 'claude' : 'agent';
}
