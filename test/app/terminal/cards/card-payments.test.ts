import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import { createTillCardTerminal } from '../../../../main/till/devices/card/till-card-terminal.ts';
import { failing, testFolder } from '../../../books/ledger/support.ts';
import { newFolder } from '../../../support/khatm.ts';
import { quickCustomers } from '../../../support/quick-customers.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

/* Tests card payments through the contract, with the simulator of the training environment. */

const devices = { printer: { by: 'system' }, cut: true, drawer: { use: 'none', pin: 2 }, card: 'simulator' };
const sale = {
  saleId: randomUUID(),
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '23.00' }],
  payments: [{ means: 'card' }],
};
const payment = { id: randomUUID(), amount: 2_300, of: { as: 'sale', sale } };

test('a payment whose answer was lost is found after a restart, taken by its sale, and shown beside it', async () => {
  const options = {
    folder: newFolder('card-terminal'),
    version: '0',
    environment: 'training' as const,
    clock: quickCustomers,
  };
  let terminal = await openTerminal(options);
  await terminal.ready();
  const noTerminal = { ok: false, failure: { code: 'no-card-terminal' } };
  expect(await terminal.call('card.ask', payment, cashier)).toEqual(noTerminal);
  expect(await terminal.call('card.practise', { outcome: 'decline' }, manager)).toEqual(noTerminal);
  await terminal.call('device.setSettings', devices, manager);
  expect(await terminal.call('card.terminal', {}, cashier)).toMatchObject({
    value: { terminal: 'simulator', outcome: 'approve' },
  });
  await terminal.call('card.practise', { outcome: 'loseAnswer' }, manager);
  expect(await terminal.call('card.terminal', {}, cashier)).toMatchObject({
    value: { outcome: 'loseAnswer' },
  });
  expect(await terminal.call('card.ask', payment, cashier)).toMatchObject({
    ok: true,
    value: { state: 'unknown' },
  });
  expect(await terminal.call('card.ask', { ...payment, id: randomUUID() }, cashier)).toEqual({
    ok: false,
    failure: { code: 'card-unresolved', detail: { id: payment.id } },
  });
  expect(await terminal.call('card.open', {}, cashier)).toMatchObject({ failure: { code: 'not-allowed' } });
  const settling = { id: payment.id, as: 'voided', reason: 'Mistake' };
  expect(await terminal.call('card.settle', settling, cashier)).toMatchObject({
    failure: { code: 'not-allowed' },
  });
  await terminal.close();

  terminal = await openTerminal(options);
  await terminal.ready();
  // The program queries the card terminal itself, without a person.
  const state = async () => {
    const answer = await terminal.call('card.ofSale', { sale: sale.saleId }, cashier);
    return answer.ok && (answer.value as { payments: { state: string }[] }).payments[0]?.state;
  };
  await expect.poll(state).toBe('approved');
  const issued = await terminal.call('sale.issue', sale, cashier);
  const { uuid } = (issued as { value: { uuid: string } }).value;
  expect(await terminal.call('invoice.get', { uuid }, cashier)).toMatchObject({
    value: {
      payments: [
        {
          means: 'card',
          amount: 2_300,
          card: { reference: 'SIM000001', approvalCode: '000001', lastFour: '0000', scheme: 'SIMULATOR' },
        },
      ],
    },
  });
  expect(await terminal.call('card.status', { id: payment.id }, cashier)).toMatchObject({
    ok: true,
    value: { state: 'approved', reference: 'SIM000001', document: 'T1-000001' },
  });
  expect(await terminal.call('card.open', {}, manager)).toMatchObject({ value: { payments: [] } });
  await terminal.close();
});

test('production has no simulator, whatever the settings say', async () => {
  const options = { folder: testFolder(), setting: () => 'simulator' as const, clock: systemClock };
  const production = createTillCardTerminal({ ...options, environment: 'production' });
  expect([production.kind(), production.current()]).toEqual(['none', undefined]);
  await expect(production.probe('simulator')).rejects.toEqual(failing('no-card-terminal'));
  await expect(production.setOutcome('approve')).rejects.toEqual(failing('no-card-terminal'));
  const training = createTillCardTerminal({ ...options, environment: 'training' });
  expect(training.kind()).toBe('simulator');
  await training.probe('simulator');
  await training.stop();
});
