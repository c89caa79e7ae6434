import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  contentSecurityPolicy,
  type PageFile,
  readPageFile,
} from '../../../main/base/platform/page-files.ts';

/** The builds of the screens: the product's own, and one with React's warnings, which make each page a third slower. */
export type Build = 'plain' | 'warning';

/** An empty page of the site, where a window can be cleared while no screen runs in it. */
export const emptyPath = '/empty.html';

export interface Site {
  /** The address of the screens on the fake terminal; see `addressOf`. */
  readonly address: string;
  /** Discards the builds, so that the next page is built from the current sources. */
  forget(): void;
  close(): Promise<void>;
}

/** Returns the address of another build of the same screens. */
export const addressOf = (address: string, build: Build): string =>
  build === 'plain' ? address : address.replace('/plain/', `/${build}/`);

const empty: PageFile = {
  body: Buffer.from('<!doctype html><link rel="icon" href="data:,">'),
  contentType: 'text/html; charset=utf-8',
  cacheControl: 'no-store',
};

/**
 * Serves the screens under Electron's policy, which is the strictest one of the product. They are built when a page
 * first requests them, so a run that opens no page needs no build.
 */
export async function serveSite(): Promise<Site> {
  const built = new Map<Build, Promise<string>>();
  const forget = async () => {
    const old = [...built.values()];
    built.clear();
    for (const one of await Promise.allSettled(old))
      if (one.status === 'fulfilled') await rm(one.value, { recursive: true, force: true });
  };
  const folderOf = (build: Build) => {
    const folder = built.get(build) ?? buildSite(build);
    built.set(build, folder);
    return folder;
  };
  const read = async (path: string) => {
    if (path === emptyPath) return empty;
    const [, build = '', file = ''] = /^\/(plain|warning)(\/.*)$/.exec(path) ?? [];
    return build === '' ? undefined : readPageFile(await folderOf(build as Build), file);
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
          'cache-control': file.cacheControl,
        });
        response.end(file.body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/plain/test/renderer/harness/dev.html`,
    forget: () => void forget(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await forget();
    },
  };
}

/**
 * Builds the screens into a new folder. The build runs in a separate process, because Vite takes the variant of React
 * from the environment.
 */
async function buildSite(build: Build): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'khatm-screens-'));
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
  const config = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const options = ['--config', config, '--outDir', folder, '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], {
    env: { ...process.env, NODE_ENV: build === 'warning' ? 'development' : 'production' },
  });
  return folder;
}
