import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as client from 'oauth4webapi';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { freePort } from '../support/free-port.ts';
import { newFolder } from '../support/khatm.ts';

/*
 * Tests an app of a person on the local network. It trusts the terminal's own certificate and asks with PKCE, and a
 * manager approves on the terminal's screen. The terminal, HTTPS, an established OAuth client and two browsers are
 * real.
 */

const sale = { lines: [{ name: 'قهوة | Coffee', quantity: 3, unitPrice: '14.00' }] };
const scope = 'invoices.read invoices.write';

describe.skipIf(chromiumPath === undefined)('an app of a person, over HTTPS', () => {
  let preview: Preview;
  let callback: Awaited<ReturnType<typeof openCallback>>;
  let app: client.Client;
  let as: client.AuthorizationServer;
  let base = '';
  let trusting: typeof fetch;
  let token = '';

  beforeAll(async () => {
    [preview, callback] = await Promise.all([openPreview(newFolder('approves')), openCallback()]);
  });
  afterAll(async () => {
    await preview?.close();
    callback?.close();
  });

  const ask = (where: string, init: RequestInit = {}) =>
    trusting(`${base}${where}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
    });

  test('the API is opened to the network, and its certificate is saved for whoever connects', async () => {
    const { page, goTo } = preview;
    const port = await freePort();
    await goTo('#/settings/integrations/api');
    await page.locator('label', { hasText: 'The local network' }).click();
    await page.getByLabel('Port', { exact: true }).fill(String(port));
    await page.keyboard.press('Enter');
    await page.getByText('Saved').waitFor();
    await page.getByRole('switch', { name: 'Let programs in through the API' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save certificate.pem' }).click();
    const file = path.join(newFolder('approves-app'), 'certificate.pem');
    await (await saving).saveAs(file);
    const certificate = await readFile(file, 'utf8');

    // Every machine has this name. The certificate also has the names by which other machines reach it.
    base = `https://localhost:${port}`;
    trusting = fetchTrusting(certificate);
    expect((await trusting(`${base}/openapi.json`)).status).toBe(200);
    await expect(fetch(`${base}/openapi.json`)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) },
    });
  });

  test('an app without a secret is made on the screen', async () => {
    const { page, goTo } = preview;
    await goTo('#/settings/integrations/programs');
    await page.getByRole('button', { name: 'Add a program' }).click();
    await page.keyboard.type('Ledgerly', { delay: 80 });
    await page.locator('label', { hasText: 'An app for a person' }).click();
    await page.locator('label', { hasText: 'Issue invoices' }).click();
    await page.getByLabel('Addresses the app comes back to').fill(callback.redirectUri);
    await page.getByRole('button', { name: 'Make it' }).click();
    const id = page.getByRole('button', { name: 'Copy: Client ID', exact: true });
    app = { client_id: await page.locator('main div', { has: id }).last().locator('bdi').innerText() };
    await page.getByRole('button', { name: /^(Done|I have kept it)$/ }).click();
  });

  test('it asks, the screen tells at once, and a manager who sees the same words approves', async () => {
    const { page, goTo } = preview;
    await goTo('#/');
    const issuer = new URL(base);
    const options: client.DiscoveryRequestOptions = {
      // A discovery request has no body, and `fetch` does not accept an undefined one.
      [client.customFetch]: (url, { body: _, signal, ...init }) =>
        trusting(url, { ...init, ...(signal && { signal }) }),
      algorithm: 'oauth2',
    };
    as = await client.processDiscoveryResponse(issuer, await client.discoveryRequest(issuer, options));
    const verifier = client.generateRandomCodeVerifier();
    const state = client.generateRandomState();
    const query = {
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri: callback.redirectUri,
      scope,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };

    // The person's own browser trusts no additional certificate.
    const browser = page.context().browser();
    if (browser === null) throw new Error('no browser');
    const person: BrowserContext = await browser.newContext({ ignoreHTTPSErrors: true });
    const tab = await person.newPage();
    await tab.goto(`${as.authorization_endpoint}?${new URLSearchParams(query)}`);
    const checkWords = await tab.locator('.code').innerText();

    await page.getByRole('link', { name: 'An app waits for a manager’s approval' }).click();
    const card = page.getByRole('region', { name: 'Ledgerly' });
    await card.getByText(checkWords, { exact: true }).waitFor();
    await card.getByRole('button', { name: /approve$/ }).click();
    await page.getByText('No app waits.').waitFor();

    const parameters = client.validateAuthResponse(as, app, await callback.answer, state);
    await person.close();
    const granted = await client.authorizationCodeGrantRequest(
      as,
      app,
      client.None(),
      parameters,
      callback.redirectUri,
      verifier,
      { [client.customFetch]: trusting },
    );
    const tokens = await client.processAuthorizationCodeResponse(as, app, granted);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope });
    expect(tokens.refresh_token).toBeDefined();
    token = tokens.access_token;
  });

  test('a sale it sends over HTTPS stands in the list, and it reads its document', async () => {
    const { page, goTo } = preview;
    const answer = await ask('/v2/invoices', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(sale),
    });
    expect(answer.status).toBe(201);
    const { uuid, number } = (await answer.json()) as { uuid: string; number: string };
    await goTo('#/invoices');
    const row = page.getByRole('row').filter({ hasText: number });
    await row.getByText('42.00').waitFor();
    await row.getByText('Accepted').waitFor();
    expect(await (await ask(`/v2/invoices/${uuid}/xml`)).text()).toContain(`<cbc:ID>${number}</cbc:ID>`);
    expect((await (await ask(`/v2/invoices/${uuid}/pdf`)).bytes()).subarray(0, 5)).toEqual(
      new TextEncoder().encode('%PDF-'),
    );
  });

  test('shut out, it is out at once', async () => {
    const { page, goTo } = preview;
    await goTo('#/settings/integrations/programs');
    await page.getByRole('button', { name: 'Change Ledgerly' }).click();
    await page.getByRole('button', { name: 'Shut out for good' }).click();
    await page.getByRole('button', { name: 'Shut out for good' }).click();
    await page.getByText('Shut out since').waitFor();
    expect((await ask('/v2/invoices')).status).toBe(401);
  });

  test('the page complained of nothing', () => expect(preview.complaints).toEqual([]));
});

/** Returns a `fetch` that trusts only this certificate. */
function fetchTrusting(ca: string): typeof fetch {
  return async (input, init) => {
    const wanted = new Request(input, init);
    const { url, method, headers } = wanted;
    const sent = Buffer.from(await wanted.arrayBuffer());
    return new Promise<Response>((resolve, reject) => {
      const asking = request(
        url,
        { method, headers: { ...Object.fromEntries(headers), 'content-length': sent.length }, ca },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve(
              new Response(Buffer.concat(chunks), {
                status: response.statusCode ?? 0,
                headers: response.headers as Record<string, string>,
              }),
            ),
          );
        },
      );
      asking.on('error', reject).end(sent);
    });
  };
}

/** Opens the address where the app waits for its answer, on the person's device (RFC 8252 §7.3). */
async function openCallback() {
  const { promise: answer, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', redirectUri);
    if (url.pathname === '/callback') resolve(url);
    response.end('You may close this window.');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return { redirectUri, answer, close: () => server.close() };
}
