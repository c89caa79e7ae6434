import path from 'node:path';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { type MakeMonthOptions, makeMonth } from '../../../main/till/accountant/make-month.ts';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import { noShopLines } from '../../../shared/shop-lines.ts';
import { companySetting } from '../../../shared/stored/settings/environment.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testFolder, testLedger } from '../../books/ledger/support.ts';

/** The time is 1 October 2026, 00:00 in Riyadh. */
export const october = Date.parse('2026-09-30T21:00:00Z');
export const november = Date.parse('2026-10-31T21:00:00Z');
export const hour = 3_600_000;

/** Opens a shop with books from which files of months can be made. @param file the file of its ledger */
export function openShop(file = path.join(testFolder(), 'ledger.db')) {
  const ledger = testLedger(file);
  ledger.settings.write(companySetting, trainingCompany);
  const shop = makeShop(ledger);
  shop.clock.set(october - hour);
  const folder = testFolder();
  const make = (more: Partial<MakeMonthOptions> = {}) =>
    makeMonth({
      ledger,
      company: trainingCompany,
      folder,
      scratch: path.dirname(file),
      articlesOf: (items) => items.map(() => undefined),
      shop: noShopLines,
      month: '2026-10',
      language: 'en',
      now: november + hour,
      ...more,
    });
  return { ...shop, file, folder, drawer: createDrawer(ledger, shop.clock), make };
}
