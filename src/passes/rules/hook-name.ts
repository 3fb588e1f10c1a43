import type { Engine } from '../../model/engine.js';
import { hookPrefix } from '../../model/mark.js';
import type { Rule } from '../../model/rule.js';
import { legalName, legalNodeName, shortHash } from './legal-name.js';

/** What a rule is about besides, where one DAG may hold many of its hooks: the names of nodes. */
export type About = readonly string[];

/** The name of an injected node where nothing is in its way: `hook-<rule>`, `hook-<rule>-<task>`. */
export function hookName({ label }: Pick<Rule, 'label'>, about: About, limits: NameLimits): string {
  const name = [`${hookPrefix}${label}`, ...about.map(legalNodeName)].join('-');
  return cut(withoutSigns(name, limits), limits.maxNameBytes);
}

type NameLimits = Pick<Engine, 'maxNameBytes' | 'nameSigns'>;

/** Where an engine knows fewer signs, names that would look alike are distinguished. */
function withoutSigns(name: string, limits: NameLimits): string {
  const legal = legalSigns(name, limits);
  return legal === name ? name : `${legal}-${shortHash(name)}`;
}

/** A name with a `-` in place of each sign that the engine does not know. */
export function legalSigns(name: string, { nameSigns }: Pick<Engine, 'nameSigns'>): string {
  if (nameSigns === undefined) return name;
  return [...name].map((sign) => (/[A-Za-z0-9-]/.test(sign) || nameSigns.includes(sign) ? sign : '-')).join('');
}

/** How long the end of a name is that a hash is in: `-` and eight digits. */
const hashEnding = 9;

/** The same where another node is called so: nothing counts but what the hook is. */
export function distinctName(name: string, identity: readonly string[], maxBytes: number): string {
  return `${shortened(name, maxBytes - hashEnding)}-${shortHash(JSON.stringify(identity))}`;
}

/** What all hooks of a rule are called, whatever else is in their names, and what one without an id would be. */
export function namesOfRule({ label, step }: Pick<Rule, 'label' | 'step'>): readonly string[] {
  return [`${hookPrefix}${label}`, `${hookPrefix}${legalName(step.name ?? step.type)}`];
}

/** Names here are ASCII, so characters are bytes. What is cut off stays distinguished by a digest of the whole. */
function cut(name: string, maxBytes: number): string {
  return name.length <= maxBytes ? name : `${shortened(name, maxBytes - hashEnding)}-${shortHash(name)}`;
}

function shortened(name: string, maxBytes: number): string {
  return name.slice(0, maxBytes).replace(/(?<!-)-+$/, '');
}
