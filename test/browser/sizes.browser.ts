import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from '../cli/run-dagweave.js';
import { browserPath, openPage, startBrowser } from './browser.js';

/** Where screenshots go, for people to look at. */
const shots = process.env.SCREENSHOTS;
const widths = [360, 768, 1440] as const;
const heights = { 360: 740, 768: 1024, 1440: 900 } as const;
const schemes = ['light', 'dark'] as const;

describe.skipIf(browserPath === undefined)('the page at every size (needs Chromium: apt-get install chromium)', () => {
  let browser: Browser;
  const addresses = new Map<number, string>();
  beforeAll(async () => {
    browser = await startBrowser();
    for (const count of [5, 60, 600]) addresses.set(count, reportOf(count));
  });
  afterAll(() => browser?.close());

  const cases = [5, 60, 600].flatMap((count) =>
    widths.flatMap((width) => schemes.map((scheme) => [count, width, scheme] as const)),
  );

  test.each(cases)('%i steps at %i pixels, %s', async (count, width, scheme) => {
    const start = performance.now();
    const viewport = { width, height: heights[width] };
    const { page, complaints } = await openPage(browser, addresses.get(count)!, scheme, viewport);
    expect(performance.now() - start).toBeLessThan(3000);
    expect(complaints).toEqual([]);
    if (shots !== undefined) {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: join(shots, `${count}-steps-${width}-${scheme}.png`) });
    }
    // Nothing is beside the screen, and what is drawn can be read.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await letterHeight(page)).toBeGreaterThan(count === 5 ? 6 : 7.5);
    for (const id of ['#canvas', '#legend', '#search', '#by-rule', '#theme', '#help-button']) {
      const box = (await page.locator(id).boundingBox())!;
      expect(box.x + box.width, id).toBeLessThanOrEqual(width);
      expect(box.width, id).toBeGreaterThan(24);
    }
    // A change is in sight before anybody moves.
    const seen = await page.locator('.step.hook, .step.group.leads').first().boundingBox();
    expect(seen!.x + seen!.width).toBeLessThanOrEqual(width);
  });

  test('60 and 600 steps open folded by task and rule', async () => {
    const { page } = await openPage(browser, addresses.get(600)!, 'light');
    expect(await page.locator('.step:not(.group)').count()).toBeLessThan(5);
    const labels = await page.locator('.step.group').allTextContents();
    expect(labels.length).toBeLessThan(30);
    expect(labels).toContain('⋮ 24 × test-service-… ◆ post_task/coverage');

    await page.locator('.step.group', { hasText: 'coverage' }).first().click();
    const details = page.locator('#details');
    expect(await details.innerText()).toMatch(/^24 steps, folded\n[\s\S]*24 by rule post_task\/coverage/);
    await details.locator('.link', { hasText: '+ hook-coverage-test-service-03' }).first().click();
    expect(await details.innerText()).toMatch(/^hook-coverage-test-service-03\n/);
    expect(await page.locator('.step.group').count()).toBe(0);
    expect(await page.locator('.step.picked').count()).toBe(1);
    await page.locator('#fold-all').click();
    expect(await page.locator('.step.group').count()).toBe(labels.length);

    await page.locator('#tab-added').click();
    const rules = page.locator('#added .rule button');
    expect(await rules.allInnerTexts()).toContain('▸ post_task/coverage: 72 steps');
    expect(await page.locator('#added tbody:not(.rule) tr:visible').count()).toBeLessThan(3);
    await rules.filter({ hasText: 'coverage' }).click();
    expect(await page.locator('#added tbody:not(.rule) tr:visible').count()).toBeGreaterThan(71);
  });

  test('what is folded opens by keyboard alone', async () => {
    const { page } = await openPage(browser, addresses.get(600)!, 'light');
    await page.locator('.step.group').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#details').innerText()).toMatch(/^25 steps, folded\n/);
    await page.keyboard.press('n');
    expect(await page.locator('#details').innerText()).toMatch(/^hook-budget\n/);
  });

  test('a small map says where one is, and a click on it leads elsewhere', async () => {
    const { page } = await openPage(browser, addresses.get(600)!, 'light');
    await page.locator('#unfold-all').click();
    expect(await page.locator('#minimap').isVisible()).toBe(false);
    for (let times = 0; times < 6; times++) await page.locator('#zoom-in').click();
    expect(await page.locator('#minimap').isVisible()).toBe(true);
    const map = (await page.locator('#minimap').boundingBox())!;
    await page.mouse.click(map.x + 4, map.y + map.height - 4);
    const seen = (await page.locator('#minimap .seen').boundingBox())!;
    expect(seen.x).toBeLessThan(map.x + 8);
    expect(seen.y + seen.height).toBeGreaterThan(map.y + map.height - 8);
  });

  test('kinds of hooks have signs, which need no colours', async () => {
    const { page } = await openPage(browser, addresses.get(60)!, 'light');
    await page.locator('#unfold-all').click();
    const signs = async (look: string) =>
      new Set((await page.locator(`.step.${look}`).allTextContents()).map(([sign]) => sign));
    expect(await signs('gate')).toEqual(new Set(['◆']));
    expect(await signs('observation')).toEqual(new Set(['◈']));
    expect(await signs('awaited')).toEqual(new Set(['◇']));
    expect(await signs('aside')).toEqual(new Set(['▷']));
    const thick = (change: string) =>
      page.evaluate(`parseFloat(getComputedStyle(document.querySelector('.edge.${change}')).strokeWidth)`);
    expect(await thick('added')).toBeGreaterThan((await thick('kept')) as number);
    expect(await page.locator('#legend').innerText()).toContain('new order');
  });

  test('the address names the step that is picked, and leads to it', async () => {
    const { page } = await openPage(browser, addresses.get(600)!, 'light');
    await page.locator('#search').fill('hook-review-deploy-service-07');
    await page.keyboard.press('Enter');
    const address = page.url();
    expect(address).toMatch(/#flow\/hook-review-deploy-service-07$/);
    const other = await browser.newPage();
    await other.goto(address);
    await other.waitForSelector('body[data-ready]');
    expect(await other.locator('#details').innerText()).toMatch(/^hook-review-deploy-service-07\n/);
    expect(await other.locator('.step.picked').isVisible()).toBe(true);
    await other.evaluate('location.hash = "#flow/checkout"');
    await expect.poll(() => other.locator('#details').innerText()).toMatch(/^checkout\n/);
    await other.keyboard.press('Escape');
    expect(other.url()).not.toContain('#');
  });

  test('the patch follows every step: to its line, or to the change nearest to it', async () => {
    const { page } = await openPage(browser, addresses.get(60)!, 'light');
    const found = async (name: string) => {
      await page.locator('#search').fill(name);
      await page.keyboard.press('Enter');
      const line = page.locator('#patch .found, #patch .near');
      expect(await line.first().isVisible(), name).toBe(true);
      return {
        text: (await line.allInnerTexts()).join('\n'),
        exact: (await page.locator('#patch .found').count()) > 0,
      };
    };
    expect((await found('hook-coverage-test-service-02')).text).toMatch(
      /^.*dagweave: post_task\/coverage.*\n.*name: hook-coverage-test-service-02/,
    );
    expect((await found('lint-service-04')).text).toMatch(/^[+ ] +- \{name: lint-service-04,/);
    expect((await found('hook-clean-up')).text).toMatch(/clean-up/);
    expect(await found('build-service-05')).toMatchObject({ exact: false });
  });

  test('a step that is picked on a small screen leaves the picture where it is', async () => {
    const { page } = await openPage(browser, addresses.get(60)!, 'light', { width: 360, height: 740 });
    await page.locator('.step.hook').first().click();
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(await page.locator('#patch .found').first().innerText()).toContain('dagweave: budget');
  });

  test('filters dim all that they leave out, edges too', async () => {
    const { page } = await openPage(browser, addresses.get(5)!, 'light');
    await page.locator('#by-rule').selectOption({ label: 'post_task/coverage' });
    const dimmed = (selector: string) => page.locator(`${selector}.faded`).count();
    expect(await page.locator('.step.hook:not(.faded)').count()).toBe(1);
    expect(await dimmed('.step')).toBeGreaterThan(3);
    const bright = page.locator('.edge:not(.faded)');
    expect(await bright.count()).toBe(2);
    expect(await dimmed('.edge')).toBe((await page.locator('.edge').count()) - 2);
    await page.locator('#by-rule').selectOption({ label: 'Every rule' });
    expect(await page.locator('.faded').count()).toBe(0);
  });

  test('two fingers zoom', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
    const page = await context.newPage();
    await page.goto(addresses.get(5)!);
    await page.waitForSelector('body[data-ready]');
    const before = await letterHeight(page);
    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart === 0 ? [] : [-1, 1].map((side, id) => ({ x: 180 + side * apart, y: 420, id })),
      });
    await touch('touchStart', 30);
    for (let apart = 35; apart <= 60; apart += 5) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    expect((await letterHeight(page)) / before).toBeGreaterThan(1.7);
    expect((await letterHeight(page)) / before).toBeLessThan(2.3);
  });
});

/** Of what is drawn, in pixels of the screen. */
async function letterHeight(page: Page): Promise<number> {
  return (await page.evaluate(
    'document.querySelector(".step text").getScreenCTM().a * parseFloat(getComputedStyle(document.querySelector(".step text")).fontSize)',
  )) as number;
}

function reportOf(count: number): string {
  const cwd = folderWith({ 'flow.yaml': flowOf(count), 'hooks.yaml': rulesFor(count) });
  const args = ['diff', '--view', 'html', '--target-version', '2.15', '--config', 'hooks.yaml', 'flow.yaml'];
  const { stdout, stderr, exit } = runDagweave(args, { cwd });
  expect(exit, stderr).toBe(0);
  writeFileSync(join(cwd, 'report.html'), stdout);
  return pathToFileURL(join(cwd, 'report.html')).href;
}

/** A pipeline of services: each goes through the same stages, and some wait for others. */
function flowOf(count: number): string {
  if (count === 5) return small;
  const services = count === 60 ? 8 : 24;
  const stages = ['build', 'test', 'lint', 'package', 'scan', 'deploy', 'migrate', 'smoke'];
  const lines = ['type: graph', 'steps:', '  - {name: checkout, command: git clone .}'];
  let last = Array.from({ length: services }, () => 'checkout');
  for (let made = 1; made < count - 1; ) {
    const round = Math.floor((made - 1) / services);
    const own: string[] = [];
    for (let at = 0; at < services && made < count - 1; at++, made++) {
      const number = String(at + 1).padStart(2, '0');
      const name = `${stages[round % 8]}-service-${number}${round < 8 ? '' : `-${round}`}`;
      const needs = round > 0 && at % 7 === 3 ? [last[at]!, last[(at + 5) % last.length]!] : [last[at]!];
      lines.push(`  - {name: ${name}, command: ./run ${name}, depends: [${needs.join(', ')}]}`);
      own.push(name);
    }
    last = own.length === services ? own : [...own, ...last.slice(own.length)];
  }
  return `${[...lines, `  - {name: announce, command: ./announce, depends: [${[...new Set(last)].join(', ')}]}`].join('\n')}\n`;
}

const small = `type: graph
steps:
  - {name: checkout, command: git clone .}
  - {name: test-service, command: npm test, depends: [checkout]}
  - {name: build, command: npm run build, depends: [checkout]}
  - {name: package-service, command: docker build ., depends: [build]}
  - {name: deploy-service, command: ./deploy.sh, depends: [test-service, package-service]}
`;

/** A hook of each kind. */
function rulesFor(count: number): string {
  return `hooks:
  enabled: true
  step_definitions:
    coverage: {type: quality_check, command: cat coverage.json, score_path: $.total.pct, min_score: 80}
  injections:
    pre_root: [{id: budget, type: shell, command: ./budget.sh}]
    post_task:
      - {step: coverage, tasks: ["test-*"]}
      - {id: sbom, type: shell, command: syft ., tasks: ["package-*"], await: false}
${count === 5 ? '' : '      - {id: lint-report, type: shell, command: ./report.sh, tasks: ["lint-*"], on_failure: continue}\n'}    pre_task: [{id: review, type: llm_eval, prompt: "Review {{task_id}}.", tasks: ["deploy-*"]}]
    final: [{id: clean-up, type: shell, command: ./clean.sh, run: always}]
`;
}
