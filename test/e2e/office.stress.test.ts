import { describe, expect, inject, test } from 'vitest';
import { addManyTills } from '../office/many-tills.ts';
import { hasServer } from '../office/office.ts';
import { officeTime } from '../office/office-browser.ts';
import { acceptInvitation, openWholeOffice } from '../office/open-whole-office.ts';
import { tillWith } from '../office/till-with-documents.ts';
import { chromiumPath } from '../renderer/harness/browser.ts';
import { looksOf, seriousFindings } from '../support/browser/accessibility.ts';
import { connectBrowser } from '../support/browser/shared-browser.ts';
import { showLanguage } from '../support/browser/show-language.ts';

/* Tests the head office as its owner uses it. The owner signs in with the link, opens every screen, and signs out. */

describe.skipIf(!hasServer || chromiumPath === undefined)('the screens of the head office', () => {
  test('open by the owner’s link, in both languages, with nothing serious against them', async () => {
    const office = await openWholeOffice();
    const browser = await connectBrowser(inject('browser'));
    try {
      await addManyTills(office.database, { tills: 5000, now: Date.now() });
      officeTime.now = Date.now() - 60_000;
      await tillWith(office.database, office.tenant, 'Olaya', ['11.50', '23.00']);
      const context = await browser.newContext({ locale: 'en' });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      const findings: string[] = [];
      const look = async (nth: number) => {
        findings.push(...(await seriousFindings(page, looksOf(nth))));
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (isWide) findings.push(`${page.url()} scrolls sideways`);
        await showLanguage(page, 'en');
        await page.setViewportSize({ width: 1280, height: 800 });
      };
      await page.goto(office.invitation);
      await page.getByLabel('E-mail address').waitFor();
      await look(0);
      await acceptInvitation(page, office.invitation);
      expect(page.url()).not.toContain('invitation');

      // The till with the most urgent alarm of five thousand is at the top, and a search finds one of them.
      expect(await page.locator('[data-row]').first().textContent()).toContain('Refused');
      expect(await page.locator('[data-row]').count()).toBeLessThan(60);
      await look(1);
      await page.getByRole('searchbox').fill('4711');
      await page.locator('[data-row]', { hasText: '4711' }).click();
      await page.getByRole('heading', { name: '4711' }).waitFor();
      await look(2);

      await page.getByRole('button', { name: 'Stop this till' }).click();
      await page.getByLabel('Why').selectOption('other');
      await page.getByRole('button', { name: 'Ask a second person' }).click();
      await page.getByText('You asked for this.').waitFor();

      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await page.getByText('Waits for a second person').waitFor();
      await page.getByRole('button', { name: 'New order' }).click();
      await page.getByLabel('Tills').selectOption({ label: 'Olaya (1)' });
      await page.getByLabel('Code, Arabic name').fill('6281\tقهوة\tCoffee\t11.50');
      await look(3);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Sent to 1 till.').waitFor();
      await page.getByText('On its way').waitFor();

      await page.getByRole('link', { name: 'Documents', exact: true }).click();
      await page.getByRole('link', { name: 'T1-000002' }).waitFor();
      await look(3);
      await page.getByRole('link', { name: 'T1-000002' }).click();
      await page.getByText('Hash before it').waitFor();
      await look(0);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save XML' }).click();
      expect((await download).suggestedFilename()).toMatch(/^3\d{13}3_.*\.xml$/);

      await page.getByRole('link', { name: 'VAT', exact: true }).click();
      for (const level of ['Olaya', 'Till Olaya', /^\d{4}-/])
        await page.locator('button[aria-expanded]', { hasText: level }).last().click();
      await page.getByRole('link', { name: 'T1-000001' }).waitFor();
      await look(1);

      await page.getByRole('link', { name: 'Alarms', exact: true }).click();
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      // The message for a missing or refused value is beside its field, which gets the focus.
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Fill this in').waitFor();
      await page.locator('#notice-address:focus').fill('ftp://receiver.example');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('An address that begins with https://').waitFor();
      await page.locator('#notice-address:focus').waitFor();
      await page.getByRole('textbox', { name: 'Address' }).fill('https://receiver.example/alarms');
      await look(2);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('button', { name: 'Send a test' }).waitFor();

      await page.getByRole('link', { name: 'Archive', exact: true }).click();
      await page.getByText('Not closed yet').first().waitFor();
      await page.getByText(/^Not complete: /).waitFor();
      await look(1);

      await page.getByRole('link', { name: 'New tills', exact: true }).click();
      await page.getByRole('button', { name: 'Add tills from a list' }).click();
      const list = page.getByLabel('The list');
      await list.fill(
        'vat,branch,name,serial,prefix\n399999999900003,Olaya,New till,s-1,N1\n1,Olaya,T,s-1,N2',
      );
      await page.getByRole('button', { name: 'Add these tills' }).click();
      await page.getByText('Row 3').first().waitFor();
      await look(3);
      await list.fill('vat,branch,name,serial,prefix\n399999999900003,Olaya,New till,s-1,N1');
      await page.getByRole('button', { name: 'Add these tills' }).click();
      const codes = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save the codes' }).click();
      expect((await codes).suggestedFilename()).toBe('khatm-codes.csv');
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await page.getByRole('button', { name: 'Hand out one-time passwords' }).click();
      await page.getByRole('textbox', { name: 'One-time passwords' }).fill('123456 no');
      await look(0);
      await page.getByRole('button', { name: 'Hand out', exact: true }).click();
      await page.getByText('1 word is no password.').waitFor();
      await page.getByText('Code not used yet').first().waitFor();

      await page.getByRole('link', { name: 'People', exact: true }).click();
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      await page.getByLabel('Name').fill('Huda');
      await page.getByLabel('Role').selectOption('branch');
      const invite = page.getByRole('button', { name: 'Make the invitation' });
      await invite.click();
      await page.getByText('Choose the branches.').waitFor();
      await look(2);
      await page.getByLabel('Branch Dammam').first().check();
      await invite.click();
      await page.getByText('/office/#invitation=').waitFor();
      await page.getByRole('button', { name: 'I have handed it over' }).click();

      await page.getByRole('link', { name: 'Log', exact: true }).click();
      await page.getByRole('button', { name: 'Check the chain' }).click();
      await page.getByText(/\d+ lines, unbroken/).waitFor();
      await look(3);
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByLabel('Password').waitFor();
      await look(0);
      expect([complaints, findings]).toEqual([[], []]);
    } finally {
      await browser.close();
      await office.close();
    }
  });

  test('keep what was chosen while an order is on its way, and the steps about a stolen till', async () => {
    const office = await openWholeOffice();
    const browser = await connectBrowser(inject('browser'));
    try {
      await addManyTills(office.database, { tills: 8, now: Date.now() });
      officeTime.now = Date.now() - 60_000;
      await tillWith(office.database, office.tenant, 'Olaya', ['11.50']);
      const context = await browser.newContext({ locale: 'en' });
      const page = await context.newPage();
      await acceptInvitation(page, office.invitation);
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      const sent: string[] = [];
      await page.route('**/office/call', async (route) => {
        const { name } = route.request().postDataJSON() as { name: string };
        if (name.startsWith('order.') && name !== 'order.list') sent.push(name);
        if (name === 'order.articles') await held;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await page.getByRole('button', { name: 'New order' }).click();
      await page.getByLabel('Tills').selectOption({ label: 'Olaya (1)' });
      await page.getByLabel('Code, Arabic name').fill('6281\tقهوة\tCoffee\t11.50');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByLabel('What').selectOption('people');
      await page.getByLabel('Tills').selectOption('all');
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Sara');
      await name.press('Enter');
      letGo();
      await page.getByText('Sent to 1 till.').waitFor();
      expect(sent).toEqual(['order.articles']);
      expect([await page.getByLabel('Tills').inputValue(), await name.inputValue()]).toEqual(['all', 'Sara']);
      await page.getByLabel('What').selectOption('articles');
      expect(await page.getByLabel('Code, Arabic name').inputValue()).toBe('');

      // The silent one of the many.
      await office.database.asOwner((client) =>
        client.query("UPDATE device SET frozen_at = now() WHERE name = 'نقطة 3'"),
      );
      await page.getByRole('link', { name: 'Tills', exact: true }).click();
      await page.locator('[data-row]', { hasText: 'نقطة 3' }).click();
      await page.getByText('Revoke its certificate.', { exact: true }).waitFor();
      await page.getByText('find 1-Khatm|2-Terminal|3-3').waitFor();
      const deadline = page.locator('dl > div', { hasText: 'Nearest deadline' });
      expect(await deadline.textContent()).toMatch(/not known since .* · was /);
      expect(await seriousFindings(page, looksOf(0))).toEqual([]);
    } finally {
      await browser.close();
      await office.close();
    }
  });

  test('give way to the sign-in once the session has ended elsewhere', async () => {
    const office = await openWholeOffice();
    const browser = await connectBrowser(inject('browser'));
    try {
      const context = await browser.newContext({ locale: 'en' });
      const page = await context.newPage();
      await acceptInvitation(page, office.invitation);
      await context.clearCookies();
      await page.getByRole('link', { name: 'Documents', exact: true }).click();
      await page.getByLabel('Password').waitFor();
    } finally {
      await browser.close();
      await office.close();
    }
  });
});
