import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from '../cli/run-dagweave.js';
import { validateDagu } from '../engine/dagu.js';
import { dagu2 } from '../engine/engines.js';

const [, secrets] = /```yaml\n(secrets:.*?)```/s.exec(readFileSync('docs/models.md', 'utf8'))!;
const rules = `hooks:
  enabled: true
  target_version: "2.15"
  injections:
    post_task: [{id: review, type: llm_eval, runner: anthropic, model: m, prompt: Review it., min_score: 80}]
`;

describe('the secrets of docs/models.md, in a workflow with a step that asks a model', () => {
  const cwd = folderWith({
    'flow.yaml': `${secrets}steps:\n  - {name: build, command: "true"}\n`,
    'hooks.yaml': rules,
  });

  test('compile without a warning', () => {
    const ran = runDagweave(['apply', '--config', 'hooks.yaml', '--in-place', 'flow.yaml'], { cwd });
    expect(ran).toMatchObject({ exit: 0, stdout: '' });
    expect(ran.stderr).not.toMatch(/warning|error/);
    expect(readFileSync(`${cwd}/flow.yaml`, 'utf8')).toContain(secrets);
  });

  test.skipIf(dagu2.missing !== undefined)(`are read by ${dagu2.title}`, async () => {
    expect(await validateDagu(`${cwd}/flow.yaml`, cwd, dagu2)).toBe('');
  });
});
