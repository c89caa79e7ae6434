import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../main/books/ledger/database/database.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { createDeliveries } from '../../../main/integration/webhooks/deliveries.ts';
import { createEndpoints } from '../../../main/integration/webhooks/endpoints.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';

/* Tests rows that a later version wrote, which was then replaced by this one. */

function addEndpoint(database: Database, kinds: readonly string[]): string {
  const id = randomUUID();
  database
    .prepare(
      `INSERT INTO webhook_endpoint (id, url, kinds, allow_private, enabled, secret, created_at)
       VALUES (?, 'https://receiver.example/', ?, 0, 1, 'secret', 0)`,
    )
    .run(id, JSON.stringify(kinds));
  return id;
}

function addDeadLetter(database: Database, endpoint: string, failure: string) {
  database
    .prepare(
      `INSERT INTO webhook_delivery (id, endpoint_id, source, event_id, type, occurred_at, state, attempts, failure, body)
       VALUES (?, ?, 'settled:1', 'event', 'invoice.cleared', 0, 'dead', 1, ?, '{}')`,
    )
    .run(randomUUID(), endpoint, failure);
}

const endpointsOf = (database: Database) =>
  createEndpoints({
    database,
    secrets: memorySecrets(),
    vaultPrefix: 'training',
    now: () => 0,
    plainToLoopback: true,
    lookup: async () => [],
  });
describe('what only another version knows', () => {
  const present = () => {
    const database = openIntegrationStore(':memory:');
    onTestFinished(() => void database.close());
    return database;
  };

  it('of kinds is not sent, and stays with the receiver until somebody chooses anew', () => {
    const database = present();
    const id = addEndpoint(database, ['cleared', 'tomorrow']);
    const endpoints = endpointsOf(database);
    expect(endpoints.get(id).kinds).toEqual(['cleared']);
    endpoints.change(id, { enabled: false });
    const stored = () => database.prepare('SELECT kinds FROM webhook_endpoint').pluck().get();
    expect(stored()).toBe('["cleared","tomorrow"]');
    endpoints.change(id, { kinds: ['rejected'] });
    expect(stored()).toBe('["rejected"]');
  });

  it('of failures does not hide the delivery', () => {
    const database = present();
    addDeadLetter(database, addEndpoint(database, []), 'tomorrows-reason');
    const { rows } = createDeliveries(database).list({ limit: 10 });
    expect(rows).toMatchObject([{ state: 'dead', failure: 'connection-failed' }]);
  });
});
