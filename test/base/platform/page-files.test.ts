import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, livePage, readPageFile } from '../../../main/base/platform/page-files.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'khatm-page-'));
const folder = path.join(parent, 'page');
mkdirSync(path.join(folder, 'assets'), { recursive: true });
mkdirSync(`${folder}-beside`);
writeFileSync(path.join(folder, 'index.html'), 'the page');
writeFileSync(path.join(folder, 'assets', 'a b.js'), 'script');
writeFileSync(path.join(parent, 'secret.html'), 'SECRET');
writeFileSync(path.join(`${folder}-beside`, 'secret.html'), 'SECRET');

const read = async (urlPath: string) => (await readPageFile(folder, urlPath))?.body.toString();

describe('the page files', () => {
  test('are served by their path, the root as index.html', async () => {
    expect(await read('/')).toBe('the page');
    expect(await read('/index.html')).toBe('the page');
    expect(await read('/assets/a%20b.js')).toBe('script');
    expect((await readPageFile(folder, '/assets/a%20b.js'))?.contentType).toMatch(/^text\/javascript/);
  });

  test.each([
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/assets/../../secret.html',
    '/../page-beside/secret.html',
    '/..%5csecret.html',
    '/%00/../secret.html',
    '//secret.html',
    '/missing.html',
    '/assets',
    '/%E0%A4%A',
  ])('%s is not one', async (urlPath) => {
    expect(await read(urlPath)).toBeUndefined();
  });

  test('no path whatever leads out of the folder', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2e%2e',
      '/',
      '%2f',
      '\\',
      '%5c',
      'secret.html',
      'assets',
      '\0',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        expect(await read(`/${parts.join('')}`)).not.toBe('SECRET');
        expect(await read(`/${parts.join('/')}`)).not.toBe('SECRET');
      }),
    );
  });

  test('may run no script but their own', () => {
    const policy = contentSecurityPolicy("'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
  });
});

describe('a page that is being worked on', () => {
  test('is read from its server, by path and query', async () => {
    const server = createServer((request, response) => {
      const found = request.url === '/sale.tsx?t=1';
      response.writeHead(found ? 200 : 404, { 'content-type': 'text/javascript' }).end('edited');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const page = livePage(address);
      const file = await page.read(new URL('app://khatm/sale.tsx?t=1'));
      expect(file?.body.toString()).toBe('edited');
      expect(file?.contentType).toBe('text/javascript');
      expect(await page.read(new URL('app://khatm/other.tsx'))).toBeUndefined();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('may call that server and run its script; every other rule is the product’s', () => {
    const rules = (policy: string) => policy.split('; ');
    const live = rules(livePage('http://127.0.0.1:5173').policy("'none'"));
    const product = rules(contentSecurityPolicy("'none'"));
    expect(live.filter((rule) => !product.includes(rule))).toEqual([
      "script-src 'self' 'unsafe-inline'",
      "connect-src 'self' ws://127.0.0.1:5173",
    ]);
  });
});
