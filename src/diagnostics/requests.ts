import { madeLate } from '../lang/late.js';
import type { Shape } from './catalog/reading.js';
import type { DanglingNeed } from './catalog/workflow.js';
import type { Arguments, Code } from './catalog.js';
import { requestsOfHooks } from './requests/of-hooks.js';
import { requestsOfRules } from './requests/of-rules.js';
import { requestsOfTemplates } from './requests/of-templates.js';
import { type Requests, sentence } from './requests/words.js';
import { quoted } from './words.js';

/**
 * What a generator is asked to do about a finding in the text that it wrote, in words that name nothing but that text: no rule, no file
 * of rules, no command line. Findings in the text as it was read are asked for with their message where they have no words here;
 * the messages of all others may name a rule.
 */
export function requestFor<C extends Code>(code: C, args: Arguments<C>, message: (args: Arguments<C>) => string) {
  const own = requests()[code] as ((args: Arguments<C>) => string) | undefined;
  if (own) return own(harmless(args));
  return /^DW[12]/.test(code) ? sentence(message(harmless(args))) : undefined;
}

const ofText = (): Requests => ({
  DW101: (a) => `This is not valid YAML: ${a.problem}.${a.cure === undefined ? '' : ` ${sentence(a.cure)}`}`,
  DW102: (a) =>
    `The key "${a.key}" is there twice in one mapping. Keep one of the two, with all that belongs to it, and remove the other.`,
  DW221: (a) =>
    `The key "${a.key}" is there twice in one mapping, and only the last one counts. Keep one of the two, with all that belongs to it, and remove the other.`,
  DW107: () => 'Your answer is empty. Write the whole workflow.',
  DW109: (a) => `Your answer is not a workflow. ${shapesText(a.shapes)}`,
  DW111: () => 'The code block around your workflow is never closed. Close it, and check that nothing is missing.',
  DW112: () => 'Your answer ends in the middle of this line. Complete the line or leave it out, and end the workflow.',
  DW113: (a) =>
    `Your answer has ${a.count} workflows of which none calls another. Which one do you mean? Answer with that one. If they are parts of one workflow, put all its steps into one.`,
  DW114: (a) =>
    `Your answer is written for ${a.language}. Write it again in the right language. ${shapesText(a.shapes)}`,
  DW115: (a) =>
    `Your answer has no workflow, only ${a.languages.length > 0 ? `blocks of ${a.languages.join(', ')}` : `text that begins with "${a.beginning}"`}. Write the workflow. ${shapesText(a.shapes)}`,
  DW634: () => 'Your answer has tags of Helm. Write the workflow as it is when Helm has filled them in.',
  DW118: () =>
    'This block is not a workflow of its own. If it is the rest of the one before it, put the whole workflow into one block; if it is only an example, leave it out.',
  DW119: (a) => `\`${a.sign}\` does not begin a comment in YAML. Write comments with \`#\`, or leave them out.`,
  DW120: (a) => `There are blanks that are not spaces, but the character ${a.character}. Write plain spaces.`,
  DW121: () => 'This comment says that something was left out. Write the whole workflow, with that part.',
  DW122: (a) => `The text has HTML in it: \`${a.written}\` for \`${a.meant}\`. Write the signs themselves everywhere.`,
  DW123: (a) =>
    `Your answer is a text in quotes${a.key === undefined ? '' : ` under the key \`${a.key}\``}, and the workflow is in it. Write the workflow itself, without quotes and escapes around it.`,
  DW201: (a) =>
    `A workflow is a mapping with \`steps\`, but this is a ${a.found}. ${a.found === 'list' ? 'Write `steps:` above it.' : 'Write the whole workflow.'}`,
  DW206: (a) => `Two steps of \`${a.dag}\` are called \`${a.name}\`. Give each step its own name.`,
  DW207: (a) =>
    a.parts.length > 0
      ? `\`${a.needs}\` of the ${a.item} \`${a.node}\` is one text, \`${a.need}\`. Write a list: \`[${a.parts.join(', ')}]\`.`
      : dependsOnNothing(a),
  DW208: (a) =>
    `The ${a.item}s of \`${a.dag}\` depend on each other in a circle: ${a.path}. Remove one of these dependencies.`,
  DW289: (a) =>
    `\`${a.node}\` routes to \`${a.target}\`, which is no step${a.nearest === undefined ? '' : `; you probably mean \`${a.nearest}\``}. Route to steps that exist.`,
  DW210: (a) =>
    `This step calls the DAG \`${a.name}\`, which is not in your answer. Add it as a document of its own, or call one that exists.`,
  DW214: () => '`env` must be a mapping or a list of `KEY=value`.',
  DW219: (a) => `Remove the line with the name \`${a.name}\`: the first document must have no name.`,
  DW271: (a) =>
    `The job \`${a.node}\` is in the stage \`${a.found}\`, which is not among the stages: ${quoted(a.known)}. Write one of these, or add it to \`stages\`.`,
  DW294: (a) =>
    `${quoted(a.names)} would run without the check before it where \`${a.node}\` is left out of the pipeline${a.hasRules ? '' : ', as it is for merge requests'}. Let these jobs be in the same pipelines as \`${a.node}\`, or one of the first jobs in all.`,
  DW488: () => 'Write `on_job_failure: none`: else nothing that is for failures can run.',
  DW489: (a) => `Write \`strategy: depend\` below the \`trigger\` of \`${a.node}\`.`,
  DW478: (a) => {
    if (a.starts === 'on failure')
      return `\`${a.node}\` starts only where something failed, so no check can go before it as a job. Write its commands in a \`script\` of its own that nothing ends early.`;
    if (a.starts === 'by rules')
      return `Take \`needs\` out of the rules of \`${a.node}\`, and write it at the job itself.`;
    if (a.starts === 'too early') return `Put the job \`${a.node}\` into a later stage.`;
    if (a.heir === undefined && a.missing !== undefined)
      return `Let \`${a.missing}\` be in pipelines of merge requests as well, for \`${a.node}\` is.`;
    return `Write what the job \`${a.heir ?? a.node}\` needs as a list of names at the job itself.`;
  },
  DW248: (a) =>
    a.written === undefined
      ? 'The workflow has no `jobs`. Write `jobs:` and below it each job by its id, with `runs-on` and a list of `steps`.'
      : `The jobs are under \`${a.written}\`. Write \`jobs\`.`,
  DW249: (a) =>
    a.is === 'merge'
      ? `A merge key (\`<<\`) brings in nothing here. Write out all that this ${a.of} has.`
      : a.is !== 'idle'
        ? `This ${a.of} is a ${a.is}, but must be a mapping${a.of === 'step' ? ', with `run` or `uses`' : ''}. Write it whole.`
        : `This ${a.of} has nothing to do. Write what it runs or uses.`,
  DW228: (a) => `\`${a.key}\` is not the right key here. Write \`${a.meant}\`.`,
  DW297: (a) =>
    `The \`type\` of a DAG cannot be ${a.found}. Write ${a.meant === undefined ? `one of ${quoted(a.known)}` : `\`type: ${a.meant}\``}.`,
  DW230: (a) =>
    `The id \`${a.id}\` of a step ${a.why}. Write ${a.instead === undefined ? 'another id' : `\`${a.instead}\``}, also in \`${a.needs}\` and in expressions that name the step.`,
  DW229: (a) =>
    a.inside === undefined
      ? `The steps are under \`${a.key}\`. Write \`steps\`${a.byName ? ' with a list below it, each entry with its `name`' : ''}.`
      : `The workflow is inside of \`${a.key}\`. Remove this key, and write what is in it, such as \`steps\`, at the top level.`,
  DW240: (a) => {
    if (a.fields === 'none')
      return `\`${a.key}\` is not a key of a step. Write the step with a \`name\` and a \`command\`.`;
    return a.fields === 'inside'
      ? `This step is inside of \`${a.key}\`. Remove this key, and write what is in it in its place.`
      : `This step is written under its name. Write \`name: ${a.key}\` and its other keys beside it.`;
  },
});

function dependsOnNothing(a: DanglingNeed): string {
  if (a.misspelt)
    return `The ${a.item} \`${a.node}\` depends on \`${a.need}\`, but that ${a.item} has its name under \`${a.misspelt.key}\`. Write \`${a.misspelt.meant}\` there.`;
  return `The ${a.item} \`${a.node}\` depends on \`${a.need}\`, but no ${a.item} has this name. ${a.nearest === undefined ? `Name a ${a.item} that exists, or remove this name.` : `Write \`${a.nearest}\`.`}`;
}

const requests = madeLate(
  (): Requests => ({ ...ofText(), ...requestsOfRules(), ...requestsOfHooks(), ...requestsOfTemplates() }),
);

function shapesText(shapes: readonly Shape[]): string {
  return shapes.map(({ language, looks }) => `A workflow for ${language} is ${looks}.`).join(' ');
}

/** Texts from outside can neither end a quotation nor begin a line. */
function harmless<A>(value: A): A {
  if (typeof value === 'string') return plain(value) as A;
  if (Array.isArray(value)) return value.map(harmless) as A;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, harmless(one)])) as A;
}

function plain(text: string): string {
  // Nearly every name is so, and there may be as many as a workflow has tasks.
  if (text.length <= longest && ordinary.test(text)) return text;
  const shown = text.replaceAll('`', "'").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}

const longest = 300;
/** All that ASCII shows but the backtick. */
const ordinary = /^[ -_a-~]*$/;
