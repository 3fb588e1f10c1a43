import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or `undefined`. */
export const browserPath = places.find((path) => path !== undefined && path !== '' && existsSync(path));

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath!,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface OpenPage {
  readonly page: Page;
  /** What the page complained of, and what it asked the network for. */
  readonly complaints: readonly string[];
}

export async function openPage(
  browser: Browser,
  address: string,
  colorScheme: 'light' | 'dark',
  viewport = { width: 1440, height: 900 },
): Promise<OpenPage> {
  const page = await browser.newPage({ viewport, colorScheme });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForSelector('body[data-ready]');
  return { page, complaints };
}
