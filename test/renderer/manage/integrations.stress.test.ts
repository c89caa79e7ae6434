import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';

/* Tests the access for other programs: the API, its clients, approvals and the drop folder. */

const people = [
  { name: 'Noura', role: 'manager' as const },
  { name: 'سالم', role: 'cashier' as const },
];
const empty: FakeOptions = { people, person: 'Noura', environment: 'production', invoices: 5 };
const full: FakeOptions = { ...empty, integrations: true };
const at = (section?: string) => `#/settings/integrations${section === undefined ? '' : `/${section}`}`;
const inputsOf = async (page: Page, name: string) => (await callsOf(page, name)).map(({ input }) => input);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Returns everything that a page stores: its text, its fields, and the browser's storage. */
const keptBy = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      JSON.stringify(window.localStorage),
      JSON.stringify(window.sessionStorage),
    ].join('\n'),
  );

describe.skipIf(chromiumPath === undefined)('programs that come in', () => {
  const { open } = usePages();

  test('damaged records are told on every page, and a manager who was asked twice begins anew', async () => {
    const page = await open({ hash: at('programs'), fake: { ...empty, integrationsBroken: true } });
    await page.getByText('The records of the integrations are damaged.').waitFor();
    await page.goto(page.url().replace(/#.*/, at()));
    await page.getByText('The records of the integrations are damaged.').waitFor();
    await button(page, 'Start over').click();
    expect(await callsOf(page, 'integration.reopen')).toEqual([]);
    await button(page, 'Start over').click();
    await page.getByText('The records of the integrations are damaged.').waitFor({ state: 'detached' });
    expect(await inputsOf(page, 'integration.reopen')).toEqual([{}]);
  });

  test('the list of integrations teaches, says how each stands, and leads there and back by keyboard', async () => {
    const page = await open({ hash: '#/settings/certificate', fake: empty });
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByText('Everything is off until you turn it on.').waitFor();
    await expect.poll(() => page.getByText('Off', { exact: true }).count()).toBe(3);
    await page.getByRole('link', { name: /^API/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Integrations', exact: true }).waitFor();
  });

  test('the page of the API says where the sandbox of training is, and in other environments nothing', async () => {
    const page = await open({ hash: at('api'), fake: { ...full, environment: 'training' } });
    await page.getByRole('heading', { name: 'The sandbox of training' }).waitFor();
    await page.getByText('http://127.0.0.1:41873/e-invoicing/sandbox', { exact: true }).waitFor();
    const other = await open({ hash: at('api'), fake: full });
    await other.getByRole('heading', { name: 'API', exact: true }).waitFor();
    expect(await other.getByText('The sandbox of training').count()).toBe(0);
    expect(await callsOf(other, 'practice.sandbox')).toEqual([]);
  });

  test('the sandbox of training is given a fixed port, and any free one again', async () => {
    const page = await open({ hash: at('api'), fake: { ...full, environment: 'training' } });
    const port = page.getByRole('textbox', { name: 'Fixed port of the sandbox' });
    const save = page.locator('form', { has: port }).getByRole('button', { name: 'Save' });
    await port.fill('80');
    await save.click();
    await page.getByText('A number from 1024 to 65535, or nothing').waitFor();
    await port.fill('8789');
    await save.click();
    await page.getByText('Its port is set to 8789 from the next start on.').waitFor();
    await port.fill('');
    await save.click();
    await page.getByText('Its port is set to 8789').waitFor({ state: 'detached' });
    expect(await inputsOf(page, 'practice.setPort')).toEqual([{ port: 8789 }, {}]);
  });

  test('a cashier does not get there', async () => {
    const page = await open({ hash: at('programs'), fake: { ...full, person: 'سالم', approvals: 1 } });
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
    expect(await callsOf(page, 'integration.clients.list')).toEqual([]);
    expect(await callsOf(page, 'integration.approvals')).toEqual([]);
  });

  test('the API is turned on by the space bar, says where it is, and is opened to the network', async () => {
    const page = await open({ hash: at('api'), fake: empty });
    await page.getByRole('switch', { name: 'Let programs in through the API' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('http://127.0.0.1:8790', { exact: true }).waitFor();
    await page.getByText('http://127.0.0.1:8790/openapi.json').waitFor();
    await page.getByText('http://127.0.0.1:8790/docs').waitFor();
    expect(await page.getByText('certificate.pem').count()).toBe(0);

    await page.locator('label', { hasText: 'The local network' }).click();
    await page.getByLabel('Port').fill('80');
    await page.keyboard.press('Enter');
    await page.getByText('A number from 1024 to 65535').waitFor();
    await page.getByLabel('Port').fill('٩٤٤٣');
    await page.keyboard.press('Enter');
    await page.getByText('https://192.168.8.20:9443', { exact: true }).waitFor();
    await page.getByText('by this terminal').waitFor();
    expect(await inputsOf(page, 'integration.api.set')).toEqual([
      { enabled: true, port: 8790, network: false },
      { enabled: true, port: 9443, network: true },
    ]);
  });

  test('a port that another program has is said, and another one mends it', async () => {
    const page = await open({ hash: at('api'), fake: { ...empty, portTaken: true } });
    await page.getByText('not open at port 8790').waitFor();
    await page.getByText('Another program uses this port').waitFor();
    await page.getByLabel('Port').fill('8791');
    await page.keyboard.press('Enter');
    await page.getByText('http://127.0.0.1:8791', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a certificate that ends is said in time, with the day from which the next one is shown', async () => {
    const page = await open({ hash: at('api'), fake: { ...full, certificateEnding: true } });
    await page
      .getByText(/From .* this terminal shows its next certificate by itself\. Save certificate\.pem/)
      .waitFor();
  });

  test('certificate.pem is saved for the programs; a new one is asked about first', async () => {
    const page = await open({ hash: at('api'), fake: full });
    const download = page.waitForEvent('download');
    await button(page, 'Save certificate.pem').click();
    expect((await download).suggestedFilename()).toBe('certificate.pem');
    await button(page, 'Make a new one').click();
    await page.getByText('Every program must then be given').waitFor();
    await button(page, 'Cancel').click();
    expect(await callsOf(page, 'integration.api.certificate')).toEqual([]);
    await button(page, 'Make a new one').click();
    await button(page, 'Make a new one').click();
    await expect.poll(() => inputsOf(page, 'integration.api.certificate')).toEqual([{ source: 'own' }]);
  });

  test('a certificate of one’s own: what is wrong is said at its field, and the key leaves the page', async () => {
    const page = await open({ hash: at('api'), fake: full });
    await button(page, 'Use a certificate of your own').click();
    await page.getByLabel('Certificate, with those').fill('-----BEGIN CERTIFICATE-----\nMIIB');
    await page.getByLabel('Its private key').fill('no key');
    await button(page, 'Use this one').click();
    await page.getByText('This is no private key in PEM, or it has a password').waitFor();
    await page.getByLabel('Its private key').fill('-----BEGIN PRIVATE KEY-----\nthe very key');
    await button(page, 'Use this one').click();
    await page.getByText('elsewhere, and entered here').waitFor();
    expect(await keptBy(page)).not.toContain('the very key');
  });

  test('a program is made; its secret is shown once, copied, and gone with the page', async () => {
    const page = await open({ hash: at('programs'), fake: full });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Add a program').click();
    await page.keyboard.press('Enter');
    await page.getByText('Fill this in').waitFor();
    await page.getByLabel('Name').fill('Till 2');
    await page.locator('label', { hasText: 'Issue invoices' }).click();
    await button(page, 'Make it').click();
    await page.getByText('you will not see it again').waitFor();
    const secret = 'fakeZk3v-9QpLx_Zk3v-9QpLx_Zk3v-9QpLx_1end4';
    await page.getByText(secret, { exact: true }).waitFor();
    await page.getByText('invoices.read invoices.write').waitFor();
    await page.getByText('https://192.168.8.20:8790/oauth/token').waitFor();
    await button(page, 'Copy: Secret').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await button(page, 'I have kept it').click();
    await page.getByRole('region', { name: 'Till 2' }).waitFor();
    expect(await keptBy(page)).not.toContain(secret);
    expect(await inputsOf(page, 'integration.clients.create')).toEqual([
      { kind: 'service', name: 'Till 2', scopes: ['invoices.read', 'invoices.write'] },
    ]);
  });

  test('leaving the page takes a secret along', async () => {
    const page = await open({ hash: at('programs'), fake: full });
    await button(page, 'Add a program').click();
    await page.keyboard.type('Till 2');
    await page.keyboard.press('Enter');
    await page.getByText('you will not see it again').waitFor();
    await page.keyboard.press('Alt+1');
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
    await page.goBack();
    await button(page, 'Add a program').waitFor();
    expect(await keptBy(page)).not.toContain('1end4');
  });

  test('an app needs an address to come back to; without a server it has no secret', async () => {
    const page = await open({ hash: at('programs'), fake: empty });
    await page.getByText('The API is off, so no program can come in.').waitFor();
    await page.getByText('No program may come in yet.').waitFor();
    await button(page, 'Add a program').click();
    await page.keyboard.type('Ledgerly');
    await page.locator('label', { hasText: 'An app for a person' }).click();
    const addresses = page.getByLabel('Addresses the app comes back to');
    await addresses.fill('http://ledgerly.example/callback');
    await button(page, 'Make it').click();
    await page.getByText('http://ledgerly.example/callback: http is for 127.0.0.1').waitFor();
    await addresses.fill('https://ledgerly.example/callback\nhttps://*.ledgerly.example/');
    await page.getByText('* stands for nothing here').waitFor();
    await addresses.fill('https://ledgerly.example/callback?a=%2f\nhttp://127.0.0.1/callback\n');
    await button(page, 'Make it').click();
    await page.getByText('“Ledgerly” is ready').waitFor();
    expect(await page.getByText('you will not see it again').count()).toBe(0);
    expect(await inputsOf(page, 'integration.clients.create')).toEqual([
      {
        kind: 'app',
        name: 'Ledgerly',
        scopes: ['invoices.read'],
        secret: false,
        redirectUris: ['https://ledgerly.example/callback?a=%2f', 'http://127.0.0.1/callback'],
      },
    ]);
  });

  test('the last calls of a program stand in its card, with the ids that its maker knows', async () => {
    const page = await open({ hash: at('programs'), fake: full });
    const card = page.getByRole('region', { name: 'نقاط البيع في المعرض' });
    await card.getByRole('button', { name: /^Change/ }).click();
    expect(await callsOf(page, 'integration.clients.calls')).toEqual([]);
    await card.getByRole('button', { name: 'Its last calls' }).click();
    const refused = card.getByRole('listitem').filter({ hasText: 'key-reused' });
    await refused.getByText('5c1f3f0e-8d0a-4c1e-9d6e-0f5d2f7a1b02').waitFor();
    expect(await refused.textContent()).toContain('Refused 409');
    await card.getByRole('listitem').filter({ hasText: 'Answered 201' }).waitFor();
  });

  test('scopes are changed, a secret is rotated with a time for the old one, and a program shut out after asking twice', async () => {
    const page = await open({ hash: at('programs'), fake: full });
    const card = page.getByRole('region', { name: 'نقاط البيع في المعرض' });
    await card.getByRole('button', { name: /^Change/ }).click();
    await card.locator('label', { hasText: 'Issue invoices' }).click();
    await card.getByRole('button', { name: 'Save what it may do' }).click();
    await expect
      .poll(() => inputsOf(page, 'integration.clients.scope'))
      .toEqual([{ id: '7d1f0a52c9e84b6f90aa31e5b7c2d410', scopes: ['invoices.read'] }]);
    await card.getByLabel('The old secret goes on working').selectOption('for a week');
    await card.getByRole('button', { name: 'Make a new secret' }).click();
    await card.getByText('you will not see it again').waitFor();
    await card.getByRole('button', { name: 'I have kept it' }).click();
    await card.getByText('The old secret works until 27 Nov 2026').waitFor();
    await card.getByRole('button', { name: 'Shut out for good' }).click();
    await page.keyboard.press('Enter'); // The safe answer has the focus.
    expect(await callsOf(page, 'integration.clients.revoke')).toEqual([]);
    await card.getByRole('button', { name: 'Shut out for good' }).click();
    await card.getByRole('button', { name: 'Shut out for good' }).click();
    await card.getByText('Shut out since').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
  });

  test('an app that waits is told on every screen; the check words are there to compare, and it is approved', async () => {
    const page = await open({ fake: { ...full, approvals: 2 } });
    await page.getByRole('link', { name: 'An app waits for a manager’s approval' }).click();
    const card = page.getByRole('region', { name: 'Ledgerly for accountants' });
    await card.getByText('KMTR-7WQD').waitFor();
    await card.getByText('See invoices').waitFor();
    await card.getByText('Issue invoices').waitFor();
    await card.getByText('ends by itself in 4m').waitFor();
    await card.getByRole('button', { name: /approve$/ }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('No app waits.').waitFor();
    await page
      .getByRole('link', { name: 'An app waits for a manager’s approval' })
      .waitFor({ state: 'detached' });
    expect(await callsOf(page, 'integration.approve')).toHaveLength(1);
    expect(await callsOf(page, 'integration.deny')).toHaveLength(1);
  });

  test('an app that asks is told at once, and nobody is asked again and again', async () => {
    const page = await open({ fake: full });
    const notice = page.getByRole('link', { name: 'An app waits for a manager’s approval' });
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).waitFor();
    expect(await callsOf(page, 'integration.waiting')).toHaveLength(1);
    expect(await notice.count()).toBe(0);
    await page.evaluate(() => window.fake.askForApproval());
    await notice.waitFor();
    expect(await callsOf(page, 'integration.waiting')).toHaveLength(2);
  });

  const { person: _, ...withNobody } = full;
  test.each([
    ['a cashier', { ...full, person: 'سالم' }],
    ['nobody', withNobody],
  ])('where %s is signed in, the managers who may answer are named', async (_who, fake) => {
    const people = [
      { name: 'Mona', role: 'manager' as const },
      { name: 'سالم', role: 'cashier' as const },
    ];
    const page = await open({ fake: { ...fake, people, approvals: 1 } });
    if (fake !== withNobody) await page.getByRole('link', { name: 'App asks' }).click();
    await page.getByText('“Ledgerly for accountants” asks to work with this terminal.').waitFor();
    await page.getByText('Only a manager can answer. Fetch \u2068Mona\u2069.').waitFor();
    expect(await callsOf(page, 'integration.approvals')).toEqual([]);
  });

  test('the time that an app still waits counts from its request, whenever the page is opened', async () => {
    const page = await open({ hash: at('programs'), fake: { ...full, approvals: 1 } });
    await page.clock.install();
    await page.clock.fastForward(3 * 60_000);
    await page.evaluate(() => {
      location.hash = '#/settings/integrations/approvals';
    });
    await page.getByText('ends by itself in 1m').waitFor();
  });

  test('one approval of an app is ended after asking twice, and the others stay', async () => {
    const page = await open({ hash: at('programs'), fake: full });
    const card = page.getByRole('region', { name: 'Ledgerly for accountants' });
    await card.getByRole('button', { name: /^Change/ }).click();
    const row = card.getByRole('listitem').filter({ hasText: 'Huda' });
    await row.getByRole('button', { name: 'End this approval' }).click();
    await row.getByText('The app must ask again for what Huda allowed.').waitFor();
    expect(await callsOf(page, 'integration.endGiven')).toEqual([]);
    await row.getByRole('button', { name: 'End this approval' }).click();
    await row.waitFor({ state: 'detached' });
    await card.getByRole('listitem').filter({ hasText: 'خالد' }).waitFor();
    expect(await inputsOf(page, 'integration.endGiven')).toEqual([{ id: 'given-0' }]);
  });

  test('an approval that ended meanwhile is said in a sentence that fits', async () => {
    const page = await open({ hash: at('approvals'), fake: { ...full, approvals: 1 } });
    await page.getByText('KMTR-7WQD').waitFor();
    await page.evaluate(() => window.fake.failNext('integration.approve', { code: 'not-found' }));
    await page.getByRole('button', { name: /approve$/ }).click();
    await page.getByText('This is not there any more.').waitFor();
  });

  test('the drop folder says what the day brought, and which files were refused and why', async () => {
    const page = await open({ hash: at('folder'), fake: full });
    await page.getByText('Issued today').locator('..').getByText('128', { exact: true }).waitFor();
    await page.getByText('Refused today').locator('..').getByText('2', { exact: true }).waitFor();
    const refused = page.locator('main li', { hasText: 'refused/' });
    await refused.getByText('sale-20261120-4711.json', { exact: true }).waitFor();
    await refused.getByText('Line 3, Discount: The discount is more than the price').waitFor();
    expect(await refused.count()).toBe(1);
    await button(page, 'Show the last refused files').click();
    await refused.nth(2).waitFor();
    await button(page, 'Show only the last one').click();
    await refused.nth(1).waitFor({ state: 'detached' });
  });

  test('the drop folder: on, where it is, the rule of renaming, and a path that is none', async () => {
    const page = await open({ hash: at('folder'), fake: empty });
    await page.getByText('rename it to .json when it is whole').waitFor();
    await page.getByRole('switch', { name: 'Take sales from the folder' }).click();
    await page.getByText('Nothing waits in the folder.').waitFor();
    await page.getByText('/home/shop/Khatm/drop/refused').waitFor();
    await page.getByLabel('Whole path of the folder').fill('drop');
    await page.keyboard.press('Enter');
    await page.getByText('Enter the whole path of a folder').waitFor();
    await page.getByLabel('Whole path of the folder').fill('/srv/drop');
    await page.keyboard.press('Enter');
    await page.getByText('/srv/drop/in', { exact: true }).waitFor();
    const mayDeclare = page.getByRole('switch', { name: 'Correct documents of other systems' });
    await mayDeclare.click();
    await mayDeclare.and(page.locator('[aria-checked=true]')).waitFor();
    expect(await inputsOf(page, 'integration.dropFolder.set')).toEqual([
      { enabled: true, folder: '/home/shop/Khatm/drop' },
      { enabled: true, folder: 'drop' },
      { enabled: true, folder: '/srv/drop' },
      { enabled: true, folder: '/srv/drop', otherSystems: true },
    ]);
  });

  test('what cannot be read or done is a sentence', async () => {
    const page = await open({ fake: full });
    await page.evaluate(() => window.fake.failNext('integration.clients.list', { code: 'ledger-broken' }));
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, at('programs'));
    await page.getByRole('alert').getByText('The invoice records are damaged').waitFor();
  });
});
