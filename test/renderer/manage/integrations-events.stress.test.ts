import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';

/* Tests webhooks, inbound events, and the data of another system. */

const empty: FakeOptions = {
  people: [{ name: 'Noura', role: 'manager' }],
  person: 'Noura',
  environment: 'production',
  invoices: 5,
};
const full: FakeOptions = { ...empty, integrations: true };
const at = (section: string) => `#/settings/integrations/${section}`;
const inputsOf = async (page: Page, name: string) => (await callsOf(page, name)).map(({ input }) => input);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const books = 'https://books.najd-trading.example/hooks/khatm';

describe.skipIf(chromiumPath === undefined)('events', () => {
  const { open } = usePages();

  test('a receiver is added: the address is checked, private ones are warned of, its secret is shown once', async () => {
    const page = await open({ hash: at('webhooks'), fake: empty });
    await page.getByText('Nobody is told yet.').waitFor();
    await button(page, 'Add a receiver').click();
    await page.keyboard.type('books.example');
    await page.keyboard.press('Enter');
    await page.getByText('An address that begins with https://').waitFor();
    await page.getByLabel('Address of the receiver').fill('http://books.example/hook');
    await page.keyboard.press('Enter');
    await page.getByText('An address that begins with https://').waitFor();
    await page.getByLabel('Address of the receiver').fill('https://10.0.0.7/hook');
    await page.getByRole('switch').click();
    await page.getByText('Allow it only for a receiver that you run yourself.').waitFor();
    for (const usual of ['cleared', 'rejected', 'reported', 'needs attention'])
      await page.locator('label', { hasText: `Invoice ${usual}` }).click();
    await button(page, 'Save').click();
    await page.getByText('Choose at least one').waitFor();
    await page.locator('label', { hasText: 'Invoice rejected' }).click();
    await button(page, 'Save').click();
    await page.getByText('you will not see it again').waitFor();
    await button(page, 'I have kept it').click();
    await page.getByRole('region', { name: 'https://10.0.0.7/hook' }).waitFor();
    expect(await page.content()).not.toContain('whsec');
    expect((await inputsOf(page, 'webhook.addEndpoint')).at(-1)).toEqual({
      url: 'https://10.0.0.7/hook',
      kinds: ['rejected'],
      allowPrivate: true,
    });
  });

  test('a receiver’s own secret is taken as it is, and must be long', async () => {
    const page = await open({ hash: at('webhooks'), fake: empty });
    await button(page, 'Add a receiver').click();
    await page.keyboard.type('https://books.example/hook');
    await button(page, 'The receiver has a secret already').click();
    await page.getByLabel('Its secret').fill('short');
    await page.getByText('32 to 256 characters').waitFor();
    await page.getByLabel('Its secret').fill('a'.repeat(32));
    await button(page, 'Save').click();
    await page.getByRole('region', { name: 'https://books.example/hook' }).waitFor();
    expect(await page.getByText('you will not see it again').count()).toBe(0);
    expect(await page.content()).not.toContain('a'.repeat(32));
  });

  test('a test says in words what became of it', async () => {
    const page = await open({ hash: at('webhooks'), fake: full });
    await page.getByRole('button', { name: `Send a test of each event to ${books}` }).click();
    const results = page.getByRole('region', { name: books }).getByRole('status').getByRole('listitem');
    await expect.poll(() => results.count()).toBe(4);
    await results.nth(2).getByText('Invoice reported').waitFor();
    await results.nth(2).getByText('webhook.test.invoice.reported').waitFor();
    await results.nth(2).getByText('Taken (200)').waitFor();
    await results.nth(2).getByText('after 35 ms').waitFor();
    await page.getByRole('button', { name: 'Send a test of each event to https://refuse.warehouse' }).click();
    await page.getByText('The receiver did not accept the signature (401). Compare the secret.').waitFor();
    await page.getByText('{"error":"signature mismatch"}').waitFor();
    expect(
      (await inputsOf(page, 'webhook.sendTest')).map((input) => (input as { kind: string }).kind),
    ).toEqual(['cleared', 'rejected', 'reported', 'parked', 'cleared']);
    await page.goto(`${page.url().split('#')[0]}${at('deliveries')}`);
    await page.locator('main li').first().waitFor();
    expect(await page.getByText('webhook.test').count()).toBe(0);
  });

  test('nobody waits for the other tests of a receiver that does not answer one', async () => {
    const page = await open({ hash: at('webhooks'), fake: empty });
    await button(page, 'Add a receiver').click();
    await page.keyboard.type('https://slow.example/hook');
    await button(page, 'Save').click();
    await button(page, 'I have kept it').click();
    await page.getByRole('button', { name: 'Send a test of each event to https://slow' }).click();
    await page.getByText('The receiver did not answer in time.').waitFor();
    await page.getByText('Send a test of each event', { exact: true }).waitFor();
    expect(await callsOf(page, 'webhook.sendTest')).toHaveLength(1);
  });

  test('a secret is changed in two steps, each said; a receiver is switched off and removed', async () => {
    const page = await open({ hash: at('webhooks'), fake: full });
    const card = page.getByRole('region', { name: 'https://refuse.warehouse' });
    await card.getByRole('button', { name: /^Change/ }).click();
    await card.getByRole('button', { name: 'Make a second secret' }).click();
    await card.getByText('then come back here and end the change').waitFor();
    await card.getByRole('button', { name: 'I have kept it' }).click();
    await card.getByText('The secret is being changed').waitFor();
    await card.getByRole('button', { name: 'Make another second secret' }).click();
    await card.getByText('no longer signs').waitFor();
    expect(await callsOf(page, 'webhook.rotateSecret')).toHaveLength(1);
    await card.getByRole('button', { name: 'Make another second secret' }).click();
    await button(page, 'I have kept it').click();
    expect(await callsOf(page, 'webhook.rotateSecret')).toHaveLength(2);
    await card.getByRole('button', { name: 'End the change' }).click();
    await card.getByText('Does the receiver know the new secret?').waitFor();
    expect(await callsOf(page, 'webhook.finishRotation')).toEqual([]);
    await card.getByRole('button', { name: 'End the change' }).click();
    await card.getByText('The secret is being changed').waitFor({ state: 'detached' });
    await card.getByRole('switch', { name: 'Send to this receiver' }).click();
    await card.getByText('Off: events wait').waitFor();
    await card.getByRole('button', { name: 'Remove this receiver' }).click();
    await card.getByRole('button', { name: 'Remove this receiver' }).click();
    await card.waitFor({ state: 'detached' });
  });

  test('every kind is a box with its name and what it tells; receivers may expect other names', async () => {
    const page = await open({ hash: at('webhooks'), fake: empty });
    await button(page, 'Settings of all receivers').click();
    await button(page, 'Other names for events').click();
    await page.getByLabel('Invoice issued').fill('no spaces');
    await page.getByText('Letters, digits, and . _ - only').waitFor();
    await page.getByLabel('Invoice issued').fill('our.issued');
    await page.locator('label', { hasText: 'Always the attempt’s' }).click();
    await button(page, 'Save').click();
    await expect.poll(() => callsOf(page, 'webhook.changeSettings')).toHaveLength(1);
    expect(await inputsOf(page, 'webhook.changeSettings')).toEqual([
      {
        names: { issued: 'our.issued' },
        testName: 'webhook.test',
        maxAttempts: 14,
        windowSeconds: 300,
        timestamp: 'attempt',
      },
    ]);
    await button(page, 'Add a receiver').click();
    const boxes = page.getByRole('checkbox');
    await expect.poll(() => boxes.count()).toBe(8);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(4);
    await page
      .getByRole('checkbox', { name: /^Invoice reported .* invoice\.reported$/, checked: true })
      .waitFor();
    await page.getByRole('checkbox', { name: /^Invoice issued .* our\.issued$/, checked: false }).waitFor();
    await page.getByRole('checkbox', { name: /^Batch finished .* batch\.finished$/ }).check();
    await page.getByLabel('Address of the receiver').fill('https://books.example/hook');
    await button(page, 'Save').click();
    await button(page, 'I have kept it').click();
    await page.getByText('Invoice needs attention · Batch finished').waitFor();
  });

  test('a dead letter is looked at, sent again, or given up with a reason', async () => {
    const page = await open({ hash: at('deliveries'), fake: full });
    await page.locator('label', { hasText: /^Undelivered$/ }).click();
    const rows = page.locator('main li');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.nth(1).getByRole('button').click();
    await page.getByText('The receiver did not answer in time.').waitFor();
    await page.getByText('"invoiceId": "T1-002996"').waitFor();
    await button(page, 'Give up').click();
    await page.keyboard.press('Enter');
    await page.getByText('Fill this in').waitFor();
    expect(await callsOf(page, 'webhook.discard')).toEqual([]);
    await page.keyboard.type('Entered by hand');
    await page.keyboard.press('Enter');
    await page.getByText('Entered by hand').waitFor();
    expect(await button(page, 'Give up').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().getByRole('button').click();
    await page.getByText('{"error":"signature mismatch"}').waitFor();
    await button(page, 'Send again now').click();
    await expect.poll(() => callsOf(page, 'webhook.resend')).toHaveLength(1);
    await page.keyboard.press('Escape');
    await button(page, 'Send all again (1)').click();
    await page.getByText('Everything was delivered.').waitFor();
  });

  test('a delivery that was given up says why, in the words of this language', async () => {
    const page = await open({ hash: at('deliveries'), fake: full, language: 'ar' });
    await page.locator('label', { hasText: /^المتروك$/ }).click();
    const rows = page.locator('main li');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.nth(1).getByRole('button').click();
    await page.getByText('حُذف المستقبِل', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await rows.first().getByRole('button').click();
    await page.getByText('The receiver was moved').waitFor();
  });

  test('a program may be given the right to look after webhooks', async () => {
    const page = await open({ hash: at('programs'), fake: empty });
    await button(page, 'Add a program').click();
    await page.keyboard.type('Watcher');
    await page.getByRole('checkbox', { name: /^See invoices/ }).uncheck();
    await page.getByRole('checkbox', { name: /^See and repeat webhooks/ }).check();
    await button(page, 'Make it').click();
    await page.getByText('you will not see it again').waitFor();
    expect(await inputsOf(page, 'integration.clients.create')).toMatchObject([
      { scopes: ['webhooks.manage'] },
    ]);
  });

  test('older ones come on demand, and newer ones wait for a press', async () => {
    const page = await open({ hash: at('deliveries'), fake: full });
    const rows = page.locator('main li');
    await expect.poll(() => rows.count()).toBe(50);
    await button(page, 'Show older ones').click();
    await expect.poll(() => rows.count()).toBe(100);
    const first = await rows.first().textContent();
    await page.evaluate(async () => {
      const call = window.fake.call;
      window.fake.call = async (name, input) => {
        const answer = (await call(name, input)) as { value: { rows: { id: string; type: string }[] } };
        if (name !== 'webhook.deliveries' || (input as { before?: number }).before !== undefined)
          return answer;
        const { rows } = answer.value;
        const [newest = { id: '', type: '' }] = rows;
        const added = { ...newest, id: 'd0000000-0000-4000-8000-00000000ffff', type: 'invoice.issued' };
        return { ...answer, value: { ...answer.value, rows: [added, ...rows] } };
      };
      await call('webhook.resendAll', {});
    });
    await page.getByRole('button', { name: 'New: 1. Show them' }).waitFor();
    expect(await rows.first().textContent()).toBe(first);
    await page.getByRole('button', { name: 'New: 1. Show them' }).click();
    await rows.first().getByText('invoice.issued').waitFor();
  });

  test('events come in: first the secret, then on, then the address; what became of them is said', async () => {
    const page = await open({ hash: at('inbound'), fake: empty });
    await page.getByText('First a secret').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    await button(page, 'Make the secret').click();
    await page.getByText('you will not see it again').waitFor();
    await button(page, 'I have kept it').click();
    await page.getByRole('switch').click();
    await page.getByText('Events come in by the API, which is not open.').waitFor();
    await page.getByRole('link', { name: 'To the API' }).click();
    await page.getByRole('switch').click();
    await page.getByText('http://127.0.0.1:8790', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('http://127.0.0.1:8790/webhooks/events').waitFor();
    await page.getByText('Only programs on this device reach this address').waitFor();
    expect(await page.content()).not.toContain('inboxLp8');

    const busy = await open({ hash: at('inbound'), fake: full });
    await busy.getByText('A newer event was already applied; nothing was changed.').waitFor();
    await busy.getByText('Khatm does not know this kind of event; it is only stored.').waitFor();
  });

  test('two secrets are accepted until the change is ended; the window is set', async () => {
    const page = await open({ hash: at('inbound'), fake: full });
    await button(page, 'Enter the sender’s own secret').click();
    await page.getByLabel('The sender’s secret').fill('b'.repeat(40));
    await page.keyboard.press('Enter');
    await page.getByText('Two secrets are accepted.').waitFor();
    expect(await page.content()).not.toContain('b'.repeat(40));
    // The sender's own secret was lost before anybody entered it at the receiver.
    await button(page, 'Make another second secret').click();
    await page.getByText('is refused from now on').waitFor();
    expect(await callsOf(page, 'inbound.addSecret')).toHaveLength(1);
    await button(page, 'Make another second secret').click();
    await button(page, 'I have kept it').click();
    await page.getByText('Two secrets are accepted.').waitFor();
    await button(page, 'End the change').click();
    await button(page, 'End the change').click();
    await button(page, 'Make a second secret').waitFor();
    await button(page, 'How old an event may be').click();
    await page.getByLabel('Seconds').fill('5');
    await page.getByText('A number from 10 to 86400').waitFor();
    await page.getByLabel('Seconds').fill('120');
    await page.keyboard.press('Enter');
    await expect.poll(() => inputsOf(page, 'inbound.change')).toEqual([{ windowSeconds: 120 }]);
  });

  test('invoices from elsewhere are marked as such and found by their status', async () => {
    const page = await open({ hash: at('remoteInvoices'), fake: full });
    await page.getByText('Invoices: 130').waitFor();
    await page.getByText('neither issued them nor sends them').waitFor();
    expect(await page.getByText('Elsewhere', { exact: true }).count()).toBe(50);
    await page.getByRole('textbox', { name: 'Status' }).fill('PENDING');
    await page.keyboard.press('Enter');
    await page.getByText('Invoices: 32').waitFor();
    await button(page, 'All that came with it').first().click();
    await page.getByText('"total": "115.00"').waitFor();
  });

  test('another layer: what is missing is said at its field, a refusal in a sentence, and what was typed stays', async () => {
    const page = await open({ hash: at('remote'), fake: empty });
    await button(page, 'Connect').click();
    expect(await page.getByText('Fill this in').count()).toBe(2);
    await page.getByLabel('Address of the other system').fill('https://erp.example');
    await page.getByRole('textbox', { name: 'Client ID' }).fill('wrong');
    await page.getByRole('textbox', { name: 'Secret', exact: true }).fill('the secret');
    await page.keyboard.press('Enter');
    await page.getByText('The other system did not accept this.').first().waitFor();
    await button(page, 'Change the connection').click();
    await page.getByRole('textbox', { name: 'Client ID' }).fill('khatm');
    await button(page, 'Advanced: where things are in its answer').click();
    await page.getByLabel('The list').fill('data');
    await page.getByText('Begins with /, or is empty').waitFor();
    await page.getByLabel('The list').fill('/data');
    await button(page, 'Connect').click();
    await page.getByText('Invoices in the list: 130').waitFor();
    await page.getByText('Invoices without a readable UUID: 2').waitFor();
    expect((await inputsOf(page, 'remote.connect')).at(-1)).toEqual({
      settings: {
        baseUrl: 'https://erp.example',
        clientId: 'khatm',
        scope: 'invoices.read',
        grant: 'clientCredentials',
        everyMinutes: 15,
        mapping: {
          items: '/data',
          uuid: '/uuid',
          id: '/number',
          status: '/status',
          next: { cursor: '/nextCursor', parameter: 'cursor' },
        },
      },
    });
    expect(await page.content()).not.toContain('the secret');
    await button(page, 'Disconnect').click();
    await button(page, 'Disconnect').click();
    await button(page, 'Connect').waitFor();
  });
});
