import type { Arguments, Code } from '../catalog.js';
import { besideText, placeText } from '../words.js';
import { namesText, type Requests, sentence } from './words.js';

/** What rules require of a workflow and forbid in it. */
export const requestsOfRules = (): Requests => ({
  DW401: (a) =>
    a.ofTasks ? `${requiredText(a.patterns)}; yours are: ${namesText(a.known)}.${perhaps(a.nearest)}` : oneStep,
  DW402: (a) => `${requiredText([a.pattern])}; yours are: ${namesText(a.known)}.${perhaps(a.nearest)}`,
  DW404: (a) => `${requiredText([a.anchor])} in ${namesText(a.places)}.${perhaps(a.nearest)}`,
  DW415: (a) => tooManyText('required steps', a.added, a.limit),
  DW417: (a) => tooManyText('required steps that call a language model', a.asking, a.limit),
  DW422: (a) => tooManyText('required steps that run one after another', a.added, a.limit),
  DW423: (a) => (a.stage === undefined ? oneStep : `${requiredText([a.stage])}; yours are: ${namesText(a.known)}.`),
  DW424: (a) => `${requiredText([a.stage])}; yours are: ${namesText(a.known)}.`,
  DW433: (a) => tooManyText('required webhooks', a.sending, a.limit),
  DW450: (a) => deniedText(a),
  DW451: (a) => deniedText(a),
  DW480: (a) => likeHookText(a),
  DW481: (a) => likeHookText(a),
  DW472: (a) => offTaskText(a),
  DW473: (a) => offTaskText(a),
  DW468: (a) => unguardedText(a),
  DW469: (a) => unguardedText(a),
  DW471: (a) =>
    a.names === undefined
      ? `Remove \`${a.key}\` from \`${a.dag}\`. Set what these files hold in the \`env\` of the steps that need it.`
      : a.ofStep
        ? `No step of \`${a.dag}\` may set ${namesText(a.names)} in its \`${a.key}\`. Use another name.`
        : `Do not set ${namesText(a.names)} in the \`${a.key}\` of \`${a.dag}\`. Set it only on the steps that need it.`,
  DW453: (a) =>
    `${a.in === undefined ? 'The workflow' : `\`${a.in}\``} has ${a.count} ${a.what}, but must have ${countText(a)}.${because(a.message)}`,
  DW454: (a) =>
    a.what === undefined && a.message !== undefined
      ? `A ${a.each} is missing: ${sentence(a.message)}`
      : `A ${a.each} that ${a.what} is required.${because(a.message)}`,
  DW455: (a) =>
    `A step is required ${a.side} \`${a.anchor}\` of ${namesText(a.places)}, but there the workspace is already removed. Let ${namesText(a.teardowns)} run later.`,
});

/** What is missing or too much is at no line of the workflow; such a finding has a place only because programs ask for one. */
export const withoutLine: ReadonlySet<Code> = new Set<Code>([
  ...(['DW401', 'DW402', 'DW404', 'DW423', 'DW424', 'DW453', 'DW454'] as const),
  ...(['DW415', 'DW417', 'DW422', 'DW433'] as const),
]);

const oneStep = 'At least one step is required.';

function requiredText(names: readonly string[]): string {
  return `A step called ${names.map((text) => `\`${text}\``).join(' or ')} is required`;
}

function perhaps(nearest: string | undefined): string {
  return nearest === undefined ? '' : ` Perhaps \`${nearest}\` is meant: then give it the required name.`;
}

function because(message: string | undefined): string {
  return message === undefined ? '' : ` ${sentence(message)}`;
}

function tooManyText(what: string, count: number, limit: number): string {
  return `Your workflow is too large: it would have ${count} ${what}, but at most ${limit} are allowed. Write fewer tasks.`;
}

function countText({ min, max }: Arguments<'DW453'>): string {
  if (max === undefined) return `at least ${min}`;
  if (min === 0) return `at most ${max}`;
  return min === max ? `exactly ${min}` : `${min} to ${max}`;
}

function likeHookText({ node, dag }: Arguments<'DW480'>): string {
  return `Give the job \`${node}\` of \`${dag}\` an id that does not begin with \`hook-\`.`;
}

function offTaskText({ step, anchor, isBefore }: Arguments<'DW472'>): string {
  return isBefore ? `Let \`${step}\` wait for \`${anchor}\`.` : `Let \`${anchor}\` wait for \`${step}\`.`;
}

function unguardedText({ beside, dag, command }: Arguments<'DW468'>): string {
  const what = command === undefined ? 'a command' : `\`${command}\``;
  return `${besideText(beside)} of \`${dag}\` runs ${what} that must be checked first, which is not possible there. Move the command into a step.`;
}

function deniedText(a: Arguments<'DW450'>): string {
  const where = placeText(a);
  const reason = sentence(a.message);
  if (a.isUnread) return `The commands of ${where} cannot be read, because ${a.why}: write them out in full. ${reason}`;
  if (a.command !== undefined) return `This workflow must not run \`${a.command}\`: ${reason} Take it out of ${where}.`;
  if (a.what === undefined) return `${where} is not allowed as it is: ${reason} Change it accordingly, or take it out.`;
  return `This workflow must not have a step that ${a.what}: ${reason} Take it out of ${where}.`;
}
