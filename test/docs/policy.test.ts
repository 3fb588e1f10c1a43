import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';

const page = readFileSync('docs/policy.md', 'utf8');
const policy = /```yaml\n([\s\S]*?)```/.exec(page)![1]!;
const deploy = 'type: graph\nsteps:\n  - {name: Rollout, command: kubectl apply -f app.yaml}\n';

function diagnosticsUnder(project: string, text: string) {
  return compile({
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [
      { path: 'project.yaml', text: project, layer: 'project' },
      { path: 'policy.yaml', text: policy, layer: 'policy' },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: '1.30' },
  });
}

describe('the page says what happens', () => {
  test('its policy is in force', () => {
    const { outputs } = diagnosticsUnder('hooks: {enabled: false}\n', deploy);
    expect(outputs[0]!.text).toContain('trivy fs --exit-code 1 --severity HIGH src');
    const destroying = deploy.replace('kubectl apply -f app.yaml', 'terraform destroy');
    expect(diagnosticsUnder('hooks: {}\n', destroying).diagnostics.map(({ code }) => code)).toContain('DW450');
  });

  test.each(
    [...page.matchAll(/^\| `(.+)` \| (DW\d+) \|$/gm)].map(([, written, code]) => [written!, code!]),
  )('%s: %s', (written, code) => {
    const { ok, diagnostics } = diagnosticsUnder(`hooks:\n  ${written}\n`, deploy);
    expect(ok).toBe(false);
    expect(diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.code)).toContain(code);
  });
});
