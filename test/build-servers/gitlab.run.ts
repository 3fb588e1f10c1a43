import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/run-dagweave.js';
import { gitlabCiLocal } from '../engine/engines.js';
import { blockOf } from './page.js';

const rules = `hooks:
  enabled: true
  target_version: "1.30"
  injections:
    final:
      - {id: report, type: shell, command: ./report.sh}
`;
const flow = 'steps:\n  - name: build\n    command: make\n';

describe.skipIf(gitlabCiLocal.missing !== undefined)(`the template, run by ${gitlabCiLocal.title}`, () => {
  /** The template of the page, but for the line that installs packages: the folder has them. */
  const template = blockOf('.gitlab-ci.yml').replace('    - npm ci\n', '');

  function run(workflow: string) {
    const folder = folderWith({
      '.gitlab-ci.yml': template,
      '.dagweave/config.yaml': rules,
      'workflows/flow.yaml': workflow,
      // The runner copies files by it, which the job does not need: it runs in the folder itself.
      'bin/rsync': '#!/bin/sh\nfor last; do :; done\nmkdir -p "$last"\n',
    });
    chmodSync(join(folder, 'bin/rsync'), 0o755);
    const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'ignore' });
    git('init', '-q');
    git('remote', 'add', 'origin', 'git@gitlab.com:acme/flows.git');
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first');
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(resolve('dist/cli/main.cjs'), join(folder, 'node_modules/.bin/dagweave'));
    const words = ['--force-shell-executor', '--no-color'];
    const variables = ['--variable', 'CI_PIPELINE_SOURCE=merge_request_event'];
    const ran = spawnSync(gitlabCiLocal.path, [...words, ...variables], {
      cwd: folder,
      env: { ...process.env, HOME: folderWith({}), PATH: `${folder}/bin${delimiter}${process.env.PATH}` },
      encoding: 'utf8',
    });
    const report = () => readFileSync(join(folder, 'dagweave.md'), 'utf8');
    return { status: ran.status, output: `${ran.stdout}${ran.stderr}`, report };
  }

  test('fails where a workflow is stale, shows the patch, and keeps what the rules change', () => {
    const { status, output, report } = run(flow);
    expect(output).toContain('+  - name: hook-report');
    expect(status).toBe(1);
    expect(report()).toContain('hook-report');
  });

  test('is content with what apply wrote', () => {
    const folder = folderWith({ '.dagweave/config.yaml': rules, 'flow.yaml': flow });
    const apply = ['apply', '--quiet', '--in-place', 'flow.yaml'];
    execFileSync(process.execPath, [resolve('dist/cli/main.cjs'), ...apply], { cwd: folder });
    const { status, output } = run(readFileSync(join(folder, 'flow.yaml'), 'utf8'));
    expect(status, output).toBe(0);
  });
});
