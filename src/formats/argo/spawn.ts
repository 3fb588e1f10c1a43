import type { SpawnCall } from '../../model/step.js';
import { blockLines, type Field, type PrintedMap } from '../../text/print-yaml.js';

/** A template that creates a workflow from a WorkflowTemplate of the cluster, and ends as that one does. */
export function spawnTemplate({ workflow, inputs }: SpawnCall): readonly Field[] {
  const parameters = inputs.map(
    ({ name, value }): PrintedMap => ({
      fields: [
        { key: 'name', value: name },
        { key: 'value', value: value.map((part) => (part.kind === 'text' ? part.text : '')).join('') },
      ],
    }),
  );
  const given: readonly Field[] =
    parameters.length === 0
      ? []
      : [{ key: 'arguments', value: { fields: [{ key: 'parameters', value: parameters }] } }];
  const manifest = blockLines([
    { key: 'apiVersion', value: 'argoproj.io/v1alpha1' },
    { key: 'kind', value: 'Workflow' },
    { key: 'metadata', value: { fields: [{ key: 'generateName', value: `${workflow}-` }] } },
    {
      key: 'spec',
      value: {
        fields: [{ key: 'workflowTemplateRef', value: { fields: [{ key: 'name', value: workflow }] } }, ...given],
      },
    },
  ]);
  return [
    {
      key: 'resource',
      value: {
        fields: [
          { key: 'action', value: 'create' },
          { key: 'setOwnerReference', value: true },
          { key: 'successCondition', value: 'status.phase == Succeeded' },
          { key: 'failureCondition', value: 'status.phase in (Failed, Error)' },
          { key: 'manifest', value: `${manifest.join('\n')}\n` },
        ],
      },
    },
  ];
}
