import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Preview, startPreview } from '../../../main/app/preview.ts';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { builtPage } from '../../../main/base/platform/page-files.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';

let terminal: Terminal;
let preview: Preview;
let base: URL;
let cookie: string;

beforeAll(async () => {
  const page = mkdtempSync(path.join(tmpdir(), 'khatm-page-'));
  mkdirSync(path.join(page, 'assets'));
  writeFileSync(path.join(page, 'assets', 'sale-B1x.js'), 'export {};');
  writeFileSync(path.join(page, 'index.html'), '<html><head><title>Khatm</title></head></html>');
  terminal = await openTerminal({ folder: await onboardedFolder('preview'), version: '0.0.0' });
  await terminal.ready();
  preview = await startPreview(terminal, builtPage(page));
  base = new URL(preview.address);
});
afterAll(async () => {
  await preview?.close();
  await terminal?.close();
});

/** Sends one request exactly as given, because fetch would not let a test set Host or Origin. */
function ask(
  target: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(target, base.origin),
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

describe('the preview', () => {
  test('listens on this machine alone and lets nobody in without the token', async () => {
    expect(base.hostname).toBe('127.0.0.1');
    for (const target of ['/', '/index.html', '/events', '/?token=', '/?token=wrong', '/bridge.js'])
      expect((await ask(target)).status, target).toBe(401);
    expect((await ask('/call', {}, '{}')).status).toBe(401);
  });

  test('gives a cookie for its token, once', async () => {
    const first = await ask(base.pathname + base.search);
    expect(first.status).toBe(302);
    const [setCookie] = first.headers['set-cookie'] as string[];
    expect(setCookie).toMatch(/HttpOnly; SameSite=Strict/);
    // A browser shares cookies between all ports of a host, so a second preview must not replace this one's cookie.
    expect(setCookie?.startsWith(`khatm-${base.port}=`)).toBe(true);
    cookie = setCookie?.split(';')[0] ?? '';
    expect((await ask(base.pathname + base.search)).status).toBe(401);
  });

  test('serves the page with its policy and the bridge', async () => {
    const page = await ask('/', { cookie });
    expect(page.status).toBe(200);
    expect(page.body).toContain('<script src="bridge.js">');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await ask('/bridge.js', { cookie })).body).toContain('window.khatm');
    expect((await ask('/../package.json', { cookie })).status).toBe(404);
    expect((await ask('/assets/../../package.json', { cookie })).status).toBe(404);
    // A browser keeps only what its name identifies, and asks for the page each time.
    const keeps = async (target: string) => (await ask(target, { cookie })).headers['cache-control'];
    expect(await keeps('/assets/sale-B1x.js')).toBe('private, max-age=31536000, immutable');
    for (const target of ['/', '/index.html', '/bridge.js', '/assets/none.js'])
      expect(await keeps(target), target).toBe('no-store');
  });

  test('answers commands as the contract says', async () => {
    const answer = await ask('/call', { cookie }, JSON.stringify({ name: 'terminal.status', input: {} }));
    expect(JSON.parse(answer.body)).toMatchObject({
      ok: true,
      value: { environment: 'training', credential: 'production' },
    });
    const refused = await ask(
      '/call',
      { cookie },
      JSON.stringify({ name: 'sale.issue', input: { lines: [] } }),
    );
    expect(JSON.parse(refused.body)).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect((await ask('/call', { cookie }, 'null')).status).toBeLessThan(500);
  });

  test('refuses other origins and other names for this machine', async () => {
    const call = JSON.stringify({ name: 'terminal.status', input: {} });
    expect((await ask('/call', { cookie, origin: 'https://evil.example' }, call)).status).toBe(403);
    expect((await ask('/call', { cookie, origin: 'null' }, call)).status).toBe(403);
    expect((await ask('/call', { cookie, host: 'evil.example' }, call)).status).toBe(403);
    expect((await ask('/call', { cookie, host: `localhost:${base.port}` }, call)).status).toBe(403);
    expect((await ask('/call', { cookie, origin: base.origin }, call)).status).toBe(200);
  });
});
