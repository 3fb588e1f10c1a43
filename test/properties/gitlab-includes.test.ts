import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupByPipeline, type ReadFile } from '../../src/formats/gitlab-ci/included-files.js';
import { parseYaml } from '../../src/text/yaml.js';

const paths = [
  '.gitlab-ci.yml',
  '.gitlab-ci.yaml',
  'a/.gitlab-ci.yml',
  'a/b/.gitlab-ci.yml',
  'a/one.yml',
  'b/two.yml',
  'three.yml',
];
const entry = fc.oneof(
  fc.constantFrom(...paths, 'one.yml', 'b/.gitlab-ci.yml', '*.yml', '**/*.yml', 'https://example.org/a.yml'),
  fc.record({ local: fc.constantFrom(...paths) }),
  fc.record({ local: fc.constantFrom(...paths), rules: fc.constant([]) }),
);
const file = fc.record({
  path: fc.constantFrom(...paths),
  include: fc.array(entry, { maxLength: 4 }),
  jobs: fc.array(fc.constantFrom('build', 'test', 'lint', 'deploy'), { maxLength: 2 }),
  isFlow: fc.boolean(),
});
const files = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1 });

test('every file is in one pipeline, whichever files include each other', () => {
  fc.assert(
    fc.property(files, (written) => {
      const read = written.map(readFile);
      const groups = groupByPipeline(read);
      expect(groups.flatMap((group) => group.files).sort(byPath)).toEqual([...read].sort(byPath));
      for (const { files: all, withOthers } of groups) for (const one of withOthers) expect(all).toContain(one);
      expect(pathsOf(groupByPipeline([...read].reverse()))).toEqual(pathsOf(groups));
    }),
    { numRuns: 2000 },
  );
});

function readFile({
  path,
  include,
  jobs,
  isFlow,
}: typeof file extends fc.Arbitrary<infer One> ? One : never): ReadFile {
  const root = { include, ...Object.fromEntries(jobs.map((job) => [job, { script: 'make' }])) };
  const lines = Object.entries(root).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  const text = isFlow && path === 'three.yml' ? JSON.stringify(root) : lines.join('');
  return { file: { path, text }, documents: parseYaml(text) };
}

/** What is together, in an order of its own. */
function pathsOf(groups: ReturnType<typeof groupByPipeline>): readonly string[] {
  return groups.map((group) => group.files.map((one) => one.file.path).join(' ')).sort();
}

function byPath(a: ReadFile, b: ReadFile): number {
  return a.file.path < b.file.path ? -1 : 1;
}
