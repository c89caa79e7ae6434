import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { FakeOptions } from './fake-terminal.ts';

/** What the product's own doors allow a page: nothing from elsewhere, no inline script, no eval. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'";

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** A Chromium on this machine: `CHROMIUM`, or where Linux distributions put it; undefined when there is none. */
export const chromiumPath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

export interface Screens {
  /** A page of its own at `#hash`, on a fake terminal with these options; `errors` fills as the page complains. */
  open(at: OpenOptions): Promise<{ page: Page; errors: string[] }>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly language?: 'en' | 'ar';
  readonly hash?: string;
  readonly fake?: FakeOptions;
  readonly size?: { width: number; height: number };
  readonly scheme?: BrowserContextOptions['colorScheme'];
}

/** Builds the screens as the product does, serves them under its policy, and opens a real Chromium on them. */
export async function startScreens(): Promise<Screens> {
  const folder = await mkdtemp(join(tmpdir(), 'khatm-screens-'));
  await build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder, chunkSizeWarningLimit: 2000 },
  });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    readFile(join(folder, path)).then(
      (body) => {
        response.writeHead(200, {
          'content-type': types[extname(path)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
        });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/test/renderer/dev.html`;
  const browser: Browser = await chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: ['--no-sandbox'],
  });

  return {
    async open({ language = 'en', hash = '#/', fake = {}, size, scheme = 'light' }) {
      const context = await browser.newContext({
        viewport: size ?? { width: 1024, height: 768 },
        colorScheme: scheme,
        locale: language === 'ar' ? 'ar-SA' : 'en-GB',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(`${address}?options=${encodeURIComponent(JSON.stringify(fake))}${hash}`);
      await page.locator('main, [role="alert"]').first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      return { page, errors };
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
