import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, typeLines, usePages } from '../harness/pages.ts';
import { sellToBusiness } from '../scenes/submission-scenes.ts';

/* Tests corrections, search, the ledger's page and a refused ledger, in a real Chromium. */

const people = [
  { name: 'Noura', role: 'manager' as const },
  { name: 'Salem', role: 'cashier' as const },
];
const manager = { people, person: 'Noura', environment: 'production' as const };
const cashier = { ...manager, person: 'Salem' };
const refusedPage = `#/invoices/${uuidOf(2995)}`;
const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);

describe.skipIf(chromiumPath === undefined)('a refused document', () => {
  const { open } = usePages();

  test('shows a manager each answer word for word, and a cashier none', async () => {
    const page = await open({ hash: refusedPage, fake: manager });
    await page.getByRole('button', { name: 'What the authority answered' }).click();
    await page.getByText('"reportingStatus": "NOT_REPORTED"').waitFor();
    expect(await callsOf(page, 'invoice.answers')).toHaveLength(1);
    const other = await open({ hash: refusedPage, fake: cashier });
    await other.getByText('must have 15 digits').waitFor();
    expect(await other.getByRole('button', { name: 'What the authority answered' }).count()).toBe(0);
  });

  test('is listed by cause; what the clock caused is issued again at once, and one refusal stops no other', async () => {
    const page = await open({ hash: '#/invoices', fake: cashier });
    await page.evaluate(() => {
      for (const icv of [2981, 2982, 2983, 2984, 2985, 2986, 2987])
        window.fake.change(icv, { state: 'rejected', issuedAt: '2027-11-20T09:26:00.000Z' });
    });
    await page.locator('label', { hasText: /^Rejected$/ }).click();
    // The other cause needs a correction of each document.
    const other = page.getByRole('region', { name: '2 documents' });
    await other.getByText('must have 15 digits').waitFor();
    expect(await other.getByRole('button', { name: 'Correct and re-issue' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Issue all 7 again' }).click();
    await page.getByText('7 documents are issued again as they were').waitFor();
    await page.evaluate(() => window.fake.change(2983, { state: 'accepted' }));
    await page.waitForTimeout(700); // At first the question ignores the key.
    await page.keyboard.press('Control+Enter');
    await page.getByText('6 documents were issued again').waitFor();
    await page
      .getByRole('row', { name: /T1-002983 Only an invoice that the tax authority rejected/ })
      .waitFor();
    expect(await callsOf(page, 'sale.reissue')).toHaveLength(2);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => page.getByRole('button', { name: /^Issue/ }).count()).toBe(0);
    // Issued again, they are still among all that were rejected.
    await page.locator('label', { hasText: 'All rejected' }).click();
    await page.getByText('Issued again as T1-003006').waitFor();
  });

  test('has a manager say which accepted sale stands for it, and why another does not', async () => {
    const page = await open({ hash: refusedPage, fake: manager });
    await page.getByRole('button', { name: 'It was rung again by hand' }).click();
    const number = page.getByRole('textbox', { name: 'Number of the accepted sale' });
    await number.fill('T1-002996');
    await page.evaluate(() =>
      window.fake.failNext('sale.standsFor', {
        code: 'bad-input',
        issues: [
          {
            path: ['accepted'],
            code: 'stand-in-differs',
            message: 'differs',
            params: { number: 'T1-002996', limit: '12.00' },
          },
        ],
      }),
    );
    await page.getByRole('button', { name: 'It stands for this one' }).click();
    await page.getByText('it must amount to 12.00').waitFor();
    await page.getByRole('button', { name: 'It stands for this one' }).click();
    await page.getByText('Issued again as').first().waitFor();
    await page.getByRole('link', { name: 'T1-002996' }).waitFor();
    const other = await open({ hash: refusedPage, fake: cashier });
    await other.getByText('must have 15 digits').waitFor();
    expect(await other.getByRole('button', { name: 'It was rung again by hand' }).count()).toBe(0);
  });

  test('is corrected from its page: reasons in words, its sale prefilled, both pages linked', async () => {
    const page = await open({ fake: cashier });
    await typeLines(page, ['Tea', '1', '5']);
    await goTo(page, refusedPage);
    await page.getByText('must have 15 digits').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('BR-KSA');
    await page.keyboard.press('F9');
    await page.getByRole('heading', { name: 'Correcting' }).waitFor();
    await page.getByText('must have 15 digits').waitFor();
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('تمر سكري 1 كجم');
    await page.locator('input[id$="-quantity"]').first().fill('1');
    await page.waitForTimeout(700); // At first the correction ignores the key that opened it.
    await page.keyboard.press('F9');
    await page.getByText('Invoice issued').waitFor();
    await page.getByText('Give back').waitFor();

    const [correction] = (await callsOf(page, 'sale.correct')) as {
      input: { rejected: string; sale: { saleId: string; lines: { quantity: string }[] } };
    }[];
    expect(correction?.input.rejected).toBe(uuidOf(2995));
    expect(correction?.input.sale.lines.map(({ quantity }) => quantity)).toEqual(['1', '1']);
    expect(await callsOf(page, 'sale.issue')).toHaveLength(0);

    await page.getByRole('link', { name: 'Open invoice' }).click();
    await page.getByText('Issued in the place of').waitFor();
    await page.getByRole('link', { name: 'T1-002995' }).click();
    await page.getByText('Issued again as').waitFor();
    expect(await page.getByRole('link', { name: 'T1-003001' }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: /Correct and re-issue/ }).count()).toBe(0);

    // The earlier basket is shown again.
    await page.keyboard.press('Alt+1');
    await page.waitForTimeout(700); // At first the button ignores a second click.
    await page.keyboard.press('F9');
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('Tea');
  });

  test('a correction is left without a trace, and outlives a reload', async () => {
    const page = await open({ fake: manager });
    await typeLines(page, ['Tea', '1', '5']);
    await goTo(page, refusedPage);
    await page.getByRole('button', { name: /Correct and re-issue/ }).click();
    await page.getByRole('heading', { name: 'Correcting' }).waitFor();
    // The basket is saved a moment after its first change.
    await expect
      .poll(() => callsOf(page, 'basket.keep').then((calls) => JSON.stringify(calls.at(-1))))
      .toContain('correction');
    await page.reload();
    await page.getByRole('heading', { name: 'Correcting' }).waitFor();
    await page.getByRole('button', { name: 'Do not correct' }).click();
    await page.getByRole('heading', { name: 'Correcting' }).waitFor({ state: 'detached' });
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('Tea');
    expect(await callsOf(page, 'sale.correct')).toHaveLength(0);
  });

  test.each([
    ['already-reissued', 'already issued again'],
    ['not-rejected', 'Only an invoice that the tax authority rejected'],
  ] as const)('%s is a sentence', async (code, words) => {
    const page = await open({ hash: refusedPage, fake: manager });
    await page.getByRole('button', { name: /Correct and re-issue/ }).click();
    await page.getByRole('heading', { name: 'Correcting' }).waitFor();
    await page.evaluate((failure) => window.fake.failNext('sale.correct', { code: failure }), code);
    await page.waitForTimeout(700); // At first the correction ignores the key that opened it.
    await page.keyboard.press('F9');
    await page.getByRole('alert').getByText(words).waitFor();
    expect(await page.locator('textarea[id$="-name"]').first().inputValue()).toBe('تمر سكري 1 كجم');
  });

  test('at the till the reasons are said at once, and the correction is one press away', async () => {
    const page = await open({ fake: { ...cashier, invoices: 40 } });
    await sellToBusiness(page);
    await page.evaluate(() => window.fake.settle('rejected', 1));
    await page.getByText('Do not hand it over').waitFor();
    await page.getByText('must have 15 digits').waitFor();
    await page.getByRole('button', { name: /Correct and re-issue/ }).click();
    await page.getByRole('heading', { name: 'Correcting' }).waitFor();
    expect(await page.locator('#buyer-name').inputValue()).toBe('Najd Trading');
    await page.locator('#buyer-id').fill('310122393500013');
    await page.waitForTimeout(700); // At first the correction ignores the key that opened it.
    await page.keyboard.press('F9');
    await page.getByText('Invoice issued').waitFor();
    const [correction] = (await callsOf(page, 'sale.correct')) as {
      input: { sale: { buyer: { vatNumber: string } } };
    }[];
    expect(correction?.input.sale.buyer.vatNumber).toBe('310122393500013');
  });

  test('a special sale is a manager’s to correct', async () => {
    const page = await open({ hash: refusedPage, fake: cashier });
    await page.evaluate(() => {
      const call = window.fake.call;
      window.fake.call = async (name, input) => {
        const answer = (await call(name, input)) as { ok: boolean; value: object };
        return name === 'invoice.sale'
          ? { ok: true, value: { ...answer.value, special: { nominal: true }, payments: [] } }
          : answer;
      };
    });
    await page.getByRole('button', { name: /Correct and re-issue/ }).click();
    await page.getByText('Only a manager can correct it').waitFor();
  });
});

describe.skipIf(chromiumPath === undefined)('search', () => {
  const { open } = usePages();
  const numbers = (page: Page) => page.locator('[data-row] [role="cell"]:first-child').allTextContents();

  test('by bare digits, in either script, by amount and by buyer, all by keyboard', async () => {
    const page = await open({ hash: '#/invoices', fake: manager });
    await page.getByText('3,000 invoices').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('42');
    await page.getByText('1 invoice').waitFor();
    expect(await numbers(page)).toEqual(['T1-000042']);
    await page.keyboard.press('Escape');
    await page.getByText('3,000 invoices').waitFor();
    await page.keyboard.type('٢٨٨٠');
    await expect.poll(() => numbers(page)).toEqual(['T1-002880']);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'T1-002880' }).waitFor();

    // Going back returns to the search results.
    await page.keyboard.press('Escape');
    await expect.poll(() => numbers(page)).toEqual(['T1-002880']);
    await page.keyboard.press('/');
    await page.keyboard.type('2,381.50');
    await page.getByText('Total of').waitFor();
    await expect.poll(async () => (await numbers(page))[0]).toBe('T1-003000');
    await page.keyboard.press('/');
    await page.getByRole('textbox', { name: 'Search' }).fill('najd');
    await page.getByText('111 invoices').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-row]:focus').waitFor();
  });

  test('a search with many finds says so', async () => {
    const page = await open({ hash: '#/invoices', fake: manager });
    await page.keyboard.press('/');
    await page.keyboard.type('T1-00');
    await page.getByText('More than 1,000 invoices').waitFor();
  });

  test('the text of a QR opens its invoice', async () => {
    const page = await open({ hash: '#/invoices', fake: { ...manager, invoices: 40 } });
    const qr = await page.evaluate(async (uuid) => {
      const answer = (await window.fake.call('invoice.get', { uuid })) as { value: { qr: string } };
      return answer.value.qr;
    }, uuidOf(40));
    await page.getByRole('textbox', { name: 'Search' }).fill(qr);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'T1-000040' }).waitFor();
  });

  test('filters narrow what was found, and are counted and cleared', async () => {
    const page = await open({ hash: '#/invoices', fake: manager });
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'Credit note' }).click();
    await page.locator('#filter-from').fill('2026-11-20');
    await page.locator('#filter-to').fill('2026-11-19');
    await page.getByText('Before the first').waitFor();
    await page.locator('#filter-to').fill('٢٠٢٦-١١-٢٠');
    await page.getByText('Before the first').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
    await expect.poll(() => numbers(page)).toEqual(['T1-002910']);
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    await page.getByRole('button', { name: 'Without filters' }).click();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('3,000 invoices').waitFor();
  });

  test('a document that comes in shows where it belongs, and nowhere else', async () => {
    const page = await open({ hash: '#/invoices', fake: manager });
    await page.keyboard.press('/');
    await page.keyboard.type('3001');
    await page.getByText('Nothing fits this search').waitFor();
    await page.evaluate(() => window.fake.issueElsewhere());
    await expect.poll(() => numbers(page)).toEqual(['T1-003001']);
    await page.evaluate(() => window.fake.issueElsewhere());
    await page.waitForTimeout(100);
    expect(await numbers(page)).toEqual(['T1-003001']);
  });
});

describe.skipIf(chromiumPath === undefined)('the books', () => {
  const { open } = usePages();

  test('a folder is set, a backup made, days exported, the books checked', async () => {
    const page = await open({ hash: '#/settings/maintenance', fake: manager });
    await page.getByText('No backups are made').waitFor();
    await page.locator('#backup-folder').fill('/nowhere');
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await page.getByRole('alert').getByText('That folder cannot be written').waitFor();
    await page.locator('#backup-folder').fill('/media/usb');
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await page.getByRole('definition').getByText('3,000 invoices, 41.8 MB').waitFor();
    await page.keyboard.press('F9');
    await expect.poll(() => callsOf(page, 'maintenance.backUp')).toHaveLength(1);
    expect(await page.getByRole('alert').count()).toBe(0);

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.locator('#export-folder:focus').waitFor();
    await page.locator('#export-folder').fill('/media/usb/export');
    await page.locator('#export-from').fill('٢٠٢٦-١١-٠١');
    await page.keyboard.press('Enter');
    await page.getByText('3,000 documents are in the folder; 12').waitFor();
    expect(await callsOf(page, 'maintenance.export')).toMatchObject([
      { input: { folder: '/media/usb/export', from: '2026-11-01' } },
    ]);

    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Everything is in order: 3,000 invoices checked').waitFor();
  });

  test('damage is said with what to do and the words for support', async () => {
    const page = await open({
      hash: '#/settings/maintenance',
      fake: { ...manager, broken: 'document 17 (T1-000017): hash' },
    });
    await page.getByRole('button', { name: 'Check now' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Stop selling').waitFor();
    await alert.getByText('document 17 (T1-000017): hash').waitFor();
  });
});

describe.skipIf(chromiumPath === undefined)('a refused ledger', () => {
  const { open } = usePages();

  test('that is damaged leads to the backups, and to no empty list', async () => {
    const page = await open({ fake: { ...manager, unready: { code: 'ledger-broken' } } });
    await goTo(page, '#/invoices');
    await page.getByRole('heading', { name: 'The invoice records are damaged' }).waitFor();
    await page.getByRole('link', { name: 'Open the backups' }).click();
    await page.getByRole('heading', { name: 'Read or restore a backup' }).waitFor();
  });

  test.each([
    'ledger-old',
    'ledger-forked',
    'ledger-lost',
    'ledger-copied',
    'ledger-newer',
    'seller-differs',
  ] as const)('%s keeps from selling and says what to do', async (code) => {
    const page = await open({ fake: { ...manager, unready: { code } } });
    await page.getByRole('heading', { name: 'What to do' }).waitFor();
    expect(await page.locator('#issue').count()).toBe(0);
    await goTo(page, '#/return');
    await page.getByRole('heading', { name: 'What to do' }).waitFor();
    const other = await open({ fake: { ...cashier, unready: { code } } });
    await other.getByText('Call the manager.').waitFor();
    expect(await other.getByRole('heading', { name: 'What to do' }).count()).toBe(0);
  });

  test('a moved ledger is taken up by typed words, and sells at once', async () => {
    const page = await open({ fake: { ...manager, unready: { code: 'ledger-copied' } } });
    await page.getByRole('button', { name: 'Go on here' }).click();
    await page.locator('#adopt-last:focus').waitFor();
    await page.keyboard.type('T1-000001');
    await page.locator('#adopt-words').focus();
    expect(await callsOf(page, 'maintenance.adoptPlace')).toHaveLength(0);
    await page.keyboard.type('The only copy');
    await page.keyboard.press('Enter');
    await page.locator('#issue').waitFor();
    expect(await callsOf(page, 'maintenance.adoptPlace')).toMatchObject([
      { input: { confirm: 'the only copy', last: 'T1-000001' } },
    ]);
  });

  test('the invoices can still be read', async () => {
    const page = await open({ fake: { ...cashier, unready: { code: 'ledger-old' } } });
    await page.getByRole('link', { name: 'Read the invoices' }).click();
    await page.getByText('T1-003000').waitFor();
  });

  test('any other reason keeps its own way', async () => {
    const page = await open({ fake: { ...manager, unready: { code: 'terminal-busy' } } });
    await page.locator('#issue').waitFor();
  });
});
