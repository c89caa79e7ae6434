import type { Page } from 'playwright-core';
import type { Buyer } from '../../../shared/sale/party.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import type { Scene } from './manager-scenes.ts';

/* The page of the business customers, for pictures and for the layout tests. */

const address = {
  street: 'طريق الملك فهد',
  building: '1234',
  district: 'العليا',
  city: 'الرياض',
  postalCode: '12345',
  country: 'SA',
};
const buyers: readonly Buyer[] = [
  { name: 'شركة نجد للتجارة', vatNumber: '310000000000003', address },
  {
    name: 'Najd Trading and Contracting Company for General Supplies',
    vatNumber: '310000000100003',
    identification: { scheme: 'CRN', value: '1010010000' },
    address: { ...address, street: 'King Fahd Road', district: 'Olaya', city: 'Riyadh' },
  },
  { name: 'مؤسسة الأمل للتوريدات', identification: { scheme: 'CRN', value: '4030012345' }, address },
  {
    name: 'Gulf Supplies FZE',
    identification: { scheme: 'OTH', value: 'AE-100277' },
    address: { street: 'Sheikh Zayed Road', city: 'Dubai', country: 'AE' },
  },
];
export const bookShop: FakeOptions = {
  people: [{ name: 'نورة العتيبي', role: 'manager' }],
  person: 'نورة العتيبي',
  invoices: 40,
  buyers,
};
const hash = '#/settings/buyers';
const preview = { rows: 212, added: 190, changed: 12, unchanged: 10, unread: ['Phone'] };
const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nA') };
const choose = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('table').waitFor();
  await page.locator('table').scrollIntoViewIfNeeded();
};

export const buyerScenes: Record<string, Scene> = {
  buyers: { hash, fake: bookShop },
  'buyers-first': { hash, fake: { ...bookShop, buyers: [] } },
  'buyers-edit': {
    hash,
    fake: bookShop,
    async act(page) {
      await page.getByRole('button', { name: /^(Change|تعديل) شركة نجد/ }).click();
      await page.locator('#buyer-vatNumber').fill('310000000100003');
      await page.locator('form button[type=submit]').click();
      await page.getByText(/Another customer has|رقم عميل آخر/).waitFor();
    },
  },
  'buyers-account': {
    hash,
    fake: bookShop,
    async act(page) {
      await page.getByRole('button', { name: /^(Account of|الحساب:) شركة نجد/ }).click();
      await page.locator('#statement-from').waitFor();
    },
  },
  'buyers-merge': {
    hash,
    fake: bookShop,
    async act(page) {
      await page.getByRole('button', { name: /^(Merge|دمج) شركة نجد/ }).click();
      await page.getByLabel(/that stays|الذي يبقى/).fill('najd');
      await page.getByRole('button', { name: /^(Keep this one|يبقى هذا): Najd/ }).waitFor();
    },
  },
  'buyers-remove': {
    hash,
    fake: bookShop,
    async act(page) {
      await page.getByRole('button', { name: /^(Remove|حذف) شركة نجد/ }).click();
    },
  },
  'buyers-files': {
    hash,
    fake: {
      ...bookShop,
      buyerPreview: {
        ...preview,
        sample: [
          { row: 2, kind: 'added', name: 'شركة الحجاز', number: '310000000200003' },
          { row: 3, kind: 'changed', name: 'Najd Trading', number: '310000000000003' },
        ],
      },
    },
    act: choose,
  },
  'buyers-faults': {
    hash,
    fake: {
      ...bookShop,
      buyerPreview: {
        ...preview,
        faults: [
          { row: 7, column: 'vatNumber', code: 'vat-number' },
          { row: 12, column: 'vatNumber', code: 'code-rounded', params: { value: '3.1E+14' } },
          { row: 30, column: 'building', code: 'required' },
          { row: 31, code: 'row-twice', params: { value: 30 } },
        ],
      },
    },
    act: choose,
  },
};
