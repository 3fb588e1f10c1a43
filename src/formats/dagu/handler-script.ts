import type { Injection } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import { inSubshell } from '../step-script/step-script.js';
import { daguGuard } from './condition-guard.js';
import { scriptedCall } from './own-steps.js';
import { daguScript } from './script.js';
import { quoteForDagu } from './shell.js';

/** A hook in a handler. */
export interface HandlerHook {
  readonly injection: Injection;
  /** The ends of a run after which it runs, where its handler runs after others as well. */
  readonly after: readonly string[] | undefined;
}

/** The command of a handler that only hooks fill: all of them run, and the first failure that counts is its result. */
export function handlerScript(hooks: readonly HandlerHook[], oneLine: boolean): string {
  const inForm = { oneLine, ownShell: hooks.length > 1 };
  const scriptOf = (hook: HandlerHook) => {
    const script = hookScript(hook.injection, { ...inForm, swallowFailure: mayFail(hook.injection.rule) });
    return onlyAfter(hook, inVariable(hook.injection, script, oneLine), oneLine);
  };
  if (hooks.length === 1) return scriptOf(hooks[0]!);
  const scripts = hooks.map((hook) => {
    const script = scriptOf(hook);
    if (mayFail(hook.injection.rule)) return script;
    return `${hook.injection.statusReport ? script : inSubshell(script)} || hook_status=$?`;
  });
  const counts = hooks.some(({ injection }) => !mayFail(injection.rule));
  const lines = counts ? ['hook_status=0', ...scripts, 'exit "$hook_status"'] : scripts;
  return lines.join(oneLine ? '; ' : '\n');
}

/** The same hooks in front of a command that is there already, which has to run whatever they do. */
export function scriptBeforeCommand(hooks: readonly HandlerHook[], oneLine: boolean): string {
  return hooks.map((hook) => swallowed(hook, oneLine)).join(oneLine ? '; ' : '\n');
}

/** The same on one line, as an item of a list of commands has to be in 2.x. */
export function lineBeforeCommand(hooks: readonly HandlerHook[]): string {
  return hooks.map(lineOf).join('; ');
}

/** The same in a text with Windows line ends, of which 1.30 hands the carriage returns on to the shell: there they end a comment. */
export function windowsScriptBeforeCommand(hooks: readonly HandlerHook[]): string {
  return hooks.map((hook) => `${lineOf(hook)} #`).join('\n');
}

/** A mark counts the same in both. */
export function withoutReturnComments(script: string): string {
  return script.replaceAll(/ #$/gm, '');
}

/** A hook of several lines is printed line by line and handed to a shell. */
function lineOf(hook: HandlerHook): string {
  const { injection } = hook;
  const script = swallowed(hook, true);
  if (!script.includes('\n')) return script;
  const lines = hookScript(injection, { swallowFailure: false, oneLine: false, ownShell: true }).split('\n');
  const whole = `sh -e -c "$(printf '%s\\n' ${lines.map(quoteForDagu).join(' ')})"`;
  return onlyAfter(hook, `${inVariable(injection, whole, true)} || true`, true);
}

function swallowed(hook: HandlerHook, oneLine: boolean): string {
  const { injection } = hook;
  const script = hookScript(injection, { swallowFailure: true, oneLine, ownShell: true });
  const kept = injection.statusReport ? `${inVariable(injection, script, oneLine)} || true` : script;
  return onlyAfter(hook, kept, oneLine);
}

/** A hook as text in which the shell carries out the whole policy: handlers ignore most fields. */
function hookScript(
  { call, rule, condition, statusReport }: Injection,
  form: { readonly swallowFailure: boolean; readonly oneLine: boolean; readonly ownShell: boolean },
): string {
  return daguScript(scriptedCall(call), rule.policy, {
    ...form,
    retries: true,
    background: false,
    workingDir: true,
    guard: daguGuard(condition),
    statusReport,
  });
}

/** No engine captures what a part of a handler prints, so the shell does. */
function inVariable({ statusReport }: Injection, script: string, oneLine: boolean): string {
  if (!statusReport) return script;
  const { variable } = statusReport;
  return `export ${variable}; ${variable}="$(${oneLine ? script : `\n${script}\n`})"`;
}

function onlyAfter({ after }: HandlerHook, script: string, oneLine: boolean): string {
  if (!after) return script;
  const ends = `case "$DAG_RUN_STATUS" in ${after.join('|')})`;
  return oneLine ? `${ends} ${script};; esac` : `${ends}\n${script}\n;;\nesac`;
}
