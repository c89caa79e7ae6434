import { setImmediate as nextTick } from 'node:timers/promises';
import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { createTillFinder } from '../../main/office/tills/till-finder.ts';
import { enrolledChain } from './enrolled-chain.ts';
import { hasServer, office, provideOffice } from './office.ts';

const minute = 60_000;

/** Makes a database that counts its transactions and can be unavailable. */
function counted() {
  const count = { transactions: 0, isAway: false };
  const database: OfficeDatabase = {
    ...office.database,
    within(...given) {
      count.transactions += 1;
      if (count.isAway) return Promise.reject(new Error('away'));
      return office.database.within(...given);
    },
  };
  return { count, database };
}

describe.skipIf(!hasServer)('finding tills', () => {
  provideOffice();
  const tills = async (length: number) => {
    const keys: { tenant: number; device: number }[] = [];
    for (let index = 0; index < length; index += 1) keys.push((await enrolledChain(1)).key);
    for (const { device } of keys) {
      const { publicKey } = await generateKeyPair('ES256', { extractable: true });
      const { kty, crv, x, y } = await exportJWK(publicKey);
      await setKey(device, { kty, crv, x, y });
    }
    return keys;
  };
  const setKey = (device: number, key: object) =>
    office.database.asOwner((client) =>
      client.query('UPDATE device SET public_key = $2 WHERE device = $1', [device, key]),
    );

  it('reads those together that are asked for meanwhile, and each is its own', async () => {
    const keys = await tills(6);
    const { count, database } = counted();
    const { find } = createTillFinder(database, () => 0);
    const requests = [...keys, { tenant: keys[0]?.tenant ?? 0, device: 999_999 }, ...keys];
    const found = await Promise.all(requests.map(({ tenant, device }) => find(tenant, device)));
    expect(found.map((till) => till?.key.device)).toEqual(
      requests.map(({ device }) => (device === 999_999 ? undefined : device)),
    );
    // The first transaction began at once.
    expect(count.transactions).toBe(2);
    await Promise.all(keys.map(({ tenant, device }) => find(tenant, device)));
    expect(count.transactions).toBe(2);
  });

  it('reads those together that come one after the other within a moment', async () => {
    const [first = { tenant: 0, device: 0 }, ...others] = await tills(4);
    const { count, database } = counted();
    const moment = Promise.withResolvers<void>();
    const { find } = createTillFinder(
      database,
      () => 0,
      () => moment.promise,
    );
    expect(await find(first.tenant, first.device)).toMatchObject({ key: first });
    const found: Promise<unknown>[] = [];
    for (const { tenant, device } of others) {
      found.push(find(tenant, device));
      await nextTick();
    }
    expect(count.transactions).toBe(1);
    moment.resolve();
    expect(await Promise.all(found)).toMatchObject(others.map((key) => ({ key })));
    expect(count.transactions).toBe(2);
  });

  it('reads those that will be asked for soon along with one, and leaves out who is silent', async () => {
    const [first = { tenant: 0, device: 0 }, ...others] = await tills(5);
    const [silent = first, ...busy] = others;
    const { count, database } = counted();
    let now = 0;
    const { find } = createTillFinder(database, () => now);
    const ask = (keys: readonly { tenant: number; device: number }[]) =>
      Promise.all(keys.map(({ tenant, device }) => find(tenant, device)));
    await ask([first, ...others]);
    await ask([first, ...busy]);
    now = 4 * minute + 1;
    expect(count.transactions).toBe(2);
    await find(first.tenant, 999_999);
    now = 6 * minute;
    await ask([first, ...busy]);
    expect(count.transactions).toBe(3);
    await find(silent.tenant, silent.device);
    expect(count.transactions).toBe(4);
  });

  it('keeps out nobody for the key of another that is none', async () => {
    const keys = await tills(4);
    const [{ device: broken } = { device: 0 }, { device: malformed } = { device: 0 }] = keys;
    await setKey(broken, { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) });
    await setKey(malformed, { kty: 'EC', crv: 'P-256', x: 'A' });
    const { find } = createTillFinder(office.database, () => 0);
    const results = await Promise.allSettled(
      [...keys, ...keys].map(({ tenant, device }) => find(tenant, device)),
    );
    const states = ['rejected', 'rejected', 'fulfilled', 'fulfilled'];
    expect(results.map(({ status }) => status)).toEqual([...states, ...states]);
  });

  it('knows within minutes that a till has left', async () => {
    const [{ tenant, device } = { tenant: 0, device: 0 }] = await tills(1);
    let now = 0;
    const { find } = createTillFinder(office.database, () => now);
    expect(await find(tenant, device)).toMatchObject({ hasLeft: false });
    await office.database.asOwner((client) =>
      client.query('UPDATE device SET left_at = now() WHERE device = $1', [device]),
    );
    expect(await find(tenant, device)).toMatchObject({ hasLeft: false });
    now = 5 * minute;
    expect(await find(tenant, device)).toMatchObject({ hasLeft: true });
  });

  it('remembers nothing that it began to read before it was told to forget', async () => {
    const [{ tenant, device } = { tenant: 0, device: 0 }] = await tills(1);
    const isRead = Promise.withResolvers<void>();
    const isForgotten = Promise.withResolvers<void>();
    const database: OfficeDatabase = {
      ...office.database,
      async within(...given) {
        const result = await office.database.within(...given);
        isRead.resolve();
        await isForgotten.promise;
        return result;
      },
    };
    const { find, forget } = createTillFinder(database, () => 0);
    const before = find(tenant, device);
    await isRead.promise;
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { kty, crv, x, y } = await exportJWK(publicKey);
    await setKey(device, { kty, crv, x, y });
    forget(tenant, device);
    isForgotten.resolve();
    expect(await before).toMatchObject({ publicKey: { x, y } });
    expect(await find(tenant, device)).toMatchObject({ publicKey: { x, y } });
  });

  it('tells everybody who waits that the database is away, and reads again for the next', async () => {
    const [{ tenant, device } = { tenant: 0, device: 0 }] = await tills(1);
    const { count, database } = counted();
    const { find } = createTillFinder(database, () => 0);
    count.isAway = true;
    const results = await Promise.allSettled([1, 2, 3].map((other) => find(tenant, device + other)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    count.isAway = false;
    expect(await find(tenant, device)).toMatchObject({ key: { device } });
  });
});
