import type * as z from 'zod/mini';
import type { ConfigurationFile } from '../model/layer.js';
import { parseYaml } from '../text/yaml.js';
import type { YamlNode } from '../text/yaml-node.js';
import { withoutWrapping } from './schema-issues.js';
import { frameSchema } from './section-schema.js';

/** A setting outside of files: `hooks.enabled`, `hooks.limits.max_added_steps`, `hooks.vars.NAME`. */
export interface Setting {
  readonly name: string;
  readonly keys: readonly string[];
  readonly kind: 'text' | 'truth' | 'other';
}

/** Every setting that has a name of its own, so without `hooks.vars.…`. Definitions and rules are no settings. */
export function knownSettings(): readonly Setting[] {
  return settingsIn(frameSchema.whole(), ['hooks']);
}

/** The setting that goes by a dotted name. */
export function findSetting(name: string): Setting | undefined {
  const known = knownSettings().find((setting) => setting.name === name);
  const prefix = 'hooks.vars.';
  if (known || !name.startsWith(prefix) || name === prefix) return known;
  return { name, keys: ['hooks', 'vars', name.slice(prefix.length)], kind: 'text' };
}

/** One setting as a configuration of its own, which is read and checked like a file. */
export function settingFile(
  setting: Setting,
  value: string,
  origin: Pick<ConfigurationFile, 'path' | 'layer'>,
): ConfigurationFile {
  const opening = setting.keys.map((key) => `{${JSON.stringify(key)}: `).join('');
  return { ...origin, text: `${opening}${written(setting, value)}${'}'.repeat(setting.keys.length)}\n` };
}

const unsettable = new Set(['version', 'vars', 'name', 'parameters', 'extends', 'step_definitions', 'injections']);

function settingsIn(schema: z.core.$ZodObject, above: readonly string[]): readonly Setting[] {
  return Object.entries(schema._zod.def.shape).flatMap(([key, wrapped]) => {
    if (unsettable.has(key)) return [];
    const keys = [...above, key];
    const inner = withoutWrapping(wrapped);
    if (inner._zod.def.type === 'object') return settingsIn(inner as z.core.$ZodObject, keys);
    const kind = inner._zod.def.type === 'string' ? 'text' : inner._zod.def.type === 'boolean' ? 'truth' : 'other';
    return [{ name: keys.join('.'), keys, kind }];
  });
}

function written({ kind }: Setting, value: string): string {
  const truth = kind === 'truth' ? truths.get(value.trim().toLowerCase()) : undefined;
  if (truth) return truth;
  const [document, ...others] = kind === 'other' ? parseYaml(value) : [];
  const simple = document?.root && document.problems.length === 0 && others.length === 0;
  return (simple && inline(document.root!)) || JSON.stringify(value);
}

const truths: ReadonlyMap<string, string> = new Map([
  ...['true', 'yes', 'on', '1'].map((text) => [text, 'true'] as const),
  ...['false', 'no', 'off', '0'].map((text) => [text, 'false'] as const),
]);

/** Numbers and lists of simple values as they were written; the rest is text. */
function inline(node: YamlNode): string | undefined {
  if (node.kind === 'scalar') return node.type === 'number' ? node.value : JSON.stringify(node.value);
  if (node.kind !== 'sequence') return undefined;
  const items = node.items.map((item) => (item.value.kind === 'scalar' ? inline(item.value) : undefined));
  return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
}
