import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { KnownItem } from '../../../shared/contract/till/items.ts';
import { payExactly, readyToPay } from '../../support/pay.ts';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { pressAfterScan, scan } from '../harness/scanner.ts';

const vat = { category: 'S', rate: '15' } as const;
const water: KnownItem = { name: 'Water', barcode: '6281000000014', unitPrice: '2', vat };
const newBarcode = '96385074';
const scannedWater = { name: 'Water', barcode: '6281000000014', quantity: '1', unitPrice: '2.00' };

describe.skipIf(chromiumPath === undefined)('a scanner', () => {
  const { open } = usePages();
  const start = () => open({ fake: { items: [water] } });
  const wasSold = async (page: Page) => {
    await page.getByText('Invoice issued').waitFor();
    const issued = (await callsOf(page, 'sale.issue')) as { input: { lines: unknown[] } }[];
    return issued.map(({ input }) => input.lines);
  };
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const item = (page: Page, number: number) =>
    page.getByRole('combobox', { name: `Item ${number}`, exact: true });
  const typeSoap = async (page: Page) => {
    await page.keyboard.type('Soap');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('5');
  };

  test('changes no price and no quantity that has the focus', async () => {
    const page = await start();
    await typeSoap(page);
    await scan(page, '6281000000014');
    await item(page, 2)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await field(page, 'Quantity of item 1').focus();
    await scan(page, '6281000000014');
    await field(page, 'Quantity of item 2').and(page.locator('[value="2"]')).waitFor();
    await payExactly(page);
    expect(await wasSold(page)).toEqual([
      [
        { name: 'Soap', quantity: '1', unitPrice: '5' },
        { ...scannedWater, quantity: '2' },
      ],
    ]);
  });

  test.each([
    ['one', 'in an empty basket', 1],
    ['two', 'in an empty basket', 2],
    ['one', 'after another article', 1],
  ])('that pauses after %s of its characters reads one code, %s', async (_, where, after) => {
    const page = await start();
    if (where === 'after another article') {
      await scan(page, '6281000000014');
      await item(page, 1)
        .and(page.locator('textarea', { hasText: 'Water' }))
        .waitFor();
    }
    await scan(page, '6281000000014', { begins: { pause: 45, after } });
    const quantity = where === 'after another article' ? '2' : '1';
    await field(page, 'Quantity of item 1')
      .and(page.locator(`[value="${quantity}"]`))
      .waitFor();
    await scan(page, newBarcode, { begins: { pause: 45, after } });
    await page.getByText(newBarcode).waitFor();
    await page.keyboard.type('Tea');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('4');
    await payExactly(page);
    expect(await wasSold(page)).toEqual([
      [
        { ...scannedWater, quantity },
        { name: 'Tea', barcode: newBarcode, quantity: '1', unitPrice: '4' },
      ],
    ]);
  });

  test('loses what the shop says that it adds to each code', async () => {
    const page = await open({ hash: '#/settings/devices', fake: { items: [water], role: 'manager' } });
    await field(page, 'Characters before each code').fill('+');
    await field(page, 'Characters after each code').fill('-');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved').waitFor();
    await page.keyboard.press('Alt+1');
    await item(page, 1).waitFor();
    await scan(page, '+6281000000014-');
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
  });

  test('renames nothing', async () => {
    const page = await start();
    await typeSoap(page);
    await item(page, 1).focus();
    await scan(page, '6281000000014');
    await item(page, 2)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await payExactly(page);
    expect(await wasSold(page)).toEqual([[{ name: 'Soap', quantity: '1', unitPrice: '5' }, scannedWater]]);
  });

  test('presses no button that has the focus', async () => {
    const page = await start();
    await typeSoap(page);
    await page.getByRole('button', { name: /^Pay/ }).focus();
    await scan(page, '6281000000014');
    await item(page, 2)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    expect(await callsOf(page, 'sale.issue')).toEqual([]);
  });

  test('begins the next sale while the last receipt is still there', async () => {
    const page = await start();
    await typeSoap(page);
    await payExactly(page);
    await page.getByText('Invoice issued').waitFor();
    await scan(page, '6281000000014');
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await payExactly(page);
    expect((await wasSold(page))[1]).toEqual([scannedWater]);
  });

  test('is waited for: a sale has all that was scanned, however soon it is issued', async () => {
    const page = await start();
    await typeSoap(page);
    await page.keyboard.press('Enter');
    await item(page, 2).and(page.locator(':focus')).waitFor();
    await page.evaluate((barcode) => {
      window.keysAsTheyCome = true;
      const press = (key: string, code: string) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
        );
      for (const digit of barcode) press(digit, `Digit${digit}`);
      press('Enter', 'Enter');
      press('F9', 'F9');
    }, '6281000000014');
    await readyToPay(page);
    await page.keyboard.press('F9');
    expect(await wasSold(page)).toEqual([[{ name: 'Soap', quantity: '1', unitPrice: '5' }, scannedWater]]);
  });

  test('is waited for: a basket that is put aside has all that was scanned', async () => {
    const page = await open({ fake: { items: [water], findsAfter: 1_500 } });
    await typeSoap(page);
    await scan(page, '6281000000014');
    await page.keyboard.press('Alt+8');
    await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const kept = (await callsOf(page, 'basket.keep')) as { input: { lines: number } }[];
    expect(kept.map(({ input }) => input.lines)).toContain(2);
    const held = (await callsOf(page, 'basket.hold')) as { input: object }[];
    // The dialog had only the total of the soap.
    expect(held.map(({ input }) => Object.keys(input))).toEqual([['id']]);
    await page.keyboard.press('Alt+9');
    await page.getByRole('dialog').getByText('2 lines').waitFor();
  });

  describe('without an end is waited for', () => {
    // The number is not a standard barcode, so only a pause shows that it is complete.
    const bread: KnownItem = { ...water, name: 'Bread', barcode: 'B-10023' };
    const begin = async () => {
      const page = await open({ fake: { items: [bread] } });
      await typeSoap(page);
      return page;
    };
    const whole = [
      { name: 'Soap', quantity: '1', unitPrice: '5' },
      { name: 'Bread', barcode: 'B-10023', quantity: '1', unitPrice: '2.00' },
    ];
    const payNow = (page: Page) => page.getByRole('button', { name: /^Pay/ });

    test.each(['at once', 'after it'])('by a press on Pay %s', async (when) => {
      const page = await begin();
      await scan(page, 'B-10023', { end: 'none' });
      if (when === 'at once') await payNow(page).click();
      else await pressAfterScan(page, payNow(page));
      await readyToPay(page);
      await page.keyboard.press('F9');
      expect(await wasSold(page)).toEqual([whole]);
    });

    test.each(['at once', 'after it'])('by a press that would issue %s', async (when) => {
      const page = await begin();
      await payNow(page).click();
      await readyToPay(page);
      const issue = page.locator('#pay-issue');
      await scan(page, 'B-10023', { end: 'none' });
      if (when === 'at once') await issue.click({ force: true });
      else await pressAfterScan(page, issue);
      await item(page, 2)
        .and(page.locator('textarea', { hasText: 'Bread' }))
        .waitFor();
      expect(await callsOf(page, 'sale.issue')).toEqual([]);
      await payExactly(page);
      expect(await wasSold(page)).toEqual([whole]);
    });
  });

  test('says what a line is that was priced first', async () => {
    const page = await start();
    await field(page, 'Price of item 1').fill('1.75');
    await item(page, 1).focus();
    await scan(page, '6281000000014');
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await payExactly(page);
    expect(await wasSold(page)).toEqual([[{ ...scannedWater, unitPrice: '1.75' }]]);
  });

  test('leaves a line alone that waits for its name', async () => {
    const page = await start();
    await scan(page, newBarcode);
    await page.getByText('96385074 is new').waitFor();
    await page.keyboard.type('So');
    await scan(page, '6281000000014');
    await item(page, 2)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    expect(await item(page, 1).inputValue()).toBe('So');
  });

  test('of a shop’s own codes asks for a name and a price once, wherever the focus is', async () => {
    const page = await start();
    await typeSoap(page);
    await scan(page, '10023');
    await page.getByText('10023 is new').waitFor();
    await field(page, 'Quantity of item 1').focus();
    await scan(page, 'AB12-77', { layout: 'arabic' });
    await page.getByText('AB12-77 is new').waitFor();
    expect(await field(page, 'Price of item 1').inputValue()).toBe('5');
    expect(await field(page, 'Quantity of item 1').inputValue()).toBe('1');
    await page.keyboard.press('F9');
    await page.getByText('Mend the fields marked in red.').waitFor();
    expect(await callsOf(page, 'sale.issue')).toEqual([]);
    for (const [number, name] of [
      [2, 'Bag'],
      [3, 'Box'],
    ] as const) {
      await item(page, number).fill(name);
      await field(page, `Price of item ${number}`).fill('2.50');
    }
    await scan(page, '10023');
    await field(page, 'Quantity of item 2').and(page.locator('[value="2"]')).waitFor();
    await payExactly(page);
    expect(await wasSold(page)).toEqual([
      [
        { name: 'Soap', quantity: '1', unitPrice: '5' },
        { name: 'Bag', barcode: '10023', quantity: '2', unitPrice: '2.50' },
        { name: 'Box', barcode: 'AB12-77', quantity: '1', unitPrice: '2.50' },
      ],
    ]);
  });

  test('multiplies by what was typed before it', async () => {
    const page = await start();
    await page.keyboard.type('3*');
    await scan(page, '6281000000014');
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await page.keyboard.type('٢ ×');
    await scan(page, '6281000000014');
    await field(page, 'Quantity of item 1').and(page.locator('[value="5"]')).waitFor();
    await page.keyboard.type('4x');
    await scan(page, '10023');
    await page.getByText('10023 is new').waitFor();
    expect(await field(page, 'Quantity of item 2').inputValue()).toBe('4');
  });

  test('takes a shop’s own codes of one and two characters, wherever the focus is', async () => {
    const page = await start();
    await typeSoap(page);
    await scan(page, '7', { apart: 20 });
    await page.getByText('7 is new').waitFor();
    await field(page, 'Quantity of item 1').focus();
    await scan(page, 'A4', { apart: 20, layout: 'arabic' });
    await page.getByText('A4 is new').waitFor();
    expect(await field(page, 'Price of item 1').inputValue()).toBe('5');
    expect(await field(page, 'Quantity of item 1').inputValue()).toBe('1');
  });

  test('is one code, even where the machine stops for a moment in it', async () => {
    const page = await start();
    for (const pieces of ['1', '2']) {
      await scan(page, '6281000000014', { stops: 600 });
      await field(page, 'Quantity of item 1')
        .and(page.locator(`[value="${pieces}"]`))
        .waitFor();
    }
    expect(await page.locator('[data-line]').count()).toBe(2);
  });

  test('is one code, though it begins with a whole number of goods', async () => {
    // The machine freezes just after that number.
    const long = { ...water, name: 'Crate', barcode: `${water.barcode}-LOT-12345` };
    const page = await open({ fake: { items: [water, long] } });
    await scan(page, long.barcode, { stops: 400 });
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Crate' }))
      .waitFor();
    expect(await callsOf(page, 'item.find')).toHaveLength(1);
  });

  test('needs no Enter, and may end with Tab', async () => {
    const page = await start();
    await scan(page, '6281000000014', { end: 'none' });
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await scan(page, '6281000000014', { end: 'Tab' });
    await field(page, 'Quantity of item 1').and(page.locator('[value="2"]')).waitFor();
    await item(page, 2).and(page.locator(':focus')).waitFor();
    expect(await item(page, 2).inputValue()).toBe('');
  });

  test.each(['#/', '#/invoices', '#/settings/company', `#/invoices/${uuidOf(1990)}`])(
    'opens the invoice of a receipt from %s, by its number in the Arabic layout or by its QR',
    async (hash) => {
      const page = await open({ hash });
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await scan(page, 'T1-002000', { layout: 'arabic' });
      await page.getByRole('heading', { name: 'T1-002000' }).waitFor();
      await page.evaluate((back) => {
        window.location.hash = back;
      }, hash);
      await page.getByRole('heading', { name: 'T1-002000' }).waitFor({ state: 'hidden' });
      const qr = await page.evaluate(async (uuid) => {
        const got = (await window.fake.call('invoice.get', { uuid })) as { value: { qr: string } };
        return got.value.qr;
      }, uuidOf(3000));
      await scan(page, qr, { layout: 'arabic' });
      await page.getByRole('heading', { name: 'T1-003000' }).waitFor();
    },
  );

  test('takes nothing for an invoice that is none', async () => {
    const page = await open({ hash: '#/invoices' });
    await page.locator('h1').waitFor();
    await scan(page, 'T9-002000');
    await page.getByText('This terminal has no invoice with this code.').waitFor();
  });

  test('changes no field of a screen that has no use for it, says so, and sounds', async () => {
    const page = await open({ hash: '#/settings/company' });
    await hearTones(page);
    const name = page.locator('input:not([type=radio]):not([disabled])').first();
    await name.fill('Palm shop');
    await name.press('Home');
    await name.press('ArrowRight');
    await scan(page, 'AB12-77', { layout: 'arabic' });
    await page.getByText('Nothing can be scanned here.').waitFor();
    await expect.poll(() => tones(page)).toEqual([330, 247]);
    expect(await name.inputValue()).toBe('Palm shop');
    await page.keyboard.type('.');
    expect(await name.inputValue()).toBe('P.alm shop');
  });

  test('sounds high for what is known, low for what is not', async () => {
    const page = await start();
    await hearTones(page);
    await scan(page, '6281000000014');
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await scan(page, '10023');
    await page.getByText('10023 is new').waitFor();
    await expect.poll(() => tones(page)).toEqual([1320, 330, 247]);
  });

  test('makes no sound once it was switched off here, also after a new start', async () => {
    const page = await start();
    await page.keyboard.press('F1');
    await page.getByRole('switch', { name: 'A sound at each scan' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await item(page, 1).waitFor();
    await hearTones(page);
    await scan(page, '6281000000014');
    await item(page, 1)
      .and(page.locator('textarea', { hasText: 'Water' }))
      .waitFor();
    await scan(page, '6281000000014');
    // The tone of the first scan would have sounded by now.
    await field(page, 'Quantity of item 1').and(page.locator('[value="2"]')).waitFor();
    expect(await tones(page)).toEqual([]);
  });

  test('is no guess of a PIN', async () => {
    const people = [{ name: 'Noura', role: 'manager' as const }];
    const page = await open({ fake: { people } });
    await page.getByRole('heading', { name: 'PIN of Noura' }).waitFor();
    await page.keyboard.type('12');
    await scan(page, '482913');
    await page.getByText('Nothing can be scanned here.').waitFor();
    await page.getByRole('img', { name: '2 digits' }).waitFor();
    expect(await callsOf(page, 'people.signIn')).toEqual([]);
  });

  test('reaches nothing behind or in a dialog', async () => {
    const page = await start();
    await page.keyboard.press('F1');
    await page.getByRole('dialog').waitFor();
    await scan(page, '6281000000014');
    await page.getByText('Nothing can be scanned here.').waitFor();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await item(page, 1).inputValue()).toBe('');
    expect(await callsOf(page, 'item.find')).toEqual([]);
  });

  test('is not what a person types quickly: every letter arrives, in the layout of the system', async () => {
    const page = await start();
    await page.keyboard.type('abcd');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    // A person presses two keys at once. The keys of scanners have shorter pauses.
    await scan(page, 'QT', { layout: 'arabic', end: 'none', apart: 20 });
    await expect.poll(() => item(page, 1).inputValue()).toBe('aَإbcd');
    await page.keyboard.type('e');
    expect(await item(page, 1).inputValue()).toBe('aَإebcd');
    await scan(page, '10', { apart: 20, rolls: true });
    await page.locator('input[id$="-quantity"]:focus').waitFor();
    expect(await item(page, 1).inputValue()).toBe('aَإe10bcd');
  });

  test('is not a code that is typed by hand or pasted, nor a key held down', async () => {
    const page = await start();
    await field(page, 'Price of item 1').focus();
    await page.keyboard.type('10023');
    await page.keyboard.insertText('77');
    expect(await field(page, 'Price of item 1').inputValue()).toBe('1002377');
    await page.keyboard.down('5');
    for (let repeats = 0; repeats < 8; repeats += 1) await page.keyboard.down('5');
    await page.keyboard.up('5');
    expect(await field(page, 'Price of item 1').inputValue()).toBe('1002377555555555');
    expect(await callsOf(page, 'item.find')).toEqual([]);
  });
});

/** Replaces the page's sound with a list of the tones that it would play. */
const hearTones = (page: Page) =>
  page.evaluate(() => {
    const heard: number[] = [];
    Object.assign(window, {
      heard,
      AudioContext: class {
        currentTime = 0;
        createGain = () => ({
          gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
          connect: () => ({}),
        });
        createOscillator() {
          const frequency = { value: 0 };
          return {
            frequency,
            connect: (next: { connect(to: unknown): unknown }) => next,
            start: () => heard.push(frequency.value),
            stop: () => {},
          };
        }
      },
    });
  });

const tones = (page: Page) => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
