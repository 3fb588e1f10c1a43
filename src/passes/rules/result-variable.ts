import { hookPrefix } from '../../model/mark.js';
import type { Rule } from '../../model/rule.js';
import type { About } from './hook-name.js';
import { legalNodeName, shortHash } from './legal-name.js';

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
  return isOwnVariable.test(task) ? task : variableName(variablePart(task));
}

/** `T001` is the same there, and most tasks are called so. */
const isOwnVariable = /^[A-Z][0-9]+$/;

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
