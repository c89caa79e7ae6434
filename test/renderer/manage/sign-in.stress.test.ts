import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPay, payExactly } from '../../support/pay.ts';
import { fakePassphrase, fakePin } from '../fakes/fake-credentials.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';

/* Tests the lock screen, the passphrase, and the screens of each role. */

const people = [
  { name: 'Noura', role: 'manager' as const },
  { name: 'سالم', role: 'cashier' as const },
];
const sale = '#issue';

describe.skipIf(chromiumPath === undefined)('signing in', () => {
  const { open } = usePages();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

  test('a name and a PIN by keyboard open the sale; a cashier has no settings', async () => {
    const page = await open({ fake: { people } });
    await page.getByRole('button', { name: 'سالم' }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'PIN of سالم');
    // The digits of an Arabic keyboard count as the same digits.
    for (const key of '٢٤٦٨')
      await page.evaluate(
        (key) =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
        key,
      );
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await page.locator(sale).waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    for (const hash of ['#/settings/people', '#/setup']) {
      await page.evaluate((next) => {
        window.location.hash = next;
      }, hash);
      await page.locator(sale).waitFor();
    }
    expect(await callsOf(page, 'people.signIn')).toEqual([
      { name: 'people.signIn', input: { name: 'سالم', pin: fakePin } },
    ]);
  });

  test('each person has the screens in the language that they chose, and the terminal keeps its own', async () => {
    const page = await open({ fake: { people } });
    // The language changes to the person's a moment after the names appear.
    const sees = (language: 'ar' | 'en') => page.locator(`html[lang=${language}]`).waitFor();
    const enter = async (name: string) => {
      await page.getByRole('button', { name }).click();
      await page.keyboard.type(fakePin);
      await page.keyboard.press('Enter');
      await page.locator('button[title]', { hasText: name }).waitFor();
    };
    const leave = async () => {
      await page.getByRole('button', { name: /Sign out|تسجيل الخروج/ }).click();
      await page.getByRole('button', { name: 'Noura' }).waitFor();
    };
    await enter('Noura');
    await sees('en');
    await page.keyboard.press('F7');
    await sees('ar');
    await leave();
    await sees('en');
    await enter('سالم');
    await sees('en');
    await leave();
    await enter('Noura');
    await sees('ar');
    await page.reload();
    await page.locator('html[lang=en]').waitFor();
  });

  test('wrong PINs are said, and after three the wait is counted down', async () => {
    const page = await open({ fake: { people } });
    await page.clock.install({ time: '2026-11-20T09:30:00.000Z' });
    await page.getByRole('button', { name: 'Noura' }).click();
    for (let tries = 1; tries <= 3; tries += 1) {
      await page.keyboard.type('111111');
      await page.keyboard.press('Enter');
      await page.clock.runFor(50);
      await page.getByText(tries < 3 ? 'This PIN is not right' : 'Try again in 30 s').waitFor();
    }
    await page.keyboard.type(fakePin);
    await page.keyboard.press('Enter');
    expect(await callsOf(page, 'people.signIn')).toHaveLength(3);
    await page.clock.runFor(9_000);
    // It runs on while the pad is closed.
    await page.getByRole('button', { name: 'Somebody else' }).click();
    await page.clock.runFor(10_000);
    await page.getByRole('button', { name: 'Noura' }).click();
    await page.getByText('Try again in 11 s').waitFor();
    await page.clock.runFor(10_000);
    await page.getByText('Try again in 1 s').waitFor();
    await page.clock.runFor(2_000);
    await page.keyboard.type(fakePin);
    await page.keyboard.press('Enter');
    await page.clock.runFor(50);
    await heading(page, 'What needs you');
  });

  test('a manager lands on the takings, a cashier on the sale, and what was open stays', async () => {
    const page = await open({ fake: { people } });
    const enter = async (name: string) => {
      await page.getByRole('button', { name }).click();
      await page.keyboard.type(fakePin);
      await page.keyboard.press('Enter');
    };
    const leave = async () => {
      await page.getByRole('button', { name: /Sign out/ }).click();
      await heading(page, 'Who is working?');
    };
    await enter('Noura');
    await heading(page, 'What needs you');
    // One key opens the sale, and the screen then stays there.
    await page.keyboard.press('Alt+1');
    await page.locator(sale).waitFor();
    await leave();
    await enter('سالم');
    await page.locator(sale).waitFor();
    await leave();
    await page.evaluate(() => window.location.assign('#/invoices'));
    await enter('Noura');
    await heading(page, 'Invoices');
    await page.keyboard.press('Alt+1');
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).fill('Chair');
    await expect
      .poll(() => callsOf(page, 'basket.keep').then((calls) => JSON.stringify(calls)))
      .toContain('Chair');
    await leave();
    await enter('Noura');
    await page.locator(sale).waitFor();
    expect(await page.getByRole('combobox', { name: 'Item 1', exact: true }).inputValue()).toBe('Chair');
  });

  test('a manager agrees on the spot: who, why and the PIN, and the sale goes on', async () => {
    const page = await open({ fake: { people, person: 'سالم' } });
    await page.locator(sale).waitFor();
    await page.getByRole('combobox', { name: 'Item 1', exact: true }).fill('Chair');
    await page.getByRole('textbox', { name: 'Price of item 1' }).fill('100');
    const needsApproval = () =>
      page.evaluate(() =>
        window.fake.failNext('sale.issue', {
          code: 'approval-needed',
          detail: { approval: '0d5d4f0e-1c06-4a0e-8a38-2f8f7d6f5f11', limits: 'discount' },
        }),
      );
    await needsApproval();
    await payExactly(page);
    const dialog = page.getByRole('dialog', { name: 'A manager must agree' });
    await dialog.getByText('The discount is larger than a cashier may give.').waitFor();
    // Close the question. The sale is unchanged, and shows why it is not issued.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('This needs the agreement of a manager.').waitFor();
    await needsApproval();
    await page.keyboard.press('F9');
    await dialog.getByLabel('Why?').fill('Scratch no. 7');
    await page.keyboard.press('Enter');
    await dialog.getByText('PIN of Noura').waitFor();
    await page.keyboard.type(fakePin);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Invoice issued' }).waitFor();
    expect(await callsOf(page, 'session.approve')).toEqual([
      {
        name: 'session.approve',
        input: {
          approval: '0d5d4f0e-1c06-4a0e-8a38-2f8f7d6f5f11',
          name: 'Noura',
          pin: fakePin,
          reason: 'Scratch no. 7',
        },
      },
    ]);
  });

  test('the limits of cashiers are set beside the people', async () => {
    const page = await open({ hash: '#/settings/people', fake: { people, person: 'Noura' } });
    const usual = page.getByText('These are the usual limits of a new shop.');
    await usual.waitFor();
    await page.getByLabel('Discount up to, percent').fill('١٥');
    await page.getByLabel('Pay back up to').fill('ten');
    await page.getByLabel('Take back within days').focus();
    await page.getByText('A number, or empty').waitFor();
    await page.getByLabel('Pay back up to').fill('250.00');
    await page.getByLabel('Changing the price of an article').selectOption('Yes');
    await page.getByLabel('Printing a receipt again').selectOption('With a manager’s PIN');
    await page.getByRole('button', { name: 'Save the limits' }).click();
    await page.getByText('Saved').waitFor();
    await usual.waitFor({ state: 'detached' });
    const asks = ['drawer', 'totals', 'reprint', 'no-receipt', 'other-means'];
    expect(await callsOf(page, 'people.setLimits')).toEqual([
      {
        name: 'people.setLimits',
        input: { discountPercent: 15, refund: 25_000, refundDays: 14, asks },
      },
    ]);
  });

  test('a grave command asks for the PIN in its own window and is then done; Escape leaves all as it was', async () => {
    const page = await open({ hash: '#/settings/people', fake: { people, person: 'Noura' } });
    const remove = async () => {
      await page.evaluate(() => window.fake.failNext('people.remove', { code: 'pin-needed' }));
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('dialog', { name: 'PIN of Noura' }).waitFor();
    };
    await page.getByRole('button', { name: 'Remove سالم' }).click();
    await remove();
    await page.keyboard.press('Escape');
    await page.getByText('Enter your PIN again for this.').waitFor();
    expect(await callsOf(page, 'people.remove')).toHaveLength(1);

    await remove();
    await page.keyboard.type('111111');
    await page.keyboard.press('Enter');
    await page.getByText('This PIN is not right').waitFor();
    await page.keyboard.type(fakePin);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change سالم' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await callsOf(page, 'people.remove')).toHaveLength(3);
  });

  test('a screen that locks while it asks for the PIN asks who is working', async () => {
    const page = await open({ hash: '#/settings/people', fake: { people, person: 'Noura' } });
    await page.getByRole('button', { name: 'Remove سالم' }).click();
    await page.evaluate(() => window.fake.failNext('people.remove', { code: 'pin-needed' }));
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => window.fake.call('people.signOut', {}));
    await heading(page, 'Who is working?');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('says that somebody is here when keys and pointer move, sparsely, and never by itself', async () => {
    const page = await open({ fake: { people, person: 'Noura' } });
    await page.locator(sale).waitFor();
    expect(await callsOf(page, 'session.touch')).toEqual([]);
    for (const key of ['F1', 'Escape', 'Shift', 'Shift']) await page.keyboard.press(key);
    expect(await callsOf(page, 'session.touch')).toHaveLength(1);
  });

  test('where the people are lost, the passphrase names a manager', async () => {
    const page = await open({
      fake: { people: [], role: 'nobody', peopleState: 'lost', canRecoverPeople: true },
    });
    await heading(page, 'It is not known any more who works here');
    const fill = async (fields: Record<string, string>) => {
      for (const [id, text] of Object.entries(fields)) await page.locator(`#recover-${id}`).fill(text);
      await page.keyboard.press('F9');
    };
    await fill({ passphrase: 'not this one at all', name: 'Sara', pin: '121212', again: '121212' });
    await page.getByText('Too easy to guess').waitFor();
    await fill({ pin: fakePin, again: fakePin });
    await page.getByText('This passphrase is not right').waitFor();
    await fill({ passphrase: fakePassphrase });
    await expect.poll(() => callsOf(page, 'people.recover')).toHaveLength(2);
  });

  test('where no passphrase protects them, it says what to do', async () => {
    const page = await open({ fake: { people: [], role: 'nobody', peopleState: 'lost' } });
    await page.getByText('khatm manager').waitFor();
    expect(await page.locator('form').count()).toBe(0);
  });

  test('a list that was put back is told until a manager has seen it', async () => {
    const alarms = [{ kind: 'people', level: 'red', why: 'lost' }] as const;
    const page = await open({ fake: { people, person: 'Noura', alarms: [...alarms] } });
    await page.getByRole('link', { name: 'To the people' }).click();
    await page.getByRole('button', { name: 'I have seen this' }).click();
    await expect.poll(() => callsOf(page, 'people.acknowledge')).toHaveLength(1);
  });

  test('the PIN pad works by finger alone, and its keys are large', async () => {
    const page = await open({ fake: { people } });
    await page.getByRole('button', { name: 'Noura' }).click();
    const pad = page.getByRole('group', { name: 'PIN pad' });
    for (const button of await pad.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(64);
    }
    await pad.getByRole('button', { name: '9' }).click();
    await pad.getByRole('button', { name: 'Erase' }).click();
    for (const digit of fakePin) await pad.getByRole('button', { name: digit }).click();
    await pad.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'What needs you');
  });

  test('a payment waits for its person: nobody else issues it, and it is as it was left', async () => {
    const page = await open({ fake: { people, person: 'Noura' } });
    const signIn = async (name: string) => {
      await page.evaluate(() => window.fake.call('people.signOut', {}));
      await page.getByRole('button', { name }).click();
      await page.keyboard.type(fakePin);
      await page.keyboard.press('Enter');
      await page.locator(sale).waitFor();
    };
    await typeLines(page, ['Chair', '1', '100']);
    await openPay(page);
    await page.keyboard.type('150');
    await page.getByText('50.00', { exact: true }).waitFor();
    await page.waitForTimeout(200); // The terminal saves the basket within 50 ms.
    await signIn('سالم');
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('');
    await page.waitForTimeout(700); // A screen that has just appeared ignores the key.
    await page.keyboard.press('F9');
    await page.getByText('Add at least one item.').waitFor();
    await signIn('Noura');
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('Chair');
    await page.waitForTimeout(700);
    await openPay(page);
    expect(await page.locator('#pay-tendered').inputValue()).toBe('150');
    expect(await callsOf(page, 'sale.issue')).toEqual([]);
  });

  test('signing out from the bar goes back to the names', async () => {
    const page = await open({ fake: { people, person: 'سالم' } });
    await page.locator(sale).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Who is working?');
    expect(await page.locator(sale).count()).toBe(0);
  });

  test('a locked vault asks for the passphrase, says when it is wrong, and opens', async () => {
    const page = await open({ fake: { people, vault: 'locked' } });
    await heading(page, 'Unlock this terminal');
    await page.keyboard.type('something else');
    await page.keyboard.press('Enter');
    await page.getByText('This passphrase is not right').waitFor();
    await page.keyboard.type(fakePassphrase);
    await page.keyboard.press('Enter');
    await heading(page, 'Who is working?');
  });

  test('a keychain that does not open is tried again; a manager still reaches invoices and settings', async () => {
    const page = await open({ fake: { people, person: 'Noura', vault: 'unavailable' } });
    await heading(page, 'The terminal’s key cannot be reached');
    await page.getByText('The keychain of this device does not answer').waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Unlocking …').waitFor({ state: 'detached' });
    expect(await callsOf(page, 'vault.unlock')).toEqual([
      { name: 'vault.unlock', input: {} },
      { name: 'vault.unlock', input: {} },
    ]);
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.getByText('T1-003000').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('days left').waitFor();
  });

  test('a terminal that does not answer is said, with a way to ask again', async () => {
    const page = await open({ fake: { statusFails: { code: 'database-busy' } } });
    await heading(page, 'The terminal does not answer');
    await page.keyboard.press('F9');
    await page.locator(sale).waitFor();
  });
});
