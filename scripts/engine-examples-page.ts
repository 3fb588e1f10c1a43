import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../src/compile.js';
import { unifiedDiff } from '../src/library/unified-diff.js';

/** The page of examples by engine, in Markdown: the rules of each, and what they change in what a model wrote. */
export function engineExamplesPage(): string {
  const engines = Object.entries(examples).map(
    ([engine, names]) => `## ${engine}\n\n${names.map((name) => section(name)).join('\n')}`,
  );
  return `# Three examples for each engine

Each workflow is as a model wrote it. Each patch is what \`dagweave diff --config hooks.yaml workflow.yaml\` prints in the folder of the example; this
page is made by compiling them (\`npm run docs\`). All examples are in the [list](../examples/README.md).

${engines.join('\n')}`;
}

const examples: Readonly<Record<string, readonly string[]>> = {
  Dagu: ['coverage-gate', 'approval-before-production', 'cleanup-always'],
  'Argo Workflows': ['argo-gate-before-deploy', 'argo-approval-in-steps', 'argo-nightly-clean-up'],
  'GitHub Actions': ['github-quality-gate', 'github-scan-before-deploy', 'github-called-workflow'],
  'GitLab CI': ['gitlab-quality-gate', 'gitlab-scan-before-deploy', 'gitlab-approval'],
};

function section(name: string): string {
  const folder = join('examples', name);
  const [title, ...about] = readFileSync(join(folder, 'README.md'), 'utf8').trim().split('\n');
  const rules = readFileSync(join(folder, 'hooks.yaml'), 'utf8');
  return `### ${title!.replace('# ', '')}

${about.slice(0, -1).join('\n')}

\`\`\`yaml
${rules.trimEnd()}
\`\`\`

\`\`\`diff
${patchOf(folder, rules)}\`\`\`
`;
}

function patchOf(folder: string, rules: string): string {
  const result = compile({
    workflow: [{ path: 'workflow.yaml', text: readFileSync(join(folder, 'workflow.yaml'), 'utf8') }],
    configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' }],
    prompts: { read: (directory, prompt) => ({ kind: 'missing', path: `${directory}/${prompt}`, known: [] }) },
  });
  if (result.outputs[0]?.text !== readFileSync(join(folder, 'expected.yaml'), 'utf8'))
    throw new Error(`${folder} gives something else than its expected.yaml`);
  return unifiedDiff(result);
}
