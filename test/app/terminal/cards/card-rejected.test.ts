import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { quickCustomers } from '../../../support/quick-customers.ts';

/*
 * Tests that the authority rejects a document while the card terminal is moving its money. The step at the card
 * terminal must end first. If the document were issued again before that, the document of the step could no longer be
 * issued.
 */

const mona = { name: 'Mona', pin: '482913' };
let folder: string;
let terminal: Terminal;
/** False while the authority cannot be reached. */
let isReached = true;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
  return result.value as CommandOutput<N>;
}
async function refused<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure;
}
const open = async () => {
  terminal = await openTerminal({
    folder,
    version: '0',
    clock: quickCustomers,
    fetch: (...call) => (isReached ? fetch(...call) : Promise.reject(new TypeError('fetch failed'))),
  });
  await terminal.ready();
  await ask('people.signIn', mona);
};
const restart = async () => {
  await terminal.close();
  await open();
};

const sale = (more: Omit<Partial<SaleInput>, 'saleId'> = {}): SaleInput & { saleId: string } => ({
  saleId: randomUUID(),
  lines: [{ name: 'Shirt', quantity: 2, unitPrice: '20.00' }],
  payments: [{ means: 'card', amount: '40.00' }],
  ...more,
});
const askCard = (of: CommandInput<'card.ask'>['of'], amount: number) =>
  ask('card.ask', { id: randomUUID(), amount, of });
/** Makes a card sale that the authority does not answer yet. */
async function sold(of: SaleInput & { saleId: string } = sale()) {
  await terminal.idle();
  isReached = false;
  await askCard({ as: 'sale', sale: of }, 4_000);
  return ask('sale.issue', of);
}
/** Lets the authority reject the sale that waits. */
async function reject({ uuid }: { uuid: string }) {
  await ask('practice.cause', { kind: 'refuseNext' });
  isReached = true;
  const state = async () => (await ask('invoice.get', { uuid })).state;
  await expect.poll(state, { timeout: 20_000 }).toBe('rejected');
}
const again = (uuid: string, more: Parameters<typeof sale>[0] = {}) => ({ rejected: uuid, sale: sale(more) });
const underWay = { code: 'bad-input', issues: [{ code: 'return-under-way' }] };
const noteOf = (uuid: string, shirts = '2') =>
  ask('invoice.returnNote', {
    uuid,
    saleId: randomUUID(),
    lines: [{ line: 1, quantity: shirts }],
    reason: 'Too small',
    payment: 'card',
  });

beforeAll(async () => {
  folder = await onboardedFolder('card-rejected');
  terminal = await openTerminal({ folder, version: '0' });
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.signIn', mona);
  await ask('device.setSettings', {
    printer: { by: 'system' },
    cut: true,
    drawer: { use: 'none', pin: 2 },
    card: 'simulator',
  });
  await restart();
});
beforeEach(() => ask('card.practise', { outcome: 'approve' }));
afterAll(() => terminal.close());

test('money that went back to a card gets its note before the invoice is issued anew', async () => {
  const { uuid } = await sold();
  const note = await noteOf(uuid);
  await askCard({ as: 'sale', sale: note }, 4_000);
  await reject({ uuid });
  expect(await refused('sale.correct', again(uuid))).toMatchObject(underWay);
  await restart();
  expect(await refused('sale.correct', again(uuid))).toMatchObject(underWay);
  const [kept] = (await ask('card.returns', {})).returns;
  await ask('sale.issue', kept?.note ?? note);
  const { uuid: replaced } = await ask('sale.correct', again(uuid));
  expect((await ask('invoice.returnable', { uuid: replaced })).refusal).toBe('returned-all');
});

test('a refund whose answer was lost holds the invoice until it is known', async () => {
  const { uuid } = await sold();
  await ask('card.practise', { outcome: 'loseAnswer' });
  const note = await noteOf(uuid, '1');
  const { id, state } = await askCard({ as: 'sale', sale: note }, 2_000);
  expect(state).toBe('unknown');
  await reject({ uuid });
  expect(await refused('sale.correct', again(uuid))).toMatchObject(underWay);
  expect((await ask('card.status', { id })).state).toBe('approved');
  await ask('card.settle', { id, as: 'voided', reason: 'The customer keeps the shirt' });
  await ask('sale.correct', again(uuid));
});

test('an exchange that is being paid by card holds the invoice of its goods', async () => {
  const { uuid } = await sold();
  const exchange = {
    note: await noteOf(uuid),
    sale: sale({ lines: [{ name: 'Coat', quantity: 1, unitPrice: '75.00' }], payments: [{ means: 'card' }] }),
  };
  await askCard({ as: 'exchange', exchange }, 3_500);
  await reject({ uuid });
  expect(await refused('sale.correct', again(uuid))).toMatchObject(underWay);
  await restart();
  await ask('sale.exchange', exchange);
  await ask('sale.correct', again(uuid));
});

test('goods of another system are not taken back under another spelling while money moves for them', async () => {
  const note = (number: string, means: 'card' | 'cash') => ({
    ...sale({ lines: [{ name: 'Shirt', quantity: 1, unitPrice: '20.00' }], payments: [{ means }] }),
    kind: 'creditNote' as const,
    corrects: [{ number, issueDate: '2026-01-31', otherSystem: { total: '20.00' } }],
    reason: 'Too small',
  });
  const exchange = {
    note: note('OLD 9', 'card'),
    sale: sale({ lines: [{ name: 'Coat', quantity: 1, unitPrice: '55.00' }], payments: [{ means: 'card' }] }),
  };
  await askCard({ as: 'exchange', exchange }, 3_500);
  expect(await refused('sale.issue', note('old-009', 'cash'))).toMatchObject(underWay);
  await ask('sale.issue', note('old-010', 'cash'));
  await ask('sale.exchange', exchange);
});

test('an advance is neither issued anew, paid back nor deducted twice while its final invoice is paid', async () => {
  const advance = await sold(sale({ kind: 'prepayment' }));
  const { issuedAt } = await ask('invoice.get', { uuid: advance.uuid });
  const riyadh = new Date(Date.parse(issuedAt) + 3 * 3_600_000).toISOString();
  const final = () =>
    sale({
      lines: [{ name: 'Suit', quantity: 1, unitPrice: '100.00' }],
      prepayments: [
        {
          number: advance.number,
          issueDate: riyadh.slice(0, 10),
          issueTime: riyadh.slice(11, 19),
          amounts: [{ amount: '40.00' }],
        },
      ],
      payments: [{ means: 'card', amount: '60.00' }],
    });
  const paid = final();
  await askCard({ as: 'sale', sale: paid }, 6_000);
  await reject(advance);
  expect(await refused('sale.correct', again(advance.uuid, { kind: 'prepayment' }))).toMatchObject(underWay);
  const other = { ...final(), payments: [{ means: 'cash' as const }] };
  expect(await refused('sale.issue', other)).toMatchObject(underWay);
  const back = sale({ kind: 'creditNote', corrects: [{ number: advance.number }], reason: 'Paid back' });
  expect(await refused('sale.issue', { ...back, payments: [{ means: 'cash' }] })).toMatchObject(underWay);
  await restart();
  await ask('sale.issue', paid);
  await ask('sale.correct', again(advance.uuid, { kind: 'prepayment' }));
});
