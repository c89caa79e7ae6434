import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the product's own doors allow a page: nothing from elsewhere, no inline script, no eval. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'";

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** A page of the site with nothing on it, where a window can be tidied while no screen runs in it. */
export const emptyPath = '/empty.html';

export interface Site {
  /** Of the screens on the fake terminal. */
  readonly address: string;
  /** The next page is built from the sources as they are then. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * Serves the screens under the product's policy. They are built when a page first asks for them, so that who opens no
 * page waits for no build.
 */
export async function serveSite(): Promise<Site> {
  let built: Promise<string> | undefined;
  const forget = () => {
    const old = built;
    built = undefined;
    return old?.then(
      (folder) => rm(folder, { recursive: true, force: true }),
      () => undefined,
    );
  };
  const read = async (path: string) => {
    if (path === emptyPath) return Buffer.from('<!doctype html><link rel="icon" href="data:,">');
    built ??= buildSite();
    return readFile(join(await built, path));
  };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    read(path).then(
      (body) => {
        response.writeHead(200, {
          'content-type': types[extname(path)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
          // What is built has its content's hash in its name.
          'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store',
        });
        response.end(body);
      },
      (error: NodeJS.ErrnoException) => {
        const isMissing = error.code === 'ENOENT';
        response.writeHead(isMissing ? 404 : 500).end(isMissing ? undefined : String(error));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/test/renderer/dev.html`,
    forget: () => void forget(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await forget();
    },
  };
}

/** Builds the screens as the product does, under Vitest with React's own warnings, and gives the folder. */
async function buildSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'khatm-screens-'));
  const { build } = await import('vite');
  await build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder, chunkSizeWarningLimit: 2000 },
  });
  return folder;
}
