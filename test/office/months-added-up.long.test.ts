import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { describe, expect, test } from 'vitest';
import { checkOffice } from '../../main/office/check/check-office.ts';
import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { ingest } from '../../main/office/ingest/ingest.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { vatSums } from '../../main/office/views/vat.ts';
import { addUpMonths } from '../../main/office/watch/add-up-months.ts';
import { batchSchema } from '../../shared/office/wire/feed.ts';
import type { Random } from '../crash/random.ts';
import { chance } from '../support/run/chance.ts';
import { rounds } from '../support/run/effort.ts';
import { enrolledTill } from './enrolled-till.ts';
import { hasServer, office, provideOffice } from './office.ts';

/*
 * Tests an office with years of daily sums whose processes start to add up months. Each may be killed at any statement,
 * while tills send documents of those months and receive answers about others.
 */

const dayMs = 86_400_000;
/** The days on which tills sell are all in past months. */
const first = Date.parse('2025-01-01T12:00:00+03:00');
const days = 300;
const tillCount = 3;
const documentsEach = 14;
/** The tax of each document, in halalas. */
const tax = 150;

interface Sold {
  readonly month: string;
  rejected: boolean;
}

/**
 * Simulates a process that adds months up until the server cuts its connection at one of its statements for the tenant.
 */
function dyingAfter(statements: number, tenant: number): OfficeDatabase {
  let left = statements;
  const { database } = office;
  return {
    ...database,
    within: (scope, work, ...more) =>
      database.within(
        scope,
        async (client) => {
          const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          const next = async () => {
            if (scope.tenant === tenant) left -= 1;
            if (left === 0)
              await database.asOwner((owner) =>
                owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]),
              );
          };
          const result = await work(beforeEach(client, next));
          await next();
          return result;
        },
        ...more,
      ),
  };
}

/** Makes a client that does something else before each statement. */
function beforeEach(client: PoolClient, next: () => Promise<void>): PoolClient {
  const query = async (...statement: [string, unknown[]?]) => {
    await next();
    return client.query(...statement);
  };
  return new Proxy(client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  });
}

/** Makes a till whose documents arrive late, one by one, oldest first. */
async function lateTill(tenant: number, name: string, random: Random) {
  const clock = { now: first };
  const till = await enrolledTill({ tenant, name, clock });
  const times = Array.from({ length: documentsEach }, () => first + random.whole(0, days) * dayMs);
  times.sort((one, other) => one - other);
  const sold: Sold[] = [];
  let have = { icv: 0, event: 0, audit: 0 };
  const send = async (batch: ReturnType<typeof till.batch>) => {
    const answer = await ingest(office.database, till.key, batch);
    if (answer.result !== 'kept') throw new Error(answer.result);
    ({ have } = answer);
  };
  return {
    sold,
    async sendNext(): Promise<boolean> {
      const time = times.shift();
      if (time === undefined) return false;
      clock.now = Math.max(clock.now, time);
      till.sellCoffees(1);
      sold.push({ month: new Date(clock.now).toISOString().slice(0, 7), rejected: false });
      await send(till.batch(have));
      return true;
    },
    /** Reports that the authority accepted or rejected one of the waiting documents. */
    async hear(icv: number): Promise<void> {
      const rejected = random.chance(0.3);
      const event = {
        ...{ id: have.event + 1, icv, at: clock.now, event: 'answered', httpStatus: 200 },
        ...{ outcome: rejected ? 'rejected' : 'accepted', why: null, status: null },
        ...{ answer: null, cleared: null },
        ...{ nextAt: null, reportBy: null },
      };
      const rows = till.batch({ ...have, event: 0 });
      await send(batchSchema.parse({ ...rows, events: [event], head: { ...rows.head, event: event.id } }));
      const document = sold[icv - 1];
      if (document !== undefined) document.rejected = rejected;
    },
  };
}

async function addedUpBefore(tenant: number): Promise<string | undefined> {
  const { rows } = await office.database.within({ tenant }, (client) =>
    client.query<{ before: string }>('SELECT before::text FROM past_months'),
  );
  return rows[0]?.before;
}

/** Compares each month's VAT with that of the documents. */
async function expectTrueSums(tenant: number, sold: readonly Sold[]): Promise<void> {
  const months = new Set(sold.map(({ month }) => month));
  for (const month of months) {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
    const { entities } = await vatSums(office.database, { tenant }, { from: `${month}-01`, to }, Date.now());
    const counted = sold.filter((each) => each.month === month && !each.rejected).length;
    expect([month, entities[0]?.vat]).toEqual([month, counted * tax]);
  }
}

describe.skipIf(!hasServer)('months that are added up the first time', () => {
  provideOffice();

  test.each(Array.from({ length: rounds(10) }, (_, round) => round))(
    'are the sums of their documents, whichever process was killed when (%i)',
    async (round) => {
      const random = chance();
      const tenant = await tenantNamed(office.database, `Months ${round}`);
      const tills = await Promise.all(
        Array.from({ length: tillCount }, (_, index) => lateTill(tenant, `Till ${index}`, random)),
      );
      // One till was unreachable until now, and the other has sent all but its last documents.
      for (const [index, till] of tills.entries())
        for (let sent = 0; sent < index * 6; sent += 1) await till.sendNext();
      const all = () => tills.flatMap(({ sold }) => sold);

      // The first process dies in the middle, and its work remains.
      await expect(addUpMonths(dyingAfter(random.whole(15, 25), tenant))).rejects.toThrow();
      const reached = await addedUpBefore(tenant);
      expect(reached).toBeDefined();
      await expectTrueSums(tenant, all());

      const kept: string[] = [reached ?? ''];
      const late = async (till: (typeof tills)[number]) => {
        while (await till.sendNext()) {
          if (random.chance(0.5)) await till.hear(till.sold.length);
          await pause(random.whole(0, 5));
        }
      };
      const addUp = async () => {
        for (let lives = 0; lives < 3; lives += 1) {
          await addUpMonths(dyingAfter(random.whole(1, 30), tenant)).catch(() => undefined);
          kept.push((await addedUpBefore(tenant)) ?? '');
        }
      };
      await Promise.all([...tills.map(late), addUp(), addUp()]);
      await expectTrueSums(tenant, all());
      expect(all()).toHaveLength(tillCount * documentsEach);

      await Promise.all([addUpMonths(office.database), addUpMonths(office.database)]);
      await expectTrueSums(tenant, all());
      const end = (await addedUpBefore(tenant)) ?? '';
      expect((reached ?? '') < end).toBe(true);
      expect(kept.every((before) => before >= (reached ?? '') && before <= end)).toBe(true);
      expect((await checkOffice(office.database, 47)).findings).toEqual([]);
    },
  );
});
