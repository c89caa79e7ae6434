import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { createCarryOut, officeStop } from '../../../main/link/orders/carry-out.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { type OrderContext, sendOrder } from '../../../main/office/orders/orders.ts';
import { askRelease, confirmRelease } from '../../../main/office/orders/releases.ts';
import { askStop, confirmStop } from '../../../main/office/orders/stops.ts';
import { checkLog } from '../../../main/office/people/office-log.ts';
import { invite, ownersLink } from '../../../main/office/people/people.ts';
import { addTill, letGo } from '../../../main/office/tills/tills.ts';
import { getTill } from '../../../main/office/views/tills.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { Grant } from '../../../shared/office/people.ts';
import type { Batch } from '../../../shared/office/wire/feed.ts';
import { type StopReason, toldSchema } from '../../../shared/office/wire/orders.ts';
import { orderContext, orderedTill, time } from '../../link/ordered-till.ts';
import { hasServer, office, people, provideOffice } from '../office.ts';
import { colleague, officeApp, officeBrowser, officeOwner, officeTime } from '../office-browser.ts';

/* Tests that two people stop a till, and that nothing a stolen till sends afterwards is trusted. */

describe.skipIf(!hasServer)('a stop', () => {
  provideOffice();
  let context: OrderContext;
  beforeAll(async () => {
    if (hasServer) context = await orderContext();
  });

  const ask = (till: { tenant: number; device: number }, why: StopReason, stopped = true) => {
    time.now += 1;
    return askStop(context, { ...till, stopped, why, by: 'Mona' });
  };
  const confirm = (till: { tenant: number; device: number }, request: number, by = 'Sami') =>
    confirmStop(context, { ...till, request, by });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof FailureError ? error.failure.code : error),
    );

  it('needs a second person within a day', async () => {
    const till = await orderedTill(context);
    expect(await codeOf(confirm(till, time.now))).toBe('not-found');
    const first = await ask(till, 'stolen');
    await till.carriedOut();
    expect(till.done).toEqual([]);
    expect(await codeOf(confirm(till, first, ' mona'))).toBe('not-allowed');
    time.now += 25 * 3_600_000;
    expect(await codeOf(confirm(till, first))).toBe('not-found');
    // A person who changes name or address is still the same person.
    const grant: Grant = { role: 'operations', entities: [], branches: [], until: null };
    const by = { tenant: till.tenant, person: null };
    const { person } = await invite(people(), by, { name: 'Mona', ...grant }, time.now);
    const mine = await askStop(context, { ...till, stopped: true, why: 'other', by: 'Mona', person });
    const renamed = confirmStop(context, { ...till, request: mine, by: 'Muna', person });
    expect(await codeOf(renamed)).toBe('not-allowed');
    time.now += 1;
    const request = await ask(till, 'stolen');
    expect(await confirm(till, request)).toMatchObject({
      order: 1,
      isFrozen: true,
      icv: 0,
      serial: '1-A|2-B|3-C',
    });
    expect(await codeOf(confirm(till, request))).toBe('not-found');
    await till.carriedOut();
    expect(till.done).toEqual([{ kind: 'stop', stopped: true, why: 'stolen' }]);
  });

  it('is the one that the second person saw, whatever was asked for since', async () => {
    const till = await orderedTill(context);
    const seen = await ask(till, 'decommissioned');
    // Two requests in the same millisecond are different ones.
    const later = await askStop(context, { ...till, stopped: true, why: 'stolen', by: 'Huda' });
    expect(later).toBeGreaterThan(seen);
    expect(await confirm(till, seen)).toMatchObject({ isFrozen: false });
    await till.carriedOut();
    expect(till.done).toEqual([{ kind: 'stop', stopped: true, why: 'decommissioned' }]);
    expect(await confirm(till, later)).toMatchObject({ isFrozen: true });
  });

  it('lets the till issue nothing until another one ends it', async () => {
    const till = await orderedTill(context);
    let heard = 0;
    const { settings } = till.ledger;
    const carryOut = createCarryOut({
      settings,
      clock: { now: () => time.now },
      carryOutCommand: undefined,
      audit: () => undefined,
      onStop: () => {
        heard += 1;
      },
    });
    await carryOut({ kind: 'stop', stopped: true, why: 'decommissioned' }, 1);
    expect(officeStop(settings)).toEqual({ code: 'office-stopped', detail: { why: 'decommissioned' } });
    await carryOut({ kind: 'stop', stopped: false, why: 'other' }, 2);
    expect([officeStop(settings), heard]).toEqual([undefined, 2]);
  });

  it('freezes the chain of a stolen till alone, and keeps what it sends in quarantine', async () => {
    const till = await orderedTill(context);
    const head = till.ledger.outbox.head();
    const batch: Batch = { ledger: till.ledger.id, head, found: null, documents: [], events: [], audit: [] };
    const post = (more: Partial<Batch> = {}) => ingest(office.database, till.key, { ...batch, ...more });
    const stolenAt = async () => {
      const view = await getTill(office.database, { tenant: till.tenant }, till.device, time.now);
      return view.stolenAt;
    };
    await confirm(till, await ask(till, 'decommissioned'));
    expect(await post()).toMatchObject({ result: 'kept' });
    expect(await stolenAt()).toBeNull();
    await confirm(till, await ask(till, 'stolen'));
    const since = new Date(time.now).toISOString();
    expect(await stolenAt()).toBe(since);
    const answer = { result: 'refused', code: 'stopped', have: { icv: 0, audit: 0 } };
    expect(await post()).toMatchObject(answer);
    const line = { at: 1, actor: 'thief', action: 'x', detail: '{}', previousHash: '', hash: '0'.repeat(64) };
    const audit = [{ id: 1, ...line }];
    await post({ audit });
    expect(await post({ audit })).toMatchObject(answer);
    const kept = await office.database.within(till, async (client) => {
      const { rows } = await client.query('SELECT code FROM quarantine WHERE device = $1', [till.device]);
      return rows;
    });
    expect(kept).toEqual([{ code: 'stopped' }]);

    // A further stop for another reason does not end a freeze.
    expect(await confirm(till, await ask(till, 'other'))).toMatchObject({ isFrozen: true });
    expect(await post()).toMatchObject(answer);
    expect(await stolenAt()).toBe(since);
    await confirm(till, await ask(till, 'other', false));
    expect(await post()).toMatchObject({ result: 'kept' });
    expect(await stolenAt()).toBeNull();
  });

  it('holds for a batch that waits while the chain is frozen', async () => {
    const till = await orderedTill(context);
    const head = till.ledger.outbox.head();
    const batch: Batch = { ledger: till.ledger.id, head, found: null, documents: [], events: [], audit: [] };
    const answer = await office.database.within(till, async (client) => {
      await client.query('SELECT FROM chain WHERE device = $1 FOR UPDATE', [till.device]);
      const waiting = ingest(office.database, till.key, batch);
      for (let held = 0; held === 0; ) {
        const { rows } = await client.query<{ held: number }>(
          'SELECT count(*)::integer AS held FROM pg_locks WHERE NOT granted',
        );
        held = rows[0]?.held ?? 0;
      }
      await client.query('UPDATE device SET frozen_at = now() WHERE device = $1', [till.device]);
      return { waiting };
    });
    expect(await answer.waiting).toMatchObject({ result: 'refused', code: 'stopped' });
  });

  it('takes back what waits for a stolen till, which cannot use its numbers up', async () => {
    const till = await orderedTill(context);
    await sendOrder(context, {
      ...till,
      make: async (encrypt) => ({ kind: 'otp', flow: 'onboarding', encrypted: await encrypt('123456') }),
      by: 'Mona',
      until: time.now + 3_600_000,
    });
    await confirm(till, await ask(till, 'stolen'));
    await till.carriedOut();
    expect(till.done).toEqual([{ kind: 'stop', stopped: true, why: 'stolen' }]);
    const contact = { kind: 'contact', contact: { name: 'Mona' } } as const;
    const later = sendOrder(context, {
      ...till,
      make: () => contact,
      by: 'Mona',
      until: time.now + 3_600_000,
    });
    expect(await codeOf(later)).toBe('not-allowed');
    const told = { last: 2_147_483_646, working: [], answers: [] };
    expect(toldSchema.safeParse(told).success).toBe(false);
  });

  it('is undone for a refused till by two people with a reason, and what came since stays', async () => {
    const till = await orderedTill(context);
    const { tenant, device } = till;
    const head = till.ledger.outbox.head();
    const batch: Batch = { ledger: till.ledger.id, head, found: null, documents: [], events: [], audit: [] };
    const wrong = { ...batch, ledger: randomUUID() };
    const refused = () =>
      office.database.within({ tenant }, async (client) => {
        const { rows } = await client.query('SELECT refused FROM chain WHERE device = $1', [device]);
        return rows[0].refused;
      });
    const reason = 'another disk was put in by mistake';
    const ask = () => askRelease(context, { tenant, device, reason, by: 'Mona' });
    const confirm = (request: number, by = 'Sami') =>
      confirmRelease(context, { tenant, device, request, by });
    expect(await codeOf(ask())).toBe('not-found');
    await ingest(office.database, till.key, wrong);
    expect(await ingest(office.database, till.key, batch)).toMatchObject({ result: 'kept' });
    expect(await refused()).toBe('other-ledger');
    const seen = await ask();
    expect(await codeOf(confirm(seen, 'MONA'))).toBe('not-allowed');
    // Nobody had seen these documents when the stop was requested.
    await ingest(office.database, till.key, { ...wrong, found: 'older' });
    expect(await codeOf(confirm(seen))).toBe('not-found');
    await confirm(await ask());
    expect(await refused()).toBeNull();
    const lines = await office.database.within({ tenant }, async (client) => {
      const { rows } = await client.query<{ action: string; detail: string }>(
        `SELECT action, detail FROM office_line WHERE action LIKE 'release.%' ORDER BY id`,
      );
      return rows.map(({ action, detail }) => [action, JSON.parse(detail).reason]);
    });
    expect(lines.at(-1)).toEqual(['release.confirmed', reason]);
    expect((await checkLog(office.database, tenant)).brokenAt).toBeNull();
    await ingest(office.database, till.key, wrong);
    expect(await refused()).toBe('other-ledger');
  });

  it('is asked for and confirmed in the screens, and prices go to every till that takes them', async () => {
    const till = await orderedTill(context);
    const stolen = await orderedTill(context);
    const app = officeApp({ signer: context.signer });
    try {
      officeTime.now = time.now;
      const owner = await officeOwner(app, 'Shops', 'mona@example.com');
      const other = await colleague(app, owner, 'sami@example.com', { role: 'operations' });
      const { device } = stolen;
      const requested = await owner.call('stop.ask', { device, stopped: true, why: 'stolen' });
      const request = requested.ok ? requested.value.request : 0;
      expect(await owner.call('stop.confirm', { device, request })).toMatchObject({
        failure: { code: 'second-person' },
      });
      expect(await other.call('order.list', { device })).toMatchObject({
        value: { pending: [{ kind: 'stop', request, why: 'stolen', isOwn: false }] },
      });
      expect(await other.call('stop.confirm', { device, request })).toMatchObject({
        value: { isFrozen: true, serial: '1-A|2-B|3-C' },
      });
      const devices = [till.device, device];
      const table = '6281\tقهوة\tCoffee\t١١٫٥٠\nx\t\t\t';
      const given = { devices, table, from: null, days: 7 };
      expect(await owner.call('order.articles', given)).toMatchObject({ value: { sent: 0, faults: [2] } });
      const right = { ...given, table: table.split('\n')[0] ?? '' };
      expect(await owner.call('order.articles', right)).toMatchObject({ value: { sent: 1, left: 1 } });
      const save = [{ name: 'Omar', role: 'cashier', pin: '918273' }];
      const send = { devices: [till.device], order: { kind: 'people' as const, save }, days: 7 };
      expect(await owner.call('order.send', send)).toMatchObject({ value: { sent: 1, left: 0 } });
      expect(await owner.call('order.send', { ...send, order: { kind: 'stop' } as never })).toMatchObject({
        failure: { code: 'bad-input' },
      });
      await till.carriedOut();
      expect(till.done).toMatchObject([
        { kind: 'articles', articles: [{ article: { codes: ['6281'], nameEn: 'Coffee', price: '11.5' } }] },
        { kind: 'people', save: [{ name: 'Omar' }] },
      ]);
      const list = await owner.call('order.list', { device: till.device });
      expect(list).toMatchObject({ value: { orders: [{ state: 'done' }, { state: 'done' }] } });
      const log = JSON.stringify(await owner.call('log.list', {}));
      expect(log).toContain('stop.confirmed');
      expect(log + JSON.stringify(list)).not.toContain('918273');
    } finally {
      await app.close();
    }
  });

  it('and every other order is for tills of the person’s own branches', async () => {
    const { device, tenant } = await orderedTill(context);
    const app = officeApp({ signer: context.signer });
    try {
      officeTime.now = time.now;
      const link = (await ownersLink(people(), tenant, time.now, true)) ?? '';
      const owner = officeBrowser(app);
      await owner.accept(link, 'owner@shops.example');
      const { vatNumber } = trainingCompany;
      await addTill(office.database, { tenant, vatNumber, branch: 'Malaz', name: 'Other' });
      const places = await owner.call('place.list', {});
      const malaz = places.ok
        ? places.value.branches.find(({ name }) => name === 'Malaz')?.branch
        : undefined;
      const grant: Partial<Grant> = { role: 'operations', branches: [malaz ?? 0] };
      const person = await colleague(app, owner, 'malaz@shops.example', grant);
      const contact = { kind: 'contact' as const, contact: { name: 'Sami' } };
      const send = { devices: [device], order: contact, days: 1 };
      expect(await person.call('order.send', send)).toMatchObject({ value: { sent: 0, left: 1 } });
      const articles = { devices: [device], table: '6281\tقهوة\tCoffee\t11.50', from: null, days: 1 };
      expect(await person.call('order.articles', articles)).toMatchObject({ value: { sent: 0, left: 1 } });
      expect(await owner.call('order.send', send)).toMatchObject({ value: { sent: 1 } });
      const stop = { device, stopped: true, why: 'stolen' as const };
      const requested = await owner.call('stop.ask', stop);
      const gone = { ok: false, failure: { code: 'not-found' } };
      expect(await person.call('stop.ask', stop)).toEqual(gone);
      const request = requested.ok ? requested.value.request : 0;
      expect(await person.call('stop.confirm', { device, request })).toEqual(gone);
      expect(await person.call('order.list', {})).toMatchObject({ value: { orders: [], pending: [] } });
      expect(await person.call('onboarding.add', { csv: '' })).toMatchObject({
        failure: { code: 'not-allowed' },
      });
    } finally {
      await app.close();
    }
  });

  it('of a till that has left gives no order, and of one that does not exist nothing', async () => {
    const till = await orderedTill(context);
    await letGo(office.database, till.key);
    expect(await confirm(till, await ask(till, 'stolen'))).toMatchObject({
      order: undefined,
      isFrozen: true,
    });
    expect(await codeOf(ask({ tenant: till.tenant, device: 2_000_000 }, 'stolen'))).toBe('not-found');
  });
});
