import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, startBrowser } from './browser.js';

/** Where screenshots go, for people to look at. */
const shots = process.env.SCREENSHOTS;

describe.skipIf(browserPath === undefined)('the site of docs/ (needs Chromium: apt-get install chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-site-'));
  const addressOf = (name: string) => pathToFileURL(join(folder, name)).href;
  let browser: Browser;
  beforeAll(async () => {
    execFileSync('npm', ['run', 'docs:site', '--', `--output=${folder}`]);
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test.each([
    [360, 'dark', 'rgb(13, 17, 23)'],
    [768, 'light', 'rgb(255, 255, 255)'],
    [1440, 'light', 'rgb(255, 255, 255)'],
  ] as const)('no page is wider than a screen of %i pixels', async (width, colorScheme, paper) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.html'))) {
      await page.goto(addressOf(name));
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width);
    }
    expect(asked.filter((address) => !address.startsWith('file:'))).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(paper);
    if (shots === undefined) return;
    mkdirSync(shots, { recursive: true });
    await page.goto(addressOf('concepts.html'));
    await page.screenshot({ path: join(shots, `site-${width}-${colorScheme}.png`) });
  });

  test('opens from disk, and leads from page to page by clicks', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(addressOf('index.html'));
    await page.locator('header .to-contents').click();
    await page.locator('nav a', { hasText: 'Concepts' }).click();
    expect(await page.locator('h1').innerText()).toBe('Concepts');
    await page.locator('main a[rel=next]').click();
    expect(await page.locator('h1').innerText()).toBe('Cookbook: twenty gates');
    await page.goto(addressOf('engines.html'));
    await page.locator('main a', { hasText: /^DW/ }).first().click();
    expect(await page.evaluate('document.querySelector(":target").innerText')).toMatch(/^DW\d+ \(/);
  });
});
