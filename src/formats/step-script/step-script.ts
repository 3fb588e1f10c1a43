import { isOneProgram } from '../../lang/shell/one-program.js';
import type { StatusReport } from '../../model/plan.js';
import type { CommandCall, Policy, ScriptCall } from '../../model/step.js';
import { commandText, type Quote, wordText } from './command-text.js';

/** How the commands of an engine's steps are written. */
export interface ScriptStyle {
  readonly quote: Quote;
  /** The command that runs a text in a shell of its own, which ends where a line fails. */
  readonly shell: string;
  /** Shell text as one word behind that. */
  nested(script: string): string;
  /** How a variable is written for the engine; the shell that runs the text takes it for one. */
  readonly variable: RegExp;
  /** The command that starts a text in brackets and does not wait for it. */
  inBackground(inBrackets: string): string;
}

/** Which parts of a policy the text of the command has to carry out, because no field of the step does. */
export interface InScript {
  readonly retries: boolean;
  readonly swallowFailure: boolean;
  readonly background: boolean;
  readonly workingDir: boolean;
  /** The command that goes to the folder in which steps start, where the text may start in another one. */
  readonly toStart?: string | undefined;
  /** The text is between other text, so it gets a shell of its own. */
  readonly ownShell: boolean;
  /** Where steps run in a container or over SSH, a command is one line. */
  readonly oneLine: boolean;
  /** A test that succeeds where the condition does not hold; the step then ends well. */
  readonly guard: string | undefined;
  /** It leaves how it ended on its standard output, and nothing else. */
  readonly statusReport: StatusReport | undefined;
}

/** What a step runs, as the text of a shell. */
export function stepScript(
  call: ScriptCall | CommandCall,
  policy: Policy,
  inScript: InScript,
  style: ScriptStyle,
): string {
  const { oneLine, guard, statusReport, toStart } = inScript;
  const { quote } = style;
  const command = call.kind === 'command' ? commandText(call, quote) : scriptText(call, policy, inScript, style);
  const told = statusReport ? reporting(command, policy, statusReport) : command;
  const environment = call.kind === 'command' ? [] : exports(call, quote);
  const whole = [...(toStart === undefined ? [] : [toStart]), ...environment, told].join(oneLine ? ' && ' : '\n');
  const guarded = guard === undefined ? whole : `${guard} && ${ending(statusReport, quote)}\n${whole}`;
  const safe = inScript.swallowFailure && !statusReport ? `${inSubshell(guarded)} || true` : guarded;
  return inScript.background ? style.inBackground(inSubshell(safe)) : safe;
}

/** What is known before the run is on one line; what the run has to find out has a line each. */
function exports({ env }: ScriptCall, quote: Quote): readonly string[] {
  const lines: string[] = [];
  let open = false;
  for (const { name, value } of env) {
    const isKnown = value.every((part) => part.kind === 'text');
    const setting = `${name}=${wordText(value, quote)}`;
    if (isKnown && open) lines.push(`${lines.pop()} ${setting}`);
    else lines.push(`export ${setting}`);
    open = isKnown;
  }
  return lines;
}

/** A step that is skipped leaves what the one before it left. */
function ending(report: StatusReport | undefined, quote: Quote): string {
  return report ? `{ printf '%s\\n' ${wordText(report.skipped, quote)}; exit 0; }` : 'exit 0';
}

/** Where its output is not wanted, it goes to the other log, so that the status alone is captured. */
function reporting(command: string, { onFailure }: Policy, { withOutput }: StatusReport): string {
  const run = withOutput ? `hook_output="$(${command})"` : `${inSubshell(command)} >&2`;
  const behind = withOutput ? `printf '%s\\n' "$hook_output"` : undefined;
  if (onFailure !== 'continue') return [`${run} && echo success`, ...(behind ? [behind] : [])].join(' && ');
  return [`if ${run}; then echo success; else echo failed; fi`, ...(behind ? [behind] : [])].join('; ');
}

/**
 * Values go into the environment before everything else, because what cannot fail needs no time limit and no second attempt.
 */
function scriptText(call: ScriptCall, policy: Policy, inScript: InScript, style: ScriptStyle): string {
  const { workingDir, oneLine } = inScript;
  const lines = [
    ...(workingDir && call.workingDir ? [`cd ${wordText(call.workingDir, style.quote)}`] : []),
    call.script,
  ];
  return withPolicy(lines.join(oneLine ? ' && ' : '\n'), policy, inScript, style);
}

/**
 * Only a program or another shell can be timed out or started again as a whole, and a shell of its own keeps the rule that a
 * failing line ends the script.
 */
function withPolicy(script: string, policy: Policy, inScript: InScript, style: ScriptStyle): string {
  const { timeout } = policy;
  const retries = inScript.retries ? policy.retries : 0;
  const alone = !inScript.swallowFailure && !inScript.background && !inScript.ownShell && !inScript.statusReport;
  if (timeout === undefined && retries === 0 && alone) return script;
  const command = isSimpleCommand(script, style) ? script : `${style.shell} ${style.nested(script)}`;
  const once = timeout === undefined ? command : `timeout -k ${secondsToDie} ${timeout} ${command}`;
  return retries === 0 ? once : retried(once, retries, policy.retryDelay, inScript.oneLine);
}

/** Between the signal that asks a program to end and the one that ends it. */
const secondsToDie = 5;

/** No variable appears in it, because an engine may take one of its own for it. */
function retried(once: string, retries: number, delay: number, oneLine: boolean): string {
  const attempts = Array.from({ length: retries }, (_, index) => index + 1).join(' ');
  if (oneLine) return `for retry in ${attempts}; do ${once} && exit 0; sleep ${delay}; done; ${once}`;
  return `for retry in ${attempts}; do\n${once} && exit 0\nsleep ${delay}\ndone\n${once}`;
}

/** `exit` in the script ends the inner shell only, so the outer one goes on; a comment at its end swallows no bracket. */
export function inSubshell(text: string): string {
  return text.includes('\n') ? `(\n${text}\n)` : `( ${text} )`;
}

function isSimpleCommand(script: string, { variable }: ScriptStyle): boolean {
  return isOneProgram(script.replace(variable, '$X'));
}
