import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { PageData } from '../../src/render/html/report-data.js';
import { runDagweave } from './run-dagweave.js';

test.each([
  'quality-gate',
  'github-quality-gate',
  'argo-gate-before-deploy',
  'gitlab-quality-gate',
])('each step that %s adds has its lines in the patch of the report, all of them new', (name) => {
  const args = ['diff', '--view', 'html', '--config', 'hooks.yaml', 'workflow.yaml'];
  const { stdout, exit, stderr } = runDagweave(args, { cwd: resolve('examples', name) });
  expect(exit, stderr).toBe(0);
  const data = JSON.parse(/id="data">(.*)<\/script>/.exec(stdout)![1]!) as PageData;
  const after = linesAfter(data.patch);
  const added = data.dags.flatMap(({ steps }) => steps).filter(({ hook }) => hook?.isNew);
  expect(added.length).toBeGreaterThan(0);
  for (const { name: step, hook, linesAfter: lines } of added) {
    const [first, last] = lines!;
    const own = Array.from({ length: last - first + 1 }, (_, at) => after.get(first + at));
    expect(own.filter((line) => !line?.startsWith('+'))).toEqual([]);
    expect(own.join('\n')).toContain(step);
    expect(own.join('\n')).toContain(`dagweave: ${hook!.rule} `);
  }
});

/** The lines of a patch by their numbers in the text as it will be. */
function linesAfter(patch: readonly string[]): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  let number = 0;
  for (const line of patch) {
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(line) ?? [];
    if (start !== undefined) number = Number(start);
    else if (!/^(---|\+\+\+) /.test(line) && !line.startsWith('-')) lines.set(number++, line);
  }
  return lines;
}
