import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  /** Forgets the builds, so that the next page is of the current sources. */
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
 * first requests them, unless an earlier run has built them from the same sources.
 */
export async function serveSite(): Promise<Site> {
  const built = new Map<Build, Promise<string>>();
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
    forget: () => built.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const builds = join(root, 'node_modules/.cache/khatm-screens');
const dayMs = 86_400_000;

/** Returns the folder with the screens, which is made for each state of the sources once. */
async function buildSite(build: Build): Promise<string> {
  const ready = join(builds, `${build}-${stateOf(sources)}`);
  if (existsSync(ready)) return ready;
  await mkdir(builds, { recursive: true });
  await forgetOld();
  const folder = await mkdtemp(join(builds, 'part-'));
  await runVite(build, folder);
  // Another run may have been faster.
  await rename(folder, ready).catch(() => rm(folder, { recursive: true }));
  return ready;
}

/** Everything that the screens on the fake terminal may be made of. */
const sources = [
  'main',
  'renderer',
  'shared',
  'test/renderer',
  '.scripts/vite.screens.ts',
  'package-lock.json',
];

/** Returns a digest of the names, sizes and times of files. */
function stateOf(names: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (name: string) => {
    const { size, mtimeMs } = statSync(join(root, name));
    hash.update(JSON.stringify([name, size, mtimeMs]));
  };
  for (const name of names)
    if (!statSync(join(root, name)).isDirectory()) add(name);
    else
      for (const file of readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).toSorted())
        add(join(name, file));
  return hash.digest('hex').slice(0, 16);
}

/** Removes the builds of a day ago. A run that began earlier today may still read its own. */
async function forgetOld(): Promise<void> {
  for (const name of readdirSync(builds)) {
    const { mtimeMs } = statSync(join(builds, name));
    if (Date.now() - mtimeMs > dayMs) await rm(join(builds, name), { recursive: true, force: true });
  }
}

/** Runs in a separate process, because Vite takes the variant of React from the environment. */
async function runVite(build: Build, folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const options = ['--config', config, '--outDir', folder, '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], {
    env: { ...process.env, NODE_ENV: build === 'warning' ? 'development' : 'production' },
  });
}
