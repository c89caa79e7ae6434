import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { manager } from '../../support/run/callers.ts';

/* Tests gifts on which VAT is due: the document states their value, and no money moves. */

let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
async function issuesOf<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure.issues?.map(({ path, code }) => `${path.join('.')} ${code}`);
}
const gift = (more: Partial<SaleInput> = {}): SaleInput => ({
  saleId: randomUUID(),
  special: { nominal: true },
  lines: [{ name: 'Hamper', quantity: 2, unitPrice: '115.00' }],
  ...more,
});
const returnNote = (
  uuid: string,
  more: Partial<CommandInput<'invoice.returnNote'>> = {},
): CommandInput<'invoice.returnNote'> => ({
  uuid,
  lines: [{ line: 1, quantity: '1' }],
  reason: 'Returned',
  ...more,
});

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('gifts'), version: '0' });
  await terminal.ready();
  await ask('shift.open', { id: randomUUID(), float: 5_000 });
});
afterAll(() => terminal.close());

describe('a gift', () => {
  test('has nothing to pay, and states its value and VAT', async () => {
    expect(await ask('sale.price', gift())).toMatchObject({ payable: 0, vat: 3_000, taxExclusive: 20_000 });
    const { uuid } = await ask('sale.issue', gift());
    const detail = await ask('invoice.get', { uuid });
    expect(detail).toMatchObject({ payable: 0, vat: 3_000, taxExclusive: 20_000, payments: [] });
    const { xml } = await ask('invoice.xml', { uuid, which: 'issued' });
    expect(xml).toContain('<cbc:PayableAmount currencyID="SAR">230.00</cbc:PayableAmount>');
    expect(xml).not.toContain('<cac:PaymentMeans>');
  });

  test('is refused with a means of payment', async () => {
    const cash = gift({ payments: [{ means: 'cash' }] });
    const onAccount = gift({ payments: [{ means: 'card', amount: '230.00' }] });
    expect(await issuesOf('sale.issue', cash)).toEqual(['payments gift-not-paid']);
    expect(await issuesOf('sale.issue', onAccount)).toEqual(['payments gift-not-paid']);
  });

  test('that comes back gives nothing back', async () => {
    const { uuid } = await ask('sale.issue', gift());
    const cash = returnNote(uuid, { payment: 'cash' });
    expect(await issuesOf('invoice.returnNote', cash)).toEqual(['payment gift-not-paid']);
    const note = await ask('invoice.returnNote', returnNote(uuid, { saleId: randomUUID() }));
    const issued = await ask('sale.issue', note);
    expect(issued).toMatchObject({ kind: 'creditNote', payable: 0, vat: 1_500 });
    const { xml } = await ask('invoice.xml', { uuid: issued.uuid, which: 'issued' });
    expect(xml).toContain('<cbc:InstructionNote>Returned</cbc:InstructionNote>');
  });

  test('is in no takings, but its VAT is owed', async () => {
    const report = await ask('shift.report', {});
    expect(report).toMatchObject({
      sales: { count: 2, total: 0 },
      returns: { count: 1, total: 0 },
      payments: [],
      vat: [{ category: 'S', taxable: 30_000, vat: 4_500 }],
      cash: { received: 0, paidBack: 0, expected: 5_000 },
    });
    const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
    expect(await ask('takings.get', { from: day, to: day })).toMatchObject({
      sales: { count: 2, total: 0 },
      returns: { count: 1, total: 0 },
      means: [],
      vatOwed: 4_500,
      articles: [{ name: 'Hamper', quantity: '3', total: 0 }],
    });
  });

  test('is no exchange for the goods that come back: their money is paid back', async () => {
    const { uuid } = await ask('sale.issue', { ...gift(), special: undefined });
    const note = await ask('invoice.returnNote', returnNote(uuid, { saleId: randomUUID() }));
    const exchanged = await ask('sale.exchange', { note, sale: gift() });
    const paid = await Promise.all(
      [exchanged.note, exchanged.sale].map(
        async (one) => (await ask('invoice.get', { uuid: one.uuid })).payments,
      ),
    );
    expect(paid).toEqual([[{ means: 'cash', amount: 11_500 }], []]);
  });

  test('that the authority rejected is issued again as it was', async () => {
    const [line] = gift().lines;
    const lines = [{ ...line, name: 'khatm-test: reject' }] as SaleInput['lines'];
    const { uuid } = await ask('sale.issue', gift({ lines }));
    await terminal.idle();
    const { results } = await ask('sale.reissue', { rejected: [uuid] });
    expect(results).toMatchObject([{ issued: { payable: 0 }, existed: false }]);
  });
});
