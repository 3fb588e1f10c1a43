import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hostileLines, hostileValues } from '../hostile-values.js';
import { withHooks } from './compile-here.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls, expectBefore } from './timeline.js';

const workflow = `name: release
type: graph
env:
  PARENT_SECRET: not for children
steps:
  - name: build
    command: probe build
  - name: deploy
    command: probe deploy
    depends: [build]
`;

const review = `params: {TASK: "", DEPTH: ""}
steps:
  - name: review
    command: 'probe review "$TASK"; echo "$TASK at $DEPTH, \${PARENT_SECRET:-nothing of the parent}"'
    output: VERDICT
`;

const failing = 'steps:\n  - name: fail\n    command: probe fail exit=1\n';

const spawn = (more: object = {}) => ({
  type: 'spawn',
  tasks: ['build'],
  pipeline: 'review',
  inputs: { TASK: '{{task_id}}', DEPTH: 2 },
  ...more,
});

const later = { type: 'shell', tasks: ['build'], order: 1, command: 'printenv SPAWN_OUTPUT', output: 'SEEN' };

const inOneFile = (child: string) => ({ 'release.yaml': `${workflow}---\nname: review\n${child}` });
const inTwoFiles = (child: string) => ({ 'release.yaml': workflow, 'review.yaml': child });

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

inEachDagu('child workflows', {}, (engine) => {
  const runHooked = (files: Readonly<Record<string, string>>, hooks: object) =>
    runDagu(withHooks(files, hooks, engine), { engine });

  // In 2.x a child of the engine's own sees the environment of the first DAG.
  const seenOfParent = engine.dialect === 'v1' ? 'nothing of the parent' : 'not for children';

  describe.each([
    ['in the same file', inOneFile],
    ['in a file beside it', inTwoFiles],
  ])('%s', (_, filesWith) => {
    test('run with their inputs, and see of the parent what the engine lets them; their output reaches later steps', async () => {
      const files = withHooks(filesWith(review), { injections: { post_task: [spawn(), later] } }, engine);
      expect(files['release.yaml']).toContain(engine.dialect === 'v1' ? 'call: review' : 'dag: review');
      const run = await runDagu(files, { engine });
      expect([run.status, run.code]).toEqual(['succeeded', 0]);
      expectBefore(calls(run, 'review'), calls(run, 'deploy'));
      expect(run.trace.find(({ name }) => name === 'review')?.task).toBe('build');
      const seen = JSON.parse(run.nodes.get('hook-shell-build')!.outputs.get('SEEN')!);
      expect(seen).toMatchObject({ name: 'review', outputs: { VERDICT: `build at 2, ${seenOfParent}` } });
    });

    test('stop what waits for them when they fail', async () => {
      const run = await runHooked(filesWith(failing), { injections: { post_task: [spawn({ inputs: {} })] } });
      expect([run.status, run.nodes.get('deploy')?.status]).toEqual(['failed', 'aborted']);
    });

    test('stop nothing where the rule goes on, or nobody waits', async () => {
      for (const policy of [{ on_failure: 'continue' }, { await: false }]) {
        const hook = spawn({ inputs: {}, ...policy });
        const run = await runHooked(filesWith(failing), { injections: { post_task: [hook] } });
        expect([run.status, run.code, run.nodes.get('deploy')?.status]).toEqual(['succeeded', 0, 'succeeded']);
        expect(calls(run, 'fail')).toHaveLength(1);
      }
    });

    test('are tried again', async () => {
      const flaky = 'steps:\n  - name: fail\n    command: probe fail fails=1\n';
      const hook = spawn({ inputs: {}, on_failure: 'retry', retries: 2, retry_delay: 0 });
      const run = await runHooked(filesWith(flaky), { injections: { post_task: [hook] } });
      expect([run.status, calls(run, 'fail').length]).toEqual(['succeeded', 2]);
    });

    test('get no hooks and are no tasks', async () => {
      const injections = { pre_task: [{ type: 'shell', command: 'probe before {{task_id}}' }], post_task: [spawn()] };
      const run = await runHooked(filesWith(review), { injections });
      expect(run.trace.filter(({ name }) => name === 'before').map(({ task }) => task)).toEqual(['build', 'deploy']);
    });
  });

  test('that nobody waits for do not hold up what follows them', async () => {
    const slow = 'steps:\n  - name: slow\n    command: probe slow sleep=3\n';
    for (const type of ['graph', 'chain']) {
      const files = inTwoFiles(slow);
      const text = files['release.yaml'].replace('type: graph', `type: ${type}`).replace('\n    depends: [build]', '');
      const steps = type === 'graph' ? files['release.yaml'] : text;
      const hook = spawn({ inputs: {}, await: false });
      const hooked = withHooks({ ...files, 'release.yaml': steps }, { injections: { post_task: [hook] } }, engine);
      const run = await runDagu(hooked, { engine });
      expect(run.status).toBe('succeeded');
      const [deploy] = calls(run, 'deploy');
      expect(deploy!.begin).toBeLessThan(calls(run, 'slow')[0]?.end ?? Number.POSITIVE_INFINITY);
    }
  });

  test('get each hostile value as it is, and nothing runs', async () => {
    const values = [...hostileValues, ...hostileLines];
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-spawn-'));
    folders.push(folder);
    const names = values.map((_, index) => `V${index}`);
    const child = `params: {${names.map((name) => `${name}: ""`).join(', ')}}
steps:
  - name: keep
    command: |
      for name in ${names.join(' ')}; do
        printenv "$name" > "${folder}/$name" || true
      done
`;
    const vars = Object.fromEntries(values.map((value, index) => [`v${index}`, value]));
    const inputs = Object.fromEntries(values.map((_, index) => [`V${index}`, `{{vars.v${index}}}`]));
    const hooks = { vars, injections: { post_task: [spawn({ inputs }), later] } };
    const files = withHooks({ ...inTwoFiles(child) }, hooks, engine);
    expect(files['release.yaml']).toContain('step spawn');
    const run = await runDagu(files, { engine });
    expect(run.status).toBe('succeeded');
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
    const kept = names.map((name) => readFileSync(join(folder, name), 'utf8').slice(0, -1));
    expect(kept).toEqual(values);
    expect(JSON.parse(run.nodes.get('hook-shell-build')!.outputs.get('SEEN')!)).toMatchObject({ name: 'review' });
  });

  test('get what only the run knows, as data', async () => {
    const command = `printf '%s' 'a '\\\`'id'\\\`' "x" ''$''HOME'`;
    const text = workflow.replace(
      'command: probe build',
      () => `command: ${JSON.stringify(command)}\n    output: SAID`,
    );
    const child = 'params: {TASK: ""}\nsteps:\n  - name: review\n    command: printenv TASK\n    output: VERDICT\n';
    const hooks = { injections: { post_task: [spawn({ inputs: { TASK: '${SAID}' } }), later] } };
    const run = await runHooked({ 'release.yaml': text, 'review.yaml': child }, hooks);
    const said = run.nodes.get('build')!.outputs.get('SAID');
    expect(said).toContain('$HOME');
    expect(JSON.parse(run.nodes.get('hook-shell-build')!.outputs.get('SEEN')!).outputs.VERDICT).toBe(said);
  });

  test('that take too long are ended', async () => {
    const slow = 'steps:\n  - name: slow\n    command: probe slow sleep=30\n';
    const hook = spawn({ timeout: 1, inputs: { X: '${HOME}' } });
    const run = await runHooked(inTwoFiles(slow), { injections: { post_task: [hook] } });
    expect([run.status, run.nodes.get('deploy')?.status]).toEqual(['failed', 'aborted']);
    // The engine can write down one of several states for a child that it ends; that its command never came to its end is sure.
    expect(run.trace.filter(({ name, end }) => name === 'slow' && end !== undefined)).toEqual([]);
  });

  test.each([
    { on_failure: 'continue' },
    { await: false },
  ])('that take too long fail no run that goes on without them: %o', async (more) => {
    const slow = 'steps:\n  - name: slow\n    command: probe slow sleep=20\n';
    const hook = spawn({ timeout: 1, inputs: {}, ...more });
    const run = await runHooked(inTwoFiles(slow), { injections: { post_task: [hook] } });
    expect([run.status, run.code, run.nodes.get('deploy')?.status]).toEqual(['succeeded', 0, 'succeeded']);
  });
});
