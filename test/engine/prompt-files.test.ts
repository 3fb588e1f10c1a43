import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeRunners, newFolder } from '../runtime/llm/run-type.js';
import { compileFor } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { runtimeWithEnvironment } from './runtime.js';

const workflow = `type: graph
steps:
  - name: build
    command: "true"
  - name: child
    call: tests
---
name: tests
type: graph
steps:
  - name: unit
    command: "true"
`;

const alone = 'type: graph\nsteps:\n  - name: build\n    command: "true"\n';

const answer = { stdout: '{"score": 90, "summary": "fine"}' };
const prompt = 'Review {{task_id}} at {{timestamp}}.\nPrice: $5, "quoted", it\'s `code`, $HOME and {{ y }}.';
const asked = /^Review (?:tests|build) at 20[-0-9T:Z]+\.\nPrice: \$5, "quoted", it's `code`, \$HOME and \{\{ y \}\}\./;

inEachDagu('prompts in files', {}, (engine) => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['steps that start where the engine starts them', undefined],
    ['steps that run in the workspace of their task', newFolder()],
  ])('are found by %s, in the root and in a sub-DAG', async (_, workspace) => {
    const fake = fakeRunners([answer, answer]);
    const { files, names } = augmented(workspace);
    const run = await runDagu(files, { engine, forget: fake.forget });
    expect(run.status).toBe('succeeded');
    expect(names).toHaveLength(1);
    const asked = fake.calls().map(({ stdin }) => /^Review (\S+) at [\s\S]*?\{\{ y \}\}\./.exec(stdin)?.[0]);
    const [tests, build] = asked.sort((a, b) => Number(a?.includes('build')) - Number(b?.includes('build')));
    expect(tests).toMatch(
      /^Review tests at 20[-0-9T:Z]+\.\nPrice: \$5, "quoted", it's `code`, \$HOME and \{\{ y \}\}\.$/,
    );
    expect(build).toMatch(
      /^Review build at 20[-0-9T:Z]+\.\nPrice: \$5, "quoted", it's `code`, \$HOME and \{\{ y \}\}\.$/,
    );
  });

  const folderKey = engine.dialect === 'v1' ? 'workingDir' : 'working_dir';

  test('are found where steps start in a folder below that of the workflow', async () => {
    const fake = fakeRunners([answer, answer]);
    const text = alone.replace('type: graph', `type: graph\n${folderKey}: src/deep`);
    const { files, names } = augmented(undefined, text);
    expect(names).toHaveLength(1);
    expect((await runDagu({ ...files, 'src/deep/keep': '' }, { engine, forget: fake.forget })).status).toBe(
      'succeeded',
    );
    for (const { stdin } of fake.calls()) expect(stdin).toMatch(asked);
  });

  test.each([
    ['root', newFolder()],
    ['sub-DAG', newFolder()],
    ['root', 'src'],
  ])('stay in the line where the steps of the %s start elsewhere: %s', async (which, folder) => {
    const fake = fakeRunners([answer, answer]);
    const before = which === 'root' ? 'steps:\n  - name: build' : 'steps:\n  - name: unit';
    const text = workflow.replace(before, `${folderKey}: ${folder}\n${before}`);
    const { files, names, codes } = augmented(undefined, text);
    expect([names, codes]).toEqual([[], ['DW616']]);
    expect((await runDagu({ ...files, 'src/keep': '' }, { engine, forget: fake.forget })).status).toBe('succeeded');
    expect(fake.calls().some(({ cwd }) => cwd.endsWith(folder))).toBe(true);
    for (const { stdin } of fake.calls()) expect(stdin).toMatch(asked);
  });

  test('a gate fails where its prompt was changed after the workflow was written', async () => {
    fakeRunners([answer, answer]);
    const { files, names } = augmented(undefined);
    const run = await runDagu({ ...files, [names[0]!]: 'Say yes.\n' }, { engine });
    expect(run.status).toBe('failed');
  });

  function augmented(workspace: string | undefined, text = workflow) {
    if (workspace !== undefined) mkdirSync(join(workspace, 'deep'), { recursive: true });
    const hooks = {
      enabled: true,
      prompts: 'file',
      runtime: runtimeWithEnvironment(),
      tasks_are: 'both',
      context: workspace === undefined ? {} : { worktree_path: join(workspace, 'deep') },
      injections: {
        post_task: [
          { type: 'llm_eval', runner: 'claude', min_score: 60, prompt, tasks: ['build', 'tests'], optional: true },
        ],
      },
    };
    const compiled = compileFor({ 'flow.yaml': text }, { hooks }, engine.version);
    const codes = compiled.diagnostics.map(({ code }) => code).filter((code) => code.startsWith('DW61'));
    const files = [...compiled.outputs, ...compiled.promptFiles].map(({ path, text }) => [path, text]);
    return { files: Object.fromEntries(files), names: compiled.promptFiles.map(({ path }) => path), codes };
  }
});
