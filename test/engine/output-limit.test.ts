import { expect, test } from 'vitest';
import { withHooks } from './compile-here.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { statusOf } from './timeline.js';

const workflow = (command: string) => `type: graph
steps:
  - name: build
    command: ${command}
    output: BUILT
  - name: deploy
    command: probe deploy
    depends: [build]
`;

const letters = (count: number) => `head -c ${count} /dev/zero | tr '\\\\0' x`;

inEachDagu('the limit of an output', { concurrent: true }, (engine) => {
  test.each([
    ['131,071 bytes of name and value go through', 131_071, 'succeeded'],
    ['one more fails what comes behind', 131_072, 'failed'],
  ])('%s', async (_, bytes, ends) => {
    const text = workflow(`"${letters(bytes - 'BUILT='.length)}"`);
    const run = await runDagu({ 'work.yaml': text }, { engine });
    expect([run.status, statusOf(run, 'build'), statusOf(run, 'deploy')]).toEqual([ends, 'succeeded', ends]);
  });

  test('what dagweave prints stays below it, whatever a command prints', async () => {
    const command = `${letters(400_000).replaceAll('\\\\', '\\')}; echo; echo 'score 91%'`;
    const check = {
      type: 'quality_check',
      tasks: ['build'],
      command,
      score_extraction: { type: 'regex', pattern: 'score (\\d+)%' },
    };
    const run = await runDagu(
      withHooks({ 'work.yaml': workflow('"true"') }, { injections: { post_task: [check] } }, engine),
      { engine },
    );
    expect([run.status, statusOf(run, 'deploy')]).toEqual(['succeeded', 'succeeded']);
  });

  test('so does what a child gave, where dagweave starts it', async () => {
    const child = `params: {TASK: ""}\nsteps:\n  - name: a\n    command: "${letters(90_000)}"\n    output: A\n  - name: b\n    command: "${letters(90_000)}"\n    output: B\n`;
    const spawn = { type: 'spawn', tasks: ['build'], pipeline: 'child', inputs: { TASK: '${BUILT}' } };
    const files = { 'work.yaml': workflow('echo it'), 'child.yaml': child };
    const run = await runDagu(withHooks(files, { injections: { post_task: [spawn] } }, engine), { engine });
    expect([run.status, statusOf(run, 'deploy')]).toEqual(['succeeded', 'succeeded']);
    const given = JSON.parse(run.nodes.get('hook-spawn-build')!.outputs.get('SPAWN_OUTPUT')!) as { outputs: object };
    expect(Object.keys(given.outputs)).toEqual(['A', 'B']);
  });
});
