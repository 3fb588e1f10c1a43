import { expect, test } from 'vitest';
import { augment } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

/** Makes a folder for a task, and takes it away again. */
const arborist = `#!/bin/sh
case $2 in
  pre-sync) mkdir -p "HOME/trees/$3" && touch "HOME/trees/$3/work" ;;
  run-test) test -f "HOME/trees/$3/work" ;;
  post-cleanup) sleep 0.2; rm -r "HOME/trees/$3" ;;
esac
`;
const programs = {
  arborist,
  'post-cleanup': '#!/bin/sh\nrm -r "HOME/trees/$1"\n',
  'has-workspace': '#!/bin/sh\ntest -f "HOME/trees/$1/work" && echo "$1" >> "HOME/seen"\n',
};

/** A parent task whose last step cleans up in the same command, a leaf with a step for it, and one that goes on after it. */
const bundle = `type: graph
steps:
  - name: branches-setup
    command: arborist spec branch-create-all
  - name: parent
    call: parent
    depends: [branches-setup]
  - name: other
    call: other
    depends: [branches-setup]
---
name: parent
type: graph
steps:
  - name: pre-sync
    command: arborist task pre-sync parent
  - name: c-leaf
    call: leaf
    depends: [pre-sync]
  - name: complete
    command: |-
      arborist task run-test parent &&
      arborist task post-merge parent &&
      arborist task post-cleanup parent
    depends: [c-leaf]
---
name: leaf
type: graph
steps:
  - name: pre-sync
    command: arborist task pre-sync leaf
  - name: post-merge
    command: arborist task post-merge leaf
    depends: [pre-sync]
  - name: post-cleanup
    command: arborist task post-cleanup leaf
    depends: [post-merge]
---
name: other
type: graph
steps:
  - name: pre-sync
    command: arborist task pre-sync other
  - name: test
    command: arborist task run-test other
    depends: [pre-sync]
  - name: tidy
    command: post-cleanup other
    depends: [test]
  - name: tell
    command: "true"
    depends: [tidy]
`;

const tasks = ['leaf', 'other', 'parent'];
const checks = (setting: object, command = 'has-workspace {{task_id}}') => ({
  hooks: {
    enabled: true,
    ...setting,
    step_definitions: { check: { type: 'shell', command: `echo mark-check {{task_id}} && ${command}` } },
    injections: { post_task: [{ step: 'check' }] },
  },
});

inEachDagu('hooks that need the workspace of their task', { concurrent: true }, (engine) => {
  test('run while it is there, and the clean-up waits for them', async () => {
    const run = await runDagu(augment({ 'bundle.yaml': bundle }, checks({}), engine), { engine, programs });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    for (const task of tasks) expect(run.children.get(task)?.nodes.get('hook-check')?.status).toBe('succeeded');
  });

  test('fail where no step counts as one that removes it', async () => {
    const files = augment({ 'bundle.yaml': bundle }, checks({ teardown: [] }), engine);
    const run = await runDagu(files, { engine, programs });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(run.children.get('other')?.nodes.get('hook-check')?.status).toBe('failed');
    expect(run.children.get('leaf')?.nodes.get('hook-check')?.status).toBe('succeeded');
    expect(run.children.get('parent')?.nodes.get('hook-check')?.status).toBe('failed');
  });

  test('keep it where they fail, as a step of the task does', async () => {
    const files = augment({ 'bundle.yaml': bundle }, checks({}, 'false'), engine);
    const run = await runDagu(files, { engine, programs });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(run.children.get('other')?.nodes.get('tidy')?.status).toBe('aborted');
  });
});
