import type { ApprovalCall, Word } from '../../model/step.js';
import type { Field, PrintedMap } from '../../text/print-yaml.js';
import { noRetries } from './template-defaults.js';

/** How long an approval waits, and what it is called. */
interface ApprovalPlace {
  /** The hook. */
  readonly name: string;
  /** Seconds until when somebody has to have answered. */
  readonly timeout: number | undefined;
  /** Every template is tried again unless it says otherwise. */
  readonly retriesAll: boolean;
}

/**
 * A template that waits until a person resumes the workflow, and ends with the run where they stop it. Argo shows what it is about.
 * What the person is asked for are its outputs: nobody can resume the run before those that must be supplied are.
 */
export function approvalTemplate(call: ApprovalCall, { name, timeout, retriesAll }: ApprovalPlace): readonly Field[] {
  return timeout === undefined
    ? waiting(call, [], call.inputs)
    : answered(name, waiting(call, [{ key: 'duration', value: `${timeout}s` }], [answerName, ...call.inputs]), {
        inputs: call.inputs,
        tries: retriesAll ? [noRetries] : [],
      });
}

/** Does it end with an answer that is looked at? */
export function hasAnswer(kind: string, timeout: number | undefined): boolean {
  return kind === 'approval' && timeout !== undefined;
}

/** The output that is the answer where one has to come in time. */
export const answerName = 'approve';

function waiting(
  { prompt, required }: ApprovalCall,
  limit: readonly Field[],
  names: readonly string[],
): readonly Field[] {
  const annotations = { fields: [{ key: 'workflows.argoproj.io/description', value: textOf(prompt) }] };
  const outputs = names.map((name) => supplied(name, name === answerName || required.includes(name)));
  return [
    { key: 'metadata', value: { fields: [{ key: 'annotations', value: annotations }] } },
    { key: 'suspend', value: { fields: limit } },
    ...outputsField(outputs),
  ];
}

/**
 * When the time is over, Argo would go on; but it fails where an output is to be supplied and nobody did, so an answer is the value of
 * one. Argo looks at no value by itself: an output of the template around does, which cannot be computed unless it is a yes. It is no
 * step with a condition, because what is written inside of a task cannot speak of its own steps between braces.
 */
function answered(
  name: string,
  template: readonly Field[],
  { inputs, tries }: { readonly inputs: readonly string[]; readonly tries: readonly Field[] },
): readonly Field[] {
  const given = (output: string) => `steps['${name}'].outputs.parameters['${output}']`;
  const yes = `${given(answerName)} in ['YES', 'Yes', 'yes'] ? 'YES' : sprig.fail('the answer is not YES')`;
  const step: PrintedMap = {
    fields: [
      { key: 'name', value: name },
      { key: 'inline', value: { fields: [...tries, ...template] } },
    ],
  };
  return [
    ...tries,
    { key: 'steps', value: [[step]] },
    ...outputsField([computed(answerName, yes), ...inputs.map((input) => computed(input, given(input)))]),
  ];
}

function outputsField(parameters: readonly PrintedMap[]): readonly Field[] {
  return parameters.length === 0
    ? []
    : [{ key: 'outputs', value: { fields: [{ key: 'parameters', value: parameters }] } }];
}

function supplied(name: string, isRequired: boolean): PrintedMap {
  const source = [{ key: 'supplied', value: { fields: [] } }, ...(isRequired ? [] : [{ key: 'default', value: '' }])];
  return parameter(name, source);
}

function computed(name: string, expression: string): PrintedMap {
  return parameter(name, [{ key: 'expression', value: expression }]);
}

function parameter(name: string, source: readonly Field[]): PrintedMap {
  return {
    fields: [
      { key: 'name', value: name },
      { key: 'valueFrom', value: { fields: source } },
    ],
  };
}

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
