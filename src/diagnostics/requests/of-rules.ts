import type { Arguments } from '../catalog.js';
import { namesText, type Requests, sentence } from './words.js';

/** What rules require of a workflow and forbid in it. */
export const requestsOfRules: Requests = {
  DW401: (a) =>
    a.ofTasks ? `${requiredText(a.patterns)}; yours are: ${namesText(a.known)}.${perhaps(a.nearest)}` : oneStep,
  DW402: (a) => `${requiredText([a.pattern])}.${perhaps(a.nearest)}`,
  DW404: (a) => `${requiredText([a.anchor])} in ${namesText(a.places)}.${perhaps(a.nearest)}`,
  DW415: (a) => tooManyText('required steps', a.added, a.limit),
  DW417: (a) => tooManyText('required steps that call a language model', a.asking, a.limit),
  DW422: (a) => tooManyText('required steps that run one after another', a.added, a.limit),
  DW423: (a) => (a.stage === undefined ? oneStep : `${requiredText([a.stage])}; yours are: ${namesText(a.known)}.`),
  DW424: (a) => `${requiredText([a.stage])}; yours are: ${namesText(a.known)}.`,
  DW433: (a) => tooManyText('required webhooks', a.sending, a.limit),
  DW450: (a) => deniedText(a),
  DW451: (a) => deniedText(a),
  DW453: (a) =>
    `${a.in === undefined ? 'The workflow' : `\`${a.in}\``} has ${a.count} ${a.what}, but must have ${countText(a)}.`,
  DW454: (a) => `A ${a.each} that ${a.what} is required.`,
  DW455: (a) =>
    `A step is required ${a.side} \`${a.anchor}\` of ${namesText(a.places)}, but there the workspace is already removed. Let ${namesText(a.teardowns)} run later.`,
};

const oneStep = 'At least one step is required.';

function requiredText(names: readonly string[]): string {
  return `A step called ${names.map((text) => `\`${text}\``).join(' or ')} is required`;
}

function perhaps(nearest: string | undefined): string {
  return nearest === undefined ? '' : ` Perhaps \`${nearest}\` is meant: then give it the required name.`;
}

function tooManyText(what: string, count: number, limit: number): string {
  return `Your workflow is too large: it would have ${count} ${what}, but at most ${limit} are allowed. Write fewer tasks.`;
}

function countText({ min, max }: Arguments<'DW453'>): string {
  if (max === undefined) return `at least ${min}`;
  return min === max ? `exactly ${min}` : `${min} to ${max}`;
}

function deniedText(a: Arguments<'DW450'>): string {
  const where = a.place === undefined ? `\`${a.dag}\`` : `\`${a.place}\` in \`${a.dag}\``;
  const forbidden = a.command === undefined ? `have a step that ${a.what}` : `run \`${a.command}\``;
  return `This workflow must not ${forbidden}: ${sentence(a.message)} Take it out of ${where}.`;
}
