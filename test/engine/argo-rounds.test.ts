import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { argoSimulator } from './argo.js';

const head = (entrypoint: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: w}
spec:
  entrypoint: ${entrypoint}
  templates:
    - {name: flip, container: {image: busybox}}
    - {name: begin, steps: [[{name: all, template: toss}]]}
    - name: toss
      inputs: {parameters: [{name: round, value: "0"}]}
`;
const again = `name: again, template: toss, when: "{{inputs.parameters.round}} < 1",
              arguments: {parameters: [{name: round, value: "{{=asInt(inputs.parameters.round) + 1}}"}]}`;
const kinds = {
  dag: `      dag:
        tasks:
          - {name: flip, template: flip}
          - {depends: flip, ${again}}
`,
  steps: `      steps:
        - - {name: flip, template: flip}
        - - {${again}}
`,
};

const shell = (id: string, more = {}) => ({ id, type: 'shell', command: `./${id}`, ...more });
const ofRun = { pre_root: [shell('start')], final: [shell('tell'), shell('tidy', { run: 'always' })] };
const ofTasks = { pre_task: [shell('pre', { tasks: ['flip'] })], post_task: [shell('post', { tasks: ['again'] })] };

describe.skipIf(argoSimulator.missing)(`a template that calls itself in ${argoSimulator.title}`, () => {
  test.concurrent.each([
    ['dag', 'toss', ofRun, ['start', 'flip', 'start', 'flip', 'tell', 'tell', 'tidy'], ['DW641']],
    ['steps', 'toss', ofRun, ['start', 'flip', 'start', 'flip', 'tell', 'tell', 'tidy'], ['DW641']],
    ['dag', 'begin', ofRun, ['start', 'flip', 'flip', 'tell', 'tidy'], []],
    ['steps', 'begin', ofRun, ['start', 'flip', 'flip', 'tell', 'tidy'], []],
    ['dag', 'toss', ofTasks, ['pre', 'flip', 'pre', 'flip', 'post', 'post'], []],
    ['steps', 'toss', ofTasks, ['pre', 'flip', 'pre', 'flip', 'post', 'post'], []],
  ] as const)('%s, begun with `%s`: hooks in it run in each of its rounds, and that is said: %#', async (kind, entry, injections, runs, codes) => {
    const { outputs, diagnostics } = compile(inputOf(`${head(entry)}${kinds[kind]}`, { enabled: true, injections }));
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    const found = await argoSimulator.run({ path: 'it.yaml', text: outputs[0]!.text }, {});
    expect(found?.phase).toBe('Succeeded');
    const begun = found!.trace.flatMap((line) => / begin (?:hook-)?([a-z]+)/.exec(line)?.[1] ?? []);
    expect(begun).toEqual(runs);
  });
});
