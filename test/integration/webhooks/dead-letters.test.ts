import { describe, expect, it } from 'vitest';
import { webhooks } from '../../../shared/contract/programs/webhooks.ts';
import { failing } from '../../books/ledger/support.ts';
import { manager } from '../../support/run/callers.ts';
import { LibraryReceiver } from './library-receiver.ts';
import { office, provideOffice } from './office.ts';

provideOffice();

/** Creates a receiver that refuses an event, which becomes a dead letter. */
async function deadLetter() {
  const { id, at } = await office.receiver();
  at.answer = () => 400;
  office.settle();
  await office.send();
  return { endpoint: id, at, delivery: office.delivery() };
}

const audited = () =>
  office.ledger.audit.list({ limit: 10 }).map(({ action, detail }) => ({ action, detail }));

describe('a dead letter', () => {
  it('is sent again under the same ids, with all of its attempts before it', async () => {
    const { at, delivery } = await deadLetter();
    at.answer = () => 503;
    const again = await office.handlers['webhook.resend']({ id: delivery.id }, manager);
    expect(again).toMatchObject({ state: 'waiting', attempts: 1 });
    at.answer = () => 200;
    await office.wait(10_000);
    expect(office.delivery()).toMatchObject({ id: delivery.id, state: 'delivered', attempts: 2 });
    expect(new Set(at.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(at.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
  });

  it('is sent again with all others', async () => {
    const { endpoint, at } = await deadLetter();
    office.settle();
    await office.send();
    expect(office.sender.deliveries.counts().dead).toBe(2);
    at.answer = () => 200;
    expect(await office.handlers['webhook.resendAll']({ endpoint }, manager)).toEqual({ count: 2 });
    await office.send();
    expect(office.sender.deliveries.counts()).toEqual({ waiting: 0, delivered: 2, dead: 0, discarded: 0 });
  });

  it('is discarded with a reason, which goes into the audit log', async () => {
    const { delivery } = await deadLetter();
    const { id, eventId } = delivery;
    const reason = 'The accountant has it on paper';
    expect(await office.handlers['webhook.discard']({ id, reason }, manager)).toMatchObject({
      state: 'discarded',
      discardReason: reason,
    });
    expect(audited()[0]).toMatchObject({
      action: 'webhook.discard',
      detail: { delivery: id, eventId, reason },
    });
    await expect(async () => office.handlers['webhook.resend']({ id }, manager)).rejects.toEqual(
      failing('bad-input'),
    );
    expect(await office.handlers['webhook.resendAll']({}, manager)).toEqual({ count: 0 });
  });

  it('shows its body and what the receiver said', async () => {
    const { at, delivery } = await deadLetter();
    at.answer = () => (response) => response.writeHead(400).end('createdAt is missing');
    await office.handlers['webhook.resend']({ id: delivery.id }, manager);
    const shown = await office.handlers['webhook.delivery']({ id: delivery.id }, manager);
    expect(webhooks['webhook.delivery'].output.parse(shown)).toMatchObject({
      answer: 'createdAt is missing',
      body: at.received[0]?.body,
    });
  });
});

describe('the list of deliveries', () => {
  it('comes in pages, newest first, by state and endpoint', async () => {
    const { id, at } = await office.receiver();
    const other = await office.receiver();
    at.answer = () => 400;
    for (let index = 0; index < 5; index += 1) office.settle();
    await office.send();
    const ask = async (query: object) => {
      const command = webhooks['webhook.deliveries'];
      const answer = await office.handlers['webhook.deliveries'](command.input.parse(query), manager);
      return command.output.parse(answer);
    };
    const first = await ask({ limit: 4 });
    const second = await ask({ limit: 4, before: first.cursor });
    const third = await ask({ limit: 4, before: second.cursor });
    expect([first, second, third].map(({ rows }) => rows.length)).toEqual([4, 4, 2]);
    expect(third.cursor).toBeUndefined();
    expect(new Set([...first.rows, ...second.rows, ...third.rows].map((row) => row.id)).size).toBe(10);
    expect(first.counts).toEqual({ waiting: 0, delivered: 5, dead: 5, discarded: 0 });
    const dead = await ask({ states: ['dead'] });
    expect(new Set(dead.rows.map(({ endpoint }) => endpoint))).toEqual(new Set([id]));
    expect((await ask({ endpoint: other.id })).rows).toHaveLength(5);
  });

  it('forgets what was delivered long ago, and no dead letter', async () => {
    const { at } = await deadLetter();
    at.answer = () => 200;
    office.settle();
    await office.send();
    for (let day = 1; day <= 92; day += 1) {
      office.clock.set(office.clock.now() + 24 * 60 * 60_000);
      await office.wait(60_000);
    }
    expect(office.sender.deliveries.counts()).toEqual({ waiting: 0, delivered: 0, dead: 1, discarded: 0 });
  });
});

describe('an endpoint', () => {
  it('keeps what is due while it is off, and gets it when it is on again', async () => {
    const { id, at } = await office.receiver();
    at.answer = () => 503;
    office.settle();
    await office.send();
    await office.handlers['webhook.changeEndpoint']({ id, enabled: false }, manager);
    office.settle();
    at.answer = () => 200;
    await office.wait(60_000);
    expect(at.received).toHaveLength(1);
    expect(office.sender.deliveries.counts()).toMatchObject({ waiting: 2 });
    await office.handlers['webhook.changeEndpoint']({ id, enabled: true }, manager);
    await office.wait(60_000);
    expect(at.received).toHaveLength(3);
    expect(office.deliveries()).toMatchObject([
      { state: 'delivered', attempts: 1 },
      { state: 'delivered', attempts: 1 },
    ]);
  });

  it('that is removed takes its waiting deliveries and its secrets with it', async () => {
    const { endpoint } = await deadLetter();
    await office.handlers['webhook.rotateSecret']({ id: endpoint }, manager);
    expect(office.secrets.names()).toHaveLength(2);
    await office.handlers['webhook.removeEndpoint']({ id: endpoint }, manager);
    expect(office.secrets.names()).toEqual([]);
    expect(office.delivery()).toMatchObject({ state: 'discarded', discardReason: 'endpoint removed' });
    expect(office.sender.endpoints.list()).toEqual([]);
  });

  it('that is removed while a call is under way gets no other one, and nothing waits for it', async () => {
    const { id, at } = await office.receiver();
    const call = office.hold(at);
    office.settle();
    office.sender.wake();
    await office.clock.advance(0);
    await call.begun;
    await office.handlers['webhook.removeEndpoint']({ id }, manager);
    call.end(401);
    await office.sender.idle();
    await office.wait(60 * 60_000);
    expect(at.received).toHaveLength(1);
    expect(office.delivery()).toMatchObject({ state: 'discarded', discardReason: 'endpoint removed' });
  });

  it('that is off gets no dead letter either until it is on', async () => {
    const { endpoint, at, delivery } = await deadLetter();
    at.answer = () => 200;
    await office.handlers['webhook.changeEndpoint']({ id: endpoint, enabled: false }, manager);
    const waiting = await office.handlers['webhook.resend']({ id: delivery.id }, manager);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 0 });
    await office.wait(60_000);
    expect(at.received).toHaveLength(1);
    await office.handlers['webhook.changeEndpoint']({ id: endpoint, enabled: true }, manager);
    await office.send();
    expect(office.delivery()).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('gets what waited for it from the environment that was opened again, in the middle of a rotation', async () => {
    const { id, at } = await office.receiver();
    const [old = ''] = at.secrets;
    at.answer = () => 503;
    office.settle();
    await office.send();
    const { secret = '' } = await office.handlers['webhook.rotateSecret']({ id }, manager);
    await office.sender.stop();
    at.answer = () => 200;
    at.secrets = [secret];
    office.clock.set(office.clock.now() + 60_000);
    const next = office.open();
    next.start();
    await next.idle();
    await next.stop();
    expect(office.delivery()).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(at.received.map(({ timed }) => timed.by)).toEqual([[old], [secret], [secret]]);
  });

  it('has its secret in the vault alone: told once when it was made here, never when it was given', async () => {
    const command = webhooks['webhook.addEndpoint'];
    const add = async (input: object) =>
      command.output.parse(await office.handlers['webhook.addEndpoint'](command.input.parse(input), manager));
    const url = 'https://receiver.example/';
    const made = await add({ url });
    const given = await add({ url: `${url}given`, secret: 's'.repeat(40) });
    expect(made.secret).toMatch(/^[\w-]{43}$/);
    expect(given.secret).toBeUndefined();
    await expect(add({ url: 'https://RECEIVER.example:443' })).rejects.toEqual(failing('bad-input'));
    await office.handlers['webhook.changeEndpoint']({ id: given.endpoint.id, url: `${url}given` }, manager);
    const everything = JSON.stringify([
      await office.handlers['webhook.endpoints']({}, manager),
      office.database.prepare('SELECT * FROM webhook_endpoint').all(),
      audited(),
    ]);
    expect(everything).not.toContain(made.secret);
    expect(everything).not.toContain('s'.repeat(40));
    expect(office.secrets.names().every((name) => name.startsWith('training/webhook/'))).toBe(true);
  });

  it.each(['http://receiver.example/', 'https://a:b@receiver.example/', 'receiver'])(
    'is refused at %s',
    async (url) => {
      const added = office.sender.endpoints.add({ url, kinds: ['cleared'], allowPrivate: true });
      await expect(added).rejects.toEqual(failing('bad-input'));
    },
  );

  it.each([
    ['https://127.0.0.1/hook', false, 'private-address'],
    ['https://10.0.0.7/hook', false, 'private-address'],
    ['https://169.254.169.254/', true, 'forbidden-address'],
    ['http://127.0.0.1:9/hook', true, 'https-address'],
    ['https://inside.example/', false, 'private-address'],
  ])('is refused at once at %s, allowed: %s, outside training', async (url, allowPrivate, code) => {
    const { endpoints } = office.open({
      plainToLoopback: false,
      lookup: async () => [{ address: '192.168.1.4', family: 4 }],
    });
    const refused = { failure: { code: 'bad-input', issues: [{ path: ['url'], code }] } };
    const { add } = endpoints;
    await expect(add({ url, kinds: ['cleared'], allowPrivate })).rejects.toMatchObject(refused);
    expect(endpoints.list()).toEqual([]);
    if (code === 'private-address') await add({ url, kinds: ['cleared'], allowPrivate: true });
    const { id } = (await add({ url: 'https://8.8.8.8/', kinds: ['cleared'], allowPrivate: false })).endpoint;
    await expect(endpoints.checkReach({ url, allowPrivate })).rejects.toMatchObject(refused);
    expect(endpoints.get(id).url).toBe('https://8.8.8.8/');
  });

  it('may be on this machine in training, over HTTP and without leave, and nowhere else', async () => {
    const at = new LibraryReceiver();
    office.receivers.push(at);
    const input = webhooks['webhook.addEndpoint'].input.parse({ url: await at.listen(), kinds: ['cleared'] });
    const added = await office.handlers['webhook.addEndpoint'](input, manager);
    at.secrets = [added.secret ?? ''];
    office.settle();
    await office.send();
    expect(office.delivery().state).toBe('delivered');
    const moved = { id: added.endpoint.id, url: 'https://10.0.0.7/' };
    await expect(office.handlers['webhook.changeEndpoint'](moved, manager)).rejects.toMatchObject({
      failure: { issues: [{ path: ['url'], code: 'private-address' }] },
    });
  });

  it('gives up its leave for a private network', async () => {
    const url = 'https://10.0.0.7/';
    const { id } = (await office.sender.endpoints.add({ url, kinds: ['cleared'], allowPrivate: true }))
      .endpoint;
    await office.handlers['webhook.changeEndpoint']({ id, allowPrivate: false }, manager);
    expect(office.sender.endpoints.get(id).allowPrivate).toBe(false);
    await expect(
      office.handlers['webhook.changeEndpoint']({ id, url: 'https://10.0.0.8/' }, manager),
    ).rejects.toEqual(failing('bad-input'));
  });

  it('is one of sixteen at most', async () => {
    const add = (index: number) =>
      office.sender.endpoints.add({
        url: `https://receiver.example/${index}`,
        kinds: [],
        allowPrivate: false,
      });
    for (let index = 0; index < 16; index += 1) await add(index);
    await expect(add(16)).rejects.toEqual(failing('bad-input'));
  });
});

describe('the rotation of a secret', () => {
  it.each([401, 400])(
    'loses nothing whenever the receiver changes over, if it refuses with %i',
    async (refusal) => {
      const { id, at } = await office.receiver();
      at.refusal = refusal;
      const [old = ''] = at.secrets;
      const { secret = '' } = await office.handlers['webhook.rotateSecret']({ id }, manager);
      const settleAndSend = async () => {
        office.settle();
        await office.send();
      };
      await settleAndSend(); // The receiver knows only the old secret.
      at.secrets = [old, secret];
      await settleAndSend();
      at.secrets = [secret]; // This is earlier than the procedure allows.
      await settleAndSend();
      await office.handlers['webhook.finishRotation']({ id }, manager);
      await settleAndSend();
      expect(office.sender.deliveries.counts()).toMatchObject({ delivered: 4, dead: 0, waiting: 0 });
      expect(office.secrets.names()).toHaveLength(1);

      at.secrets = [old]; // The old secret no longer signs.
      await settleAndSend();
      expect(office.sender.deliveries.counts()).toMatchObject({ dead: 1 });
    },
  );

  it('signs with both secrets in the header that has room for them, and with one in the other', async () => {
    const { id, at } = await office.receiver();
    const [old = ''] = at.secrets;
    const { secret = '' } = await office.handlers['webhook.rotateSecret']({ id }, manager);
    at.secrets = [old, secret];
    office.settle();
    await office.send();
    expect(at.received[0]?.timed.by).toEqual([old, secret]);
    expect(at.received[0]?.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    await office.handlers['webhook.finishRotation']({ id }, manager);
    office.settle();
    await office.send();
    expect(at.received[1]?.timed.by).toEqual([secret]);
  });

  it('that begins while a call is under way costs no event, though the receiver knows only the new secret', async () => {
    const { id, at } = await office.receiver();
    const call = office.hold(at);
    office.settle();
    office.sender.wake();
    await office.clock.advance(0);
    await call.begun;
    const { secret = '' } = await office.handlers['webhook.rotateSecret']({ id }, manager);
    at.secrets = [secret];
    call.end(401);
    await office.sender.idle();
    expect(office.delivery()).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('has two secrets, no more, and ends only once', async () => {
    const { id } = await office.receiver();
    await expect(office.sender.endpoints.finishRotation(id)).rejects.toEqual(failing('bad-input'));
    await Promise.all([office.sender.endpoints.rotate(id), office.sender.endpoints.rotate(id)]);
    expect(office.secrets.names()).toHaveLength(2);
    await office.sender.endpoints.finishRotation(id);
    await expect(office.sender.endpoints.finishRotation(id)).rejects.toEqual(failing('bad-input'));
    expect(office.secrets.names()).toHaveLength(1);
  });

  it('begins again where the second secret was lost, and the first one stays valid', async () => {
    const { id, at } = await office.receiver();
    const [old = ''] = at.secrets;
    const { secret: lost = '' } = await office.handlers['webhook.rotateSecret']({ id }, manager);
    const { secret = '', endpoint } = await office.handlers['webhook.rotateSecret']({ id }, manager);
    expect(endpoint.rotating).toBe(true);
    expect(office.secrets.names()).toHaveLength(2);
    at.secrets = [old, lost, secret];
    office.settle();
    await office.send();
    expect(at.received[0]?.timed.by).toEqual([old, secret]);
    await office.handlers['webhook.finishRotation']({ id }, manager);
    at.secrets = [secret];
    office.settle();
    await office.send();
    expect(office.sender.deliveries.counts()).toMatchObject({ delivered: 2, dead: 0 });
  });

  it('goes through under load', async () => {
    const { id, at } = await office.receiver();
    const uuids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (let index = 0; index < 10; index += 1) uuids.push(office.settle());
      office.sender.wake();
      await office.clock.advance(0); // Calls are in progress now.
      if (round % 2 === 0) {
        const { secret = '' } = await office.sender.endpoints.rotate(id);
        at.secrets = [...at.secrets, secret];
      } else {
        await office.sender.endpoints.finishRotation(id);
        // Let the receiver drop the old secret after the sender has stopped using it.
        await office.sender.idle();
        at.secrets = at.secrets.slice(1);
      }
    }
    await office.send();
    expect(office.sender.deliveries.counts()).toMatchObject({ delivered: uuids.length, dead: 0, waiting: 0 });
    const arrived = new Set(at.events().map(({ data }) => data.invoiceUuid));
    expect(arrived).toEqual(new Set(uuids));
  });

  it('under load fails no check of Khatm-Signature, whichever of the two secrets a receiver holds', async () => {
    const old = await office.receiver();
    const both = await office.receiver();
    const young = await office.receiver();
    const all = [old, both, young];
    for (const { at } of all) at.checks = 'timed';
    const refused = () =>
      all.map(({ at }) => at.received.filter(({ timed }) => timed.by.length === 0).length);
    const load = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        for (let index = 0; index < 3; index += 1) office.settle();
        office.sender.wake();
        await office.clock.advance(0); // Calls are in progress now.
      }
    };
    for (let pass = 0; pass < 2; pass += 1) {
      await load(2);
      const secrets = await Promise.all(
        all.map(async ({ id, at }) => {
          const { secret = '' } = await office.sender.endpoints.rotate(id);
          return [...at.secrets, secret];
        }),
      );
      both.at.secrets = secrets[1] ?? [];
      // Calls that were signed before there was a second secret must arrive before a receiver that knows only the
      // second one.
      await office.sender.idle();
      young.at.secrets = secrets[2]?.slice(1) ?? [];
      await load(3);
      // The old secret is removed last, before the rotation ends.
      await office.sender.idle();
      old.at.secrets = secrets[0]?.slice(1) ?? [];
      await load(2);
      await Promise.all(all.map(({ id }) => office.sender.endpoints.finishRotation(id)));
      await load(2);
      await office.sender.idle();
      both.at.secrets = both.at.secrets.slice(1);
    }
    await office.send();
    expect(refused()).toEqual([0, 0, 0]);
    expect(office.sender.deliveries.counts()).toMatchObject({ delivered: 3 * 2 * 27, dead: 0, waiting: 0 });
  });
});
