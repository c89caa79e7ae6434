import { expect, it } from 'vitest';
import { remoteCommands } from '../../../main/app/commands/programs/remote.ts';
import { createChanges } from '../../../main/books/ledger/database/changes.ts';
import { createRemote } from '../../../main/integration/remote/remote.ts';
import { remote as contract } from '../../../shared/contract/programs/remote.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { manager } from '../../support/run/callers.ts';
import { event, office, provideHeadOffice, uuid } from './head-office.ts';

provideHeadOffice();

const nothing = {};

it('the manager turns the receiver on, sees what came, and what he did is written down', async () => {
  const ledger = ledgerInMemory();
  const { database, secrets, clock, receiver } = office;
  const remote = createRemote({
    database,
    changes: createChanges(database),
    secrets,
    clock,
    invoices: receiver.invoices,
    vaultPrefix: 'training',
    fetch,
    plainToLoopback: true,
    onChange: () => {},
    onError: () => {},
  });
  const handlers = remoteCommands({
    environment: {
      ledger,
      integrations: { opened: () => ({ inbound: receiver, remote, recorded: (work) => work() }) },
    },
    terminal: { clock },
    till: undefined,
  });

  await handlers['inbound.change']({ enabled: false }, manager);
  expect(await office.send()).toBe(404);
  await handlers['inbound.change']({ enabled: true, windowSeconds: 120 }, manager);
  const added = await handlers['inbound.addSecret']({}, manager);
  const { secret = '' } = contract['inbound.addSecret'].output.parse(added);
  expect(await office.send({ secret })).toBe(200);
  expect(await office.send({ body: event({ createdAt: '2026-11-20T09:00:00Z' }) })).toBe(200);
  expect(await office.send({ body: event({ type: 'batch.finished', data: {} }) })).toBe(200);
  await office.settle();
  await handlers['inbound.finishRotation']({}, manager);

  const inbound = contract['inbound.get'].output.parse(handlers['inbound.get'](nothing, manager));
  expect(inbound).toEqual({
    enabled: true,
    windowSeconds: 120,
    hasSecret: true,
    rotating: false,
    counts: { received: 0, applied: 1, outdated: 1, kept: 1 },
  });
  const page = (input: object) =>
    contract['inbound.events'].output.parse(
      handlers['inbound.events'](contract['inbound.events'].input.parse(input), manager),
    );
  const first = page({ limit: 2 });
  expect(first.rows.map(({ state }) => state)).toEqual(['kept', 'outdated']);
  expect(page({ limit: 2, before: first.cursor }).rows).toMatchObject([
    { state: 'applied', invoiceUuid: uuid },
  ]);

  const list = handlers['remoteInvoice.list'](contract['remoteInvoice.list'].input.parse({}), manager);
  expect(contract['remoteInvoice.list'].output.parse(list)).toMatchObject({
    total: 1,
    rows: [{ uuid, id: 'INV-7', status: 'CLEARED' }],
  });
  const audit = ledger.audit.list({ limit: 10 });
  expect(audit.map(({ action }) => action).reverse()).toEqual([
    'inbound.change',
    'inbound.change',
    'inbound.addSecret',
    'inbound.finishRotation',
  ]);
  expect(JSON.stringify([audit, inbound])).not.toContain(secret);
  ledger.close();
});
