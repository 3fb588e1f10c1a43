import type { ApprovalCall, Word } from '../../model/step.js';
import type { Field } from '../../text/print-yaml.js';

/** A template that waits until a person resumes the workflow, and ends with the run where they stop it. Argo shows what it is about. */
export function approvalTemplate({ prompt }: ApprovalCall): readonly Field[] {
  const annotations = { fields: [{ key: 'workflows.argoproj.io/description', value: textOf(prompt) }] };
  return [
    { key: 'metadata', value: { fields: [{ key: 'annotations', value: annotations }] } },
    { key: 'suspend', value: { fields: [] } },
  ];
}

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
