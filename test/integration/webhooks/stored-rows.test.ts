import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../main/books/ledger/database/database.ts';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { migrations } from '../../../main/integration/store/migrations/index.ts';
import { createDeliveries } from '../../../main/integration/webhooks/deliveries.ts';
import { createEndpoints } from '../../../main/integration/webhooks/endpoints.ts';
import { standardSettings } from '../../../main/integration/webhooks/policy.ts';
import { createSenderSettings } from '../../../main/integration/webhooks/settings.ts';
import { eventNameOf } from '../../../shared/contract/programs/webhooks.ts';
import { testFolder } from '../../books/ledger/support.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';

/* Tests rows that an earlier or a later version wrote. */

/** The number of migrations before the one with which events of every kind are sent. */
const before = migrations.findIndex(({ name }) => name === 'every kind of event has a name');

function addEndpoint(database: Database, kinds: readonly string[], removedAt?: number): string {
  const id = randomUUID();
  database
    .prepare(
      `INSERT INTO webhook_endpoint (id, url, kinds, allow_private, enabled, secret, created_at, removed_at)
       VALUES (?, 'https://receiver.example/', ?, 0, 1, 'secret', 0, ?)`,
    )
    .run(id, JSON.stringify(kinds), removedAt);
  return id;
}

function addDelivery(
  database: Database,
  endpoint: string,
  source: string | null,
  state: string,
  failure?: string,
) {
  database
    .prepare(
      `INSERT INTO webhook_delivery (id, endpoint, source, event_id, type, occurred_at, state, attempts, next_at, failure, body)
       VALUES (?, ?, ?, 'event', 'invoice.cleared', 0, ?, 1, ?, ?, '{}')`,
    )
    .run(randomUUID(), endpoint, source, state, state === 'waiting' ? 0 : null, failure);
}

/** Makes a file with the earlier schema, lets `fill` write rows, and migrates it to this version's schema. */
function upgraded(fill: (database: Database) => void): Database {
  const file = join(testFolder(), 'integration.db');
  const old = openDatabase(file, migrations.slice(0, before));
  fill(old);
  old.close();
  const database = openIntegrationStore(file);
  onTestFinished(() => void database.close());
  return database;
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
const settingsOf = (database: Database) => createSenderSettings(createSettings(database));
const write = (database: Database, value: object) =>
  database.prepare(`INSERT INTO setting (key, value) VALUES ('webhooks', ?)`).run(
    JSON.stringify({
      testName: 'our.try',
      maxAttempts: 3,
      timestamp: 'event',
      windowSeconds: 60,
      ...value,
    }),
  );

describe('a receiver of an earlier version', () => {
  it('goes on being told of what it was told of, and of no more', () => {
    const database = upgraded((old) => {
      addEndpoint(old, ['cleared', 'rejected', 'reported', 'issued']);
      addEndpoint(old, ['reported']);
    });
    const kinds = endpointsOf(database)
      .list()
      .map((endpoint) => endpoint.kinds);
    expect(kinds).toEqual(expect.arrayContaining([['cleared', 'rejected'], []]));
  });

  it('keeps the names that the manager gave, and is not told of what the manager had turned off', () => {
    const database = upgraded((old) => {
      write(old, { names: { rejected: 'invoice.rejected', issued: 'our.issued' } });
      addEndpoint(old, ['cleared', 'rejected', 'reported', 'issued']);
    });
    expect(endpointsOf(database).list()).toMatchObject([{ kinds: ['rejected', 'issued'] }]);
    const settings = settingsOf(database).get();
    expect(settings).toMatchObject({
      testName: 'our.try',
      maxAttempts: 3,
      timestamp: 'event',
      windowSeconds: 60,
    });
    expect(eventNameOf('issued', settings)).toBe('our.issued');
    expect(eventNameOf('parked', settings)).toBe('invoice.parked');
  });

  it('gets no test that a crash left, and nothing waits for one that was removed', () => {
    const database = upgraded((old) => {
      const [there, gone] = [addEndpoint(old, ['cleared']), addEndpoint(old, ['cleared'], 1)];
      addDelivery(old, there, null, 'waiting');
      addDelivery(old, there, 'settled:1', 'waiting');
      addDelivery(old, there, 'settled:2', 'dead');
      addDelivery(old, gone, 'settled:1', 'waiting');
      addDelivery(old, gone, 'settled:2', 'delivered');
    });
    expect(createDeliveries(database).counts()).toEqual({ waiting: 1, delivered: 1, dead: 1, discarded: 2 });
  });
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

  it('of settings is as if it were not there', () => {
    const database = present();
    write(database, {
      names: { tomorrow: 'x', issued: 'no name', cleared: 'our.cleared' },
      timestamp: 'new',
      more: 1,
    });
    expect(settingsOf(database).get()).toEqual({
      names: { cleared: 'our.cleared' },
      testName: 'our.try',
      maxAttempts: 3,
      timestamp: standardSettings.timestamp,
      windowSeconds: 60,
    });
  });

  it('of failures does not hide the delivery', () => {
    const database = present();
    addDelivery(database, addEndpoint(database, []), 'settled:1', 'dead', 'tomorrows-reason');
    const { rows } = createDeliveries(database).list({ limit: 10 });
    expect(rows).toMatchObject([{ state: 'dead', failure: 'connection-failed' }]);
  });
});
