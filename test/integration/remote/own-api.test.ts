import { expect, test } from 'vitest';
import { createChanges } from '../../../main/books/ledger/database/changes.ts';
import { createRemoteInvoices } from '../../../main/integration/inbound/remote-invoices.ts';
import { createRemote } from '../../../main/integration/remote/remote.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { remoteSettingsSchema } from '../../../shared/contract/programs/remote.ts';
import { failing } from '../../books/ledger/support.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { coffee, openShop, post } from '../api/shop.ts';

test('one terminal reads the list of another over its API, page by page, and no more than it is entitled to', async () => {
  const other = await openShop();
  const database = openIntegrationStore(':memory:');
  const invoices = createRemoteInvoices(database);
  const remote = createRemote({
    database,
    changes: createChanges(database),
    invoices,
    secrets: memorySecrets(),
    vaultPrefix: 'training',
    clock: other.clock,
    fetch: (url, init) => fetch(url, init),
    plainToLoopback: true,
    onChange: () => {},
    onError: () => {},
  });
  try {
    const seller = await other.token();
    const uuids: string[] = [];
    for (let index = 0; index < 120; index += 1) {
      const answer = (await (await post(other.base, seller, coffee)).json()) as { uuid: string };
      uuids.push(answer.uuid);
    }
    const reader = other.client(['invoices.read']);
    const settings = remoteSettingsSchema.parse({ baseUrl: other.base, clientId: reader.id });
    const { lastSync } = await remote.connect({ settings, clientSecret: reader.secret });
    expect(lastSync).toMatchObject({ invoices: 120, unreadable: 0 });
    const rows = invoices.list({ limit: 200 }).rows;
    expect(new Set(rows.map(({ uuid }) => uuid))).toEqual(new Set(uuids));
    expect(rows[0]).toMatchObject({ status: 'waiting', listed: { payable: '28.00' } });

    const writer = other.client(['invoices.write']);
    const wrong = remoteSettingsSchema.parse({ baseUrl: other.base, clientId: writer.id, scope: '' });
    await expect(remote.connect({ settings: wrong, clientSecret: writer.secret })).rejects.toEqual(
      failing('remote-refused'),
    );
    expect(other.errors).toEqual([]);
  } finally {
    await remote.stop();
    database.close();
    await other.close();
  }
});
