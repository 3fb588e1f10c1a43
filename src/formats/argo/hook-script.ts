import type { Injection } from '../../model/plan.js';
import type { CommandCall, ScriptCall, Word } from '../../model/step.js';
import { carryValues } from '../step-script/carried-values.js';
import { conditionGuard } from '../step-script/condition-guard.js';
import { isOwnText, isOwnVariable } from '../step-script/own-values.js';
import { type ScriptStyle, stepScript } from '../step-script/step-script.js';
import { inPieces, type Variable } from './carried-environment.js';
import { argoShell, failureVariable } from './shell.js';

export interface HookScript {
  readonly source: string;
  readonly env: readonly Variable[];
}

/**
 * What a hook runs, as the source of a script and the variables that bring it its values. The engine takes care of time, of
 * further attempts and of what a failure means.
 */
export function hookScript({ call, rule, condition, statusReport }: Injection): HookScript {
  if (call.kind === 'spawn' || call.kind === 'approval') throw new Error(`${call.kind} is no script`);
  const own = call.kind === 'script' ? call.env.filter(({ value }) => isKnown(value)) : [];
  const carried = carryValues([...own.map(({ name }) => name), failureVariable()], (word, about) =>
    isOwnVariable(rule, about, word),
  );
  const style: ScriptStyle = {
    quote: carried.quote,
    shell: 'sh -e -c',
    nested: carried.nested,
    variable: /\$\{[A-Za-z_]\w*\}/g,
    inBackground: (inBrackets) => `${inBrackets} &`,
  };
  const text = stepScript(
    withoutKnown(call),
    { ...rule.policy, timeout: undefined },
    {
      retries: false,
      swallowFailure: false,
      background: false,
      workingDir: true,
      ownShell: false,
      oneLine: false,
      guard: condition && conditionGuard(condition, carried.quote),
      statusReport,
    },
    style,
  );
  const values = [
    ...own.map(({ name, value }) => ({
      name,
      text: textOf(value),
      forEngine: isOwnText(rule, 'env', name, textOf(value)),
    })),
    ...carried.env(),
  ].map(({ name, text: value, forEngine }) => (forEngine ? [{ name, text: value }] : inPieces(name, value)));
  const failures = text.includes(argoShell.failure!)
    ? [{ name: failureVariable(), text: '{{workflow.failures}}' }]
    : [];
  const joined = values.flatMap(([first, ...others]) =>
    others.length === 0
      ? []
      : [`export ${first!.name}="${[first!, ...others].map(({ name }) => `\${${name}}`).join('')}"`],
  );
  return { source: [...joined, text].join('\n'), env: [...values.flat(), ...failures] };
}

/** What is known before the run is in the environment of the container already. */
function withoutKnown(call: ScriptCall | CommandCall): ScriptCall | CommandCall {
  return call.kind === 'command' ? call : { ...call, env: call.env.filter(({ value }) => !isKnown(value)) };
}

function isKnown(value: Word): boolean {
  return value.every((part) => part.kind === 'text');
}

function textOf(value: Word): string {
  return value.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
