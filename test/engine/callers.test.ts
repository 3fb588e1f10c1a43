import { expect, test } from 'vitest';
import { compileFor, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls } from './timeline.js';

const workflow = `type: graph
env: [STAGE: work]
params: {REGION: eu}
steps:
  - name: ask
    command: echo yes
    output: ANSWER
  - name: middle
    call: outer
    depends: [ask]
---
name: outer
type: graph
env: [LEVEL: one]
params: {SIZE: big}
steps:
  - name: open
    command: "true"
  - name: deep
    call: inner
    depends: [open]
---
name: inner
type: graph
steps:
  - name: work
    command: probe "saw $STAGE,$REGION,$LEVEL,$SIZE,$ANSWER"
`;

const conditions = { stage: "${STAGE} == 'work'", region: "${REGION} == 'eu'", level: "${LEVEL} == 'one'" };
const unseen = { answer: "${ANSWER} == 'yes'" };

inEachDagu('a DAG that others call', { concurrent: true }, (engine) => {
  const inherits = engine.dialect === 'v2';

  test(
    inherits ? 'finds the environment and parameters of all above it, but no outputs' : 'finds nothing of theirs',
    async () => {
      const run = await runDagu({ 'it.yaml': workflow }, { engine });
      expect([run.status, run.code]).toEqual(['succeeded', 0]);
      const saw = run.trace.map(({ name }) => name).filter((name) => name.startsWith('saw'));
      expect(saw).toEqual([inherits ? 'saw work,eu,one,big,' : 'saw ,,,,']);
    },
  );

  test('has hooks whose conditions hold by what it finds, with a warning where it finds nothing', async () => {
    const { hooks } = probeRules({
      post_task: Object.entries({ ...conditions, ...unseen }).map(([step, when]) => ({ step, when, tasks: ['inner'] })),
    });
    const result = compileFor({ 'it.yaml': workflow }, { hooks }, engine.version);
    const warned = result.diagnostics.filter(({ code }) => code === 'DW515').map(({ message }) => message);
    expect(warned).toHaveLength(inherits ? 1 : 4);
    const run = await runDagu({ 'it.yaml': result.outputs[0]!.text }, { engine });
    for (const step of Object.keys(conditions)) expect(calls(run, `mark-${step}`)).toHaveLength(inherits ? 1 : 0);
    expect(calls(run, 'mark-answer')).toEqual([]);
  });
});
