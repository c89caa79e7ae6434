import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../shared/failure.ts';
import { failedSeries, fakeCompany, fakeOtp, fakePassphrase, stepsAt } from '../fakes/fake-credentials.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';

/* Tests the set-up from a new terminal to one with a certificate, in a real Chromium. */

const people = [{ name: 'Noura', role: 'manager' as const }];
const manager: FakeOptions = { people, person: 'Noura', invoices: 5 };
const ready: FakeOptions = {
  ...manager,
  environment: 'simulation',
  credential: 'none',
  company: fakeCompany,
};

describe.skipIf(chromiumPath === undefined)('set-up', () => {
  const { open } = usePages();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const typeFields = async (page: Page, ...texts: string[]) => {
    for (const text of texts) {
      if (text !== '') await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
  };

  test('a program that serves training only says so before anything is filled in', async () => {
    const page = await open({ hash: '#/setup', fake: { invoices: 0, trainingOnly: true } });
    await page.getByText('In a browser Khatm serves training only.').waitFor();
    expect(await page.locator('main input').count()).toBe(0);
    await page.keyboard.press('F9');
    await page.waitForURL(/#\/settings\/environments$/);
  });

  test('a keyboard alone goes from the box to the first sale', async () => {
    const page = await open({ hash: '#/setup', fake: { invoices: 0 } });
    await heading(page, 'Who manages this terminal?');
    await typeFields(page, 'Noura', '135790', '135790');
    await page.keyboard.press('F9');

    await heading(page, 'Where should invoices go?');
    await page.keyboard.press('F9');

    await heading(page, 'The company');
    await typeFields(
      page,
      'Palm Shop',
      '310122393500003',
      '',
      '1010010000',
      'Olaya',
      '1234',
      'Olaya',
      'Riyadh',
      '12345',
    );
    expect(await callsOf(page, 'company.save')).toHaveLength(0);
    await page.keyboard.press('F9');

    await heading(page, 'This terminal');
    await typeFields(page, '', 'Main branch', 'RRRD2929', 'Retail', '');
    await page.locator('#company-terminal-serial').focus();
    await page.keyboard.type('A-0001');
    await page.keyboard.press('Enter');

    await heading(page, 'Get a code from the authority');
    const code = page.locator('#code-otp');
    await code.fill('12334567');
    await page.getByText('The code has 6 digits; this has 8').waitFor();
    await code.fill('12a345');
    await page.getByText('The code has a character that is no digit').waitFor();
    expect(await code.inputValue()).toBe('');
    expect(await callsOf(page, 'credential.begin')).toEqual([]);
    await code.fill('١٢٣ ٣٤٥');
    expect(await code.inputValue()).toBe(fakeOtp);
    await page.keyboard.press('Enter');

    await heading(page, 'Getting the certificate');
    await page.evaluate(() => window.fake.credentials.series(4));
    await page.getByText('4 of 6').waitFor();
    expect(await page.getByText('Accepted', { exact: true }).count()).toBe(4);
    await page.evaluate(() => window.fake.credentials.finish());

    await heading(page, 'The terminal is ready');
    await page.getByText('Invoices to consumers and businesses').waitFor();
    await page.keyboard.press('F9');
    await page.locator('#issue').waitFor();

    const [saved] = (await callsOf(page, 'company.save')) as { input: unknown }[];
    expect(saved?.input).toEqual({
      name: 'Palm Shop',
      vatNumber: '310122393500003',
      identification: { scheme: 'CRN', value: '1010010000' },
      address: { street: 'Olaya', building: '1234', district: 'Olaya', city: 'Riyadh', postalCode: '12345' },
      certificate: {
        organization: 'Palm Shop',
        organizationUnit: 'Main branch',
        address: 'RRRD2929',
        category: 'Retail',
        documentTypes: '1100',
      },
      terminal: { numberPrefix: 'T1', serial: 'A-0001' },
    });
    expect(await callsOf(page, 'credential.begin')).toEqual([
      { name: 'credential.begin', input: { kind: 'onboarding', otp: fakeOtp } },
    ]);
  });

  test('the manager’s PIN must be six digits, and the same twice; nothing of it is kept in the window', async () => {
    const page = await open({ hash: '#/setup' });
    await heading(page, 'Who manages this terminal?');
    await typeFields(page, 'Noura', '1234', '4321');
    await page.getByText('6 to 12 digits', { exact: true }).waitFor();
    await page.getByText('The two PINs differ').waitFor();
    await page.keyboard.press('F9');
    expect(await callsOf(page, 'people.save')).toHaveLength(0);
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept).not.toMatch(/1234|4321/);
  });

  test('going live is confirmed by a typed word, and once more with the code', async () => {
    const page = await open({ hash: '#/setup/production', fake: manager });
    await page.getByText('cannot be undone').waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Type the word “LIVE”').waitFor();
    expect(await callsOf(page, 'environment.show')).toHaveLength(0);
    await page.keyboard.type('live');
    await page.keyboard.press('F9');
    await heading(page, 'The company');
    expect(await callsOf(page, 'environment.show')).toEqual([
      { name: 'environment.show', input: { environment: 'production', confirm: 'production' } },
    ]);

    const later = await open({ fake: { ...ready, environment: 'production' } });
    await heading(later, 'Get a code from the authority');
    await later.keyboard.type(fakeOtp);
    await later.keyboard.press('F9');
    await later.getByText('Confirm this first').waitFor();
    await later.keyboard.press('Space');
    await later.keyboard.press('F9');
    await heading(later, 'Getting the certificate');
    expect(await callsOf(later, 'credential.begin')).toEqual([
      { name: 'credential.begin', input: { kind: 'onboarding', otp: fakeOtp, confirm: 'production' } },
    ]);
  });

  test('what is missing before going live is listed with its way, and done without by name', async () => {
    const page = await open({
      hash: '#/setup/production',
      fake: { ...manager, goLive: { articles: 'articles-none', printer: 'printer-none', sale: 'sale-none' } },
    });
    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await row('People').getByText('Done', { exact: true }).waitFor();
    // The word that confirms production is not requested yet.
    expect(await page.getByText('cannot be undone').count()).toBe(0);
    await page.keyboard.press('F9');
    await page.getByRole('alert').getByText('Still to do: Articles, Receipt printer, Trial sale.').waitFor();
    expect(await callsOf(page, 'environment.show')).toHaveLength(0);

    const link = row('Articles').getByRole('link', { name: 'Open the articles' });
    expect(await link.getAttribute('href')).toBe('#/articles/list');
    // A manager cannot waive a row that can be settled on this page.
    expect(await row('Articles').getByRole('button').count()).toBe(0);
    const ways = row('Receipt printer');
    await ways.getByRole('button', { name: 'Do without it' }).focus();
    await page.keyboard.press('Enter');
    await ways.getByText('Your name is written down').waitFor();
    await page.keyboard.press('Tab');
    // An immediate second press confirms nothing.
    await page.waitForTimeout(1_000);
    await page.keyboard.press('Enter');
    await ways.getByText(/Decided by .Noura/).waitFor();
    expect(await callsOf(page, 'goLive.waive')).toEqual([
      { name: 'goLive.waive', input: { row: 'printer', waived: true } },
    ]);
    await ways.getByRole('button', { name: 'Do it after all' }).click();
    await ways.getByText('Still to do', { exact: true }).waitFor();

    // The trial sale cannot be skipped; its link leads to simulation.
    expect(await row('Trial sale').getByRole('button').count()).toBe(0);
    await row('Trial sale').getByRole('link', { name: 'Sell in simulation' }).click();
    expect(new URL(page.url()).hash).toBe('#/setup/simulation');
    await page.getByRole('radio', { name: 'Simulation' }).and(page.locator(':checked')).waitFor();
  });

  test('another gateway is set before anything is asked for there', async () => {
    const page = await open({ hash: '#/setup', fake: manager });
    await page.getByRole('button', { name: 'Advanced' }).click();
    const address = page.getByLabel('Address of the gateway');
    await address.fill('http://example.com');
    await page.keyboard.press('F9');
    await page.getByText('begins with https://').waitFor();
    await address.fill('https://gateway.example.com/?key=1');
    await page.keyboard.press('F9');
    await page.getByText('begins with https://').waitFor();
    await address.fill('https://gw-fatoora.zatca.gov.sa/e-invoicing/production/');
    await page.getByText('This is the address of another environment').waitFor();
    await address.fill('https://gateway.example.com/e-invoicing');
    await page.keyboard.press('F9');
    await heading(page, 'The company');
    const calls = await page.evaluate(() => window.fake.calls.map(({ name }) => name));
    expect(calls.filter((name) => /^environment\.s|^credential\.begin/.test(name))).toEqual([
      'environment.show',
      'environment.setAddress',
    ]);
    expect(await callsOf(page, 'environment.setAddress')).toEqual([
      {
        name: 'environment.setAddress',
        input: { environment: 'simulation', address: 'https://gateway.example.com/e-invoicing' },
      },
    ]);
  });

  test('where there is no keychain a passphrase is chosen, twice and long', async () => {
    const page = await open({ hash: '#/setup', fake: { ...manager, passphraseNeeded: true } });
    await heading(page, 'Where should invoices go?');
    await page.keyboard.press('F9');
    await heading(page, 'A passphrase for the terminal’s key');
    await page.getByText('Nobody can recover it').waitFor();
    await typeFields(page, 'short', 'short');
    await page.getByText('At least 12 characters', { exact: true }).waitFor();
    await page.keyboard.press('F9');
    await page.keyboard.press('Control+A');
    await typeFields(page, fakePassphrase);
    await page.keyboard.press('Control+A');
    await typeFields(page, fakePassphrase);
    await page.keyboard.press('F9');
    await heading(page, 'The company');
    expect(await callsOf(page, 'environment.show')).toEqual([
      { name: 'environment.show', input: { environment: 'simulation', passphrase: fakePassphrase } },
    ]);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('cardamom');
  });

  test('what is wrong is said at its field while one types, in the person’s language', async () => {
    const page = await open({ fake: { ...ready, company: undefined } });
    await heading(page, 'The company');
    const vat = page.getByLabel('VAT number');
    await vat.fill('3101');
    expect(await page.getByText('15 digits, the first').count()).toBe(0);
    await vat.blur();
    await page.getByText('15 digits, the first and the last a 3').waitFor();
    await page.keyboard.press('F7');
    await page.getByText('15 رقمًا، أولها وآخرها 3').waitFor();
    await page.getByLabel('الرقم الضريبي').fill('٣١٠١٢٢٣٩٣٥١٠٠٠٣');
    await page.getByText('15 رقمًا، أولها').waitFor({ state: 'detached' });
    await page.getByText('مجموعة ضريبية').waitFor();
  });

  test('half-typed details outlive a reload; a VAT group is asked for its member', async () => {
    const page = await open({ fake: { ...ready, company: undefined } });
    await heading(page, 'The company');
    await typeFields(
      page,
      'Palm Shop',
      '310122393510003',
      '',
      '1010010000',
      'Olaya',
      '1234',
      'Olaya',
      'Riyadh',
      '12345',
    );
    await page.reload();
    await heading(page, 'The company');
    expect(await page.getByLabel('Name of the company').inputValue()).toBe('Palm Shop');
    await page.keyboard.press('F9');
    await page.getByLabel('Member’s tax number').fill('Main branch'.slice(0, 10));
    await page.keyboard.press('F9');
    await page.getByText('A VAT group needs the ten digits').waitFor();
    expect(await callsOf(page, 'company.save')).toHaveLength(0);
  });

  test('what the terminal refuses of the company is said at its field', async () => {
    const page = await open({ fake: ready });
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button', { name: 'This terminal' })
      .click();
    await heading(page, 'This terminal');
    await page.evaluate(() =>
      window.fake.failNext('company.save', {
        code: 'bad-input',
        issues: [{ path: ['terminal', 'serial'], code: 'serial', message: 'is taken' }],
      }),
    );
    await page.keyboard.press('F9');
    await page.getByText('At most 43 letters, digits and hyphens').waitFor();
    await page.locator('#company-terminal-serial:focus').waitFor();
  });

  test('an authority of the shop’s own is trusted before anything is asked of the gateway', async () => {
    const page = await open({ fake: ready });
    await heading(page, 'Get a code from the authority');
    await page.getByRole('button', { name: 'Network of the environment on the screen' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Add an authority (PEM file)').click(),
    ]);
    const buffer = Buffer.from('-----BEGIN CERTIFICATE-----');
    await chooser.setFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer });
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    expect(await callsOf(page, 'credential.begin')).toEqual([]);
    await page.getByLabel('Code, six digits').fill(fakeOtp);
    await page.keyboard.press('F9');
    await page.getByText('This takes about a minute').waitFor();
  });

  test('a code can be pasted; a wrong one is said with what to do, and the next one goes on', async () => {
    const page = await open({ fake: ready });
    await heading(page, 'Get a code from the authority');
    expect(await page.getByRole('img', { name: /^Picture of the portal/ }).count()).toBe(1);
    await page.keyboard.press('F9');
    await page.getByText('Six digits', { exact: true }).waitFor();
    const code = page.getByLabel('Code, six digits');
    await code.evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/plain', '111 111');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      document.execCommand('insertText', false, '111 111');
    });
    expect(await code.inputValue()).toBe('111111');
    await page.keyboard.press('F9');
    await page.getByText('The code was not accepted').waitFor();
    await page.keyboard.type(fakeOtp);
    await page.keyboard.press('F9');
    await page.getByText('This takes about a minute').waitFor();
    expect(await callsOf(page, 'credential.continue')).toEqual([
      { name: 'credential.continue', input: { otp: fakeOtp } },
    ]);
  });

  test('where it comes to a stand under one’s eyes, the field for the next code is ready to type in', async () => {
    const page = await open({ fake: ready });
    await heading(page, 'Get a code from the authority');
    await page.keyboard.type(fakeOtp);
    await page.keyboard.press('F9');
    await page.getByText('This takes about a minute').waitFor();
    await page.evaluate(
      (steps) =>
        window.fake.credentials.flow({
          running: false,
          needsOtp: true,
          steps,
          failure: { code: 'gateway-unreachable', detail: { step: 'compliance', why: 'no-answer' } },
        }),
      stepsAt('compliance', 'failed'),
    );
    await page.getByText('A certificate whose answer was lost is never used').waitFor();
    await page.locator('#code-otp:focus').waitFor();
  });

  test('a refused test document shows why, is sent again, and giving up is asked twice', async () => {
    const failure: Failure = { code: 'gateway-refused', detail: { step: 'series', code: 'BR-KSA-17' } };
    const page = await open({
      fake: {
        ...ready,
        credential: 'compliance',
        flow: {
          running: false,
          steps: stepsAt('series', 'failed'),
          series: failedSeries('standard-debit-note'),
          failure,
        },
      },
    });
    await page.getByText('A test document was not accepted').waitFor();
    await page.getByText('must contain the reason for issuing it').waitFor();
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByText('What was begun is discarded').waitFor();
    expect(await callsOf(page, 'credential.abandon')).toHaveLength(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This takes about a minute').waitFor();
    expect(await callsOf(page, 'credential.continue')).toEqual([{ name: 'credential.continue', input: {} }]);
  });

  test('left and opened again, it goes on where the terminal stands', async () => {
    const page = await open({ fake: ready });
    await heading(page, 'Get a code from the authority');
    await page.getByRole('button', { name: 'Leave for now' }).click();
    await heading(page, 'Environments');
    await page.getByRole('link', { name: 'Certificate' }).click();
    await page.getByRole('button', { name: 'Set up this environment' }).click();
    await heading(page, 'Get a code from the authority');
    await page.keyboard.type(fakeOtp);
    await page.keyboard.press('F9');
    await heading(page, 'Getting the certificate');
    await page.goto(`${page.url().split('#')[0]}#/settings/environments`);
    await page.goto(`${page.url().split('#')[0]}#/`);
    await heading(page, 'Getting the certificate');
  });

  test('a cashier at a terminal without a certificate is told to ask, and gets no set-up', async () => {
    const page = await open({
      fake: { ...ready, people: [...people, { name: 'سالم', role: 'cashier' }], person: 'سالم' },
    });
    await page.getByText('A manager must set up this terminal').waitFor();
    expect(await page.getByRole('navigation', { name: 'Steps' }).count()).toBe(0);
  });
});
