import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith, program, runDagweave } from '../cli/run-dagweave.js';
import { browserPath, type OpenPage, openPage, startBrowser } from './browser.js';

const release = readFileSync('test/browser/fixtures/release.yaml', 'utf8');
const hooks = readFileSync('test/browser/fixtures/release-hooks.yaml', 'utf8');
/** Where screenshots go, for people to look at. */
const shots = process.env.SCREENSHOTS;

describe.skipIf(browserPath === undefined)('the page (needs Chromium: apt-get install chromium)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  async function report(args: readonly string[], files: Readonly<Record<string, string>>): Promise<string> {
    const cwd = folderWith(files);
    const { stdout, exit, stderr } = runDagweave([...args, '--target-version', '2.15'], { cwd });
    expect(exit, stderr).toBe(0);
    writeFileSync(join(cwd, 'report.html'), stdout);
    return pathToFileURL(join(cwd, 'report.html')).href;
  }

  const change = ['diff', '--config', 'hooks.yaml', 'flow.yaml', '--view', 'html'];
  const openChange = async (theme: 'light' | 'dark' = 'light'): Promise<OpenPage> =>
    openPage(browser, await report(change, { 'flow.yaml': release, 'hooks.yaml': hooks }), theme);

  async function keep(page: Page, name: string): Promise<void> {
    if (shots === undefined) return;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`) });
  }

  const step = (page: Page, name: string) => page.locator(`.step[aria-label^="${name}"]`).first();
  const details = (page: Page) => page.locator('#details').innerText();

  test.each(['light', 'dark'] as const)('opens from disk without a complaint, %s', async (theme) => {
    const { page, complaints } = await openChange(theme);
    expect(complaints).toEqual([]);
    expect(await page.locator('#summary').innerText()).toMatch(/^Plan: 7 steps to add in 2 DAGs/);
    expect(await page.locator('.step').count()).toBe(23);
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(paper).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(13, 17, 23)');
    await keep(page, `release-${theme}`);
  });

  test('a click on an added step tells of its rule, its edges and its line of the patch', async () => {
    const { page } = await openChange();
    await step(page, 'hook-coverage').click();
    const text = await details(page);
    expect(text).toMatch(/rule\s+post_task\/coverage\s+\(hooks\.yaml:\d+\)/);
    expect(text).toMatch(/waits for\s+\+ unit-tests/);
    expect(text).toMatch(/before\s+\+ image/);
    expect(text).toContain('dagweave step quality_check');
    expect((await page.locator('#patch .found').allInnerTexts()).join('\n')).toMatch(
      /^\+ {2}# dagweave: post_task\/coverage[\s\S]*name: hook-coverage[\s\S]*depends: \[unit-tests\]\n.*output: \w+$/,
    );
    expect(await page.locator('.edge.hot').count()).toBe(2);
    await page.locator('#details .link', { hasText: 'image' }).click();
    expect(await details(page)).toMatch(/no longer for\s+unit-tests/);
  });

  test('the pointer over a step tells of its rule', async () => {
    const { page } = await openChange();
    await step(page, 'hook-review').hover();
    expect(await page.locator('#tip').innerText()).toContain('rule pre_task/review, gate');
    expect(await page.locator('#tip').innerText()).toContain('task deploy-production');
  });

  test('a hook shows its task, and a gate looks different from what nobody waits for', async () => {
    const { page } = await openChange();
    expect(await step(page, 'hook-coverage').locator('text').textContent()).toContain(' · unit-tests');
    const dashes = (look: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('.step.${look} rect')).strokeDasharray`);
    expect(await dashes('gate')).toBe('none');
    expect(await dashes('aside')).not.toBe('none');
    expect(await page.locator('#legend li').allInnerTexts()).toEqual([
      '◆\ngate',
      '▷\nnot awaited',
      'new order',
      'order until now',
    ]);
    await page.locator('#tab-added').click();
    const row = page.locator('#added tbody tr', { hasText: 'hook-coverage' }).first();
    expect((await row.locator('td').allInnerTexts()).slice(1)).toEqual(['unit-tests', 'post_task/coverage', 'gate']);
  });

  test('before and after are shown in the same places', async () => {
    const { page } = await openChange();
    const place = () => step(page, 'image').boundingBox();
    const there = await place();
    await page.locator('[data-side=before]').and(page.locator('button')).click();
    expect(await page.locator('.step.hook:visible').count()).toBe(0);
    expect(await page.locator('.edge.removed:visible').count()).toBe(2);
    expect(await place()).toEqual(there);
    await page.locator('button[data-side=after]').click();
    expect(await page.locator('.step.hook:visible').count()).toBe(7);
    expect(await page.locator('.edge.removed:visible').count()).toBe(0);
  });

  test('filters fade what is not asked for and shorten the list', async () => {
    const { page } = await openChange();
    await page.locator('#by-point').selectOption({ label: 'post_task' });
    expect(await page.locator('.step.hook.faded').count()).toBe(3);
    await page.locator('#tab-added').click();
    expect(await page.locator('#added tbody tr').count()).toBe(4);
    await page.locator('#by-rule').selectOption({ label: 'sbom' });
    expect(await page.locator('#added tbody tr').count()).toBe(1);
    await page.locator('#by-rule').selectOption({ label: 'Every rule' });
    await page.locator('#by-task').selectOption({ label: 'smoke' });
    expect(await page.locator('#added tbody tr').count()).toBe(2);
  });

  test('a table tells which added steps run, by mouse and by keyboard', async () => {
    const { page } = await openChange();
    await page.locator('#tab-runs').click();
    expect(await page.locator('#runs').isVisible()).toBe(true);
    expect(await page.locator('#patch').isVisible()).toBe(false);
    const titles = await page.locator('#runs th').allInnerTexts();
    expect(titles.slice(1)).toEqual([
      'after success',
      'after a failure',
      'after a skip',
      'after an abort',
      'if it fails itself',
    ]);
    const row = (name: string) =>
      page.locator('#runs tbody tr', { hasText: name }).first().locator('td').allInnerTexts();
    expect((await row('hook-coverage')).slice(1)).toEqual([
      'runs',
      'no',
      'no',
      'no',
      'image does not run; the run fails',
    ]);
    expect(await page.locator('#runs tbody tr').count()).toBe(7);
    const hidden = await page.locator('#runs').evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    expect(hidden).toBe(0);
    await keep(page, 'release-runs');
    await page.locator('#by-point').selectOption({ label: 'final' });
    const [always] = await page.locator('#runs tbody tr').all();
    expect((await always!.locator('td').allInnerTexts()).slice(1, 5)).toEqual(['runs', 'runs', 'runs', 'runs']);
    await page.locator('#by-point').selectOption({ label: 'Every point' });
    // The same without a mouse: `w` goes from tab to tab, and a row leads to its step.
    await page.locator('#canvas').focus();
    await page.keyboard.press('w');
    expect(await page.locator('#tab-patch').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('w');
    await page.keyboard.press('w');
    expect(await page.locator('#tab-runs').getAttribute('aria-selected')).toBe('true');
    await page.locator('#runs tbody button', { hasText: 'hook-coverage' }).focus();
    await page.keyboard.press('Enter');
    expect(await details(page)).toMatch(
      /^hook-coverage-unit-tests\n[\s\S]*after a failure\s+no\n[\s\S]*image does not run/,
    );
  });

  test('sub-DAGs fold and unfold', async () => {
    const { page } = await openChange();
    expect(await page.locator('.panel').count()).toBe(2);
    await page.locator('#fold-all').click();
    expect(await page.locator('.panel').count()).toBe(1);
    await step(page, 'smoke').dblclick();
    expect(await page.locator('.panel').count()).toBe(2);
  });

  test('zooms with the wheel and moves with the pointer', async () => {
    const { page } = await openChange();
    const size = async () => (await step(page, 'image').boundingBox())!;
    const before = await size();
    await page.mouse.move(300, 500);
    await page.mouse.wheel(0, -400);
    const large = await size();
    expect(large.width).toBeGreaterThan(before.width * 1.5);
    await page.mouse.move(880, 860);
    await page.mouse.down();
    await page.mouse.move(830, 800, { steps: 5 });
    await page.mouse.up();
    expect((await size()).x).toBeCloseTo(large.x - 50, 0);
  });

  test('everything goes by keyboard', async () => {
    const { page } = await openChange();
    await page.keyboard.press('n');
    expect(await details(page)).toMatch(/^hook-budget\n/);
    await page.keyboard.press('ArrowDown');
    expect(await details(page)).toMatch(/^checkout\n/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await details(page)).toMatch(/^(types|unit-tests)\n/);
    await page.keyboard.press('b');
    expect(await page.evaluate('document.body.dataset.side')).toBe('before');
    await page.keyboard.press('/');
    await page.keyboard.type('smoke');
    await page.keyboard.press('Enter');
    expect(await details(page)).toMatch(/^smoke\n/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(await page.locator('.panel').count()).toBe(1);
    await page.keyboard.press('?');
    expect(await page.locator('#help').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('#help').isVisible()).toBe(false);
  });

  test('names that are markup stay text', async () => {
    const name = '</script><img src=x onerror=alert(1)>';
    const flow = `type: graph\nsteps:\n  - name: "${name}"\n    command: "true"\n  - name: "constructor"\n    command: "true"\n`;
    const rules = `hooks: {enabled: true, injections: {post_task: [{id: scan, type: shell, command: "echo '${name}'"}]}}`;
    const address = await report(change, { 'flow.yaml': flow, 'hooks.yaml': rules });
    const { page, complaints } = await openPage(browser, address, 'light');
    await page.keyboard.press('n');
    expect(await details(page)).toContain(name);
    expect(await page.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a forbidden step is red, and says why, also before anybody clicks', async () => {
    const address = await report(change, {
      'flow.yaml':
        'type: graph\nhandler_on:\n  exit: {command: curl x}\nsteps:\n  - {name: build, command: make}\n  - {name: ship, command: terraform destroy}\n',
      'hooks.yaml': `hooks:
  enabled: true
  injections: {post_task: [{id: scan, type: shell, command: ./scan.sh}]}
  deny:
    - {match: {runs: "terraform destroy*"}, message: "nothing <b>may</b> be destroyed", severity: warning}
    - {match: {runs: "curl*"}, message: no downloads, severity: warning}
`,
    });
    const { page, complaints } = await openPage(browser, address, 'light');
    expect(complaints).toEqual([]);
    const reason = 'warning: nothing <b>may</b> be destroyed; it runs `terraform destroy` (hooks.yaml:5)';
    expect(await details(page)).toContain(reason);
    expect(await details(page)).toContain('handler_on.exit: warning: no downloads; it runs `curl x` (hooks.yaml:6)');
    expect(await page.locator('#legend').innerText()).toContain('forbidden by a rule');
    const stroke = (name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('.step[aria-label^="${name}"] rect')).stroke`);
    expect(await stroke('ship')).toBe('rgb(207, 34, 46)');
    expect(await stroke('build')).not.toBe('rgb(207, 34, 46)');
    await keep(page, 'forbidden');
    await page.locator('#details .link', { hasText: 'ship' }).click();
    expect(await details(page)).toMatch(/^ship\n[\s\S]*\nforbidden\s+warning: nothing <b>may/);
  });

  test('draws a workflow on its own, and tells hooks that are in it', async () => {
    const address = await report(['graph', 'flow.yaml', '--view', 'html'], {
      'flow.yaml': readFileSync('examples/quality-gate/expected.yaml', 'utf8'),
    });
    const { page, complaints } = await openPage(browser, address, 'light');
    expect(complaints).toEqual([]);
    expect(await page.locator('.step').count()).toBe(5);
    expect(await page.locator('#sides').isVisible()).toBe(false);
    await step(page, 'hook-coverage').click();
    expect(await details(page)).toContain('post_task/coverage');
  });

  test('a served page loads itself anew when the rules change', async () => {
    const cwd = folderWith({ 'flow.yaml': release, 'hooks.yaml': hooks });
    const args = ['diff', '--config', 'hooks.yaml', 'flow.yaml', '--serve', '--target-version', '2.15'];
    const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
    try {
      const page = await browser.newPage();
      await page.goto(await addressOf(child.stderr));
      await page.waitForSelector('#summary:has-text("Plan: 7 steps")');
      writeFileSync(join(cwd, 'hooks.yaml'), hooks.replace(/^.*id: trace.*\n/m, ''));
      await page.waitForSelector('#summary:has-text("Plan: 5 steps")');
    } finally {
      child.kill();
    }
  });

  test.each(['light', 'dark'] as const)('is ready within two seconds at 500 steps, %s', async (theme) => {
    const address = await report(change, { 'flow.yaml': bundle(100), 'hooks.yaml': bundleHooks });
    const start = performance.now();
    const { page, complaints } = await openPage(browser, address, theme);
    const took = performance.now() - start;
    expect(complaints).toEqual([]);
    await keep(page, `bundle-${theme}`);
    await page.locator('#tab-runs').click();
    expect(await page.locator('#runs tbody:not(.rule) tr').count()).toBe(101);
    await keep(page, `bundle-runs-${theme}`);
    await page.locator('#unfold-all').click();
    expect(await page.locator('.step').count()).toBeGreaterThan(500);
    await keep(page, `bundle-unfolded-${theme}`);
    expect(took).toBeLessThan(2000);
  });
});

async function addressOf(messages: AsyncIterable<Buffer>): Promise<string> {
  let said = '';
  for await (const chunk of messages) {
    said += chunk.toString();
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
    if (address) return address[0];
  }
  throw new Error(said);
}

/** A root that calls many tasks in five lines of work, each task with four steps of its own. */
function bundle(tasks: number): string {
  const ids = Array.from({ length: tasks }, (_, at) => `T${String(at + 1).padStart(3, '0')}`);
  const calls = ids.map(
    (id, at) => `  - {name: c-${id}, call: ${id}, depends: [${at < 5 ? 'setup' : `c-${ids[at - 5]}`}]}`,
  );
  const bodies = ids.map(
    (id) =>
      `---\nname: ${id}\ntype: graph\nsteps:\n  - {name: sync, command: git pull}\n  - {name: write, command: ./write.sh, depends: [sync]}\n` +
      '  - {name: test, command: npm test, depends: [write]}\n  - {name: lint, command: npm run lint, depends: [write]}\n',
  );
  return `name: bundle\ntype: graph\nsteps:\n  - {name: setup, command: ./setup.sh}\n${calls.join('\n')}\n${bodies.join('')}`;
}

const bundleHooks = `hooks:
  enabled: true
  step_definitions:
    coverage: {type: quality_check, command: cat coverage.json, score_path: $.total.pct, min_score: 80}
  injections:
    pre_root: [{id: budget, type: shell, command: ./budget.sh}]
    post_task: [{step: coverage, tasks: ['T*']}]
`;
