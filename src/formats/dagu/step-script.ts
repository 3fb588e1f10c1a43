import type { CommandCall, Policy, ScriptCall } from '../../model/step.js';
import { quoteForDagu } from './quote.js';
import { commandText, wordText } from './shell-words.js';
import { isSimpleCommand } from './simple-command.js';

/** Which parts of a policy the text of the command has to carry out, because no field of the step does. */
export interface InScript {
  readonly retries: boolean;
  readonly swallowFailure: boolean;
  readonly background: boolean;
  readonly workingDir: boolean;
  /** The text stands between other text, so it gets a shell of its own. */
  readonly ownShell: boolean;
  /** Where steps run in a container or over SSH, a command is one line. */
  readonly oneLine: boolean;
  /** A line that ends the step well where its condition does not hold. */
  readonly guard: string | undefined;
}

/** What a step runs, as text for `command`. */
export function stepScript(call: ScriptCall | CommandCall, policy: Policy, inScript: InScript): string {
  const { oneLine } = inScript;
  const plain = call.kind === 'command' ? commandText(call) : scriptText(call, inScript.workingDir, oneLine);
  const whole = call.kind === 'command' ? plain : withPolicy(plain, policy, inScript);
  const guarded = inScript.guard === undefined ? whole : `${inScript.guard}\n${whole}`;
  const safe = inScript.swallowFailure ? `${inSubshell(guarded)} || true` : guarded;
  return inScript.background ? inBackground(safe) : safe;
}

/** Values go into the environment by the shell: Dagu would evaluate them in a field of its own. */
function scriptText(call: ScriptCall, withWorkingDir: boolean, oneLine: boolean): string {
  const lines = [
    ...(withWorkingDir && call.workingDir ? [`cd ${wordText(call.workingDir)}`] : []),
    ...call.env.map(({ name, value }) => `export ${name}=${wordText(value)}`),
    call.script,
  ];
  return lines.join(oneLine ? ' && ' : '\n');
}

/**
 * Only a program or another shell can be timed out or started again as a whole, and a shell of its own keeps the rule that a
 * failing line ends the script. Time is always taken here: the engine's own timeout ends the shell, leaves what that one
 * started running, and waits for it.
 */
function withPolicy(script: string, policy: Policy, inScript: InScript): string {
  const { timeout } = policy;
  const retries = inScript.retries ? policy.retries : 0;
  const alone = !inScript.swallowFailure && !inScript.background && !inScript.ownShell;
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
