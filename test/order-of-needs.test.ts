import { test } from 'vitest';
import { expectThereAndBack } from './there-and-back.js';

const texts = {
  dagu: 'type: graph\nsteps:\n  - name: a\n    command: a\n  - name: b\n    command: b\n  - name: c\n    command: c\n    depends: [b, a]\n',
  'github-actions':
    'on: push\njobs:\n  a:\n    runs-on: linux\n    steps: [run: a]\n  b:\n    runs-on: linux\n    steps: [run: b]\n  c:\n    needs: [b, a]\n    runs-on: linux\n    steps: [run: c]\n',
  'gitlab-ci':
    'stages: [test]\na:\n  stage: test\n  script: [a]\nb:\n  stage: test\n  script: [b]\nc:\n  stage: test\n  needs: [b, a]\n  script: [c]\n',
  argo: 'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n  entrypoint: main\n  templates:\n    - name: main\n      dag:\n        tasks:\n          - {name: a, template: x}\n          - {name: b, template: x}\n          - {name: c, template: x, dependencies: [b, a]}\n    - name: x\n      container: {image: alpine, command: [x]}\n',
};

const shell = { id: 'check', type: 'shell', command: './check' };
const rules = { behind: { post_task: [shell] }, 'in front': { pre_task: [shell] } };

test.each(Object.entries(texts))('needs in another order than their steps keep it, in %s', (_, text) => {
  expectThereAndBack([text], rules, undefined);
});
