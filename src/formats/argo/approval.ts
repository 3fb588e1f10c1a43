import type { ApprovalCall, Word } from '../../model/step.js';
import type { Field, PrintedMap } from '../../text/print-yaml.js';

/**
 * A template that waits until a person resumes the workflow, and ends with the run where they stop it. Argo shows what it is about.
 * @param timeout seconds until when somebody has to have answered. Argo itself would go on then; but it fails where an
 *   output is to be supplied and nobody did, so an answer is the value of one.
 */
export function approvalTemplate({ prompt }: ApprovalCall, timeout: number | undefined): readonly Field[] {
  const annotations = { fields: [{ key: 'workflows.argoproj.io/description', value: textOf(prompt) }] };
  const metadata = { key: 'metadata', value: { fields: [{ key: 'annotations', value: annotations }] } };
  if (timeout === undefined) return [metadata, { key: 'suspend', value: { fields: [] } }];
  return [
    metadata,
    { key: 'suspend', value: { fields: [{ key: 'duration', value: `${timeout}s` }] } },
    { key: 'outputs', value: { fields: [{ key: 'parameters', value: [answer] }] } },
  ];
}

const answer: PrintedMap = {
  fields: [
    { key: 'name', value: 'approve' },
    { key: 'valueFrom', value: { fields: [{ key: 'supplied', value: { fields: [] } }] } },
  ],
};

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
