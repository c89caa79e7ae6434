import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { chromiumPath } from '../../renderer/harness/browser.ts';

/*
 * A Chromium for a whole run of Vitest, because starting one costs more than most of its pages. Each test file has its
 * own contexts, which end with its connection.
 */

export interface SharedBrowser {
  /** The URL that answers with the browser's address. */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves a browser, which starts when a test file first requests it. After a crash a new one starts. */
export async function serveBrowser(): Promise<SharedBrowser> {
  let launched: Promise<BrowserServer> | undefined;
  async function launch(): Promise<BrowserServer> {
    const browser = await chromium.launchServer({
      ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
      // Optimised code pays off if a page runs for long. In tests no page does, and compiling took a tenth of a scene's
      // time.
      args: ['--no-sandbox', '--js-flags=--no-opt,--no-maglev'],
    });
    browser.on('close', () => {
      launched = undefined;
    });
    return browser;
  }
  const server = createServer((_, response) => {
    launched ??= launch();
    launched.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: unknown) => {
        launched = undefined;
        response.writeHead(500).end(String(error));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await (await launched?.catch(() => undefined))?.close();
    },
  };
}

/** Connects to the browser that `serveBrowser` starts. Closing the connection closes only the caller's own contexts. */
export async function connectBrowser(address: string): Promise<Browser> {
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return chromium.connect(text);
}
