import type { Engine } from '../../model/engine.js';
import { hookPrefix } from '../../model/mark.js';
import type { Rule } from '../../model/rule.js';
import { legalName, shortHash } from './rule-names.js';

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

/** The same where another node is called so: nothing counts but what the hook is. */
export function distinctName(name: string, identity: readonly string[], maxBytes: number): string {
  return `${shortened(name, maxBytes - 9)}-${shortHash(JSON.stringify(identity))}`;
}

/** What all hooks of a rule are called, whatever else is in their names, and what one without an id would be. */
export function namesOfRule({ label, step }: Pick<Rule, 'label' | 'step'>): readonly string[] {
  return [`${hookPrefix}${label}`, `${hookPrefix}${legalName(step.name ?? step.type)}`];
}

/** Two nodes that would look alike are distinguished, whichever of them there are. */
function legalNodeName(name: string): string {
  const legal = name.replace(/[^A-Za-z0-9._-]+/g, '-');
  return legal === name ? name : [legal.replace(/^-+|(?<!-)-+$/g, ''), shortHash(name)].filter(Boolean).join('-');
}

/** Names here are ASCII, so characters are bytes. What is cut off stays distinguished by a digest of the whole. */
function cut(name: string, maxBytes: number): string {
  return name.length <= maxBytes ? name : `${shortened(name, maxBytes - 9)}-${shortHash(name)}`;
}

function shortened(name: string, maxBytes: number): string {
  return name.slice(0, maxBytes).replace(/(?<!-)-+$/, '');
}

/** The variable that captures a hook's output: `T001_HOOK_SCAN_RESULT`, `ROOT_…` at the level of the root DAG. */
export function outputVariable(task: string | undefined, { label }: Pick<Rule, 'label'>, about: About): string {
  const parts = [
    task === undefined ? 'ROOT' : variablePart(task),
    `${hookPrefix}${label}`,
    ...about.map(variablePart),
    'RESULT',
  ];
  return variableName(parts.join('_'));
}

/** What the name of a task is in the variables that its hooks leave their results in. */
export function taskVariable(task: string): string {
  return variableName(variablePart(task));
}

/** In a variable `-`, `_`, `.`, blanks and letters of either case look alike. So names with them differ there, whichever other names there are. */
function variablePart(name: string): string {
  const legal = legalNodeName(name);
  if (legal !== name) return legal;
  if (!wordsOfOneCase.test(name)) return `${name}-${shortHash(name)}`;
  const isUpper = /[A-Z]/.test(name);
  const isUnusual = numbered.test(name) ? !isUpper && /[a-z]/.test(name) : isUpper;
  return `${name.replaceAll('_', '__')}${isUnusual ? '_' : ''}`;
}

/** Words of one case with single signs between them, from which the variable can be read back but for that case. */
const wordsOfOneCase = /^(?:[A-Z0-9]+(?:[-_][A-Z0-9]+)*|[a-z0-9]+(?:[-_][a-z0-9]+)*)$/;

/** Tasks are called `T001` or `build`; a name that is such a one in the other case, `t001` or `BUILD`, has a sign behind it. */
const numbered = /^[A-Za-z][0-9]+$/;

/** The same where another hook of the DAG has it. */
export function distinctVariable(name: string, identity: readonly string[]): string {
  return name.replace(/_RESULT$/, `_${shortHash(JSON.stringify(identity)).toUpperCase()}_RESULT`);
}

/** The variable in which an action of a list tells later ones what came of it. Names that look alike in it are distinguished. */
export function actionVariable(task: string | undefined, { id }: Pick<Rule, 'id'>): string {
  const look = task === undefined || /^[a-z][a-z0-9]*$/.test(task) ? '' : `_${shortHash(task)}`;
  return variableName(`${task ?? 'ROOT'}${look}_${id}`);
}

function variableName(text: string): string {
  const name = text.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
