import path from 'node:path';
import { app, type ProtocolResponse, protocol, session } from 'electron';
import { builtPage, livePage, type PageSource } from '../../../base/platform/page-files.ts';
import { closeConnections } from '../program/closed-network.ts';

/** The page's own origin. It is not http, so no other program on the machine can answer for it. */
export const pageOrigin = 'app://khatm';

/** Must run before Electron is ready. */
export function declarePageProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** The address of Vite's server during development of the screens (`npm run dev`); a packaged program ignores it. */
const liveAddress = app.isPackaged ? undefined : process.env.KHATM_SCREENS;
export const liveUrl = liveAddress === undefined ? undefined : new URL(liveAddress);

/** Serves the page and blocks its other connections; resolves when they are blocked. */
export async function servePage(): Promise<void> {
  const page =
    liveUrl === undefined
      ? builtPage(path.join(app.getAppPath(), 'out', 'renderer'))
      : livePage(liveUrl.origin);
  const { defaultSession } = session;
  await closeConnections(defaultSession, liveUrl?.host);

  // `handle` is not used: its Request and Response would make Node load all of `fetch` before the page's first byte.
  const isServed = defaultSession.protocol.registerBufferProtocol('app', ({ url }, answer) => {
    void answerOf(page, url).then(answer, () => answer({ error: failed }));
  });
  if (!isServed) throw new Error('the page cannot be served');

  // The page may write to the clipboard (an invoice's XML) and nothing else.
  const allowed = new Set(['clipboard-sanitized-write']);
  defaultSession.setPermissionRequestHandler((_, permission, answer) => answer(allowed.has(permission)));
  defaultSession.setPermissionCheckHandler((_, permission) => allowed.has(permission));
  defaultSession.webRequest.onBeforeRequest((details, answer) => {
    const { protocol, host } = new URL(details.url);
    const isLive = protocol === 'ws:' && host === liveUrl?.host;
    answer({ cancel: !isLive && !['app:', 'data:', 'blob:', 'devtools:'].includes(protocol) });
  });

  app.on('web-contents-created', (_, contents) => {
    contents.on('will-navigate', (event) => {
      if (!event.url.startsWith(`${pageOrigin}/`)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Chromium's net::ERR_FAILED. */
const failed = -2;

async function answerOf(page: PageSource, address: string): Promise<ProtocolResponse> {
  const url = new URL(address);
  const file = url.host === 'khatm' ? await page.read(url) : undefined;
  if (file === undefined) return { statusCode: 404, mimeType: 'text/plain', data: Buffer.from('not found') };
  return {
    data: file.body,
    headers: {
      'content-type': file.contentType,
      'content-security-policy': page.policy("'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  };
}
