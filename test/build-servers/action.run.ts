import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/run-dagweave.js';
import { act } from '../engine/engines.js';
import { blockOf } from './page.js';

const rules = `hooks:
  enabled: true
  target_version: "1.30"
  injections:
    post_task:
      - {id: coverage, type: shell, command: ./coverage.sh, tasks: [unit-tests]}
`;
const flow = 'steps:\n  - name: unit-tests\n    command: make test\n';

/** Keeps comments in a file, as far as the action asks for them. GitHub's own program needs GitHub. */
const gh = `#!${process.execPath}
const fs = require('node:fs');
const [, , , ...words] = process.argv;
const store = process.env.COMMENTS;
const comments = JSON.parse(fs.readFileSync(store, 'utf8'));
const method = words.includes('--method') ? words[words.indexOf('--method') + 1] : 'GET';
const path = words.find((word) => word.startsWith('repos/'));
const body = words.find((word) => word.startsWith('body=@'));
const text = body && fs.readFileSync(body.slice('body=@'.length), 'utf8');
if (method === 'GET') for (const one of comments) { if (one.body.startsWith('<!-- dagweave -->')) console.log(one.id); }
if (method === 'POST') comments.push({ id: comments.length + 1, body: text });
if (method === 'PATCH') comments.find(({ id }) => path.endsWith('/comments/' + id)).body = text;
fs.writeFileSync(store, JSON.stringify(comments));
`;

describe.skipIf(act.missing)(`the action, run by ${act.title}`, () => {
  /** The workflow of the page, but for the steps that bring the files and Node: there is no GitHub to bring them from. */
  const workflow = blockOf('.github/workflows/check.yml').replace(
    / {6}- uses: actions\/[\s\S]*?- run: npm ci\n/,
    '      - run: cp -r "$SOURCE/." .\n',
  );

  function repository(files: Record<string, string>) {
    const folder = folderWith({ '.github/workflows/check.yml': workflow, '.dagweave/config.yaml': rules, ...files });
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(resolve('dist/cli/main.cjs'), join(folder, 'node_modules/.bin/dagweave'));
    chmodSync(resolve('dist/cli/main.cjs'), 0o755);
    writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
    const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'ignore' });
    git('init', '-q');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'first');
    git('remote', 'add', 'origin', 'https://github.com/acme/flows');
    const bin = folderWith({ gh, 'comments.json': '[{"id": 0, "body": "nice"}]' });
    chmodSync(join(bin, 'gh'), 0o755);
    const comments = () => JSON.parse(readFileSync(join(bin, 'comments.json'), 'utf8')) as readonly { body: string }[];
    const run = () =>
      spawnSync(
        act.path,
        [
          ...['pull_request', '-P', 'ubuntu-latest=-self-hosted', '-e', 'event.json', '--bind', '--no-cache-server'],
          ...['--local-repository', `dagweave/dagweave@v0.1.0=${resolve('.')}`],
          ...['--env', `SOURCE=${folder}`, '--env', `COMMENTS=${join(bin, 'comments.json')}`],
        ],
        { cwd: folder, encoding: 'utf8', env: { PATH: `${bin}:${process.env.PATH}`, HOME: bin } },
      );
    return { run, comments, folder };
  }

  test('fails where a workflow is stale, says so at its line, and writes one comment that it keeps', () => {
    const { run, comments, folder } = repository({ 'workflows/flow.yaml': flow });
    const first = run();
    expect(first.status, first.stdout + first.stderr).toBe(1);
    expect(first.stdout).toContain('differs from what apply would write');
    expect(first.stdout).toContain('+  - name: hook-coverage-unit-tests');
    expect(comments()).toHaveLength(2);
    expect(comments()[1]!.body).toMatch(
      /^<!-- dagweave -->\n[\s\S]*hook-coverage-unit-tests[\s\S]*The check fails:[\s\S]*flow\.yaml/,
    );
    writeFileSync(join(folder, 'workflows/flow.yaml'), flow.replace('unit-tests', 'lint'));
    run();
    expect(comments()).toHaveLength(2);
    expect(comments()[1]!.body).toContain('DW');
    expect(existsSync(join(folder, 'workflows/flow.yaml'))).toBe(true);
  });

  test('says in the comment that no rule is in force', () => {
    const { run, comments } = repository({
      'workflows/flow.yaml': flow,
      '.dagweave/config.yaml': 'hooks: {enabled: true}\n',
    });
    expect(run().status).toBe(1);
    expect(comments()[1]!.body).toMatch(/The check fails:[\s\S]*no rule is in force/);
  });

  test('is content with what apply wrote', () => {
    const { run, comments, folder } = repository({ 'workflows/flow.yaml': flow });
    execFileSync(process.execPath, [resolve('dist/cli/main.cjs'), 'apply', '--in-place', 'workflows'], { cwd: folder });
    const { status, stdout, stderr } = run();
    expect(status, stdout + stderr).toBe(0);
    expect(comments()[1]!.body).toContain('<!-- dagweave -->');
    expect(comments()[1]!.body).not.toContain('The check fails');
  });
});
