import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { createGateway } from '../../main/gateway/client.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import { createOfficeClient } from '../../main/link/feed/office-client.ts';
import { packBatch } from '../../main/link/feed/pack-batch.ts';
import { createOrderInbox, pinOrderKey } from '../../main/link/orders/order-inbox.ts';
import type { OrderContext } from '../../main/office/orders/orders.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { certificateSubject } from '../../main/sending/credential/certificate-subject.ts';
import { createCredentials } from '../../main/sending/credential/credentials.ts';
import { createFlowLock } from '../../main/sending/credential/flow-lock.ts';
import { createKeyRing } from '../../main/sending/credential/key-ring.ts';
import { FailureError } from '../../shared/failure.ts';
import type { FeedHead } from '../../shared/office/wire/feed.ts';
import type { TillStatus } from '../../shared/office/wire/till-status.ts';
import { orderContext } from '../link/ordered-till.ts';
import { TestClock } from '../sandbox/device.ts';
import { newFolder } from '../support/khatm.ts';
import { memorySecrets } from '../support/memory-secrets.ts';
import { ledgerIn } from '../support/new-ledger.ts';
import { rounds } from '../support/run/effort.ts';
import { hasServer, office, provideOffice } from './office.ts';
import { officeApp, officeOwner, officeTime } from './office-browser.ts';
import { pinOver } from './unpinned.ts';

/*
 * Tests a manager who onboards many tills, with a list and the portal's passwords, of which ten have expired and
 * five were copied twice. Each till onboards itself at the sandbox with its own code. Ledger, vault, keys, orders and
 * requests are real.
 */

const tillCount = rounds(200, 40);
const expired = 10;
const twice = 5;
const hour = 3_600_000;
const names = { key: 'key', pin: 'orders' };

let app: FastifyInstance;
let web: FastifyInstance;
let authority: Sandbox;
let context: OrderContext;
let address: string;
const clock = new TestClock();

/** Opens a till without screens. */
async function lightTill(number: number, code: string, folder: string) {
  const ledger = ledgerIn(path.join(folder, `${number}.db`), 'simulation');
  const secrets = memorySecrets();
  const company = { ...trainingCompany, terminal: { numberPrefix: `P${number}`, serial: `s-${number}` } };
  const client = createOfficeClient({
    secrets,
    keyName: names.key,
    certificate: pinOver(secrets, () => fetch),
    now: Date.now,
  });
  const { serial } = certificateSubject(company);
  const { vatNumber } = company;
  const enrolled = await client.enrol(address, { code, serial, vatNumber, ledger: ledger.id });
  if (enrolled?.result !== 'enrolled') throw new Error(`till ${number}: ${enrolled?.code}`);
  const { tenant, device } = enrolled;
  await pinOrderKey(secrets, ledger.settings, names.pin, enrolled.orderKey);
  const gateway = createGateway({ profile: authorityProfile, baseUrl: authority.address, fetch });
  const options = { ledger, secrets, profile: authorityProfile, clock };
  const credentials = createCredentials({
    ...options,
    gateway,
    keyRing: createKeyRing({ ...options, onChange: () => undefined, onMoved: () => undefined }),
    lock: createFlowLock(newFolder('flow')),
    company: () => company,
    sendWaiting: async () => undefined,
    failureOf: (error) => (error instanceof FailureError ? error.failure : { code: 'internal' }),
    onChange: () => undefined,
  });
  const taken: string[] = [];
  const inbox = createOrderInbox({
    ...{ settings: ledger.settings, secrets, names, ledger: ledger.id, subject: `${tenant}.${device}` },
    clock: { now: Date.now },
    async carryOut(order) {
      if (order.kind !== 'otp') throw new Error(order.kind);
      taken.push(order.otp);
      const failure = await credentials.flow.begin(order.flow, order.otp);
      if (failure !== undefined) throw new FailureError(failure);
    },
    audit: (action, detail) => ledger.audit.write({ at: Date.now(), actor: 'head office', action, detail }),
    onAnswer: () => undefined,
    onError: console.error,
  });
  const { outbox } = ledger;
  let have: FeedHead | undefined;

  /** Sends one post, with the till's status and the answers to its orders. */
  async function post(): Promise<void> {
    const certificate = credentials.state() === 'production' ? credentials.certificate() : undefined;
    const status: TillStatus = {
      ...{ now: Date.now(), version: '0', environment: 'simulation', unready: null, connection: 'online' },
      ...{ waiting: 0, parked: 0, rejected: 0, nearestDeadline: null, skewMs: 0, alarms: [] },
      certificate: certificate
        ? { serial: certificate.serial, validFrom: +certificate.validFrom, validTo: +certificate.validTo }
        : null,
    };
    const orders = await inbox.told();
    const limits = { rows: 200, characters: 1e6 };
    const sent = await client.send(
      { address, tenant, device },
      packBatch(outbox, ledger.id, have, limits, { status, orders }),
    );
    if (sent.result !== 'kept') throw new Error(`till ${number}: ${JSON.stringify(sent)}`);
    have = sent.have;
    if (orders !== undefined) inbox.confirm(orders);
    await inbox.take(sent.orders ?? []);
    await inbox.settled();
  }

  return { ledger, secrets, taken, post, isDone: () => credentials.state() === 'production' };
}

/** Runs a task for each element, a few at a time. */
async function withEach<T>(all: readonly T[], work: (each: T, index: number) => Promise<void>) {
  const queue = [...all.entries()];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next[1], next[0]);
    }),
  );
}

describe.skipIf(!hasServer)('two hundred tills', () => {
  provideOffice();
  beforeAll(async () => {
    if (!hasServer) return;
    const file = path.join(newFolder('authority'), 'authority.db');
    authority = await startSandbox({ clock, plays: 'simulation', file });
    officeTime.now = Date.now();
    context = { ...(await orderContext()), now: Date.now };
    app = createOfficeServer(office.database, { random: () => 0.5, signer: context.signer });
    web = officeApp({ signer: context.signer });
    address = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app?.close();
    await web?.close();
    await authority?.close();
  });

  test('get one password each, none of them twice, and all but those with an expired one their certificate', async () => {
    const owner = await officeOwner(web, 'Chain', 'owner@example.com');
    const { vatNumber } = trainingCompany;
    const rows = Array.from(
      { length: tillCount },
      (_, index) => `${vatNumber},Branch ${index % 20},Till ${index},s-${index},P${index}`,
    );
    const added = await owner.call('onboarding.add', {
      csv: `vat,branch,name,serial,prefix\n${rows.join('\n')}`,
    });
    if (!added.ok) throw new Error(added.failure.code);
    expect(added.value.added).toHaveLength(tillCount);
    const folder = newFolder('light-tills');
    const tills: Awaited<ReturnType<typeof lightTill>>[] = [];
    await withEach(added.value.added, async ({ code }, index) => {
      tills[index] = await lightTill(index, code, folder);
    });
    await withEach(tills, (till) => till.post());
    await withEach(tills, (till) => till.post());
    const progress = async () => {
      officeTime.now = Date.now();
      const answer = await owner.call('onboarding.list', {});
      if (!answer.ok) throw new Error(answer.failure.code);
      return answer.value;
    };
    expect((await progress()).counts).toMatchObject({ waiting: tillCount, done: 0 });

    const over = Array.from({ length: expired }, () => authority.makeOtp());
    clock.advance(hour + 60_000);
    const good = Array.from({ length: tillCount - expired }, () => authority.makeOtp());
    const otps = [...good.slice(0, 100), ...over, ...good.slice(100)];
    const pasted = [...otps, ...otps.slice(0, twice)].join('\n');
    const handed = await owner.call('onboarding.handOut', { pasted, minutesAgo: 0 });
    expect(handed).toEqual({
      ok: true,
      value: { given: tillCount, left: 0, repeated: twice, unread: 0, waiting: 0 },
    });
    // Somebody pastes the same file again.
    const again = await owner.call('onboarding.handOut', { pasted, minutesAgo: 0 });
    expect(again).toMatchObject({ value: { given: 0, left: 0 } });
    // A process of the office looks for tills with orders every two seconds.
    for (let round = 0; round < 100 && tills.some(({ taken }) => taken.length === 0); round += 1)
      await withEach(tills, (till) => till.post());
    await withEach(tills, (till) => till.post());

    const used = tills.flatMap(({ taken }) => taken);
    expect(used).toHaveLength(tillCount);
    expect(new Set(used)).toEqual(new Set(otps));
    expect(tills.filter(({ isDone }) => isDone())).toHaveLength(tillCount - expired);
    const after = await progress();
    expect(after.counts).toMatchObject({ done: tillCount - expired, failed: expired, waiting: 0, given: 0 });
    expect(new Set(after.tills.map(({ why }) => why))).toEqual(new Set(['gateway-refused: Invalid-OTP']));

    // The six digits of a password may occur in a hash, but no row of the till or the office has them as a separate
    // text.
    const secrets = new RegExp(`(?<![0-9A-Za-z+/=-])(${otps.join('|')})(?![0-9A-Za-z+/=-])`);
    for (const table of await tables()) {
      const kept = await office.database.asOwner(async (client) => {
        await client.query('SET LOCAL row_security = off');
        const { rows: all } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${table} AS t`);
        return all.map(({ row }) => row).filter((row) => secrets.test(row));
      });
      expect(kept, table).toEqual([]);
    }
    for (const { ledger } of tills) {
      const lines = JSON.stringify(ledger.audit.list({ limit: 1000 }));
      expect(secrets.exec(lines)?.[0]).toBeUndefined();
      ledger.close();
    }
  });
});

async function tables(): Promise<string[]> {
  return office.database.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    return rows.map(({ name }) => name);
  });
}
