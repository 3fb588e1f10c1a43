import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { argoLint } from '../../engine/argo.js';

const workflow = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: ship-}
spec:
  entrypoint: main
  templates:
    - name: main
      dag: {tasks: [{name: deploy, template: t}]}
    - {name: t, container: {image: alpine, command: [./deploy.sh]}}
`;

/** The workflow with an approval that asks something, and a command. */
function withTexts(prompt: string, command: string): string {
  const rules = [
    { id: 'ask', type: 'approval', prompt, tasks: ['deploy'] },
    { id: 'run', type: 'shell', command, tasks: ['deploy'] },
  ];
  const { outputs, diagnostics } = compile(inputOf(workflow, { enabled: true, injections: { pre_task: rules } }));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return outputs[0]!.text;
}

test('a question mark inside of brackets is in quotes, which the engine takes for a key otherwise', () => {
  expect(withTexts('Deploy?', 'a?b')).toContain('description: "Deploy?"');
});

describe.skipIf(argoLint.missing)(argoLint.title, () => {
  test.each([...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`|~'])('reads a text with %s inside of brackets', (sign) => {
    const text = withTexts(`a ${sign}b${sign} c${sign}`, `./a ${sign}b${sign} c${sign}`);
    expect(argoLint.of({ path: 'workflow.yaml', text })).toEqual(['[]']);
  });
});
