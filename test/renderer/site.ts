import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contentSecurityPolicy, type PageFile, readPageFile } from '../../main/platform/page-files.ts';
import { isWhole } from '../support/effort.ts';

/** An empty page of the site, where a window can be cleared while no screen runs in it. */
export const emptyPath = '/empty.html';

export interface Site {
  /** The address of the screens on the fake terminal. */
  readonly address: string;
  /** Discards the build, so that the next page is built from the current sources. */
  forget(): void;
  close(): Promise<void>;
}

const empty: PageFile = {
  body: Buffer.from('<!doctype html><link rel="icon" href="data:,">'),
  contentType: 'text/html; charset=utf-8',
};

/**
 * Serves the screens under Electron's policy, which is the strictest one of the product. They are built when a page
 * first asks for them, so that a run that opens no page needs no build.
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
    if (path === emptyPath) return empty;
    built ??= buildSite();
    return readPageFile(await built, path);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    read(pathname).then(
      (file) => {
        if (file === undefined) {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, {
          'content-type': file.contentType,
          'content-security-policy': contentSecurityPolicy("'none'"),
          // Names of built files contain their content's hash.
          'cache-control': pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store',
        });
        response.end(file.body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
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

/**
 * Builds the screens into a new folder as the product has them. In `npm run test:stress`, which visits every screen,
 * the build has React's own warnings, which make each page a third slower. The build runs in a separate process,
 * because Vite takes the variant of React from the environment.
 */
async function buildSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'khatm-screens-'));
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
  const config = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const options = ['--config', config, '--outDir', folder, '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], {
    env: { ...process.env, NODE_ENV: isWhole ? 'development' : 'production' },
  });
  return folder;
}
