import { quoted } from '../../diagnostics/words.js';
import { nearestName } from '../../lang/nearest.js';
import type { Rule } from '../../model/rule.js';
import type { SpawnCall } from '../../model/step.js';
import type { Field } from '../../text/print-yaml.js';
import { isOwnText } from '../step-script/own-values.js';
import type { CalledInput, CalledSignature } from './called-signature.js';
import { knownText, literalText } from './shell.js';

/** Why a job cannot call a workflow as a rule has it. */
export interface CallProblem {
  readonly why: string;
  /** What else can be done: a sentence without its full stop. */
  readonly instead: string;
}

/** The `with` of a job that calls a workflow, whose signature is known where its file came in. */
export function inputFields(
  { inputs }: SpawnCall,
  rule: Rule,
  signature: CalledSignature | undefined,
): readonly Field[] {
  return inputs.map(({ name, value }) => {
    const text = knownText(value) ?? '';
    const type = signature?.inputs.get(name.toLowerCase())?.type;
    if (type !== undefined && type !== 'string' && isOf(type, text))
      return { key: name, value: type === 'number' ? Number(text) : /^t/i.test(text) };
    return { key: name, value: isOwnText(rule, 'inputs', name, text) ? text : literalText(text) };
  });
}

/** Where GitHub would refuse the file because of what a hook hands to the workflow that it calls. */
export function problemsOfInputs(
  { inputs }: SpawnCall,
  rule: Rule,
  signature: CalledSignature,
  file: string,
): readonly CallProblem[] {
  const given = new Set(inputs.map(({ name }) => name.toLowerCase()));
  const left = [...signature.inputs.values()].filter(({ name }) => !given.has(name.toLowerCase()));
  const ofGiven = inputs.flatMap(({ name, value }) => {
    const input = signature.inputs.get(name.toLowerCase());
    if (!input) return unknownInput(name, left, file);
    const text = knownText(value);
    const isExpression = text?.includes('${{') && isOwnText(rule, 'inputs', name, text);
    if (text === undefined || isExpression || isOf(input.type, text)) return [];
    return {
      why: `its input \`${name}\` is a ${input.type}, and \`${text}\` is not`,
      instead: `Write a ${input.type}`,
    };
  });
  const missing = left.filter(({ required }) => required).map(({ name }) => name);
  return [
    ...ofGiven,
    ...missing.map((name) => ({
      why: `its input \`${name}\` is required, and the rule does not give it`,
      instead: `Write \`${name}\` into the \`inputs\` of the rule, or take \`required: true\` from it in \`${file}\``,
    })),
    ...signature.secrets.map((name) => ({
      why: `its secret \`${name}\` is required, and a hook hands over no secrets`,
      instead: `Take \`required: true\` from the secret in \`${file}\`, or let a hook of type \`shell\` start it with \`gh workflow run\``,
    })),
  ];
}

function unknownInput(name: string, left: readonly CalledInput[], file: string): CallProblem {
  const names = left.map((one) => one.name);
  const nearest = nearestName(name, names);
  const others = nearest === undefined ? names : [nearest];
  return {
    why: `it has no input \`${name}\``,
    instead:
      others.length > 0
        ? `Write ${others.length > 1 ? 'one of ' : ''}${quoted(others)}`
        : `Take it out, or add it to the \`inputs\` of \`${file}\``,
  };
}

/** Does GitHub take a text that is written down for an input of a type? */
function isOf(type: string | undefined, text: string): boolean {
  if (type === 'number') return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text);
  return type !== 'boolean' || /^(?:true|false)$/i.test(text);
}
