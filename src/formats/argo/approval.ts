import type { ApprovalCall, Word } from '../../model/step.js';
import type { Field, PrintedMap } from '../../text/print-yaml.js';

/**
 * A template that waits until a person resumes the workflow, and ends with the run where they stop it. Argo shows what it is about.
 * What the person is asked for are its outputs: nobody can resume the run before those that must be supplied are.
 * @param timeout seconds until when somebody has to have answered. Argo itself would go on then; but it fails where an
 *   output is to be supplied and nobody did, so an answer is the value of one.
 */
export function approvalTemplate(
  { prompt, inputs, required }: ApprovalCall,
  timeout: number | undefined,
): readonly Field[] {
  const annotations = { fields: [{ key: 'workflows.argoproj.io/description', value: textOf(prompt) }] };
  const limit = timeout === undefined ? [] : [{ key: 'duration', value: `${timeout}s` }];
  const outputs = [
    ...(timeout === undefined ? [] : [supplied(answerName, true)]),
    ...inputs.map((name) => supplied(name, required.includes(name))),
  ];
  return [
    { key: 'metadata', value: { fields: [{ key: 'annotations', value: annotations }] } },
    { key: 'suspend', value: { fields: limit } },
    ...(outputs.length === 0 ? [] : [{ key: 'outputs', value: { fields: [{ key: 'parameters', value: outputs }] } }]),
  ];
}

/** The output that is the answer where one has to come in time. */
export const answerName = 'approve';

function supplied(name: string, isRequired: boolean): PrintedMap {
  const source = [{ key: 'supplied', value: { fields: [] } }, ...(isRequired ? [] : [{ key: 'default', value: '' }])];
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
