import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { Caller } from '../../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { keptText } from '../../support/kept-text.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/*
 * Tests a basket that can no longer be saved. The answer has the reason, so that nobody sells it twice because an
 * answer was lost.
 */

let terminal: Terminal;

async function ask<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  caller: Caller = cashier,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

const lines = [{ name: 'Coffee', quantity: '2', unitPrice: '10.00' }];
const goods = [{ key: 'a', name: 'Coffee', quantity: '2', price: '10.00' }];
const keep = (id: string, caller?: Caller) =>
  ask('basket.keep', { id, draft: keptText(), lines: 1, goods }, caller);

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('keep-basket'), version: '0' });
  await terminal.ready();
  await ask('shift.open', { id: randomUUID(), float: 0 });
});
afterAll(() => terminal.close());

test('a basket whose sale was issued is answered with its document and the change', async () => {
  const id = randomUUID();
  expect(await keep(id)).toEqual({ state: 'kept' });
  const payments = [{ means: 'cash', amount: '20.00', tendered: '50.00' }];
  const issued = await ask('sale.issue', { saleId: id, lines, payments });
  expect(await keep(id)).toMatchObject({
    state: 'sold',
    issued: { uuid: issued.uuid, number: issued.number, qr: issued.qr, payable: 2_000 },
    change: 3_000,
  });
});

test('a basket that was sold as an exchange is answered with both documents', async () => {
  const { number } = await ask('sale.issue', { saleId: randomUUID(), lines });
  const [id, noteId] = [randomUUID(), randomUUID()];
  await keep(id, manager);
  const { note, sale } = await ask(
    'sale.exchange',
    {
      note: { saleId: noteId, kind: 'creditNote', lines, corrects: [{ number }], reason: 'Exchange' },
      sale: { saleId: id, lines },
    },
    manager,
  );
  expect(await keep(id, manager)).toMatchObject({
    state: 'sold',
    issued: { number: sale.number },
    note: { number: note.number },
    change: 0,
  });
});

test('a basket that another person has is answered with who, and is not sold by the first', async () => {
  const id = randomUUID();
  await keep(id);
  await ask('basket.recall', { id }, manager);
  const by = manager.name;
  expect(await keep(id)).toEqual({ state: 'taken', by, isHeld: false });
  expect(await terminal.call('sale.issue', { saleId: id, lines }, cashier)).toMatchObject({
    ok: false,
    failure: { code: 'basket-gone', detail: { by } },
  });
  await ask('basket.hold', { id }, manager);
  expect(await keep(id)).toEqual({ state: 'taken', by, isHeld: true });
});
