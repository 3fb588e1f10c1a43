import type { InjectedNode } from '../../model/plan.js';
import type { CommandCall, ScriptCall } from '../../model/step.js';
import type { Field } from '../../text/print-yaml.js';
import { carryValues } from '../step-script/carried-values.js';
import { conditionGuard } from '../step-script/condition-guard.js';
import { isOwnText, isOwnVariable } from '../step-script/own-values.js';
import { type ScriptStyle, stepScript } from '../step-script/step-script.js';
import { knownText, literalText } from './shell.js';
import type { Surroundings } from './surroundings.js';

/** The fields that run a command: the shell with its folder and its variables, and the text. No value is in the text. */
export function scriptFields(
  { injection }: InjectedNode,
  call: ScriptCall | CommandCall,
  { shell, resetsFolder, timesSteps }: Surroundings,
): readonly Field[] {
  const { rule, condition, statusReport } = injection;
  const known = call.kind === 'script' ? call.env.map(({ name, value }) => ({ name, text: knownText(value) })) : [];
  const values = carryValues(
    known.map(({ name }) => name),
    (word, about) => isOwnVariable(rule, about, word),
  );
  const folder = call.kind === 'script' && call.workingDir ? knownText(call.workingDir) : undefined;
  const style: ScriptStyle = {
    quote: values.quote,
    nested: values.nested,
    shell: `${shell} -e -c`,
    variable: /\$\{[A-Za-z_]\w*\}/g,
    inBackground: (inBrackets) => inBrackets,
  };
  const text = stepScript(
    // What only the run knows is exported by the script itself.
    call.kind === 'script' ? { ...call, env: call.env.filter(({ value }) => knownText(value) === undefined) } : call,
    timesSteps ? { ...rule.policy, timeout: undefined } : rule.policy,
    {
      retries: true,
      swallowFailure: false,
      background: false,
      workingDir: folder === undefined,
      ownShell: false,
      oneLine: false,
      guard: condition && conditionGuard(condition, values.quote),
      statusReport,
    },
    style,
  );
  const env = [
    ...known.flatMap(({ name, text: value }) =>
      value === undefined
        ? []
        : [{ key: name, value: isOwnText(rule, 'env', name, value) ? value : literalText(value) }],
    ),
    ...values.env().map(({ name, text: value, forEngine }) => ({
      key: name,
      value: forEngine ? value : literalText(value),
    })),
  ];
  const directory = folder === undefined ? (resetsFolder ? '.' : undefined) : literalText(folder);
  return [
    { key: 'shell', value: shell },
    ...(directory === undefined ? [] : [{ key: 'working-directory', value: directory }]),
    ...(env.length > 0 ? [{ key: 'env', value: { fields: env } }] : []),
    { key: 'run', value: statusReport ? leaving(statusReport.variable, text) : text },
  ];
}

/** Later steps of a job find what is in the file that `$GITHUB_ENV` names; nobody knows beforehand where a value ends in it. */
function leaving(variable: string, text: string): string {
  return [
    'hook_result="$(',
    text,
    ')"',
    'printf \'%s\\n\' "$hook_result"',
    `hook_end="$(od -An -N8 -tx1 /dev/urandom | tr -d ' \\n')"`,
    `printf '%s\\n' "${variable}<<$hook_end" "$hook_result" "$hook_end" >> "$GITHUB_ENV"`,
  ].join('\n');
}
