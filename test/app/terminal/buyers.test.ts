import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { newFolder } from '../../support/khatm.ts';
import { cashier, manager } from '../../support/run/callers.ts';

const folder = newFolder('buyers');
let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>, caller = manager) {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const found = async (text: string) =>
  (await ask('buyer.find', { text }, cashier)).buyers.map(({ buyer }) => buyer.name);

beforeAll(async () => {
  terminal = await openTerminal({ folder, version: '1' });
  await terminal.ready();
});
afterAll(() => terminal.close());

const address = {
  street: 'King Fahd',
  building: '1234',
  district: 'Olaya',
  city: 'Riyadh',
  postalCode: '12345',
};
const file = Buffer.from(
  'Name,VAT number,Street,Building,District,City,Postal code\r\nNajd,310000000000003,King Fahd,1234,Olaya,Riyadh,12345',
).toString('base64');

test('a manager imports buyers, whom the till finds and a sale corrects; a cashier may not', async () => {
  for (const [name, input] of [
    ['buyer.list', {}],
    ['buyer.previewImport', { base64: file }],
    ['buyer.export', { format: 'csv', language: 'en' }],
    ['buyer.remove', { key: 'number 310000000000003' }],
  ] as const)
    expect(await terminal.call(name, input, cashier), name).toMatchObject({
      failure: { code: 'not-allowed' },
    });
  const preview = await ask('buyer.previewImport', { base64: file });
  expect(preview).toMatchObject({ added: 1, faultCount: 0 });
  expect(await found('najd')).toEqual([]);
  expect(await ask('buyer.import', { import: preview.import })).toEqual({ added: 1, changed: 0 });
  expect(await found('3100000')).toEqual(['Najd']);
  await ask(
    'sale.issue',
    {
      customer: 'business',
      buyer: { name: 'Najd LLC', vatNumber: '310000000000003', address },
      lines: [{ name: 'Desk', quantity: 1, unitPrice: '500.00' }],
    },
    cashier,
  );
  expect(await found('najd')).toEqual(['Najd LLC']);
  expect((await ask('buyer.list', { text: 'llc' })).buyers).toMatchObject([
    { sold: 1, lastAt: expect.any(String), buyer: { name: 'Najd LLC' } },
  ]);
  const out = await ask('buyer.export', { format: 'csv', language: 'en' });
  expect(out.fileName).toBe('customers.csv');
  expect(Buffer.from(out.base64, 'base64').toString()).toContain('Najd LLC,310000000000003');
});

test('a buyer is changed, merged and removed; what is saved is what a sale needs', async () => {
  const other = { name: 'Nagd', identification: { scheme: 'CRN' as const, value: '1010010000' } };
  expect(await terminal.call('buyer.save', { buyer: other }, manager)).toMatchObject({
    failure: { code: 'bad-input', issues: [{ path: ['buyer', 'address'], code: 'address-missing' }] },
  });
  const { key } = await ask('buyer.save', { buyer: { ...other, address } });
  expect(await ask('buyer.merge', { key, into: 'number 310000000000003' })).toMatchObject({
    buyer: { name: 'Najd LLC', identification: other.identification },
  });
  await ask('buyer.remove', { key: 'number 310000000000003' });
  expect(await found('')).toEqual([]);
  expect((await ask('invoice.list', { limit: 5 })).rows).toMatchObject([{ buyerName: 'Najd LLC' }]);
});
