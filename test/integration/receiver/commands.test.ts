import { expect, it } from 'vitest';
import { createExchangeHandlers } from '../../../main/integration/remote/handlers.ts';
import { createRemote } from '../../../main/integration/remote/remote.ts';
import { openLedger } from '../../../main/ledger/ledger.ts';
import { exchange } from '../../../shared/contract/exchange.ts';
import { manager } from '../../support/callers.ts';
import { event, office, uuid } from './head-office.ts';

const nothing = {};

it('the manager turns the receiver on, sees what came, and what he did is written down', async () => {
  const ledger = openLedger(':memory:', { environment: 'training' });
  const { database, secrets, clock, receiver } = office;
  const remote = createRemote({
    database,
    secrets,
    clock,
    invoices: receiver.invoices,
    vaultPrefix: 'training',
    fetch,
    plainToLoopback: true,
    onChange: () => {},
    onError: () => {},
  });
  const handlers = createExchangeHandlers({ receiver, remote, audit: ledger.audit, now: () => clock.now() });

  handlers['receiver.change']({ enabled: false }, manager);
  expect(await office.send()).toBe(404);
  handlers['receiver.change']({ enabled: true, windowSeconds: 120 }, manager);
  const added = await handlers['receiver.addSecret']({}, manager);
  const { secret = '' } = exchange['receiver.addSecret'].output.parse(added);
  expect(await office.send({ secret })).toBe(200);
  expect(await office.send({ body: event({ createdAt: '2026-11-20T09:00:00Z' }) })).toBe(200);
  expect(await office.send({ body: event({ type: 'batch.finished', data: {} }) })).toBe(200);
  await office.settle();
  await handlers['receiver.finishRotation']({}, manager);

  const standing = exchange['receiver.get'].output.parse(handlers['receiver.get'](nothing, manager));
  expect(standing).toEqual({
    enabled: true,
    windowSeconds: 120,
    hasSecret: true,
    rotating: false,
    counts: { received: 0, applied: 1, outdated: 1, kept: 1 },
  });
  const page = (input: object) =>
    exchange['receiver.events'].output.parse(
      handlers['receiver.events'](exchange['receiver.events'].input.parse(input), manager),
    );
  const first = page({ limit: 2 });
  expect(first.rows.map(({ state }) => state)).toEqual(['kept', 'outdated']);
  expect(page({ limit: 2, before: first.cursor }).rows).toMatchObject([
    { state: 'applied', invoiceUuid: uuid },
  ]);

  const list = handlers['foreign.list'](exchange['foreign.list'].input.parse({}), manager);
  expect(exchange['foreign.list'].output.parse(list)).toMatchObject({
    total: 1,
    rows: [{ uuid, id: 'INV-7', status: 'CLEARED' }],
  });
  const audit = ledger.audit.list({ limit: 10 });
  expect(audit.map(({ action }) => action).reverse()).toEqual([
    'receiver.change',
    'receiver.change',
    'receiver.addSecret',
    'receiver.finishRotation',
  ]);
  expect(JSON.stringify([audit, standing])).not.toContain(secret);
  ledger.close();
});
