import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentsPage } from '../../scripts/agents-page.js';
import { folderWith } from '../cli/run-dagweave.js';

const page = readFileSync('docs/agents.md', 'utf8');
const plugin = resolve('docs/claude-plugin');
const readJson = (path: string) => JSON.parse(readFileSync(join(plugin, path), 'utf8'));

test('the table of tools is that of the code', () => {
  expect(page).toMatch(/\| `check` \|/);
  expect(agentsPage(page)).toBe(page);
});

test('the plugin starts the server as the page does', () => {
  const shown = /<!-- mcp\.json -->\n```json\n(.*?)```/s.exec(page)![1]!;
  expect(readJson('.claude-plugin/plugin.json').mcpServers).toEqual(JSON.parse(shown).mcpServers);
  expect(readFileSync(join(plugin, 'skills/dagweave/SKILL.md'), 'utf8')).toMatch(
    /^---\nname: dagweave\ndescription: .+\n---\n/,
  );
});

describe('the hook of the plugin', () => {
  const [entry] = readJson('hooks/hooks.json').hooks.PostToolUse;
  const rules = `hooks:
  enabled: true
  target_version: "1.30"
  deny:
    - {match: {runs: "terraform destroy*"}, message: infrastructure is taken down by people only}
`;
  const flow = (command: string) => `steps:\n  - name: work\n    command: ${command}\n`;

  function afterWriting(path: string, text: string, config = rules, installed = true, others = {}) {
    const project = folderWith({ '.dagweave/config.yaml': config, [path]: text, ...others });
    mkdirSync(join(project, 'node_modules'));
    if (installed) symlinkSync(resolve('.'), join(project, 'node_modules/dagweave'));
    const event = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      cwd: project,
      tool_input: { file_path: join(project, path) },
    };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', entry.hooks[0].command], {
      cwd: project,
      encoding: 'utf8',
      input: JSON.stringify(event),
      env: {
        PATH: process.env.PATH,
        HOME: join(project, 'no-home'),
        CLAUDE_PLUGIN_ROOT: plugin,
        CLAUDE_PROJECT_DIR: project,
      },
    });
    expect(readFileSync(join(project, path), 'utf8')).toBe(text);
    return { status, stdout, stderr };
  }

  test('runs after each tool that writes files', () => {
    for (const tool of ['Write', 'Edit', 'MultiEdit']) expect(tool).toMatch(new RegExp(`^(?:${entry.matcher})$`));
  });

  test.each([
    'workflows/flow.yaml',
    '.github/workflows/deep/flow.yml',
  ])('says nothing to a sound workflow in %s', (path) => {
    expect(afterWriting(path, flow('make'))).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('asks the agent to change what the rules forbid', () => {
    const { status, stderr } = afterWriting('workflows/flow.yaml', flow('terraform destroy'));
    expect(status).toBe(2);
    expect(stderr).toContain('This workflow must not run `terraform destroy`');
    expect(stderr).not.toContain('config.yaml');
  });

  test('checks all workflows, so that a rule for another one asks nothing of this one', () => {
    const others = { 'workflows/release.yaml': flow('./deploy.sh') };
    const forRelease = rules.replace(
      /$/,
      '  injections:\n    pre_task: [{id: scan, type: shell, command: ./scan.sh, match: {runs: ./deploy.sh}}]\n',
    );
    expect(afterWriting('workflows/flow.yaml', flow('make'), forRelease, true, others)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('shows a fault of the rules to the person, and not to the agent', () => {
    const { status, stderr } = afterWriting('workflows/flow.yaml', flow('make'), 'hooks: {enabled: maybe}\n');
    expect([status, stderr]).toEqual([1, expect.stringContaining('enabled')]);
  });

  test('says to the person where dagweave is not installed', () => {
    const { status, stderr } = afterWriting('workflows/flow.yaml', flow('make'), rules, false);
    expect([status, stderr]).toEqual([1, expect.stringContaining("Cannot find module 'dagweave/package.json'")]);
  });

  test.each(['notes/flow.yaml', 'workflows-old/flow.yaml', 'workflows/notes.md', 'flow.yaml'])('lets %s be', (path) => {
    expect(afterWriting(path, flow('terraform destroy'))).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

test('each path that the page names is there', () => {
  for (const [, path] of page.matchAll(/\]\(([^)#]+)\)/g)) {
    expect(existsSync(join('docs', path!))).toBe(true);
  }
});
