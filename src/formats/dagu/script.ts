import { Buffer } from 'node:buffer';
import type { CommandCall, Policy, ScriptCall } from '../../model/step.js';
import { type InScript, type ScriptStyle, stepScript } from '../step-script/step-script.js';
import { quoteForDagu } from './shell.js';

/**
 * What a step runs, as text for `command`. Values go into the environment by the shell, because Dagu would evaluate them in a field
 * of its own. Time is always taken by the shell: Dagu's own timeout ends the shell, leaves what that one started running, and waits for it.
 */
export function daguScript(call: ScriptCall | CommandCall, policy: Policy, inScript: InScript): string {
  const text = stepScript(call, policy, inScript, style);
  return inScript.oneLine ? text : asTheEngineTakesIt(text);
}

const style: ScriptStyle = {
  quote: (literal) => quoteForDagu(literal),
  shell: 'sh -e -c',
  nested: quoteForDagu,
  variable: /\$\(printenv [A-Za-z_]\w*\)/g,
  // The log of the step is where people look for the output; the engine does not wait for it to be complete.
  inBackground: (inBrackets) => `${inBrackets} </dev/null >>"$DAG_RUN_STEP_STDOUT_FILE" 2>&1 &`,
};

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
