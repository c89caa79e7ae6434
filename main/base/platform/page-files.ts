import { readFile } from 'node:fs/promises';
import path from 'node:path';

/* The files of the page, for the two entry points that show it: Electron's app:// protocol and the preview. */

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * Only the page's own files may be loaded or run. Mantine writes its style variables into style elements, so styles
 * need 'unsafe-inline'; `connect` is the origin that the page may call.
 */
export function contentSecurityPolicy(connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // A receipt contains its own fonts, and is shown and printed in a frame that inherits this policy.
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export interface PageFile {
  readonly body: Buffer;
  readonly contentType: string;
  /** The `cache-control` header: a browser may store a file if its name contains a hash of its content. */
  readonly cacheControl: string;
}

/** The source of the page: the build, or Vite's server during development (`npm run dev`). */
export interface PageSource {
  /** Returns the file for a request's path and query; undefined if there is none. */
  read(url: URL): Promise<PageFile | undefined>;
  policy(connect: "'none'" | "'self'"): string;
}

export function builtPage(folder: string): PageSource {
  return { read: (url) => readPageFile(folder, url.pathname), policy: contentSecurityPolicy };
}

/**
 * Returns the screens that Vite serves at an address of this machine. Its client runs a script inside the page and
 * opens a socket to the same address, so the policy allows these two in addition, and nothing else.
 */
export function livePage(address: string): PageSource {
  return {
    async read(url) {
      const response = await fetch(new URL(url.pathname + url.search, address));
      if (!response.ok) return undefined;
      return {
        body: Buffer.from(await response.arrayBuffer()),
        contentType: response.headers.get('content-type') ?? 'text/plain',
        cacheControl: 'no-store',
      };
    },
    policy: () =>
      contentSecurityPolicy(`'self' ws://${new URL(address).host}`).replace(
        "script-src 'self'",
        "script-src 'self' 'unsafe-inline'",
      ),
  };
}

/**
 * Returns the file for a URL path; undefined if it is not a page file. A path can never leave the folder: it is decoded
 * once, resolved, and must still be inside.
 */
export async function readPageFile(folder: string, urlPath: string): Promise<PageFile | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  const file = path.resolve(
    folder,
    `.${path.posix.normalize(`/${decoded === '/' ? 'index.html' : decoded}`)}`,
  );
  const contentType = contentTypes[path.extname(file)];
  if (contentType === undefined || decoded.includes('\0') || !file.startsWith(folder + path.sep))
    return undefined;
  try {
    const isHashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
    const cacheControl = isHashed ? 'private, max-age=31536000, immutable' : 'no-store';
    return { body: await readFile(file), contentType, cacheControl };
  } catch {
    return undefined;
  }
}
