import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { PageData } from '../../src/render/html/report-data.js';
import { runDagweave } from './run-dagweave.js';

const workflows = [
  ...['quality-gate', 'github-quality-gate', 'argo-gate-before-deploy', 'gitlab-quality-gate'].map((name) => ({
    name,
    folder: resolve('examples', name),
    files: ['workflow.yaml'],
  })),
  {
    name: 'a pipeline of several files',
    folder: resolve('test/fixtures/formats/gitlab-ci/a-pipeline-of-several-files'),
    files: ['input/.gitlab-ci.yml', 'input/ci'],
  },
];

test.each(
  workflows,
)('each step that is added in $name has its lines in the patch of the report, all of them new', (one) => {
  const args = ['diff', '--view', 'html', '--config', 'hooks.yaml', ...one.files];
  const { stdout, exit, stderr } = runDagweave(args, { cwd: one.folder });
  expect(exit, stderr).toBe(0);
  const data = JSON.parse(/id="data">(.*)<\/script>/.exec(stdout)![1]!) as PageData;
  const after = linesAfter(data.patch);
  const added = data.dags.flatMap(({ steps }) => steps).filter(({ hook }) => hook?.isNew);
  expect(added.length).toBeGreaterThan(0);
  for (const { name: step, hook, linesAfter: lines } of added) {
    const { file, first, last } = lines!;
    const own = Array.from({ length: last - first + 1 }, (_, at) => after.get(`${file}:${first + at}`));
    expect(own.filter((line) => !line?.startsWith('+'))).toEqual([]);
    expect(own.join('\n')).toContain(step);
    expect(own.join('\n')).toContain(`dagweave: ${hook!.rule} `);
  }
});

/** The lines of a patch by their files and their numbers in the text as it will be. */
function linesAfter(patch: readonly string[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  let [file, number] = ['', 0];
  for (const line of patch) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(line) ?? [];
    if (start !== undefined) number = Number(start);
    else if (!/^(---|\+\+\+) /.test(line) && !line.startsWith('-')) lines.set(`${file}:${number++}`, line);
  }
  return lines;
}
