import { Buffer } from 'node:buffer';
import { isOneProgram } from '../../lang/shell/one-program.js';
import type { StatusReport } from '../../model/plan.js';
import type { CommandCall, Policy, ScriptCall } from '../../model/step.js';
import { commandText, wordText } from '../command-text.js';
import { quoteForDagu } from './shell.js';

/** Which parts of a policy the text of the command has to carry out, because no field of the step does. */
export interface InScript {
  readonly retries: boolean;
  readonly swallowFailure: boolean;
  readonly background: boolean;
  readonly workingDir: boolean;
  /** The text is between other text, so it gets a shell of its own. */
  readonly ownShell: boolean;
  /** Where steps run in a container or over SSH, a command is one line. */
  readonly oneLine: boolean;
  /** A test that succeeds where the condition does not hold; the step then ends well. */
  readonly guard: string | undefined;
  /** It leaves how it ended on its standard output, and nothing else. */
  readonly statusReport: StatusReport | undefined;
}

/** What a step runs, as text for `command`. */
export function stepScript(call: ScriptCall | CommandCall, policy: Policy, inScript: InScript): string {
  const { oneLine, guard, statusReport } = inScript;
  const command = call.kind === 'command' ? commandText(call, quoteForDagu) : scriptText(call, policy, inScript);
  const told = statusReport ? reporting(command, policy, statusReport) : command;
  const environment = call.kind === 'command' ? [] : exports(call);
  const whole = [...environment, told].join(oneLine ? ' && ' : '\n');
  const guarded = guard === undefined ? whole : `${guard} && ${ending(statusReport)}\n${whole}`;
  const safe = inScript.swallowFailure && !statusReport ? `${inSubshell(guarded)} || true` : guarded;
  const text = inScript.background ? inBackground(safe) : safe;
  return oneLine ? text : asTheEngineTakesIt(text);
}

/**
 * Text of several lines becomes a file, and Dagu 1.30 fails a step whose file begins with a line of more than 4,096 bytes. For
 * Dagu 2.x a carriage return breaks a line, which text of one line must not have.
 * @internal
 */
export function asTheEngineTakesIt(text: string): string {
  const end = text.indexOf('\n');
  if (end < 0) return text.includes('\r') ? `:\n${text}` : text;
  return end > longestFirstLine || Buffer.byteLength(text.slice(0, end + 1)) > longestFirstLine ? `:\n${text}` : text;
}

const longestFirstLine = 4000;

/** What is known before the run is on one line; what the run has to find out has a line each. */
function exports({ env }: ScriptCall): readonly string[] {
  const lines: string[] = [];
  let open = false;
  for (const { name, value } of env) {
    const isKnown = value.every((part) => part.kind === 'text');
    const setting = `${name}=${wordText(value, quoteForDagu)}`;
    if (isKnown && open) lines.push(`${lines.pop()} ${setting}`);
    else lines.push(`export ${setting}`);
    open = isKnown;
  }
  return lines;
}

/** A step that is skipped leaves what the one before it left. */
function ending(report: StatusReport | undefined): string {
  return report ? `{ printf '%s\\n' ${wordText(report.skipped, quoteForDagu)}; exit 0; }` : 'exit 0';
}

/** Where its output is not wanted, it goes to the other log, so that the status alone is captured. */
function reporting(command: string, { onFailure }: Policy, { withOutput }: StatusReport): string {
  const run = withOutput ? `hook_output="$(${command})"` : `${inSubshell(command)} >&2`;
  const behind = withOutput ? `printf '%s\\n' "$hook_output"` : undefined;
  if (onFailure !== 'continue') return [`${run} && echo success`, ...(behind ? [behind] : [])].join(' && ');
  return [`if ${run}; then echo success; else echo failed; fi`, ...(behind ? [behind] : [])].join('; ');
}

/**
 * Values go into the environment by the shell, because Dagu would evaluate them in a field of its own, and before everything
 * else, because what cannot fail needs no time limit and no second attempt.
 */
function scriptText(call: ScriptCall, policy: Policy, inScript: InScript): string {
  const { workingDir, oneLine } = inScript;
  const lines = [
    ...(workingDir && call.workingDir ? [`cd ${wordText(call.workingDir, quoteForDagu)}`] : []),
    call.script,
  ];
  return withPolicy(lines.join(oneLine ? ' && ' : '\n'), policy, inScript);
}

/**
 * Only a program or another shell can be timed out or started again as a whole, and a shell of its own keeps the rule that a
 * failing line ends the script. Time is always taken here: the engine's own timeout ends the shell, leaves what that one
 * started running, and waits for it.
 */
function withPolicy(script: string, policy: Policy, inScript: InScript): string {
  const { timeout } = policy;
  const retries = inScript.retries ? policy.retries : 0;
  const alone = !inScript.swallowFailure && !inScript.background && !inScript.ownShell && !inScript.statusReport;
  if (timeout === undefined && retries === 0 && alone) return script;
  const command = isSimpleCommand(script) ? script : `sh -e -c ${quoteForDagu(script)}`;
  const once = timeout === undefined ? command : `timeout -k ${secondsToDie} ${timeout} ${command}`;
  return retries === 0 ? once : retried(once, retries, policy.retryDelay, inScript.oneLine);
}

/** Between the signal that asks a program to end and the one that ends it. */
const secondsToDie = 5;

/** No variable appears in it, because Dagu would take one of its own for it. */
function retried(once: string, retries: number, delay: number, oneLine: boolean): string {
  const attempts = Array.from({ length: retries }, (_, index) => index + 1).join(' ');
  if (oneLine) return `for retry in ${attempts}; do ${once} && exit 0; sleep ${delay}; done; ${once}`;
  return `for retry in ${attempts}; do\n${once} && exit 0\nsleep ${delay}\ndone\n${once}`;
}

/** `exit` in the script ends the inner shell only, so the outer one goes on; a comment at its end swallows no bracket. */
export function inSubshell(text: string): string {
  return text.includes('\n') ? `(\n${text}\n)` : `( ${text} )`;
}

/** The log of the step is where people look for the output; the engine does not wait for it to be complete. */
function inBackground(text: string): string {
  return `${inSubshell(text)} </dev/null >>"$DAG_RUN_STEP_STDOUT_FILE" 2>&1 &`;
}

/** The shell around a program fills that in, the same one that runs it: to the text it is a variable. */
function isSimpleCommand(script: string): boolean {
  return isOneProgram(script.replace(/\$\(printenv [A-Za-z_]\w*\)/g, '$X'));
}
