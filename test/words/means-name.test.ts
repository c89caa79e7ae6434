import { expect, test } from 'vitest';
import { receiptHtml } from '../../main/document/paper/receipt-html.ts';
import { meansWords } from '../../main/document/paper/words.ts';
import { paymentCodes } from '../../shared/sale/codes.ts';
import { paymentMeans } from '../../shared/sale/sale.ts';
import { words } from '../../shared/words/index.ts';
import { meansName } from '../../shared/words/means-name.ts';
import { documentOf, textOf } from '../document/invoice/fixtures.ts';

test('each means of payment and each code has words in both languages', () => {
  for (const language of ['ar', 'en'] as const)
    for (const means of [...paymentMeans, ...paymentCodes]) {
      expect(meansName(means, words[language])).toMatch(/\p{L}/u);
      expect(meansName(means, words[language])).not.toBe(means);
    }
  expect(meansWords('97')).toEqual({ ar: 'استبدال', en: 'Exchange' });
  // A code without a word of its own is still read.
  expect(meansWords('74')).toEqual({ ar: 'رمز الدفع 74', en: 'Payment code 74' });
});

test('the receipt of an exchange says so, with the till’s amounts and without', () => {
  const xml = Buffer.from(
    textOf(
      documentOf({
        lines: [{ name: 'Coat', quantity: 1, unitPrice: '115' }],
        payments: [{ means: 'exchange' }],
      }),
    ),
  );
  const exchanged = { payments: [{ means: 'exchange', amount: 11_500 }] };
  for (const html of [receiptHtml({ xml }), receiptHtml({ xml, facts: exchanged })]) {
    expect(html).toContain('استبدال <span lang="en" dir="ltr">Exchange</span>');
    expect(html).not.toContain('>97<');
  }
});
