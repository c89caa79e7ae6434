import { expect } from 'vitest';
import { uuidOf } from './document-uuid.ts';
import { testScreensFit } from './screens-fit.ts';

const cashier = { role: 'cashier' as const };

testScreensFit(
  'every screen of a cashier',
  {
    sale: { hash: '#/' },
    'first start': { fake: { onboarding: true } },
    invoices: { hash: '#/invoices' },
    invoice: { hash: `#/invoices/${uuidOf(2880)}` },
    'finding what is returned': { hash: '#/return', fake: cashier },
    return: { hash: `#/return/${uuidOf(2000)}`, fake: cashier },
    'a document that cannot be returned': { hash: `#/return/${uuidOf(97)}` },
    'a waiting invoice': { hash: `#/invoices/${uuidOf(3000)}`, fake: cashier },
    'a special sale with everything': {
      async act(page) {
        await page.keyboard.press('F10');
        for (const extra of await page.locator('[aria-pressed]').all()) await extra.click();
        expect(await page.locator('[id^="more-"]').count()).toBeGreaterThan(10);
      },
    },
  },
  { width: 1024, height: 768 },
);
