import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { refuseUnlistedVat } from '../../../main/till/catalogue/listed-vat.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { articleFormSchema } from '../../../shared/sale/article.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';

/* Tests the VAT of a cashier's lines, which an article, a group or an earlier sale determines. */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
const medicine = { category: 'Z', reason: 'VATEX-SA-35' } as const;
const rent = { category: 'E', reason: 'VATEX-SA-30' } as const;
const five = { category: 'S', rate: '5' } as const;
let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const line = (part: Partial<SaleInput['lines'][number]>): SaleInput => ({
  saleId: randomUUID(),
  lines: [
    { name: 'Bag', quantity: 1, unitPrice: '2.00' },
    { name: 'Pills', quantity: 1, unitPrice: '10.00', ...part },
  ],
});
const refusal = {
  ok: false,
  failure: { code: 'bad-input', issues: [{ path: ['lines', 1, 'vat'], code: 'vat-not-given' }] },
};

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('given-vat'), version: '0' });
  await terminal.ready();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'cashier' });
  await ask('shift.setRequired', { isRequired: false });
  await ask('people.signIn', mona);
  await ask('article.saveGroup', { group: { nameEn: 'Rent', vat: rent } });
  await ask('article.save', {
    article: articleFormSchema.parse({ nameAr: 'حبوب', nameEn: 'Pills', codes: ['991'], vat: medicine }),
  });
});
afterAll(() => terminal.close());

describe('a cashier', () => {
  beforeAll(() => ask('people.signIn', sami));

  test('chooses no VAT: a price and an invoice with one of their own are refused at its line', async () => {
    for (const vat of [medicine, five]) {
      const sale = line({ name: 'Chair', vat });
      expect(await terminal.callFromScreen('sale.price', sale)).toMatchObject(refusal);
      expect(await terminal.callFromScreen('sale.issue', sale)).toMatchObject(refusal);
    }
  });

  test('sells an article with its VAT, known by its code or by its name', async () => {
    await ask('sale.issue', line({ name: 'Pills, small', barcode: '991', vat: medicine }));
    await ask('sale.issue', line({ name: 'حبوب | Pills', vat: medicine }));
    expect(
      await terminal.callFromScreen('sale.issue', line({ name: 'حبوب | Pills', vat: five })),
    ).toMatchObject(refusal);
  });

  test('sells by amount with the VAT of a group', async () => {
    await ask('sale.issue', line({ name: 'Rent of a chair', vat: rent }));
  });
});

test('a manager chooses, and what a manager sold is sold so again by a cashier', async () => {
  await ask('people.signIn', mona);
  await ask('sale.issue', line({ name: 'Old coin', vat: five }));
  await ask('people.signIn', sami);
  await ask('sale.issue', line({ name: 'Old coin', vat: five }));
});

test('a correction keeps the VAT of the document that was rejected', () => {
  const sale = saleSchema.parse(line({ name: 'Chair', vat: five }));
  const options = {
    catalogue: {
      ifOpen: () => ({ groups: () => [], find: () => [], byCode: () => undefined }),
    },
    ledger: { documents: { get: () => ({ sale }) }, items: { find: () => [] } },
  } as unknown as Parameters<typeof refuseUnlistedVat>[2];
  expect(() => refuseUnlistedVat(sale, 'cashier', options)).toThrow('bad-input');
  refuseUnlistedVat(sale, 'cashier', { ...options, rejected: randomUUID() });
});
