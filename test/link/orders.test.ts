import { existsSync } from 'node:fs';
import path from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOrderBoard } from '../../main/office/orders/order-board.ts';
import { openOrderSigner } from '../../main/office/orders/order-key.ts';
import { listOrders, type OrderContext, sendOrder } from '../../main/office/orders/orders.ts';
import { orderAudience, orderKinds, orderSchema } from '../../shared/office/wire/orders.ts';
import { hasServer, office, provideOffice } from '../office/office.ts';
import { newFolder } from '../support/khatm.ts';
import { contactOf, orderContext, orderedTill, time } from './ordered-till.ts';

/* Tests the orders of the head office: their kinds, who carries them out, and how often. */

const hour = 3_600_000;
const day = 24 * hour;

describe('the union of orders', () => {
  it('has these kinds and no other: none issues, deletes, renumbers, sets a clock, exports a key or reads a vault', () => {
    expect(orderKinds).toEqual(['otp', 'settings', 'articles', 'people', 'stop', 'contact', 'archived']);
    const fields = orderSchema.options.map(({ shape }) => Object.keys(shape));
    expect(fields).toEqual([
      ['kind', 'flow', 'encrypted'],
      ['kind', 'shop', 'backupFolder', 'rhythm'],
      ['kind', 'groups', 'articles'],
      ['kind', 'save', 'remove', 'limits'],
      ['kind', 'stopped', 'why'],
      ['kind', 'contact'],
      ['kind', 'period', 'part', 'sha256'],
    ]);
  });

  it('takes no field beside them, no re-issue of a certificate, and no folder on the network', () => {
    for (const order of [
      { kind: 'stop', stopped: true, why: 'stolen', clock: 1 },
      { kind: 'otp', flow: 'reissue', encrypted: 'a..b.c.d' },
      { kind: 'otp', flow: 'onboarding', encrypted: '123456' },
      { kind: 'settings', backupFolder: '\\\\thief\\share' },
      { kind: 'settings', backupFolder: '//thief/share' },
      { kind: 'issue', sale: {} },
    ])
      expect(orderSchema.safeParse(order).success, JSON.stringify(order)).toBe(false);
    for (const backupFolder of ['/media/usb', 'D:\\Backups'])
      expect(orderSchema.safeParse({ kind: 'settings', backupFolder }).success).toBe(true);
  });
});

describe.skipIf(!hasServer)('orders', () => {
  provideOffice();
  let context: OrderContext;
  beforeAll(async () => {
    if (hasServer) context = await orderContext();
  });
  const states = async (till: { tenant: number; device: number }) =>
    (await listOrders(context, till)).map(({ number, state, why }) => [number, state, why]).toReversed();

  it('are taken in their order, carried out once, and answered', async () => {
    const till = await orderedTill(context);
    await till.send(contactOf('Mona'));
    await till.send(contactOf('Sami'));
    expect(await states(till)).toEqual([
      [1, 'waiting', null],
      [2, 'waiting', null],
    ]);
    await till.carriedOut();
    expect(till.done).toEqual([contactOf('Mona'), contactOf('Sami')]);
    expect(await states(till)).toEqual([
      [1, 'done', null],
      [2, 'done', null],
    ]);
    // A second answer and a second post change nothing.
    await till.carriedOut();
    expect(till.done).toHaveLength(2);
    // Between them are lines that prove the list of orders.
    const actions = till.ledger.audit.list({ limit: 12 }).map(({ action }) => action);
    expect(actions.filter((action) => action !== 'settings-recorded')).toEqual([
      'order-done',
      'order-done',
      'order-taken',
      'order-taken',
    ]);
  });

  it('come again when the answer was lost on its way, and do nothing twice', async () => {
    const till = await orderedTill(context);
    await till.send(contactOf('Mona'));
    await till.post({ answerIsLost: true });
    await till.post();
    await till.inbox.settled();
    await till.post({ answerIsLost: true });
    await till.post();
    expect(till.done).toHaveLength(1);
    expect(await states(till)).toEqual([[1, 'done', null]]);
  });

  it('say why they could not be carried out', async () => {
    const till = await orderedTill(context);
    till.failWith('gateway-refused');
    await till.send(contactOf('Mona'));
    await till.carriedOut();
    till.failWith('bad-input', [{ path: ['name'], code: 'name-reserved', message: 'must be another' }]);
    await till.send(contactOf('Sami'));
    await till.carriedOut();
    expect(await states(till)).toEqual([
      [1, 'failed', 'gateway-refused'],
      [2, 'failed', 'bad-input: name-reserved'],
    ]);
  });

  it('are refused when replayed, out of order, over, for another till or chain, forged or unknown', async () => {
    const till = await orderedTill(context);
    const other = await orderedTill(context);
    await till.send(contactOf('First'));
    await till.send(contactOf('Second'));
    const [first = '', second = ''] = await till.post({ answerIsLost: true });
    await till.inbox.take([second, first, second]);
    await till.inbox.settled();
    expect(till.done).toEqual([contactOf('Second')]);

    await other.send(contactOf('Other'));
    const others = await other.post({ answerIsLost: true });
    const subject = `${till.tenant}.${till.device}`;
    const claims = { subject, ledger: till.ledger.id, from: time.now, until: time.now + hour };
    const order = contactOf('Forged');
    const ofOtherChain = { ...claims, ledger: other.ledger.id, number: 7, order };
    const ownKey = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const forged = await new SignJWT({ ledger: till.ledger.id, number: 8, order })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setAudience(orderAudience)
      .setSubject(subject)
      .setIssuedAt(time.now / 1000)
      .setExpirationTime(time.now / 1000 + 60)
      .sign(ownKey.privateKey);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${second.split('.')[1]}.`;
    await till.inbox.take([...others, await context.signer.sign(ofOtherChain), forged, unsigned, 'x']);
    await till.inbox.settled();
    expect(till.done).toHaveLength(1);
    const refusals = till.ledger.audit.lines({ action: 'order-refused' });
    expect([...refusals].map(({ detail }) => (detail as { why: string }).why)).toEqual([
      'replayed',
      'replayed',
      'other-till',
      'other-till',
      'forged',
      'forged',
      'forged',
    ]);
    // The office signed these two orders, and the till answers them.
    const unknown = { ...claims, number: 9, order: { kind: 'issue' } };
    const over = { ...claims, number: 10, until: time.now - 1000, order };
    await till.inbox.take([await context.signer.sign(unknown), await context.signer.sign(over)]);
    expect((await till.inbox.told())?.answers).toEqual([
      { number: 2, result: 'done' },
      { number: 9, result: 'refused', why: 'unknown' },
      { number: 10, result: 'refused', why: 'expired' },
    ]);
    expect(await exportJWK(ownKey.publicKey)).not.toEqual(context.signer.publicKey);
  });

  it('are over in time, and nothing is left of an OTP then', async () => {
    const till = await orderedTill(context);
    const make = async (encrypt: (text: string) => Promise<string>) =>
      ({ kind: 'otp', flow: 'onboarding', encrypted: await encrypt('735146') }) as const;
    const given = { tenant: till.tenant, device: till.device, make, by: 'Mona' };
    await sendOrder(context, { ...given, until: time.now + hour });
    time.now += hour + 1;
    expect(await till.post()).toEqual([]);
    expect(await states(till)).toEqual([[1, 'over', null]]);
    await sendOrder(context, { ...given, until: time.now + hour });
    await till.carriedOut();
    expect(till.done).toEqual([{ kind: 'otp', flow: 'onboarding', otp: '735146' }]);
    const kept = await office.database.within(till, async (client) => {
      const { rows } = await client.query('SELECT * FROM till_order WHERE device = $1', [till.device]);
      return rows as { token: string | null }[];
    });
    expect(kept.map(({ token }) => token)).toEqual([null, null]);
    const lines = till.ledger.audit.list({ limit: 9 });
    const shown = JSON.stringify([lines, kept, await listOrders(context, till), await till.inbox.told()]);
    expect(shown).not.toContain('735146');
  });

  it('are not taken again by a ledger from a backup, and an OTP never', async () => {
    const till = await orderedTill(context);
    const backup = path.join(newFolder('backup'), 'ledger.db');
    await till.ledger.copyTo(backup);
    await till.send(contactOf('Mona'));
    const replayed = await till.post({ answerIsLost: true });
    await till.carriedOut();
    till.restart(backup);
    await till.inbox.take(replayed);
    await till.inbox.settled();
    expect(till.done).toHaveLength(1);

    // An order that the till received but did not answer is signed again, but an OTP is discarded.
    const again = path.join(newFolder('backup'), 'ledger.db');
    await till.ledger.copyTo(again);
    till.hang();
    await sendOrder(context, {
      ...till,
      make: async (encrypt) => ({ kind: 'otp', flow: 'onboarding', encrypted: await encrypt('1') }),
      by: 'Mona',
      until: time.now + hour,
    });
    await till.send(contactOf('Sami'));
    await till.post();
    till.restart(again);
    await till.carriedOut();
    await till.carriedOut();
    expect(till.done).toEqual([contactOf('Mona'), contactOf('Sami')]);
    expect(await states(till)).toEqual([
      [1, 'done', null],
      [2, 'failed', 'lost'],
      [3, 'refused', 'lost'],
      [4, 'done', null],
    ]);
  });

  it('go on after a power cut, but an OTP that may be used is not used again', async () => {
    const till = await orderedTill(context);
    till.hang();
    await sendOrder(context, {
      ...till,
      make: async (encrypt) => ({ kind: 'otp', flow: 'renewal', encrypted: await encrypt('1') }),
      by: 'Mona',
      until: time.now + hour,
    });
    await till.send(contactOf('Mona'));
    await till.post();
    till.restart();
    await till.inbox.settled();
    await till.post();
    expect(till.done).toEqual([contactOf('Mona')]);
    expect(await states(till)).toEqual([
      [1, 'failed', 'interrupted'],
      [2, 'done', null],
    ]);
  });

  it('of an office that came back with an older backup get numbers that the till has not taken', async () => {
    const till = await orderedTill(context);
    await till.send(contactOf('Mona'));
    await till.send(contactOf('Sami'));
    await till.carriedOut();
    // The rows are removed as they were missing in the backup, which only the tables' owner can do.
    await office.database.asOwner((client) =>
      client.query('DELETE FROM till_order WHERE device = $1', [till.device]),
    );
    expect(await till.send(contactOf('New'))).toBe(1);
    await till.carriedOut();
    await till.carriedOut();
    expect(till.done.at(-1)).toEqual(contactOf('New'));
    expect(await states(till)).toEqual([
      [1, 'refused', 'lost'],
      [3, 'done', null],
    ]);
  });

  it('are signed a few times and no more for a till that loses each one', async () => {
    const till = await orderedTill(context);
    await till.send(contactOf('Mona'));
    const board = createOrderBoard(context, { every: 0 });
    let last = 0;
    let posts = 0;
    for (; posts < 20; posts += 1) {
      const [token] = await board.answer(till.key, { last, working: [], answers: [] });
      if (token === undefined) break;
      last += 1;
    }
    expect(posts).toBe(5);
    expect((await states(till)).every(([, state]) => state !== 'waiting')).toBe(true);
  });

  it('need the one key of the database, and a till that is there', async () => {
    const file = path.join(newFolder('key'), 'order-key.json');
    await expect(openOrderSigner(office.database, file)).rejects.toThrow('is not there');
    expect(existsSync(file)).toBe(false);
    const till = await orderedTill(context);
    await office.database.within(till, (client) =>
      client.query('UPDATE device SET left_at = now() WHERE device = $1', [till.device]),
    );
    await expect(till.send(contactOf('Mona'))).rejects.toThrow('not-found');
    time.now += day;
  });
});
