import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { openPreview, type Preview } from '../support/browser/preview.ts';
import { freePort } from '../support/free-port.ts';
import { newFolder } from '../support/khatm.ts';

/*
 * Tests a manager and an integrator at the training terminal in a browser. They turn the API on, create and use a
 * client, and send events to a receiver. The terminal, the sandbox and HTTP are real.
 */

const sale = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };
const businessSale = {
  customer: 'business',
  buyer: {
    name: 'Fatoora Samples LTD',
    vatNumber: '399999999800003',
    address: {
      street: 'Salah Al-Din',
      building: '1111',
      district: 'Al-Murooj',
      city: 'Riyadh',
      postalCode: '12222',
    },
  },
  lines: [{ name: 'كرسي | Chair', quantity: 1, unitPrice: '349.50' }],
};

describe.skipIf(chromiumPath === undefined)('integrations at the training terminal', () => {
  let preview: Preview;
  let receiver: Receiver;
  let base = '';
  const program = { id: '', secret: '' };

  beforeAll(async () => {
    [preview, receiver] = await Promise.all([openPreview(newFolder('integrations')), openReceiver()]);
  });
  afterAll(async () => {
    await preview?.close();
    receiver?.server.close();
  });

  const valueBeside = (label: string) =>
    preview.page
      .locator('main div', { has: preview.page.getByRole('button', { name: `Copy: ${label}`, exact: true }) })
      .last()
      .locator('bdi')
      .innerText();

  const post = async (body: unknown) => {
    const grant = await fetch(`${base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: program.id,
        client_secret: program.secret,
        scope: 'invoices.write',
      }),
    });
    expect(grant.status).toBe(200);
    const { access_token } = (await grant.json()) as { access_token: string };
    return fetch(`${base}/v2/invoices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
  };

  test('the API is turned on at a free port', async () => {
    const { page } = preview;
    const port = await freePort();
    await page.keyboard.press('Alt+3');
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('link', { name: /^API/ }).click();
    await page.getByLabel('Port', { exact: true }).fill(String(port));
    await page.keyboard.press('Enter');
    await page.getByText('Saved').waitFor();
    await page.getByRole('switch', { name: 'Let programs in through the API' }).click();
    base = await valueBeside('Address');
    expect(base).toBe(`http://127.0.0.1:${port}`);
    const description = await fetch(await valueBeside('Description (OpenAPI)'));
    expect(await description.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  });

  test('a program is made, and what the screen shows once lets it issue an invoice', async () => {
    const { page, goTo } = preview;
    await goTo('#/settings/integrations/programs');
    await page.getByRole('button', { name: 'Add a program' }).click();
    await page.keyboard.type('Till 2', { delay: 80 });
    await page.locator('label', { hasText: 'Issue invoices' }).click();
    await page.keyboard.press('Enter');
    await page.getByText('you will not see it again').waitFor();
    program.id = await valueBeside('Client ID');
    program.secret = await valueBeside('Secret');
    expect(await valueBeside('Address for tokens')).toBe(`${base}/oauth/token`);
    await page.getByRole('button', { name: 'I have kept it' }).click();

    const answer = await post(sale);
    expect(answer.status).toBe(201);
    const { number } = (await answer.json()) as { number: string };
    await goTo('#/invoices');
    const row = page.getByRole('row').filter({ hasText: number });
    await row.getByText('28.00').waitFor();
    await row.getByText('Accepted').waitFor();
  });

  test('a receiver on this device is told: a test, and then an invoice that was cleared', async () => {
    const { page, goTo } = preview;
    await goTo('#/settings/integrations/webhooks');
    await page.getByRole('button', { name: 'Add a receiver' }).click();
    await page.getByLabel('Address of the receiver').fill(receiver.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('you will not see it again').waitFor();
    const secret = await valueBeside('Secret');
    await page.getByRole('button', { name: 'I have kept it' }).click();

    const card = page.getByRole('region', { name: receiver.url });
    await card.getByRole('button', { name: 'Send a test' }).click();
    await expect.poll(() => card.getByText('Taken (200)').count()).toBe(4);

    const answer = await post(businessSale);
    expect(answer.status).toBe(201);
    const { uuid } = (await answer.json()) as { uuid: string };
    await page.getByRole('link', { name: /^Deliveries/ }).click();
    const cleared = page.locator('main li').filter({ hasText: 'invoice.cleared' });
    const newer = page.getByRole('button', { name: /^New: / });
    await newer.or(cleared).first().waitFor();
    if (await newer.isVisible()) await newer.click();
    await cleared.getByText('Delivered').waitFor();
    await cleared.getByRole('button').click();
    await page.getByText(`"invoiceUuid": "${uuid}"`).waitFor();

    const types = ['invoice.cleared', 'invoice.rejected', 'invoice.reported', 'invoice.parked'];
    expect(receiver.taken.map(({ type }) => type)).toEqual([
      ...types.map((type) => `webhook.test.${type}`),
      'invoice.cleared',
    ]);
    for (const { body, headers } of receiver.taken) {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      expect(headers['x-service-signature']).toBe(signature);
    }
  });

  test('a program that was shut out is shut out', async () => {
    const { page, goTo } = preview;
    await goTo('#/settings/integrations/programs');
    await page.getByRole('button', { name: 'Change Till 2' }).click();
    await page.getByRole('button', { name: 'Shut out for good' }).click();
    await page.getByRole('button', { name: 'Shut out for good' }).click();
    await page.getByText('Shut out since').waitFor();
    const grant = await fetch(`${base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: program.id,
        client_secret: program.secret,
      }),
    });
    expect(grant.ok).toBe(false);
  });

  test('the page complained of nothing', () => expect(preview.complaints).toEqual([]));
});

interface Receiver {
  readonly url: string;
  readonly server: Server;
  readonly taken: { readonly type: string; readonly body: string; readonly headers: IncomingHttpHeaders }[];
}

/** Opens a receiver on this device that accepts every event. */
async function openReceiver(): Promise<Receiver> {
  const taken: Receiver['taken'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      taken.push({ type: JSON.parse(body).type, body, headers: request.headers });
      response.end();
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/hook`, server, taken };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
