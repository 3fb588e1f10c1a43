import type { Shape } from './catalog/reading.js';
import type { Arguments, Code } from './catalog.js';

/**
 * What a generator is asked to do about a finding in the text that it wrote, in words that name nothing but that text: no rule, no file
 * of rules, no command line. Findings about the workflow that have no line here are asked for with their message.
 */
export function requestFor<C extends Code>(code: C, args: Arguments<C>, message: (args: Arguments<C>) => string) {
  const own = requests[code] as ((args: Arguments<C>) => string) | undefined;
  if (own) return own(harmless(args));
  if (!/^DW[1-7]/.test(code)) return undefined;
  return sentence(message(harmless(args)).replace(/\brule (\S+)/g, 'the step that `$1` requires'));
}

type Requests = { readonly [C in Code]?: (args: Arguments<C>) => string };

const requests: Requests = {
  DW101: (a) => `This is not valid YAML: ${a.problem}.${a.cure === undefined ? '' : ` ${sentence(a.cure)}`}`,
  DW107: () => 'Your answer is empty. Write the whole workflow.',
  DW109: (a) => `Your answer is not a workflow. ${shapesText(a.shapes)}`,
  DW111: () => 'The code block around your workflow is never closed. Close it, and check that nothing is missing.',
  DW112: () => 'Your answer ends in the middle of this line. Complete the line or leave it out, and end the workflow.',
  DW113: (a) =>
    `Your answer has ${a.count} workflows of which none calls another. Which one do you mean? Answer with that one.`,
  DW114: (a) =>
    `Your answer is written for ${a.language}. Write it again in the right language. ${shapesText(a.shapes)}`,
  DW115: (a) =>
    `Your answer has no workflow, only text that begins with "${a.beginning}". Write the workflow. ${shapesText(a.shapes)}`,
  DW206: (a) => `Two steps of \`${a.dag}\` are called \`${a.name}\`. Give each step its own name.`,
  DW207: (a) =>
    `The step \`${a.node}\` depends on \`${a.need}\`, but no step has this name. ${a.nearest === undefined ? 'Name a step that exists, or remove this name.' : `Write \`${a.nearest}\`.`}`,
  DW208: (a) => `Steps of \`${a.dag}\` depend on each other in a circle: ${a.path}. Remove one of these dependencies.`,
  DW210: (a) =>
    `This step calls the DAG \`${a.name}\`, which is not in your answer. Add it as a document of its own, or call one that exists.`,
  DW214: () => '`env` must be a mapping or a list of `KEY=value`.',
  DW219: (a) => `Remove the line with the name \`${a.name}\`: the first document must have no name.`,
  DW228: (a) => `\`${a.key}\` is not the right key here. Write \`${a.meant}\`.`,
  DW229: (a) => `The steps are under \`${a.key}\`. Write \`steps\`.`,
  DW401: (a) =>
    a.ofTasks
      ? `A step called ${a.patterns.map((text) => `\`${text}\``).join(' or ')} is required; yours are: ${namesText(a.known)}.${a.nearest === undefined ? '' : ` Perhaps \`${a.nearest}\` is meant: then give it the required name.`}`
      : 'At least one step is required.',
  DW404: (a) =>
    `A step called \`${a.anchor}\` is required in ${namesText(a.places)}.${a.nearest === undefined ? '' : ` Perhaps \`${a.nearest}\` is meant: then give it the required name.`}`,
  DW423: (a) => `A step called \`${a.stage ?? 'stage'}\` is required; yours are: ${namesText(a.known)}.`,
  DW450: (a) => deniedText(a),
  DW451: (a) => deniedText(a),
  DW453: (a) =>
    `The workflow has ${a.count} places of the kind \`${a.rule}\`, but must have ${a.max === undefined ? `at least ${a.min}` : `${a.min} to ${a.max}`}.`,
  DW454: (a) => `A ${a.each} that ${a.what} is required.`,
};

function deniedText(a: Arguments<'DW450'>): string {
  const where = a.place === undefined ? `\`${a.dag}\`` : `\`${a.place}\` in \`${a.dag}\``;
  return `This workflow must not have a step that ${a.what}: ${sentence(a.message)} Take it out of ${where}.`;
}

function shapesText(shapes: readonly Shape[]): string {
  return shapes.map(({ language, looks }) => `A workflow for ${language} is ${looks}.`).join(' ');
}

function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, 20).map((name) => `\`${name}\``);
  return `${shown.join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}`;
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}

/** Texts from outside can neither end a quotation nor begin a line. */
function harmless<A>(value: A): A {
  if (typeof value === 'string') return plain(value) as A;
  if (Array.isArray(value)) return value.map(harmless) as A;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, harmless(one)])) as A;
}

function plain(text: string): string {
  const shown = text.replaceAll('`', "'").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}

const longest = 300;
