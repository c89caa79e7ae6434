import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sign as signElsewhere } from '@octokit/webhooks-methods';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sign } from '../../../main/base/network/webhook-signature.ts';
import { instantKey } from '../../../main/integration/inbound/event.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { documentKinds, standardNames } from '../../../shared/contract/programs/webhook-events.ts';
import { failing } from '../../books/ledger/support.ts';
import { newFolder } from '../../support/khatm.ts';
import { event, office, provideHeadOffice, uuid } from './head-office.ts';

provideHeadOffice();

const invoice = () => office.receiver.invoices.get(uuid);
const at = (seconds: string, status: string, more: object = {}) =>
  event({ createdAt: `2026-11-20T10:00:${seconds}Z`, ...more }, status);

describe('an event that another library signed', () => {
  it('is taken, and applied afterwards', async () => {
    expect(await office.send()).toBe(200);
    expect(office.states()).toEqual(['received']);
    expect(invoice()).toBeUndefined();
    await office.settle();
    expect(invoice()).toEqual({
      uuid,
      id: 'INV-7',
      status: 'CLEARED',
      clearedAt: '2026-11-20T10:00:00Z',
      type: 'invoice.cleared',
      asOf: '2026-11-20T10:00:00Z',
      updatedAt: office.clock.now(),
    });
    expect(office.changed).toEqual([uuid]);
  });

  it('is applied by the next process when this one dies after its answer', async () => {
    office.receiver.stop();
    expect(await office.send()).toBe(200);
    const next = office.open();
    next.start();
    await office.settle();
    next.stop();
    expect(invoice()?.status).toBe('CLEARED');
  });

  it('may have any bytes that are JSON: the signature is over them as they came', async () => {
    const spaced = JSON.stringify(JSON.parse(event({}, 'مقبولة')), null, 3).replaceAll('/', '\\/');
    expect(await office.send({ body: `\n${spaced}\t ` })).toBe(200);
    await office.settle();
    expect(invoice()?.status).toBe('مقبولة');
  });

  it('may be of a kind that is not known: it is kept', async () => {
    const body = event({ type: 'batch.finished', data: { anything: [1, { deep: null }] } });
    expect(await office.send({ body })).toBe(200);
    await office.settle();
    expect(office.states()).toEqual(['kept']);
    expect(office.database.prepare('SELECT body FROM received_event').get()).toEqual({ body });
  });

  it('may be a rejection whose data the specification does not show', async () => {
    expect(await office.send({ body: event({ type: 'invoice.rejected', data: { reason: 'x' } }) })).toBe(200);
    await office.send({ body: event({ type: 'invoice.rejected', data: { invoiceUuid: uuid } }) });
    await office.settle();
    expect(office.states()).toEqual(['kept', 'applied']);
    expect(invoice()).toMatchObject({ type: 'invoice.rejected' });
    expect(invoice()?.status).toBeUndefined();
  });
});

describe('an event as Khatm itself sends it', () => {
  it.each(documentKinds)('of the kind %s is applied, whatever has no value in it', async (kind) => {
    const type = standardNames[kind];
    const data = { invoiceId: 'T1-000007', invoiceUuid: uuid, status: null, clearedAt: null };
    expect(await office.send({ body: event({ type, data }) })).toBe(200);
    await office.settle();
    expect(office.states()).toEqual(['applied']);
    expect(invoice()).toMatchObject({ id: 'T1-000007', type });
    expect(invoice()).not.toHaveProperty('clearedAt');
  });
});

describe('the order of events', () => {
  it('is that of createdAt, whatever the order of arrival', async () => {
    const states = ['03', '01', '04', '02'];
    for (const seconds of states) await office.send({ body: at(seconds, `S${seconds}`) });
    await office.settle();
    expect(office.states()).toEqual(['applied', 'outdated', 'applied', 'outdated']);
    expect(invoice()?.status).toBe('S04');
  });

  it('is kept below the millisecond, and what is not newer is not applied', async () => {
    for (const seconds of ['00.1230001', '00.12300009', '00.123', '00.1230001'])
      await office.send({ body: at(seconds, seconds) });
    await office.settle();
    expect(office.states()).toEqual(['applied', 'outdated', 'outdated', 'outdated']);
    expect(invoice()?.status).toBe('00.1230001');
  });

  it('ends in the newest state for every order, with repetitions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }),
        async (steps) => {
          const ownId = randomUUID();
          for (const step of steps) {
            const data = { invoiceId: 'x', invoiceUuid: ownId, status: `S${step}` };
            // An event of the same step has the same ID, so it is a repetition.
            const body = at(`0${step}`, '', { id: `${ownId}-${step}`, data });
            expect(await office.send({ body })).toBe(200);
          }
          await office.settle();
          expect(office.receiver.invoices.get(ownId)?.status).toBe(`S${Math.max(...steps)}`);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is by the instant, not by its notation', () => {
    expect(instantKey('2026-11-20T13:00:00+03:00')).toBe(instantKey('2026-11-20T10:00:00.000Z'));
    const [early, late] = ['2026-11-20T10:00:00.09Z', '2026-11-20T10:00:00.1Z'].map(instantKey);
    expect(String(early) < String(late)).toBe(true);
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
        fc.nat(1e9),
        (date, more) => {
          const other = new Date(date.getTime() + more);
          const [a, b] = [date, other].map((instant) => instantKey(instant.toISOString()) ?? '');
          expect(Math.sign(Number((a ?? '') < (b ?? '')) - Number((a ?? '') > (b ?? '')))).toBe(
            Math.sign(more),
          );
        },
      ),
    );
  });
});

describe('events that are done with', () => {
  it('are forgotten after half a year, but for what is not known, and are no news when they come again', async () => {
    const body = event();
    await office.send({ body });
    await office.send({ body: event({ type: 'batch.finished', data: {} }) });
    await office.settle();
    // Only days on which an event arrives count. An unknown event, which is never deleted, arrives on each day.
    for (let day = 1; day <= 181; day += 1) {
      await office.clock.advance(24 * 60 * 60_000);
      await office.send({ body: event({ type: 'batch.finished', data: {} }) });
      await office.settle();
    }
    await office.send({ body: event({ createdAt: '2026-11-20T11:00:00Z' }, 'NEWER') });
    await office.settle();
    expect(new Set(office.states().slice(0, -1))).toEqual(new Set(['kept']));
    expect(office.states().at(-1)).toBe('applied');
    await office.send({ body });
    await office.settle();
    expect(invoice()?.status).toBe('NEWER');
  });
});

describe('a repetition', () => {
  it('is answered with 200 and dropped, by event id or by delivery id', async () => {
    const body = event();
    const delivery = { 'x-service-delivery': randomUUID() };
    expect(await office.send({ body, headers: delivery })).toBe(200);
    expect(await office.send({ body, headers: delivery })).toBe(200);
    expect(await office.send({ body })).toBe(200); // This is the same event in another delivery.
    expect(await office.send({ headers: delivery })).toBe(200); // This is another event in the same delivery.
    await office.settle();
    expect(office.states()).toEqual(['applied']);
  });

  it('is dropped among those that come at the same moment, too', async () => {
    const body = event();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => office.send({ body })));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(office.states()).toEqual(['received']);
  });

  it('may come without a delivery id', async () => {
    expect(await office.send({ headers: { 'x-service-delivery': undefined } })).toBe(200);
    expect(await office.send({ headers: { 'x-service-delivery': undefined } })).toBe(200);
    expect(office.states()).toHaveLength(2);
  });
});

describe('what is refused', () => {
  it.each([
    ['another secret', { secret: 'x'.repeat(40) }],
    ['no signature', { headers: { 'x-service-signature': undefined } }],
    ['an empty one', { headers: { 'x-service-signature': '' } }],
    ['one of the wrong length', { headers: { 'x-service-signature': 'sha256=00' } }],
    ['one in capitals', { headers: { 'x-service-signature': `sha256=${'A'.repeat(64)}` } }],
  ])('%s: 401', async (_, call) => {
    expect(await office.send(call)).toBe(401);
    expect(office.states()).toEqual([]);
  });

  it('a body that differs by one byte from what was signed: 401', async () => {
    const body = event();
    const signed = event();
    expect(await office.send({ body, headers: { 'x-service-signature': await signatureOf(signed) } })).toBe(
      401,
    );
  });

  it('who has no secret learns nothing else: 401 for a bad time and a bad body too', async () => {
    const headers = { 'x-service-timestamp': '0' };
    expect(await office.send({ body: 'no event', headers, secret: 'x'.repeat(40) })).toBe(401);
  });

  const now = Date.UTC(2026, 10, 20, 10) / 1000;
  it.each([undefined, '', 'now', '1e9', '-5', '0x10', `${now}.5`, '1', String(now - 301), String(now + 301)])(
    'a time of %s: 400',
    async (timestamp) => {
      expect(await office.send({ headers: { 'x-service-timestamp': timestamp } })).toBe(400);
    },
  );

  it('an event that says it will happen only later than the window allows: 400, and its invoice goes on', async () => {
    expect(await office.send({ body: event({ createdAt: '2026-11-20T10:05:00Z' }) })).toBe(200);
    for (const createdAt of ['2026-11-20T10:05:00.001Z', '9999-12-31T23:59:59Z', '2026-11-20T09:06:00-01:00'])
      expect(await office.send({ body: event({ createdAt }) }), createdAt).toBe(400);
  });

  it('a time is measured by the window that the manager set, both ways', async () => {
    const ago = (seconds: number) => ({ headers: { 'x-service-timestamp': String(now - seconds) } });
    for (const seconds of [300, -300]) expect(await office.send(ago(seconds))).toBe(200);
    office.receiver.settings.change({ windowSeconds: 60 });
    for (const seconds of [60, -60]) expect(await office.send(ago(seconds))).toBe(200);
    for (const seconds of [61, -61]) expect(await office.send(ago(seconds))).toBe(400);
    office.clock.set((now + 120) * 1000); // The terminal's clock is corrected now.
    expect(await office.send(ago(61))).toBe(400);
    expect(await office.send()).toBe(200);
  });

  it.each([
    ['nothing', ' '],
    ['no JSON', '{"id":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no id', event({ id: undefined })],
    ['an empty id', event({ id: '' })],
    ['a number for an id', event({ id: 7 })],
    ['half a character in its id', event().replace(/"id":"[^"]*"/, '"id":"\\ud800"')],
    ['an endless id', event({ id: 'x'.repeat(201) })],
    ['no type', event({ type: undefined })],
    ['no time', event({ createdAt: undefined })],
    ['a time in words', event({ createdAt: 'yesterday' })],
    ['a time without a zone', event({ createdAt: '2026-11-20T10:00:00' })],
    ['a day that is not', event({ createdAt: '2026-02-30T10:00:00Z' })],
    ['no data', event({ data: undefined })],
    ['a list as data', event({ data: [] })],
    ['a clearance of no invoice', event({ data: { status: 'CLEARED' } })],
    ['a status that is no text', event({ data: { invoiceUuid: uuid, status: 5 } })],
  ])('%s: 400', async (_, body) => {
    expect(await office.send({ body })).toBe(400);
    expect(office.states()).toEqual([]);
  });

  it('bytes that are no UTF-8: 400', async () => {
    const body = Buffer.concat([Buffer.from(event()), Buffer.of(0xff)]);
    const headers = { 'x-service-signature': sign(body, office.secret) };
    expect(await office.send({ body, headers })).toBe(400);
  });

  it('a body above the cap: 413, said or not', async () => {
    const large = event({ data: { invoiceUuid: uuid, more: 'x'.repeat(65_536) } });
    expect(await office.send({ body: large })).toBe(413);
    await office.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = office.app.server.address() as AddressInfo;
    const status = await new Promise((resolve, reject) => {
      const chunked = request({ port, path: '/events', method: 'POST' }, (response) =>
        resolve(response.statusCode),
      );
      chunked.on('error', reject);
      chunked.write(large.slice(0, 40_000));
      chunked.end(large.slice(40_000));
    });
    expect(status).toBe(413);
  });

  it('everything while it is off: 404', async () => {
    office.receiver.settings.change({ enabled: false });
    expect(await office.send()).toBe(404);
  });

  it('plain HTTP from another machine: 403', async () => {
    const { statusCode } = await office.app.inject({
      method: 'POST',
      url: '/events',
      remoteAddress: '192.168.1.7',
      payload: event(),
    });
    expect(statusCode).toBe(403);
  });
});

describe('when it cannot store', () => {
  it('it answers 503, and takes the event when it comes again', async () => {
    const body = event();
    office.database.exec(
      `CREATE TEMP TRIGGER full BEFORE INSERT ON received_event BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    expect(await office.send({ body })).toBe(503);
    expect(office.errors.splice(0)).toHaveLength(1);
    office.database.exec('DROP TRIGGER temp.full');
    expect(await office.send({ body })).toBe(200);
    await office.settle();
    expect(office.states()).toEqual(['applied']);
  });

  it('or cannot read its secrets, it answers 503 and not 401', async () => {
    for (const name of office.secrets.names()) await office.secrets.delete(name);
    const next = office.open();
    expect(
      await next.take({ body: Buffer.from('{}'), signature: 'x', timestamp: '0', deliveryId: undefined }),
    ).toBe(503);
    expect(office.errors.splice(0)).toEqual([failing('vault-unavailable')]);
  });

  it('or not apply, the event stays and is applied later', async () => {
    office.database.exec(
      `CREATE TEMP TRIGGER stuck BEFORE INSERT ON remote_invoice BEGIN SELECT RAISE(ABORT, 'stuck'); END`,
    );
    expect(await office.send()).toBe(200);
    await office.clock.advance(0);
    expect(office.errors.splice(0)).toHaveLength(1);
    expect(office.states()).toEqual(['received']);
    office.database.exec('DROP TRIGGER temp.stuck');
    await office.clock.advance(5_000);
    expect(office.states()).toEqual(['applied']);
  });
});

describe('when it cannot finish', () => {
  it('an event is applied in full or not at all', async () => {
    office.database.exec(
      `CREATE TEMP TRIGGER half BEFORE UPDATE ON received_event BEGIN SELECT RAISE(ABORT, 'half-way'); END`,
    );
    expect(await office.send()).toBe(200);
    await office.clock.advance(0);
    expect(office.errors.splice(0)).toHaveLength(1);
    expect(invoice()).toBeUndefined();
    expect(office.changed).toEqual([]);
  });
});

describe('the rotation of its secret', () => {
  it('accepts the old and the new one until it ends, under load', async () => {
    const old = office.secret;
    const statuses: number[] = [];
    const load = async (secret: string) => {
      const sent = await Promise.all(Array.from({ length: 30 }, () => office.send({ secret })));
      statuses.push(...sent);
    };
    const { secret: fresh = '' } = await office.receiver.settings.addSecret();
    await Promise.all([load(old), load(fresh)]);
    expect(office.secrets.names()).toHaveLength(2);
    const [, ended] = await Promise.all([
      load(fresh),
      office.receiver.settings.finishRotation(),
      load(fresh),
    ]);
    expect(ended).toMatchObject({ rotating: false });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await office.send({ secret: old })).toBe(401);
    expect(await office.send({ secret: fresh })).toBe(200);
    expect(office.secrets.names()).toHaveLength(1);
  });

  it('has two secrets and no more, and none of them outside the vault', async () => {
    const { settings } = office.receiver;
    const made = [
      await settings.addSecret(),
      ...(await Promise.all([1, 2, 3].map(() => settings.addSecret()))),
    ];
    expect(office.secrets.names()).toHaveLength(2);
    const rows = JSON.stringify(office.database.prepare('SELECT * FROM setting').all());
    for (const { secret } of made) expect(rows).not.toContain(secret);
    expect(rows).not.toContain(office.secret);
  });

  it('begins again where the second secret was lost, and the first one stays valid', async () => {
    const { settings } = office.receiver;
    const { secret: lost = '' } = await settings.addSecret();
    expect(await office.send({ secret: lost })).toBe(200);
    const { status, secret: fresh = '' } = await settings.addSecret();
    expect(status).toMatchObject({ rotating: true });
    expect(await office.send({ secret: office.secret })).toBe(200);
    expect(await office.send({ secret: fresh })).toBe(200);
    expect(await office.send({ secret: lost })).toBe(401);
    await settings.finishRotation();
    expect(await office.send({ secret: office.secret })).toBe(401);
    expect(await office.send({ secret: fresh })).toBe(200);
    expect(office.secrets.names()).toHaveLength(1);
  });

  it('cannot be turned on without a secret', () => {
    office.database.exec('DELETE FROM setting');
    expect(() => office.open().settings.change({ enabled: true })).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'bad-input' }) }),
    );
  });
});

const signatureOf = (body: string) => signElsewhere(office.secret, body);

it('a secret that another program ended is refused at once, and the new one taken', async () => {
  const file = path.join(newFolder('inbound'), 'integration.db');
  const [served, window] = [office.open(openIntegrationStore(file)), office.open(openIntegrationStore(file))];
  const { secret: first = '' } = await window.settings.addSecret();
  window.settings.change({ enabled: true });
  const take = async (secret: string) => {
    const body = event({ id: randomUUID() });
    return served.take({
      deliveryId: randomUUID(),
      body: Buffer.from(body),
      signature: sign(Buffer.from(body), secret),
      timestamp: String(Math.floor(office.clock.now() / 1000)),
    });
  };
  expect(await take(first)).toBe(200);
  const { secret: second = '' } = await window.settings.addSecret();
  expect([await take(first), await take(second)]).toEqual([200, 200]);
  await window.settings.finishRotation();
  expect([await take(first), await take(second)]).toEqual([401, 200]);
});
