import { readFile } from 'node:fs/promises';
import path from 'node:path';

/* The built page as files, for the two doors that show it: Electron's app:// protocol and the preview. */

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
 * Nothing but the page's own files runs or loads. Mantine writes its style variables into style elements, hence
 * 'unsafe-inline' for styles; `connect` is where the page may call.
 */
export function contentSecurityPolicy(connect: "'none'" | "'self'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
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
}

/**
 * The file behind a URL path; undefined for what is not a page file. A path can never leave the folder: it is
 * decoded once, resolved, and must still be inside.
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
    return { body: await readFile(file), contentType };
  } catch {
    return undefined;
  }
}
