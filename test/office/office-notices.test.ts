import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lookup } from '../../main/base/network/addresses.ts';
import { createPost } from '../../main/base/network/http-post.ts';
import { type MailSender, openMail } from '../../main/office/notices/mail.ts';
import { noticeMail } from '../../main/office/notices/notice-mail.ts';
import {
  addRecipient,
  listRecipients,
  removeRecipient,
  testRecipient,
} from '../../main/office/notices/recipients.ts';
import { sendDue } from '../../main/office/notices/send-notices.ts';
import type { OrderContext } from '../../main/office/orders/orders.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { keepArchiveAlarms } from '../../main/office/watch/archive-alarms.ts';
import { watchOnce } from '../../main/office/watch/watch.ts';
import { orderContext } from '../link/ordered-till.ts';
import { addManyTills } from './many-tills.ts';
import { hasServer, office, provideOffice } from './office.ts';

/*
 * Tests that recipients get notices of alarms and of their ends once for each cause, through a real mail server and a
 * real receiver.
 */

const minute = 60_000;
const begin = Date.UTC(2026, 10, 20, 10);
const clock = { now: begin };

interface Received {
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** A receiver of webhooks, which gives the answer that a test sets. */
const receiver = {
  got: [] as Received[],
  status: 204,
  /** The cause that it cannot accept, and its answer for that. */
  never: { cause: '', status: 500 },
  server: createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receiver.got.push({ body: Buffer.concat(chunks).toString('utf8'), headers: request.headers });
      const isNever = receiver.got.at(-1)?.body.includes(`"cause":"${receiver.never.cause}"`);
      if (request.url !== '/hangs')
        response.writeHead(isNever ? receiver.never.status : receiver.status).end();
    });
  }),
};

/** The e-mails that the test's mail server received. It refuses one address, and lets only one person sign in. */
const mails: { to: string[]; text: string }[] = [];
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'office' && password === 'p@ss word'
      ? done(null, { user: username })
      : done(new Error('no')),
  onRcptTo: ({ address }, _session, done) =>
    address === 'gone@example.com'
      ? done(Object.assign(new Error('no such person'), { responseCode: 550 }))
      : done(),
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ to, text: Buffer.concat(chunks).toString('utf8') });
      done();
    });
  },
});

let context: OrderContext;
let webhookAddress: string;
let mail: MailSender;

const listening = (server: { listen(port: number, host: string, done: () => void): unknown }) =>
  new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

describe.skipIf(!hasServer)('notices of alarms', () => {
  provideOffice();
  beforeAll(async () => {
    if (!hasServer) return;
    context = await orderContext();
    await listening(receiver.server);
    await listening(mailServer);
    webhookAddress = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/alarms`;
    const { port } = mailServer.server.address() as AddressInfo;
    mail = openMail(`smtp://office:p%40ss%20word@127.0.0.1:${port}`, 'khatm@example.com');
  });
  const tenants: number[] = [];
  afterEach(async () => {
    // The next test must get only its own alarms.
    for (const tenant of tenants.splice(0))
      await office.database.within({ tenant }, (client) =>
        client.query('UPDATE alarm_recipient SET removed_at = created_at'),
      );
    receiver.got = [];
    receiver.status = 204;
    receiver.never.cause = '';
    mails.length = 0;
    clock.now = begin;
  });
  afterAll(async () => {
    receiver.server.closeAllConnections();
    receiver.server.close();
    await new Promise<void>((resolve) => {
      mailServer.close(resolve);
    });
  });

  const send = (over: Partial<Parameters<typeof sendDue>[0]> = {}) =>
    sendDue({
      database: office.database,
      signer: context.signer,
      post: createPost({ lookup, timeoutMs: 10_000, answerBytes: 4096, plainToLoopback: true }),
      mail,
      address: 'https://office.example',
      clock: { now: () => clock.now },
      random: () => 0.5,
      ...over,
    });

  async function watched(name: string) {
    const tenant = await tenantNamed(office.database, name);
    tenants.push(tenant);
    await addManyTills(office.database, { tills: 12, now: begin, tenant: name });
    const ways = { canMail: true, plainToLoopback: true, signer: context.signer };
    const add = (given: Parameters<typeof addRecipient>[2]) =>
      addRecipient(office.database, { tenant, person: 1 }, given, ways, begin);
    const last = async () => (await listRecipients(office.database, tenant)).map((each) => each.last);
    return { tenant, add, last };
  }

  it('tells of each cause once, signed, and of its end', async () => {
    const { tenant, add } = await watched('Told');
    const { secret } = await add({ kind: 'webhook', address: webhookAddress, allowPrivate: false });
    await add({ kind: 'email', address: 'huda@example.com', language: 'ar' });
    await Promise.all([watchOnce(office.database, begin), watchOnce(office.database, begin)]);
    await Promise.all([send(), send()]);
    const bodies = receiver.got.map(
      ({ body }) => JSON.parse(body) as { type: string; data: { cause: string } },
    );
    expect(bodies.map(({ type, data }) => [type, data.cause]).toSorted()).toEqual([
      ['alarm.began', 'overdue'],
      ['alarm.began', 'parked'],
      ['alarm.began', 'refused'],
    ]);
    for (const { body, headers } of receiver.got) {
      const [, seconds = '', given] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['khatm-signature'])) ?? [];
      expect(given).toBe(
        createHmac('sha256', secret ?? '')
          .update(`${seconds}.${body}`)
          .digest('hex'),
      );
    }
    expect(mails.map(({ to }) => to)).toEqual([
      ['huda@example.com'],
      ['huda@example.com'],
      ['huda@example.com'],
    ]);
    // No second message is sent while a cause continues.
    await watchOnce(office.database, begin + minute);
    await send();
    expect([receiver.got.length, mails.length]).toEqual([3, 3]);
    await office.database.within({ tenant }, (client) =>
      client.query(`UPDATE chain SET refused = NULL, refused_at = NULL, last_contact = $1`, [
        new Date(begin + 2 * minute),
      ]),
    );
    clock.now = begin + 2 * minute;
    await watchOnce(office.database, clock.now);
    await send();
    expect(receiver.got.slice(3).map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'alarm.ended', data: { cause: 'refused', tills: [{ endedAt: '2026-11-20T10:02:00.000Z' }] } },
    ]);
    expect(mails).toHaveLength(4);
  });

  it('names the taxpayer whose archive failed, and tells when it goes well again', async () => {
    const { tenant, add } = await watched('Archive');
    await add({ kind: 'webhook', address: webhookAddress, allowPrivate: false });
    await add({ kind: 'email', address: 'huda@example.com', language: 'ar' });
    const { rows } = await office.database.within({ tenant }, (client) =>
      client.query<{ vat: string }>('SELECT vat_number AS vat FROM entity ORDER BY entity LIMIT 1'),
    );
    const vatNumber = rows[0]?.vat ?? '';
    const keep = (failed: readonly string[]) =>
      keepArchiveAlarms(office.database, tenant, { failed: new Set(failed), unknown: new Set() }, clock.now);
    await keep([vatNumber]);
    await send();
    clock.now += minute;
    await keep([]);
    await send();
    const since = '2026-11-20T10:00:00.000Z';
    const told = { alarm: expect.any(Number), vatNumber, since };
    expect(receiver.got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'alarm.began', data: { cause: 'archive', tills: [], taxpayers: [{ ...told, endedAt: null }] } },
      { type: 'alarm.ended', data: { taxpayers: [{ ...told, endedAt: '2026-11-20T10:01:00.000Z' }] } },
    ]);
    expect(mails.map(({ to }) => to)).toEqual([['huda@example.com'], ['huda@example.com']]);
  });

  it.each([
    [
      'en',
      `A closed month cannot be archived (1 taxpayer)`,
      'Taxpayer 399999999900003: since 2026-11-20 13:00',
    ],
    ['ar', 'تعذّرت أرشفة شهر مغلق (مكلف واحد)', 'المكلف 399999999900003: منذ 2026-11-20 13:00'],
  ] as const)('writes so in a mail in %s', (language, head, line) => {
    const taxpayer = {
      alarm: 1,
      vatNumber: '399999999900003',
      since: '2026-11-20T10:00:00.000Z',
      endedAt: null,
    };
    const { subject, text } = noticeMail(
      {
        ...{ notice: '1', event: 'e', what: 'began', cause: 'archive', tills: [], taxpayers: [taxpayer] },
        ...{ at: begin, attempts: 1, recipient: 1, kind: 'email', address: 'huda@example.com', language },
        ...{ allowPrivate: false, salt: '' },
      },
      undefined,
    );
    expect(subject).toContain(head);
    expect(text.split('\n')).toContain(line);
  });

  it('says thousands of silent tills in few messages', async () => {
    const { tenant, add } = await watched('Silent');
    await add({ kind: 'webhook', address: webhookAddress, allowPrivate: false });
    await office.database.within({ tenant }, (client) =>
      client.query(`UPDATE chain SET refused = NULL, status = status - 'nearestDeadline' || '{"parked":0}'`),
    );
    clock.now = begin + 27 * 60 * minute;
    await watchOnce(office.database, clock.now);
    await send();
    const bodies = receiver.got.map(({ body }) => JSON.parse(body) as { data: { cause: string; tills: [] } });
    expect(bodies.map(({ data }) => [data.cause, data.tills.length])).toEqual([['silent', 10]]);
  });

  it('tries a receiver again that is away, in order, and gives up what it refuses', async () => {
    const { tenant, add, last } = await watched('Away');
    const { recipient } = await add({ kind: 'webhook', address: webhookAddress, allowPrivate: false });
    receiver.status = 503;
    await testRecipient(office.database, tenant, recipient, begin);
    await testRecipient(office.database, tenant, recipient, begin);
    await send();
    await send();
    expect(receiver.got).toHaveLength(1);
    expect(await last()).toMatchObject([{ state: 'waiting', failure: 'answered' }]);
    receiver.status = 204;
    clock.now += minute;
    await send();
    const events = receiver.got.map(({ headers }) => headers['x-service-delivery']);
    expect(events).toHaveLength(3);
    expect(events[0]).toBe(events[1]);
    receiver.status = 401;
    await testRecipient(office.database, tenant, recipient, clock.now);
    await send();
    expect(await last()).toMatchObject([{ state: 'dead', failure: 'signature-refused' }]);
    await removeRecipient(office.database, { tenant, person: 1 }, recipient, clock.now);
    expect(await listRecipients(office.database, tenant)).toEqual([]);
  });

  it.each([422, 500])('sends other alarms on where a receiver answers %i to one cause', async (status) => {
    const { add, last } = await watched(`One cause ${status}`);
    await add({ kind: 'webhook', address: webhookAddress, allowPrivate: false });
    receiver.never = { cause: 'overdue', status };
    await watchOnce(office.database, begin);
    for (let minutes = 0; minutes < 4; minutes += 1) {
      await send();
      clock.now += minute;
    }
    const causes = new Set(receiver.got.map(({ body }) => JSON.parse(body).data.cause as string));
    expect([...causes].toSorted()).toEqual(['overdue', 'parked', 'refused']);
    const tries = receiver.got.filter(({ body }) => body.includes('"overdue"')).length;
    if (status === 422) expect(tries).toBe(1);
    expect(await last()).not.toEqual([null]);
  });

  it('reaches a receiver that was away for a night within minutes, and with a test at once', async () => {
    const { tenant, add } = await watched('Night');
    const { recipient } = await add({ kind: 'webhook', address: webhookAddress, allowPrivate: false });
    receiver.status = 503;
    await watchOnce(office.database, begin);
    for (let minutes = 0; minutes < 510; minutes += 5) {
      await send();
      clock.now += 5 * minute;
    }
    receiver.got = [];
    receiver.status = 204;
    await testRecipient(office.database, tenant, recipient, clock.now);
    await send();
    const types = receiver.got.map(({ headers }) => headers['x-service-event']);
    expect(types).toEqual(['alarm.test', 'alarm.began', 'alarm.began', 'alarm.began']);
  });

  it('lets nobody wait for a recipient that hangs', async () => {
    const hangs = await watched('Hangs');
    const other = await watched('Hangs not');
    const address = webhookAddress.replace('/alarms', '/hangs');
    const slow = await hangs.add({ kind: 'webhook', address, allowPrivate: false });
    const quick = await other.add({ kind: 'webhook', address: webhookAddress, allowPrivate: false });
    await testRecipient(office.database, hangs.tenant, slow.recipient, begin);
    for (let each = 0; each < 3; each += 1)
      await testRecipient(office.database, other.tenant, quick.recipient, begin);
    const sent = send();
    await expect.poll(() => receiver.got.length).toBe(4);
    receiver.server.closeAllConnections();
    await sent;
    expect(await hangs.last()).toMatchObject([{ state: 'waiting' }]);
  });

  it('keeps an e-mail while the mail server is away, and knows what it refuses for good', async () => {
    const { tenant, add, last } = await watched('Mailed');
    const { recipient } = await add({ kind: 'email', address: 'huda@example.com', language: 'en' });
    await testRecipient(office.database, tenant, recipient, begin);
    const dead = openMail('smtp://127.0.0.1:1', 'khatm@example.com');
    const { port } = mailServer.server.address() as AddressInfo;
    const wrong = openMail(`smtp://office:guess@127.0.0.1:${port}`, 'khatm@example.com');
    const told: unknown[] = [];
    for (const way of [undefined, dead, wrong, mail]) {
      await send({ mail: way });
      told.push((await last())[0]?.failure ?? null);
      clock.now += 60 * minute;
    }
    expect(told).toEqual(['mail-off', 'mail-failed', 'mail-sign-in', null]);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Subject: Head office: A test.');
    const gone = await add({ kind: 'email', address: 'gone@example.com', language: 'en' });
    await testRecipient(office.database, tenant, gone.recipient, clock.now);
    await send();
    expect((await last())[1]).toMatchObject({ state: 'dead', failure: 'mail-refused' });
  });

  it('gives a mail server up that answers word by word without an end', async () => {
    const sockets: Socket[] = [];
    const slow = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.write('220-wait\r\n');
      socket.on('data', () => socket.write('250-wait\r\n'));
    });
    await listening(slow);
    const { port } = slow.address() as AddressInfo;
    const patient = openMail(`smtp://127.0.0.1:${port}`, 'khatm@example.com', { timeoutMs: 200 });
    const word = { to: 'huda@example.com', subject: 's', text: 't', html: 'h', messageId: '<a@khatm>' };
    expect(await patient.send(word)).toEqual({ failure: 'mail-failed', isFinal: false });
    for (const socket of sockets) socket.destroy();
    slow.close();
  });

  it('calls no address of the own network that nobody allowed, and keeps no secret', async () => {
    const { tenant, add, last } = await watched('Kept');
    const made = await add({ kind: 'webhook', address: 'https://127.0.0.1/x', allowPrivate: false });
    await testRecipient(office.database, tenant, made.recipient, begin);
    await send({
      post: createPost({ lookup, timeoutMs: 10_000, answerBytes: 4096, plainToLoopback: false }),
    });
    expect(await last()).toMatchObject([{ state: 'waiting', failure: 'address-refused' }]);
    await expect(add({ kind: 'webhook', address: 'ftp://office', allowPrivate: true })).rejects.toThrow(
      'bad-input',
    );
    const rows = await office.database.within({ tenant }, async (client) => {
      const { rows: recipients } = await client.query('SELECT * FROM alarm_recipient');
      const { rows: lines } = await client.query('SELECT * FROM office_line');
      return JSON.stringify([recipients, lines]);
    });
    expect(rows).not.toContain(made.secret);
    expect(() => openMail('smtp//office:secret@mail', 'a@b')).toThrow(/^KHATM_SMTP: no address/);
    expect(() => openMail('smtps://office:100%@mail', 'a@b')).toThrow(/^KHATM_SMTP: a % .* %25$/);
  });
});
