import { commandsOf, type ShellCommand } from '../../lang/shell/commands-of.js';
import type { InjectedNode } from '../../model/plan.js';
import type { StepCall } from '../../model/step.js';
import type { Field } from '../../text/print-yaml.js';
import { usualIn } from './commands.js';
import { jobText } from './hook-script.js';
import type { Pipeline } from './pipeline.js';

/**
 * Can a hook that is a job use nothing of what jobs before it leave behind? GitLab brings it the artifacts of all of them unless it says
 * otherwise: files, and variables of `dotenv` reports. Where the hook may use some, they stay.
 * @param fields of its job, which say what prepares it
 */
export function takesNoFiles(node: InjectedNode, fields: readonly Field[], { document, file }: Pipeline): boolean {
  const { injection, needs, stage } = node;
  if (stage === 0 || needs?.length === 0 || document.hasOthers) return false;
  const before = fields.find(({ key }) => key === 'before_script')?.value ?? usualIn(document.root, 'before_script');
  if (before !== undefined && !(Array.isArray(before) && before.length === 0)) return false;
  if (file.text.includes('dotenv') && jobText(node).includes('$')) return false;
  return readsNoFile(injection.call, injection.rule.step.type);
}

function readsNoFile(call: StepCall, type: string): boolean {
  if (call.kind === 'approval') return true;
  // Another way to start it may lead to a file that a job has made, such as one of `node_modules`.
  if (call.kind === 'command') return type === 'webhook' && call.program === 'dagweave';
  if (call.kind !== 'script' || call.workingDir !== undefined || /[<*?]/.test(call.script)) return false;
  const { commands, settings, unsure } = commandsOf(call.script);
  return unsure.length === 0 && settings.length === 0 && commands.every(isWithoutFiles);
}

function isWithoutFiles({ program, args, words, open }: ShellCommand): boolean {
  if (words[0]!.text !== program) return false;
  if (program !== 'curl') return onlyWrite.has(program);
  if (open || words.some(({ splits }) => splits)) return false;
  return args.every((arg) => !leadsToFile.test(arg) && (!arg.startsWith('-') || plainOption.test(arg)));
}

/** `@` begins the name of a file whose content is sent. */
const leadsToFile = /@|^file:/i;
const onlyWrite: ReadonlySet<string> = new Set([':', 'echo', 'exit', 'false', 'printf', 'sleep', 'true']);
const plainOption =
  /^(?:-[fgikLsSv]*[dHmoX]?|-X[A-Z]+|--(?:data(?:-raw)?|fail|fail-with-body|header|json|location|max-time|output|request|retry|show-error|silent|url))$/;
